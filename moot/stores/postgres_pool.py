"""Lends connections to a Postgres server: so many and no more, and none that has ended."""

import os
import selectors
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from moot.errors import UsageError

_MOST_CONNECTIONS = 16

StoredRow = dict[str, Any]
PostgresConnection = psycopg.AsyncConnection[StoredRow]


class LivePool(AsyncConnectionPool[PostgresConnection]):
    """Lends no connection that the server has ended: after a restart only who was writing at that moment notices.

    The pool's own check asks the server each time, and waits longer after every dead connection. An ended connection is
    known without asking: there is something to read where nothing was asked.
    """

    async def getconn(self, timeout: float | None = None) -> PostgresConnection:  # noqa: ASYNC109  # the pool's own
        """Lend a connection."""
        connection = await super().getconn(timeout)
        while _has_ended(connection):
            await connection.close()
            await self.putconn(connection)
            connection = await super().getconn(timeout)
        return connection


def _has_ended(connection: PostgresConnection) -> bool:
    """Say whether the server has something to tell on a connection that nobody uses: its end, and nothing else."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        return bool(selector.select(0))


def read_most_connections() -> int:
    """Read how many connections a process may have, besides the one that keeps its locks."""
    text = os.environ.get("MOOT_MAX_CONNECTIONS") or str(_MOST_CONNECTIONS)
    if not text.isdecimal() or int(text) < 1:
        raise UsageError(f"MOOT_MAX_CONNECTIONS={text}: write a number from 1, for example {_MOST_CONNECTIONS}")
    return int(text)
