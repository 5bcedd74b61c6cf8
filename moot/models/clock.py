"""The time of the model edge: the machine's clock, plus what a replay did not have to wait for.

A replayed answer arrives at once, but the debate must see that it took its eleven seconds: limits
and budgets of time decide what happens next. So a replay skips the time instead of spending it, and
whoever measures a turn reads `now()`. The skipped time belongs to the task that skipped it, so seats
that speak at once do not add up.
"""

import time
from contextvars import ContextVar

_skipped: ContextVar[float] = ContextVar("moot_skipped_seconds", default=0.0)


def now() -> float:
    """Seconds of a clock that never goes back; only differences mean something."""
    return time.monotonic() + _skipped.get()


def skip(seconds: float) -> None:
    """Let time pass for this task without waiting."""
    _skipped.set(_skipped.get() + max(0.0, seconds))
