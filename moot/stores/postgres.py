"""Keeps debates on a Postgres server, for several machines (extra `postgres`)."""

import asyncio
import hashlib
import os
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from moot.errors import StoreError, UsageError
from moot.state.budget import Intent
from moot.stores.base import DelegatingStore, Entry, say_being_run, say_taken_over

_INDEX = """
    CREATE TABLE IF NOT EXISTS moot_debates (
        thread TEXT PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL, updated_at DOUBLE PRECISION NOT NULL,
        profile TEXT NOT NULL, status TEXT NOT NULL, question TEXT NOT NULL, reason TEXT NOT NULL,
        value_at_risk DOUBLE PRECISION, parent TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS moot_debates_by_status ON moot_debates (status, updated_at);
    CREATE INDEX IF NOT EXISTS moot_debates_by_time ON moot_debates (updated_at);
    CREATE TABLE IF NOT EXISTS moot_owners (thread TEXT PRIMARY KEY, epoch BIGINT NOT NULL);
    CREATE TABLE IF NOT EXISTS moot_intents (
        thread TEXT NOT NULL, place BIGINT GENERATED ALWAYS AS IDENTITY, body TEXT NOT NULL, PRIMARY KEY (thread, place)
    );
"""
_SETUP_LOCK = 7_660_837
"""Any number: two processes must not create the tables at the same moment."""
_PATIENCE = 10
"""Seconds until a server that does not answer is given up."""
_PAUSE = 0.05
_QUEUE = 6
"""So many times as long work waits for a connection that others use."""
_MOST_CONNECTIONS = 16
_OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": 0,
    "row_factory": dict_row,
    # A connection whose other end is gone is noticed within a minute.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
_SECRET = re.compile(r"://[^@\s]*@")

_Row = dict[str, Any]
_Connection = psycopg.AsyncConnection[_Row]


class PostgresStore(DelegatingStore):
    """Keeps debates on a server; all locks of an event loop are on one connection, and end with it.

    If that connection is lost, somebody else may drive the debates. The epoch of each debate sees to it that whoever
    drove it before stores nothing more, and sends nothing more: a request is written down before it is sent.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._most = _read_most_connections()
        self._savers: dict[asyncio.AbstractEventLoop, AsyncPostgresSaver] = {}
        self._keepers: dict[asyncio.AbstractEventLoop, _Connection] = {}
        self._opening: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}

    async def saver(self) -> AsyncPostgresSaver:
        """Return the connection pool of the running event loop; pools cannot be shared between loops."""
        loop = asyncio.get_running_loop()
        if loop not in self._savers:
            for stale in [each for each in self._savers if each.is_closed()]:
                self._savers.pop(stale)
                self._opening.pop(stale, None)
            async with self._opening.setdefault(loop, asyncio.Lock()):
                if loop not in self._savers:
                    self._savers[loop] = await self._open()
        return self._savers[loop]

    async def aclose(self) -> None:
        """Close the pool of the running event loop."""
        keeper = self._keepers.pop(asyncio.get_running_loop(), None)
        if keeper is not None:
            await keeper.close()
        saver = self._savers.pop(asyncio.get_running_loop(), None)
        if saver is not None and isinstance(saver.conn, AsyncConnectionPool):
            await saver.conn.close()

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Turn what goes wrong on the server or on the way to it into one line without the password."""
        try:
            yield
        except (psycopg.Error, PoolTimeout, OSError) as error:
            # libpq quotes an address it cannot read, and addresses hold passwords.
            reason = _SECRET.sub("://", " ".join(str(error).split())) or type(error).__name__
            raise StoreError(f"store: Postgres does not answer: {reason}; check --store or MOOT_STORE") from error

    async def _open(self) -> AsyncPostgresSaver:
        with self.reporting():
            # Once, without the pool: it would try for a long time and tell nothing of the reason.
            async with await self._connection() as first:
                await self._set_up(first)
            pool = AsyncConnectionPool[_Connection](
                self.url, min_size=1, max_size=self._most, open=False, timeout=_PATIENCE * _QUEUE, kwargs=_OPTIONS
            )
            await pool.open()
            return AsyncPostgresSaver(pool, serde=self.serde)

    async def _connection(self) -> _Connection:
        return await _Connection.connect(self.url, connect_timeout=_PATIENCE, **_OPTIONS)

    async def _set_up(self, connection: _Connection) -> None:
        # Not by a statement that waits: the saver builds indexes concurrently, which waits for all others in its turn.
        while not await _try_lock(connection, _SETUP_LOCK):  # noqa: ASYNC110  # the event would be in another process
            await asyncio.sleep(_PAUSE)
        await AsyncPostgresSaver(connection).setup()
        await connection.execute(_INDEX, prepare=False)  # several statements at once

    async def _execute(self, statement: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[_Row]:
        saver = await self.saver()
        assert isinstance(saver.conn, AsyncConnectionPool)  # noqa: S101  # _open makes no other
        with self.reporting():
            async with saver.conn.connection() as connection:
                cursor = await connection.execute(statement, values)
                return await cursor.fetchall() if cursor.description else []

    @asynccontextmanager
    async def hold(self, thread: str) -> AsyncIterator[None]:
        """Drive one debate alone, by a lock the server releases when the connection ends."""
        await self.saver()
        async with self._opening[asyncio.get_running_loop()]:
            # The server would give the same connection the same lock twice.
            if thread in self._epochs or not await self._lock(thread):
                raise StoreError(say_being_run(thread))
            self._epochs[thread] = 0
        try:
            await self._begin_epoch(thread)
            yield
        finally:
            self._epochs.pop(thread, None)
            # The server would do it too, a moment after it notices that the connection has ended.
            with suppress(psycopg.Error, KeyError):
                keeper = self._keepers[asyncio.get_running_loop()]
                await keeper.execute("SELECT pg_advisory_unlock(%s)", (_lock_key(thread),))

    async def _lock(self, thread: str) -> bool:
        """Take the lock of a debate on the connection that keeps all locks; a lost connection is made again."""
        loop = asyncio.get_running_loop()
        with self.reporting():
            if loop in self._keepers:
                with suppress(psycopg.Error):
                    return await _try_lock(self._keepers[loop], _lock_key(thread))
                await self._keepers.pop(loop).close()
            self._keepers[loop] = await self._connection()
            return await _try_lock(self._keepers[loop], _lock_key(thread))

    async def _begin_epoch(self, thread: str) -> None:
        """Begin to drive a debate: from now on whoever drove it before can store nothing."""
        rows = await self._execute(
            """INSERT INTO moot_owners VALUES (%s, 1)
               ON CONFLICT (thread) DO UPDATE SET epoch = moot_owners.epoch + 1 RETURNING epoch""",
            (thread,),
        )
        self._epochs[thread] = rows[0]["epoch"]

    @asynccontextmanager
    async def _owned(self, thread: str) -> AsyncIterator[_Connection]:
        """Lend a connection in a transaction in which the debate is ours; nobody can take it over before it ends."""
        saver = await self.saver()
        assert isinstance(saver.conn, AsyncConnectionPool)  # noqa: S101  # _open makes no other
        with self.reporting():
            async with saver.conn.connection() as connection, connection.transaction():
                if (epoch := self._epochs.get(thread)) is not None:
                    ours = await connection.execute(
                        "SELECT 1 FROM moot_owners WHERE thread = %s AND epoch = %s FOR SHARE", (thread, epoch)
                    )
                    if await ours.fetchone() is None:
                        raise StoreError(say_taken_over(thread))
                yield connection

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint."""
        async with self._owned(config["configurable"]["thread_id"]) as connection:
            saver = AsyncPostgresSaver(connection, serde=self.serde)
            return await saver.aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned."""
        async with self._owned(config["configurable"]["thread_id"]) as connection:
            saver = AsyncPostgresSaver(connection, serde=self.serde)
            await saver.aput_writes(config, writes, task_id, task_path)

    async def is_held(self, thread: str) -> bool:
        """Say whether some connection holds the lock; looking at the list of locks takes none."""
        rows = await self._execute(
            """SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND (classid::bigint << 32) | objid::bigint = %(key)s""",
            {"key": _lock_key(thread)},
        )
        return bool(rows)

    async def note(self, entry: Entry) -> None:
        """Add a debate to the index or replace its entry."""
        async with self._owned(entry.thread) as connection:
            await connection.execute(
                """INSERT INTO moot_debates VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
                   ON CONFLICT (thread) DO UPDATE SET created_at = EXCLUDED.created_at,
                   updated_at = EXCLUDED.updated_at, profile = EXCLUDED.profile,
                   status = EXCLUDED.status, question = EXCLUDED.question, reason = EXCLUDED.reason,
                   value_at_risk = EXCLUDED.value_at_risk, parent = EXCLUDED.parent""",
                (entry.thread, entry.created_at, entry.updated_at, entry.profile, entry.status, entry.question,
                 entry.reason, entry.value_at_risk, entry.parent),
            )  # fmt: skip

    async def entry(self, thread: str) -> Entry | None:
        """Read the index entry of one debate."""
        rows = await self._execute("SELECT * FROM moot_debates WHERE thread = %s", (thread,))
        return Entry(**rows[0]) if rows else None

    async def entries(
        self, *, statuses: Sequence[str] = (), search: str = "", limit: int = 100, offset: int = 0
    ) -> Sequence[Entry]:
        """List debates, the newest first."""
        rows = await self._execute(
            """SELECT * FROM moot_debates
               WHERE (%(all)s OR status = ANY(%(statuses)s))
                 AND (%(search)s = '' OR strpos(lower(question), lower(%(search)s)) > 0
                      OR strpos(lower(thread), lower(%(search)s)) > 0)
               ORDER BY updated_at DESC, thread LIMIT %(limit)s OFFSET %(offset)s""",
            {"all": not statuses, "statuses": list(statuses), "search": search, "limit": limit, "offset": offset},
        )
        return [Entry(**row) for row in rows]

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        """Write requests down, in one statement."""
        bodies = [intent.model_dump_json() for intent in intents]
        async with self._owned(thread) as connection:
            await connection.execute(
                "INSERT INTO moot_intents (thread, body) SELECT %s, unnest(%s::text[])", (thread, bodies)
            )

    async def journaled(self, thread: str) -> Sequence[Intent]:
        """Read the requests of a debate."""
        rows = await self._execute("SELECT body FROM moot_intents WHERE thread = %s ORDER BY place", (thread,))
        return [Intent.model_validate_json(row["body"]) for row in rows]

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self.adelete_thread(thread)
            await self._execute("DELETE FROM moot_intents WHERE thread = %s", (thread,))
            await self._execute("DELETE FROM moot_owners WHERE thread = %s", (thread,))
            await self._execute("DELETE FROM moot_debates WHERE thread = %s", (thread,))


async def _try_lock(connection: _Connection, key: int) -> bool:
    cursor = await connection.execute("SELECT pg_try_advisory_lock(%s) AS free", (key,))
    row = await cursor.fetchone()
    return row is not None and bool(row["free"])


def _read_most_connections() -> int:
    """Read how many connections a process may have, besides the one that keeps its locks."""
    text = os.environ.get("MOOT_MAX_CONNECTIONS") or str(_MOST_CONNECTIONS)
    if not text.isdecimal() or int(text) < 1:
        raise UsageError(f"MOOT_MAX_CONNECTIONS={text}: write a number from 1, for example {_MOST_CONNECTIONS}")
    return int(text)


def _lock_key(thread: str) -> int:
    return int.from_bytes(hashlib.sha256(thread.encode()).digest()[:8], "big", signed=True)
