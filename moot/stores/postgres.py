"""Keeps debates on a Postgres server, for several machines (extra `postgres`)."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from moot.errors import StoreError
from moot.stores.base import DelegatingStore, Entry, say_being_run

_INDEX = """
    CREATE TABLE IF NOT EXISTS moot_debates (
        thread TEXT PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL, updated_at DOUBLE PRECISION NOT NULL,
        profile TEXT NOT NULL, status TEXT NOT NULL, question TEXT NOT NULL, reason TEXT NOT NULL,
        value_at_risk DOUBLE PRECISION, parent TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS moot_debates_by_status ON moot_debates (status, updated_at);
    CREATE INDEX IF NOT EXISTS moot_debates_by_time ON moot_debates (updated_at);
"""
_SETUP_LOCK = 7_660_837
"""Any number: two processes must not create the tables at the same moment."""
_PATIENCE = 10
"""Seconds until a server that does not answer is given up."""
_PAUSE = 0.05
_OPTIONS: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
_SECRET = re.compile(r"://[^@\s]*@")

_Row = dict[str, Any]
_Connection = psycopg.AsyncConnection[_Row]


class PostgresStore(DelegatingStore):
    """Keeps debates on a server; an advisory lock per debate ends with its connection."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._savers: dict[asyncio.AbstractEventLoop, AsyncPostgresSaver] = {}
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
                self.url, min_size=1, max_size=16, open=False, timeout=_PATIENCE, kwargs=_OPTIONS
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
        with self.reporting():
            connection = await self._connection()
        try:
            with self.reporting():
                free = await _try_lock(connection, _lock_key(thread))
            if not free:
                raise StoreError(say_being_run(thread))
            try:
                yield
            finally:
                # The server would do it too, a moment after it notices that the connection has ended.
                with suppress(psycopg.Error):
                    await connection.execute("SELECT pg_advisory_unlock(%s)", (_lock_key(thread),))
        finally:
            await connection.close()

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
        await self._execute(
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

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self.adelete_thread(thread)
            await self._execute("DELETE FROM moot_debates WHERE thread = %s", (thread,))


async def _try_lock(connection: _Connection, key: int) -> bool:
    cursor = await connection.execute("SELECT pg_try_advisory_lock(%s) AS free", (key,))
    row = await cursor.fetchone()
    return row is not None and bool(row["free"])


def _lock_key(thread: str) -> int:
    return int.from_bytes(hashlib.sha256(thread.encode()).digest()[:8], "big", signed=True)
