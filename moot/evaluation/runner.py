"""Runs an evaluation of one profile: the debate, the debate without critiques, and agents alone.

For each question the debate comes first, because the votes have to match what it used: as many agents are then asked
alone as the debate made calls, and more until they have used as many tokens, up to a limit.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.plan import EvaluationPlan
from moot.evaluation.run_pool import RunPool
from moot.evaluation.runs import EvaluationRun


class EvaluationRunner:
    """Runs one evaluation."""

    def __init__(self, plan: EvaluationPlan, pool: RunPool, most_votes: int) -> None:
        self._plan, self._pool, self._most_votes = plan, pool, most_votes

    async def run(self, items: Sequence[DatasetItem]) -> bool:
        """Run what is missing; False when the budget ended it."""
        return await self._pool.work_through(items, self._evaluate)

    async def _evaluate(self, item: DatasetItem) -> None:
        debated = await self._pool.once(self._plan, item)
        if not debated.done:
            return  # without it there is nothing to match the votes with
        others: list[Awaitable[Any]] = [self._vote(item, debated)]
        if self._plan.criticises:
            others.append(self._pool.once(self._plan, item, "no_critique"))
        ended = await asyncio.gather(*others, return_exceptions=True)
        for error in ended:
            if isinstance(error, BaseException):
                raise error

    async def _vote(self, item: DatasetItem, debated: EvaluationRun) -> None:
        """Ask agents alone: as many as the debate made calls, then until they used as many tokens."""
        count = max(1, min(debated.calls, self._most_votes))
        ended = await asyncio.gather(
            *(self._pool.once(self._plan, item, "sample", at) for at in range(count)), return_exceptions=True
        )
        used = 0
        for run in ended:
            if isinstance(run, BaseException):
                raise run
            used += run.tokens
        while used < debated.tokens and count < self._most_votes:
            used += max(1, (await self._pool.once(self._plan, item, "sample", count)).tokens)
            count += 1
