"""Divides one budget among the debates of a batch, whichever process runs them."""

import asyncio
import multiprocessing
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any

from moot.errors import UsageError
from moot.views.result import Result

_SPAWN = multiprocessing.get_context("spawn")
_LIMITS = ("tokens", "cost")
_PAUSE = 0.1
"""Seconds between two looks at what others have given back; the others may be in other processes."""


@dataclass(slots=True)
class BatchShare:
    """What one debate may use, and what is left of it when it ends."""

    given: dict[str, float]
    used: dict[str, float] = field(default_factory=dict)

    @property
    def overrides(self) -> dict[str, Any]:
        """The share as settings of the debate."""
        kinds = {"tokens": int, "cost": float}
        return {f"budget.{name}": kinds[name](amount) for name, amount in self.given.items()}

    def was_too_small(self, result: Result) -> bool:
        """Tell whether a debate failed because its share did not do for one question."""
        usage = result.usage
        return bool(self.given) and result.status == "failed" and not usage.calls and not usage.reserved.calls

    def settle(self, result: Result) -> Result:
        """Take note of what the debate used, calls of unknown fate included."""
        usage, reserved = result.usage, result.usage.reserved
        tokens = usage.prompt_tokens + usage.completion_tokens + reserved.prompt_tokens + reserved.completion_tokens
        self.used = {"tokens": tokens, "cost": (usage.cost or 0.0) + (reserved.cost or 0.0)}
        return result


class BatchBudget:
    """Holds what a whole batch may use; what a debate does not use of its share goes to those after it.

    A share is what is left, divided by the debates that may run at once and have none yet. A debate keeps within its
    share as it keeps within any budget, so that all of them together keep within the whole. One whose share was too
    small for its first question waits until others have given back twice as much: fewer debates run at once then, and
    what is left is not refused to all of them because it would not do for all of them together.
    """

    def __init__(self, tokens: int | None, cost: float | None, at_once: int) -> None:
        self._names = [name for name, limit in zip(_LIMITS, (tokens, cost), strict=True) if limit is not None]
        self._left = _SPAWN.Array("d", [float(tokens or 0), float(cost or 0)])
        self._holders = _SPAWN.Array("q", at_once, lock=False)
        """The process of each share that is set aside, else 0; under the lock of what is left."""

    @property
    def limited(self) -> bool:
        """Whether there is any limit."""
        return bool(self._names)

    @contextmanager
    def share(self, own: Mapping[str, float | None], least: Mapping[str, float] | None = None) -> Iterator[BatchShare]:
        """Set a share aside for one debate, no more than its `own` limits; what it did not use is given back.

        `least` asks for more than an equal share, as far as it is left.
        """
        share = self._take(own, least or {})
        try:
            yield share
        except BaseException:
            share.used = share.used or dict(share.given)  # nobody knows, so it counts in full
            raise
        finally:
            self._give_back(share)

    async def wait_for_more(self, than: BatchShare, own: Mapping[str, float | None]) -> Mapping[str, float] | None:
        """Wait until twice a share, or all that is left, can be set aside; None if that is not more than the share."""
        wanted = {name: min(2 * amount, own.get(name) or inf) for name, amount in than.given.items()}
        while any(wanted[name] > amount for name, amount in than.given.items()):
            with self._left.get_lock():
                left = {name: self._left[_LIMITS.index(name)] for name in self._names}
                alone = not any(self._holders)
            if alone:
                wanted = {name: min(left[name], amount) for name, amount in wanted.items()}
            elif any(left[name] < amount for name, amount in wanted.items()):
                await asyncio.sleep(_PAUSE)
                continue
            return wanted if any(wanted[name] > amount for name, amount in than.given.items()) else None
        return None

    def forget_process(self, pid: int) -> None:
        """Expect nothing back from a process that has ended: what it held counts as used, and nobody waits for it."""
        with self._left.get_lock():
            self._holders[:] = [0 if holder == pid else holder for holder in self._holders]

    def _take(self, own: Mapping[str, float | None], least: Mapping[str, float]) -> BatchShare:
        with self._left.get_lock():
            given = {}
            for name in self._names:
                left = self._left[_LIMITS.index(name)]
                amount = min(left, max(left / max(1, list(self._holders).count(0)), least.get(name, 0)))
                given[name] = min(amount, own.get(name) or amount)
            if any(amount < (1 if name == "tokens" else 1e-6) for name, amount in given.items()):
                raise UsageError("the budget of the batch is used up; run it again with more, and the rest is done")
            for name, amount in given.items():
                self._left[_LIMITS.index(name)] -= amount
            self._replace_holder(0, os.getpid())
            return BatchShare(given)

    def _give_back(self, share: BatchShare) -> None:
        with self._left.get_lock():
            for name, amount in share.given.items():
                self._left[_LIMITS.index(name)] += max(0.0, amount - share.used.get(name, 0.0))
            self._replace_holder(os.getpid(), 0)

    def _replace_holder(self, old: int, new: int) -> None:
        holders = list(self._holders)
        if old in holders:
            self._holders[holders.index(old)] = new
