"""Opens one SQLite file and shares its connection between event loops and threads.

What is short (a checkpoint, a line of the index) is done on the spot: with values stored once it takes a fraction of
the time that handing it to another thread would. What is written in one turn of the event loop is one transaction,
however many debates it comes from. Nobody waits on the spot: when the connection or the file is in use, and for
everything long, the work goes to a thread of the file's own, which waits as long as it takes. Copying the log into the
file has a connection and a thread to itself, so that it stands in nobody's way. The connection belongs to no event
loop: a notebook may start a new one each cell.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite import SqliteSaver

from moot.errors import StoreError
from moot.stores.base import DAMAGES, tell_damage
from moot.stores.log_sync import LogSync
from moot.stores.serializers import PARTS_TABLE, PartsSerializer

_T = TypeVar("_T")
_Work = Callable[[SqliteSaver], _T]

_PATIENCE = 30
"""Seconds to wait for another process that writes."""
_FLUSH_AFTER = 250
"""So many transactions later the log is copied into the file; until then readers look into both."""
_FLUSH_PATIENCE = 0.25
"""Seconds to wait for readers and writers that are in the way of that; others cannot write meanwhile."""
_PRIMARY = 0xFF
"""The part of an error code that says what kind of error it is."""


class _BusyError(Exception):
    """Somebody else is writing."""


class _Saver(SqliteSaver):
    """LangGraph's saver, which leaves it to the file when a transaction ends."""

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:  # noqa: ARG002  # the interface's
        """Lend a cursor."""
        self.setup()
        with closing(self.conn.cursor()) as cursor:
            yield cursor


@dataclass(slots=True)
class _Job:
    """Something that is to be written, and who waits for it."""

    work: _Work[Any]
    debate: str
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"
    result: Any = None
    error: BaseException | None = None

    def tell(self) -> None:
        """Hand the result to whoever waits, in whichever thread that is."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._finish)

    def _finish(self) -> None:
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


@dataclass(slots=True)
class _Opened:
    """The file's connection, with what belongs to it."""

    saver: SqliteSaver
    parts: PartsSerializer
    patience: int = field(default=_PATIENCE)


class SqliteFile:
    """Opens the file when it is first used, and again after it was closed."""

    def __init__(self, path: Path, serde: SerializerProtocol, tables: str) -> None:
        self.path = path
        self.sync = LogSync(path)
        self._serde, self._tables = serde, tables
        self._opened: _Opened | None = None
        self._free = Lock()
        self._mutex = Lock()
        self._jobs: list[_Job] = []
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="moot-sqlite")
        self._flusher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="moot-flush")
        self._flushing: Future[None] | None = None
        self._unflushed = 0

    async def write(self, work: _Work[_T], debate: str = "") -> _T:
        """Write something short, in one transaction with whatever else is written in this turn of the event loop."""
        loop = asyncio.get_running_loop()
        job = _Job(work, debate, loop, loop.create_future())
        with self._mutex:
            self._jobs.append(job)
        loop.call_soon(self._write_jobs)
        return await job.done  # type: ignore[no-any-return]

    async def read(self, work: _Work[_T]) -> _T:
        """Read something short: on the spot if nobody is in the way."""
        if self._opened is not None and self._free.acquire(blocking=False):
            try:
                return self._work(work, "", patience=0)
            except _BusyError:
                pass
            finally:
                self._leave()
        return await self.apart(work)

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
        if (opened := self._opened) is not None:
            opened.parts.release(debate)

    # One transaction for all that is waiting.

    def _write_jobs(self) -> None:
        """Write what is waiting, if nobody is in the way; else whoever is in the way does it."""
        if not self._jobs:
            return
        if self._opened is None:
            self._worker.submit(self._wait_and_write)
        elif self._free.acquire(blocking=False):
            try:
                self._write(patience=0)
            except _BusyError:
                pass
            finally:
                self._leave()

    def _leave(self) -> None:
        """Let others use the connection, and have written what is waiting by now."""
        self._free.release()
        if self._jobs:
            self._worker.submit(self._wait_and_write)

    def _wait_and_write(self) -> None:
        self._free.acquire()
        try:
            self._write(patience=_PATIENCE)
        finally:
            self._leave()

    def _write(self, *, patience: int) -> None:
        """Write every job that waits, in one transaction; where one of them fails, each in one of its own."""
        with self._mutex:
            jobs, self._jobs = self._jobs, []
        if not jobs:
            return
        try:
            self._write_together(jobs, patience)
        except (_BusyError, StoreError) as error:
            if not patience:
                with self._mutex:
                    self._jobs = [*jobs, *self._jobs]
                raise _BusyError from error
            for job in jobs:
                self._write_alone(job)
        for job in jobs:
            job.tell()

    def _write_together(self, jobs: Sequence[_Job], patience: int) -> None:
        def work(saver: SqliteSaver) -> None:
            saver.conn.execute("BEGIN IMMEDIATE")
            for job in jobs:
                self._write_for(job.debate)
                job.result = job.work(saver)

        self._work(work, *(job.debate for job in jobs), patience=patience)

    def _write_alone(self, job: _Job) -> None:
        try:
            job.result = self._work(job.work, job.debate, patience=_PATIENCE)
        except StoreError as error:
            job.error = error

    def _wait_and_work(self, work: _Work[_T], debate: str) -> _T:
        self._free.acquire()
        try:
            self._write(patience=_PATIENCE)
            return self._work(work, debate, patience=_PATIENCE)
        finally:
            self._leave()

    def _work(self, work: _Work[_T], *debates: str, patience: int) -> _T:
        """Do something, and end the transaction if it began one."""
        try:
            opened = self._opened or self._connect()
            connection = opened.saver.conn
            if patience != opened.patience:
                connection.execute(f"PRAGMA busy_timeout = {patience * 1000}")
                opened.patience = patience
            self._write_for(debates[0])
            done = work(opened.saver)
            if connection.in_transaction:
                connection.commit()
                self._note_commit()
        except StoreError:
            self._undo(debates)
            raise
        except (OSError, sqlite3.Error) as error:
            self._undo(debates)
            if not patience and getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_BUSY:
                raise _BusyError from error
            raise StoreError(f"store {self.path}: {error}; check --store or MOOT_STORE") from error
        except DAMAGES as error:
            self._undo(debates)
            raise tell_damage(error, self.path) from error
        else:
            return done

    def _write_for(self, debate: str) -> None:
        if self._opened is not None:
            self._opened.parts.write_for(debate)

    def _undo(self, debates: Sequence[str]) -> None:
        if self._opened is not None:
            for debate in debates:
                self._opened.parts.release(debate)
            self._opened.saver.conn.rollback()

    # Opening, flushing, closing.

    def _connect(self) -> _Opened:
        try:
            _make_private(self.path)
            opened = self._open(self.path.absolute().as_uri())
        except (OSError, sqlite3.Error) as error:
            if not _is_read_only(error) or not self.path.exists():
                raise
            # What may not be written may still be read: listed, shown and exported.
            opened = self._open(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1", read_only=True)
        self._opened = opened
        return opened

    def _open(self, uri: str, *, read_only: bool = False) -> _Opened:
        connection = sqlite3.connect(uri, timeout=_PATIENCE, check_same_thread=False, uri=True)
        try:
            parts = PartsSerializer(self._serde, connection)
            saver = _Saver(connection, serde=parts)
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
        return _Opened(saver, parts)

    def _set_up(self, saver: SqliteSaver) -> None:
        saver.setup()
        # A commit goes into the log, where no killed process loses it; LogSync brings the log to the disk.
        saver.conn.execute("PRAGMA synchronous = NORMAL")
        saver.conn.execute("PRAGMA wal_autocheckpoint = 0")
        saver.conn.executescript(PARTS_TABLE + self._tables)

    def _note_commit(self) -> None:
        self.sync.note_commit()
        self._unflushed += 1
        if self._unflushed >= _FLUSH_AFTER and (self._flushing is None or self._flushing.done()):
            self._unflushed = 0
            self._flushing = self._flusher.submit(self._flush)

    def _flush(self) -> None:
        """Copy the log into the file, and let the next writer begin it anew.

        Most is copied while others write. What they write meanwhile is copied while they wait, or the log would never
        be empty and grow for as long as somebody writes; that is little, and whoever waits does so in a thread.
        """
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, timeout=_FLUSH_PATIENCE)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            connection.execute("PRAGMA wal_checkpoint(RESTART)")

    def _disconnect(self) -> None:
        self._free.acquire()
        try:
            self._write(patience=_PATIENCE)
            if self._flushing is not None:
                self._flushing.result()
            self.sync.close()
            if self._opened is not None:
                self._opened.saver.conn.close()
                self._opened = None
        finally:
            self._leave()


def _make_private(path: Path) -> None:
    """Make the folder and the file of a new store, for nobody but the user; one that is there stays as it is."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _is_read_only(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    return isinstance(error, PermissionError) or code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
