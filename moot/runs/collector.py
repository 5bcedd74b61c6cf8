"""Lets the garbage collector rest while debates run, as the command line does for its whole life.

A debate makes many small frozen values and hardly a cycle. At Python's own thresholds the collector looks through them
a hundred times a second and finds nothing, for an eighth of a debate's processor time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_RESTING = (50_000, 20, 20)


class _Collector:
    """Counts who wants the collector to rest; the last one who leaves sets it back."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._resting = 0
        self._former = gc.get_threshold()

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Collect less often for a while; whoever set the collector themselves, or turned it off, is left alone."""
        with self._lock:
            self._resting += 1
            if self._resting == 1:
                self._former = gc.get_threshold()
                if 0 < self._former[0] < _RESTING[0]:
                    gc.set_threshold(*_RESTING)
        try:
            yield
        finally:
            with self._lock:
                self._resting -= 1
                if not self._resting and gc.get_threshold() == _RESTING:
                    gc.set_threshold(*self._former)


COLLECTOR = _Collector()
