"""Locks a file, so that the system gives the lock back when its process ends, however it ends."""

import asyncio
import os
import sys
from pathlib import Path

from moot.errors import StoreError

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        """Take the lock without waiting; say whether it was free."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        """Take the lock without waiting; say whether it was free."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


_TRIES = 5
_PAUSE = 0.02


class FileLock:
    """Locks one file, by its path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    async def take(self) -> bool:
        """Take the lock; say whether it was free. Whoever only looks at it holds it for a moment, hence the tries."""
        for _ in range(_TRIES):
            self._descriptor = self._try()
            if self._descriptor is not None:
                return True
            await asyncio.sleep(_PAUSE)
        return False

    def release(self) -> None:
        """Give the lock back."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def is_taken(self) -> bool:
        """Say whether somebody holds the lock."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY)
        except OSError:
            return False  # nobody made it, or nobody may: not even whoever would drive the debate
        try:
            return not _try_lock(descriptor)
        finally:
            os.close(descriptor)

    def remove(self) -> None:
        """Remove the file; only whoever holds the lock may."""
        self.path.unlink(missing_ok=True)

    def _try(self) -> int | None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"store: {self.path} cannot be locked: {error.strerror}; check --store") from error
        # The file may have been removed between opening and locking it; a lock on a file nobody can find is none.
        if _try_lock(descriptor) and self._is_current(descriptor):
            return descriptor
        os.close(descriptor)
        return None

    def _is_current(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except OSError:
            return False
