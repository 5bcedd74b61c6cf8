"""Keeps debates on a Postgres server, for several machines (extra `postgres`)."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from moot.errors import StoreError
from moot.state.budget import Intent
from moot.state.remarks import Remark
from moot.stores.base import (
    DAMAGES,
    DelegatingStore,
    Entry,
    check_form,
    draw_first_epoch,
    read_rows,
    say_being_run,
    say_taken_over,
    tell_damage,
)
from moot.stores.former_waves import lead_to_ballot
from moot.stores.postgres_pool import LivePool, PostgresConnection, StoredRow, read_most_connections
from moot.stores.postgres_tables import POSTGRES_ORPHANS, POSTGRES_TABLES
from moot.stores.steps import HeldStep

_SETUP_LOCK = 7_660_837
"""Any number: two processes must not create the tables at the same moment."""
_PATIENCE = 10
"""Seconds until a server that does not answer is given up."""
_PAUSE = 0.05
_QUEUE = 6
"""So many times as long work waits for a connection that others use."""
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


class PostgresStore(DelegatingStore):
    """Keeps debates on a server; all locks of an event loop are on one connection, and end with it.

    If that connection is lost, somebody else may drive the debates. The epoch of each debate sees to it that whoever
    drove it before stores nothing more, and sends nothing more: a request is written down before it is sent.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._most = read_most_connections()
        self._savers: dict[asyncio.AbstractEventLoop, AsyncPostgresSaver] = {}
        self._keepers: dict[asyncio.AbstractEventLoop, PostgresConnection] = {}
        self._opening: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}
        self._writing: dict[tuple[asyncio.AbstractEventLoop, str], asyncio.Lock] = {}

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
        except DAMAGES as error:
            raise tell_damage(error) from error

    async def _open(self) -> AsyncPostgresSaver:
        with self.reporting():
            # Once, without the pool: it would try for a long time and tell nothing of the reason.
            async with await self._connection() as first:
                await self._set_up(first)
            pool = LivePool(
                self.url,
                min_size=1,
                max_size=self._most,
                open=False,
                timeout=_PATIENCE * _QUEUE,
                kwargs=_OPTIONS,
            )
            await pool.open()
            return AsyncPostgresSaver(pool, serde=self.serde)

    async def _connection(self) -> PostgresConnection:
        return await PostgresConnection.connect(self.url, connect_timeout=_PATIENCE, **_OPTIONS)

    async def _set_up(self, connection: PostgresConnection) -> None:
        # Not by a statement that waits: the saver builds indexes concurrently, which waits for all others in its turn.
        while not await _try_lock(connection, _SETUP_LOCK):  # noqa: ASYNC110  # the event would be in another process
            await asyncio.sleep(_PAUSE)
        await AsyncPostgresSaver(connection).setup()
        await connection.execute(POSTGRES_TABLES, prepare=False)  # several statements at once

    async def _execute(self, statement: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[StoredRow]:
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
            # Whatever stopped the run: what it made since the last answer is worth keeping, and costs nothing if not.
            with suppress(StoreError):
                await self._store_steps(thread)
            self._epochs.pop(thread, None)
            self._steps.take(thread)
            self._writing = {place: lock for place, lock in self._writing.items() if place[1] != thread}
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
            """INSERT INTO moot_owners VALUES (%s, %s)
               ON CONFLICT (thread) DO UPDATE SET epoch = moot_owners.epoch + 1 RETURNING epoch""",
            (thread, draw_first_epoch()),
        )
        self._epochs[thread] = rows[0]["epoch"]

    @asynccontextmanager
    async def _owned(self, thread: str) -> AsyncIterator[PostgresConnection]:
        """Lend a connection in a transaction in which the debate is ours; nobody can take it over before it ends.

        What is held back of the debate is written first. Writes of one debate come one after the other: an answer must
        not be stored before the step it belongs to, which another one may be writing.
        """
        if thread not in self._epochs:
            async with self._transaction() as connection:
                yield connection
            return
        async with self._writing.setdefault((asyncio.get_running_loop(), thread), asyncio.Lock()):
            steps = self._steps.take(thread)
            try:
                async with self._transaction() as connection:
                    await self._check_epoch(connection, thread)
                    if steps:
                        await _write_steps(AsyncPostgresSaver(connection, serde=self.serde), steps)
                    yield connection
            except BaseException:
                self._steps.put_back(thread, steps)
                raise

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[PostgresConnection]:
        saver = await self.saver()
        assert isinstance(saver.conn, AsyncConnectionPool)  # noqa: S101  # _open makes no other
        with self.reporting():
            async with saver.conn.connection() as connection, connection.transaction():
                yield connection

    async def _check_epoch(self, connection: PostgresConnection, thread: str) -> None:
        found = await connection.execute(
            "SELECT 1 FROM moot_owners WHERE thread = %s AND epoch = %s FOR SHARE", (thread, self._epochs[thread])
        )
        if await found.fetchone() is None:
            raise StoreError(say_taken_over(thread))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint."""
        await self._store_steps(config["configurable"]["thread_id"])
        found = await super().aget_tuple(config)
        return None if found is None else lead_to_ballot(check_form(found))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """List checkpoints, newest first."""
        for thread in self._steps.threads if config is None else (config["configurable"]["thread_id"],):
            await self._store_steps(thread)
        async for item in super().alist(config, filter=filter, before=before, limit=limit):
            yield lead_to_ballot(check_form(item))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint, or hold it back while nothing paid depends on it."""
        if self._may_hold_back(config, metadata):
            return self._steps.put(config, checkpoint, metadata, new_versions)
        async with self._owned(config["configurable"]["thread_id"]) as connection:
            saver = AsyncPostgresSaver(connection, serde=self.serde)
            return await saver.aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned, or hold it back with its checkpoint."""
        if self._steps.put_writes(config, writes, task_id, task_path):
            return
        async with self._owned(config["configurable"]["thread_id"]) as connection:
            saver = AsyncPostgresSaver(connection, serde=self.serde)
            await saver.aput_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        self._steps.take(thread_id)
        async with self._owned(thread_id) as connection:
            await AsyncPostgresSaver(connection, serde=self.serde).adelete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete every checkpoint that certain runs made."""
        for thread in self._steps.threads:
            await self._store_steps(thread)
        runs = list(run_ids)
        rows = await self._execute(
            "SELECT DISTINCT thread_id FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%s)", (runs,)
        )
        for thread in [row["thread_id"] for row in rows]:
            async with self._owned(thread) as connection:
                await connection.execute(
                    "DELETE FROM checkpoints WHERE thread_id = %s AND metadata ->> 'run_id' = ANY(%s)", (thread, runs)
                )
                for statement in POSTGRES_ORPHANS:
                    await connection.execute(statement, (thread,))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep only the latest checkpoint of every namespace of these threads, or none."""
        for thread in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread)
                continue
            async with self._owned(thread):
                pass  # the saver prunes in a transaction of its own
            saver = await self.saver()
            with self.reporting():
                await saver.aprune([thread], strategy=strategy)

    async def _store_steps(self, thread: str) -> None:
        """Write what is held back of a debate."""
        if thread in self._steps:
            async with self._owned(thread):
                pass

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
        return read_rows(Intent, (row["body"] for row in rows))

    async def add_remark(self, thread: str, remark: Remark) -> None:
        """Keep what a person says to a debate; whoever drives it needs not agree."""
        await self._execute(
            "INSERT INTO moot_remarks (thread, body) VALUES (%s, %s)", (thread, remark.model_dump_json())
        )

    async def remarks(self, thread: str) -> Sequence[Remark]:
        """Read everything that was said to a debate."""
        rows = await self._execute("SELECT body FROM moot_remarks WHERE thread = %s ORDER BY place", (thread,))
        return read_rows(Remark, (row["body"] for row in rows))

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self.adelete_thread(thread)
            await self._execute("DELETE FROM moot_intents WHERE thread = %s", (thread,))
            await self._execute("DELETE FROM moot_remarks WHERE thread = %s", (thread,))
            await self._execute("DELETE FROM moot_owners WHERE thread = %s", (thread,))
            await self._execute("DELETE FROM moot_debates WHERE thread = %s", (thread,))


async def _write_steps(saver: AsyncPostgresSaver, steps: Sequence[HeldStep]) -> None:
    for step in steps:
        await saver.aput(step.config, step.checkpoint, step.metadata, step.versions)
        for each in step.writes:
            await saver.aput_writes(each.config, each.writes, each.task_id, each.task_path)


async def _try_lock(connection: PostgresConnection, key: int) -> bool:
    cursor = await connection.execute("SELECT pg_try_advisory_lock(%s) AS free", (key,))
    row = await cursor.fetchone()
    return row is not None and bool(row["free"])


def _lock_key(thread: str) -> int:
    return int.from_bytes(hashlib.sha256(thread.encode()).digest()[:8], "big", signed=True)
