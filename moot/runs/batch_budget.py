"""Divides one budget among the debates of a batch, whichever process runs them."""

import multiprocessing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from moot.errors import UsageError
from moot.views.result import Result

_SPAWN = multiprocessing.get_context("spawn")
_LIMITS = ("tokens", "cost")


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

    def settle(self, result: Result) -> Result:
        """Take note of what the debate used, calls of unknown fate included."""
        usage, reserved = result.usage, result.usage.reserved
        tokens = usage.prompt_tokens + usage.completion_tokens + reserved.prompt_tokens + reserved.completion_tokens
        self.used = {"tokens": tokens, "cost": (usage.cost or 0.0) + (reserved.cost or 0.0)}
        return result


class BatchBudget:
    """Holds what a whole batch may use; what a debate does not use of its share goes to those after it.

    A share is what is left, divided by the debates that may run at once and have none yet. A debate keeps within its
    share as it keeps within any budget, so that all of them together keep within the whole.
    """

    def __init__(self, tokens: int | None, cost: float | None, at_once: int) -> None:
        self._names = [name for name, limit in zip(_LIMITS, (tokens, cost), strict=True) if limit is not None]
        self._left = _SPAWN.Array("d", [float(tokens or 0), float(cost or 0)])
        self._free = _SPAWN.Value("i", at_once)

    @property
    def limited(self) -> bool:
        """Whether there is any limit."""
        return bool(self._names)

    @contextmanager
    def share(self, own: Mapping[str, float | None]) -> Iterator[BatchShare]:
        """Set a share aside for one debate, no more than its `own` limits; what it did not use is given back."""
        share = self._take(own)
        try:
            yield share
        except BaseException:
            share.used = share.used or dict(share.given)  # nobody knows, so it counts in full
            raise
        finally:
            self._give_back(share)

    def _take(self, own: Mapping[str, float | None]) -> BatchShare:
        with self._left.get_lock():
            given = {}
            for name in self._names:
                amount = self._left[_LIMITS.index(name)] / max(1, self._free.value)
                given[name] = min(amount, own.get(name) or amount)
            if any(amount < (1 if name == "tokens" else 1e-6) for name, amount in given.items()):
                raise UsageError("the budget of the batch is used up; run it again with more, and the rest is done")
            for name, amount in given.items():
                self._left[_LIMITS.index(name)] -= amount
            self._free.value -= 1
            return BatchShare(given)

    def _give_back(self, share: BatchShare) -> None:
        with self._left.get_lock():
            for name, amount in share.given.items():
                self._left[_LIMITS.index(name)] += max(0.0, amount - share.used.get(name, 0.0))
            self._free.value += 1
