"""An event loop that does not wait: when nothing else is left to do, its clock jumps to the next timer.

A model that hangs until its time is over, or a pause before the next attempt, then costs no time.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_Returned = TypeVar("_Returned")
_PATIENCE = 0.003
"""So many seconds are really waited, for what other threads are doing."""


class _Clock:
    skipped = 0.0


class _HastySelector(selectors.SelectSelector):
    def __init__(self, clock: _Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(min(timeout, _PATIENCE))
        if not ready:
            self._clock.skipped += timeout
        return ready


class HastyLoop(asyncio.SelectorEventLoop):
    """A loop whose timers come due as soon as everybody waits for them."""

    def __init__(self) -> None:
        self._hasty_clock = _Clock()
        super().__init__(_HastySelector(self._hasty_clock))

    def time(self) -> float:
        """Tell the time, with what was skipped."""
        return super().time() + self._hasty_clock.skipped


def run_hastily(work: Coroutine[Any, Any, _Returned]) -> _Returned:
    """Run a coroutine to its end on such a loop."""
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        return runner.run(work)
