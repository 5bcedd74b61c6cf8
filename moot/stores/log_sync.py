"""Sees to it that what was written survives a power cut, without making anybody wait who need not.

A commit writes into the log beside the file, which outlives the process but not the machine: the system may still have
it in memory. SQLite can wait for the disk at every commit (synchronous=FULL), with the whole event loop behind it. Here
a thread does it, for everything that was committed until then at once, while models are being waited for. Who needs to
know waits for it: nothing is asked of a model before the answers that led to it are on the disk.
"""

import asyncio
import errno
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock

from moot.errors import StoreError

_NOTHING_TO_SYNC = (errno.ENOENT, errno.EINVAL, errno.ENOTSUP)
"""There is no log yet, or a file system that has no such thing as a disk."""
_sync = getattr(os, "fdatasync", os.fsync)


class LogSync:
    """Brings the log of one file to the disk, again and again while there is something new."""

    def __init__(self, path: Path) -> None:
        self._log = path.with_name(f"{path.name}-wal")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="moot-sync")
        self._mutex = Lock()
        self._written = self._synced = 0
        self._running = False
        self._descriptor: int | None = None
        self._failure: StoreError | None = None
        """Set for good: what a disk refused once it may pretend to have the next time."""
        self._waiting: list[tuple[int, asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    @property
    def mark(self) -> int:
        """Name everything that is committed by now."""
        return self._written

    def note_commit(self) -> None:
        """Say that something was committed; it is brought to the disk without anybody waiting."""
        with self._mutex:
            self._written += 1
            if self._running:
                return
            self._running = True
        self._thread.submit(self._run)

    async def reach(self, mark: int) -> None:
        """Wait until everything up to a mark is on the disk."""
        if self._failure is not None:
            raise self._failure
        if mark <= self._synced:
            return
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        with self._mutex:
            self._waiting.append((mark, loop, done))
        self._wake()
        await done

    def close(self) -> None:
        """Let go of the log, before the file is closed; what was committed is on the disk then."""
        self._thread.submit(self._release).result()

    def _run(self) -> None:
        running = True
        while running:
            mark = self._written
            self._bring_to_disk()
            with self._mutex:
                self._synced = mark
                self._running = running = self._written > mark
            self._wake()

    def _bring_to_disk(self) -> None:
        try:
            if self._descriptor is None:
                self._descriptor = os.open(self._log, os.O_RDWR)
            _sync(self._descriptor)
        except OSError as error:
            if error.errno not in _NOTHING_TO_SYNC:
                told = f"store {self._log}: what was written did not reach the disk: {error.strerror}"
                self._failure = StoreError(told)

    def _wake(self) -> None:
        with self._mutex:
            done = [each for each in self._waiting if each[0] <= self._synced]
            self._waiting = [each for each in self._waiting if each[0] > self._synced]
        for _, loop, future in done:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_finish, future, self._failure)

    def _release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _finish(future: "asyncio.Future[None]", failure: StoreError | None) -> None:
    if future.done():
        return
    if failure is None:
        future.set_result(None)
    else:
        future.set_exception(failure)
