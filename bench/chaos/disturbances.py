"""Disturbs stores under the hands of those who use them: locks that are lost, and a Postgres that restarts."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.chaos.check import Kill

_BETWEEN_RESTARTS = 45.0
"""Seconds from one restart to the next."""
_LOCKS = """
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def lose_locks(url: str) -> None:
    """Take every lock on a store from whoever holds it, without a word to them."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        for lock in path.with_name(f"{path.name}.locks").glob("*"):
            lock.unlink(missing_ok=True)
        return
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_LOCKS)
    except psycopg.Error as error:
        raise OSError(str(error)) from error


class Restarts:
    """Restarts a server now and then, and knows when it was away."""

    def __init__(self, restart: Callable[[], None], every: float = _BETWEEN_RESTARTS) -> None:
        self.made: list[Kill] = []
        self._restart, self._every = restart, every
        self._ended = threading.Event()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Restart it for as long as this lasts."""
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _run(self) -> None:
        while not self._ended.wait(self._every):
            at = time.monotonic()
            self._restart()
            self.made.append(Kill(at, until=time.monotonic()))
