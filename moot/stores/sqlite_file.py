"""Opens one SQLite file and shares its connection between an event loop and a thread.

What is short (a checkpoint, a line of the index) is done on the spot: with values stored once it takes a fraction of
the time that handing it to another thread would. It never waits: when the connection or the file is in use, and for
everything long, the work goes to a thread of the file's own, which waits as long as it takes and also flushes the log.
The connection belongs to no event loop: a notebook may start a new one each cell.
"""

import asyncio
import os
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TypeVar

from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite import SqliteSaver

from moot.errors import StoreError
from moot.stores.serializers import PARTS_TABLE, PartsSerializer

_T = TypeVar("_T")
_Work = Callable[[SqliteSaver], _T]

_PATIENCE = 30
"""Seconds to wait for another process that writes."""
_FLUSH_AFTER = 250
"""So many writes later the log is copied into the file; until then readers look into both."""
_PRIMARY = 0xFF
"""The part of an error code that says what kind of error it is."""


class _BusyError(Exception):
    """Somebody else is writing."""


class SqliteFile:
    """Opens the file when it is first used, and again after it was closed."""

    def __init__(self, path: Path, serde: SerializerProtocol, tables: str) -> None:
        self.path = path
        self._serde, self._tables = serde, tables
        self._saver: SqliteSaver | None = None
        self._parts: PartsSerializer | None = None
        self._free = Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="moot-sqlite")
        self._patience = _PATIENCE
        self._unflushed = 0

    async def quickly(self, work: _Work[_T], debate: str = "") -> _T:
        """Do something short: on the spot if nobody is in the way."""
        if self._saver is not None and self._free.acquire(blocking=False):
            try:
                return self._work(work, debate, patience=0)
            except _BusyError:
                pass
            finally:
                self._free.release()
                if self._unflushed >= _FLUSH_AFTER:
                    self._unflushed = 0
                    self._worker.submit(self._flush)
        return await self.apart(work, debate)

    async def apart(self, work: _Work[_T], debate: str = "") -> _T:
        """Do something that may take its time, in the file's own thread."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._wait_and_work, work, debate)

    def plainly(self, work: _Work[_T], debate: str = "") -> _T:
        """Do something for a caller without an event loop."""
        return self._worker.submit(self._wait_and_work, work, debate).result()

    async def close(self) -> None:
        """Close the file."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._disconnect)

    def release(self, debate: str) -> None:
        """Forget what is known of a debate that nobody drives any more."""
        self._worker.submit(self._forget, debate)

    def _wait_and_work(self, work: _Work[_T], debate: str) -> _T:
        with self._free:
            return self._work(work, debate, patience=_PATIENCE)

    def _work(self, work: _Work[_T], debate: str, *, patience: int) -> _T:
        try:
            saver = self._saver or self._connect()
            if patience != self._patience:
                saver.conn.execute(f"PRAGMA busy_timeout = {patience * 1000}")
                self._patience = patience
            if self._parts is not None:
                self._parts.write_for(debate)
            self._unflushed += 1
            return work(saver)
        except (OSError, sqlite3.Error) as error:
            self._undo(debate)
            if not patience and getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_BUSY:
                raise _BusyError from error
            raise StoreError(f"store {self.path}: {error}; check --store or MOOT_STORE") from error
        except (zlib.error, ValueError, TypeError, LookupError, AttributeError, EOFError) as error:
            # Whatever stands in a damaged row, and what the packages that unpack it make of it.
            self._undo(debate)
            told = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            raise StoreError(f"store {self.path}: a stored debate cannot be read or written: {told}") from error

    def _undo(self, debate: str) -> None:
        if self._parts is not None and self._saver is not None:
            self._parts.release(debate)
            self._saver.conn.rollback()

    def _connect(self) -> SqliteSaver:
        try:
            _make_private(self.path)
            saver = self._open(self.path.absolute().as_uri())
        except (OSError, sqlite3.Error) as error:
            if not _is_read_only(error) or not self.path.exists():
                raise
            # What may not be written may still be read: listed, shown and exported.
            saver = self._open(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1", read_only=True)
        self._saver, self._patience = saver, _PATIENCE
        return saver

    def _open(self, uri: str, *, read_only: bool = False) -> SqliteSaver:
        connection = sqlite3.connect(uri, timeout=_PATIENCE, check_same_thread=False, uri=True)
        try:
            self._parts = PartsSerializer(self._serde, connection)
            saver = SqliteSaver(connection, serde=self._parts)
            saver.is_setup = read_only
            if read_only:
                connection.execute("SELECT 1 FROM moot_debates LIMIT 1")
            else:
                self._set_up(saver)
            # SQLite's own lower() knows A to Z only.
            connection.create_function("casefold", 1, str.casefold, deterministic=True)
        except sqlite3.Error:
            connection.close()
            raise
        return saver

    def _set_up(self, saver: SqliteSaver) -> None:
        saver.setup()
        # With WAL a killed process loses nothing; only a power cut may lose the last moments.
        saver.conn.execute("PRAGMA synchronous = NORMAL")
        saver.conn.execute("PRAGMA wal_autocheckpoint = 0")
        saver.conn.executescript(PARTS_TABLE + self._tables)

    def _flush(self) -> None:
        """Copy the log into the file as far as no reader needs it; whoever comes next does the rest."""
        with self._free:
            if self._saver is not None:
                self._saver.conn.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _disconnect(self) -> None:
        with self._free:
            if self._saver is not None:
                self._saver.conn.close()
                self._saver = self._parts = None

    def _forget(self, debate: str) -> None:
        with self._free:
            if self._parts is not None:
                self._parts.release(debate)


def _make_private(path: Path) -> None:
    """Make the folder and the file of a new store, for nobody but the user; one that is there stays as it is."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _is_read_only(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    return isinstance(error, PermissionError) or code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
