"""Sends a request a second time when it takes longer than its model usually needs; the first answer wins.

What a model usually needs is what it has shown in this process. When to send again is decided by
`moot.policies.limits.calls.plan_resend`; here the two requests run beside each other.
"""

import asyncio
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from moot.policies.limits.calls import ResendPlan, SeenLatencies

_REMEMBERED = 200
"""The latest answers of a model: what it needed an hour ago says little."""

ModelKey = tuple[str, str]


@dataclass(slots=True)
class _Times:
    """The latest times, as they came and by their length: every request that is sent asks for the longest."""

    latest: deque[float] = field(default_factory=deque)
    ordered: list[float] = field(default_factory=list)

    def add(self, seconds: float) -> None:
        self.latest.append(seconds)
        insort(self.ordered, seconds)
        if len(self.latest) > _REMEMBERED:
            del self.ordered[bisect_left(self.ordered, self.latest.popleft())]


@dataclass(slots=True)
class _Seen:
    requests: int = 0
    extra: int = 0
    begun: _Times = field(default_factory=_Times)
    complete: _Times = field(default_factory=_Times)


class Latencies:
    """Remembers how long the models of an edge took."""

    def __init__(self) -> None:
        self._seen: dict[ModelKey, _Seen] = {}

    def look(self, model: ModelKey) -> SeenLatencies:
        """Say what a model has shown so far."""
        seen = self._seen.get(model) or _Seen()
        return SeenLatencies.model_construct(
            requests=seen.requests,
            extra=seen.extra,
            begun=tuple(seen.begun.ordered),
            complete=tuple(seen.complete.ordered),
        )

    def count(self, model: ModelKey, *, extra: bool) -> None:
        """Count a request that is being sent."""
        seen = self._seen.setdefault(model, _Seen())
        seen.requests += not extra
        seen.extra += extra

    def note(self, model: ModelKey, begun: float | None, complete: float) -> None:
        """Remember when an answer began and when it was complete, or how long nobody had seen either."""
        seen = self._seen.setdefault(model, _Seen())
        seen.begun.add(complete if begun is None else begun)
        seen.complete.add(complete)


Send = Callable[[], Awaitable[None]]


async def race(
    first: Send, again: Callable[[], Awaitable[Send | None]], has_begun: Callable[[], bool], plan: ResendPlan
) -> int:
    """Send a request, and when its plan says so a second one; return which of them was answered, 0 or 1.

    `again` prepares the second one, and says None when it cannot be afforded. When both fail, the fault of the first is
    raised. Whichever is not needed any more is cancelled before this returns.
    """
    running = [asyncio.ensure_future(first())]
    try:
        if not await _is_late(running[0], has_begun, plan):
            await running[0]
            return 0
        second = await again()
        if second is not None:
            running.append(asyncio.ensure_future(second()))
        return await _find_winner(running)
    finally:
        for each in running:
            each.cancel()
        await asyncio.wait(running)
        for each in running:
            if not each.cancelled():
                each.exception()  # it was not needed any more, whatever it is


async def _is_late(sent: "asyncio.Future[None]", has_begun: Callable[[], bool], plan: ResendPlan) -> bool:
    """Wait as long as the plan says; False when the request has ended before."""
    await asyncio.wait({sent}, timeout=plan.silent_after)
    if not sent.done() and has_begun():
        await asyncio.wait({sent}, timeout=None if plan.late_after is None else plan.late_after - plan.silent_after)
    return not sent.done()


async def _find_winner(running: "Sequence[asyncio.Future[None]]") -> int:
    """Wait for the first answer; a request that fails leaves it to the other one."""
    waiting = set(running)
    while waiting:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for number, each in enumerate(running):
            if each in done and each.exception() is None:
                return number
    raise running[0].exception() or AssertionError
