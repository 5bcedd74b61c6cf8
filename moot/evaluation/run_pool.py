"""Runs debates and single answers of an evaluation: a bounded number at once, only what is missing, within the budget.

A run that a killed process left behind in the store is gone on with. One whose share of the budget was too small is
tried again with all that is left, when nobody else runs.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any

from moot.errors import ModelError, UnbegunError
from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import write_question
from moot.evaluation.plan import BudgetShare, EvaluationLimits, EvaluationPlan, RecordingFolders, SharedBudget
from moot.evaluation.runs import Arm, EvaluationRun, ResultsFile, read_run
from moot.runs import debate, inspect, resume, show
from moot.state.protocol import Profile
from moot.stores import Store
from moot.views.result import Result

_MAX_FAILURES = 3
"""So many failed runs of one plan in a row, and its model is not there."""

TellRun = Callable[[DatasetItem, EvaluationRun], None]


class _OutOfBudget(Exception):  # noqa: N818  # it ends an evaluation, it is no error
    """Says that nothing is left for another run."""


class RunPool:
    """Runs what an evaluation needs; all its runs share slots, budget and results."""

    def __init__(
        self,
        store: Store,
        results: ResultsFile,
        limits: EvaluationLimits,
        recordings: RecordingFolders,
        tell: TellRun,
    ) -> None:
        self._store, self._results, self._recordings, self._tell = store, results, recordings, tell
        self._concurrency = limits.concurrency
        self._slots, self._queue = asyncio.Semaphore(limits.concurrency), asyncio.Lock()
        self._failed: Counter[str] = Counter()
        used, paid = results.used_tokens, results.used_cost
        self._budget = SharedBudget(
            None if limits.max_tokens is None else limits.max_tokens - used,
            None if limits.max_cost is None else limits.max_cost - paid,
            limits.concurrency,
        )

    async def work_through(
        self, items: Sequence[DatasetItem], evaluate: Callable[[DatasetItem], Coroutine[Any, Any, None]]
    ) -> bool:
        """Evaluate every question, several at once; False when the budget ended it."""
        waiting = iter(items)

        async def work() -> None:
            for item in waiting:
                await evaluate(item)

        workers = [asyncio.ensure_future(work()) for _ in range(max(1, min(self._concurrency, len(items))))]
        try:
            await asyncio.gather(*workers)
        except _OutOfBudget:
            # What is under way is finished: it is paid for already.
            await asyncio.gather(*workers, return_exceptions=True)
            return False
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return True

    async def once(
        self, plan: EvaluationPlan, item: DatasetItem, arm: Arm = "debate", sample: int = 0
    ) -> EvaluationRun:
        """Run one debate or one agent, unless that is known already."""
        asked = write_question(item)
        digest = make_digest(asked, *(f"{each['id']}={each['text']}" for each in item.context), *plan.marks)
        known = self._results.find(item.id, arm, sample, digest, plan.name)
        if known is not None:
            return known
        run = EvaluationRun(item=item.id, candidate=plan.name, arm=arm, sample=sample, digest=digest, status="failed")
        async with self._slots:
            done = await self._spend(plan, item, asked, run)
        if done.status == "cut":
            # Its share was too small for it; what is left when nobody else runs may be enough.
            async with self._all_slots():
                done = await self._spend(plan, item, asked, run, alone=True)
        self._tell(item, done)
        self._watch(done)
        return done

    @asynccontextmanager
    async def _all_slots(self) -> AsyncIterator[None]:
        async with self._queue:
            for _ in range(self._concurrency):
                await self._slots.acquire()
        try:
            yield
        finally:
            for _ in range(self._concurrency):
                self._slots.release()

    async def _spend(
        self, plan: EvaluationPlan, item: DatasetItem, asked: str, run: EvaluationRun, *, alone: bool = False
    ) -> EvaluationRun:
        share = self._budget.take(alone=alone)
        if share is None:
            raise _OutOfBudget
        try:
            run = await self._ask(plan, item, asked, run, share)
        finally:
            self._budget.settle(share, run.tokens, run.cost if run.calls else 0.0)
        self._results.add(run)
        if alone and run.status == "cut":
            self._budget.empty = True
        return run

    async def _ask(
        self, plan: EvaluationPlan, item: DatasetItem, asked: str, run: EvaluationRun, share: BudgetShare
    ) -> EvaluationRun:
        options = plan.options(run.arm, run.sample)
        name = f"{make_digest(item.id, run.digest)[:12]}-{run.arm}-{run.sample}"
        thread = f"eval-{make_digest(options['profile'].model_dump_json(), str(options['model']))[:8]}-{name}"
        common: dict[str, Any] = {"store": self._store, **self._recordings.options(name)}
        result = await self._go_on(thread, common)
        if result is None:
            limits = _limit_run(share, plan.profile)
            # Whoever is asked alone reads the choices in the question: there is nobody to vote with.
            given: dict[str, Any] = {"options": item.options} if plan.gives_options(run.arm) else {}
            result = await debate(asked, thread=thread, context=item.context, **common, **options, **limits, **given)
        values = (await inspect(thread, store=self._store)).values
        done = read_run(run.model_copy(update={"thread": thread}), item, result, values)
        refused = any(turn.status == "refused" for turn in values.get("turns") or [])
        if share != BudgetShare() and (result.stop_reason == "budget" or refused):
            # Such a result says nothing about the debate.
            await self._store.forget(thread)
            return done.model_copy(update={"status": "cut"})
        if not done.done:
            await self._store.forget(thread)
        return done

    async def _go_on(self, thread: str, common: dict[str, Any]) -> Result | None:
        """Go on with what a killed process left behind; None where nothing was begun."""
        known = await self._store.entry(thread)
        if known is None:
            return None
        if known.status == "needs_review":
            return await show(thread, store=self._store)
        with suppress(UnbegunError):
            return await resume(thread, **common)
        return None

    def _watch(self, run: EvaluationRun) -> None:
        """Stop when a model is not there, instead of failing question by question."""
        if run.status == "cut":
            raise _OutOfBudget
        self._failed[run.candidate] = 0 if run.done else self._failed[run.candidate] + 1
        if self._failed[run.candidate] >= _MAX_FAILURES:
            whose = f" of {run.candidate}" if run.candidate else ""
            raise ModelError(
                f"{_MAX_FAILURES} runs{whose} in a row failed: {run.error or 'no agent answered'}; run it again later"
            )


def _limit_run(share: BudgetShare, profile: Profile) -> dict[str, Any]:
    """Limit a run by its share, or by the profile's own limit where that is tighter."""
    own = BudgetShare(profile.budget.tokens, profile.budget.cost)
    pairs = {"max_tokens": (share.tokens, own.tokens), "max_cost": (share.cost, own.cost)}
    return {name: min(each for each in pair if each is not None) for name, pair in pairs.items() if any(pair)}


def make_digest(*parts: str) -> str:
    """Name texts by what they say."""
    return sha256("\n".join(parts).encode()).hexdigest()
