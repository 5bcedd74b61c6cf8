"""Runs an evaluation: a bounded number of runs at once, only what is missing, and never beyond the budget.

For each question the debate comes first, because the votes have to match what it used: as many agents are then asked
alone as the debate made calls, and more until they have used as many tokens, up to a limit. A run that a killed
process left behind in the store is gone on with.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any

from moot.errors import ModelError
from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import write_question
from moot.evaluation.plan import BudgetShare, EvaluationLimits, EvaluationPlan, RecordingFolders, SharedBudget
from moot.evaluation.runs import Arm, EvaluationRun, ResultsFile, read_run
from moot.runs import debate, inspect, resume, show
from moot.state.protocol import Profile
from moot.stores import Store

_MAX_FAILURES = 3
"""So many failed runs in a row, and the model is not there."""


class _OutOfBudget(Exception):  # noqa: N818  # it ends an evaluation, it is no error
    """Says that nothing is left for another run."""


class _Skipped(Exception):  # noqa: N818  # one question is left for the next time
    """Says that a debate failed: without it there is nothing to match the votes with."""


class EvaluationRunner:
    """Runs one evaluation."""

    def __init__(
        self,
        plan: EvaluationPlan,
        store: Store,
        results: ResultsFile,
        limits: EvaluationLimits,
        recordings: RecordingFolders,
    ) -> None:
        self._plan, self._store, self._results, self._recordings = plan, store, results, recordings
        self._most_votes = limits.most_votes
        self._concurrency = limits.concurrency
        self._slots, self._queue = asyncio.Semaphore(limits.concurrency), asyncio.Lock()
        self._failed = 0
        used, paid = results.used_tokens, results.used_cost
        self._budget = SharedBudget(
            None if limits.max_tokens is None else limits.max_tokens - used,
            None if limits.max_cost is None else limits.max_cost - paid,
            limits.concurrency,
        )

    async def run(self, items: Sequence[DatasetItem], tell: Callable[[DatasetItem, EvaluationRun], None]) -> bool:
        """Run what is missing; False when the budget ended it."""
        waiting = iter(items)

        async def work() -> None:
            for item in waiting:
                with suppress(_Skipped):
                    await self._evaluate(item, tell)

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

    async def _evaluate(self, item: DatasetItem, tell: Callable[[DatasetItem, EvaluationRun], None]) -> None:
        debated = await self._once(item, "debate", 0, tell)
        others: list[Awaitable[Any]] = [self._vote(item, debated, tell)]
        if self._plan.criticises:
            others.append(self._once(item, "no_critique", 0, tell))
        ended = await asyncio.gather(*others, return_exceptions=True)
        for error in ended:
            if isinstance(error, BaseException):
                raise error

    async def _vote(
        self, item: DatasetItem, debated: EvaluationRun, tell: Callable[[DatasetItem, EvaluationRun], None]
    ) -> None:
        """Ask agents alone: as many as the debate made calls, then until they used as many tokens."""
        count = max(1, min(debated.calls, self._most_votes))
        ended = await asyncio.gather(
            *(self._once(item, "sample", at, tell) for at in range(count)), return_exceptions=True
        )
        used = 0
        for run in ended:
            if isinstance(run, BaseException):
                raise run
            used += run.tokens
        while used < debated.tokens and count < self._most_votes:
            used += max(1, (await self._once(item, "sample", count, tell)).tokens)
            count += 1

    async def _once(
        self, item: DatasetItem, arm: Arm, sample: int, tell: Callable[[DatasetItem, EvaluationRun], None]
    ) -> EvaluationRun:
        asked = write_question(item)
        digest = _digest(asked, *(f"{each['id']}={each['text']}" for each in item.context))
        known = self._results.find(item.id, arm, sample, digest)
        if known is not None:
            return known
        run = EvaluationRun(item=item.id, arm=arm, sample=sample, digest=digest, status="failed")
        async with self._slots:
            done = await self._spend(item, asked, run)
        if done.status == "cut":
            # Its share was too small for it; what is left when nobody else runs may be enough.
            async with self._all_slots():
                done = await self._spend(item, asked, run, alone=True)
        tell(item, done)
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

    async def _spend(self, item: DatasetItem, asked: str, run: EvaluationRun, *, alone: bool = False) -> EvaluationRun:
        share = self._budget.take(alone=alone)
        if share is None:
            raise _OutOfBudget
        try:
            run = await self._ask(item, asked, run, share)
        finally:
            self._budget.settle(share, run.tokens, run.cost if run.calls else 0.0)
        self._results.add(run)
        if alone and run.status == "cut":
            self._budget.empty = True
        return run

    async def _ask(self, item: DatasetItem, asked: str, run: EvaluationRun, share: BudgetShare) -> EvaluationRun:
        options = self._plan.options(run.arm, run.sample)
        name = f"{_digest(item.id, run.digest)[:12]}-{run.arm}-{run.sample}"
        thread = f"eval-{_digest(options['profile'].model_dump_json(), str(options['model']))[:8]}-{name}"
        common: dict[str, Any] = {"store": self._store, **self._recordings.options(name)}
        known = await self._store.entry(thread)
        if known is not None and known.status == "needs_review":
            result = await show(thread, store=self._store)
        elif known is not None:
            result = await resume(thread, **common)
        else:
            limits = _limit_run(share, self._plan.profile)
            # Whoever is asked alone reads the choices in the question: there is nobody to vote with.
            given: dict[str, Any] = {"options": item.options} if self._plan.seats_vote and run.arm != "sample" else {}
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

    def _watch(self, run: EvaluationRun) -> None:
        """Stop when the model is not there, instead of failing question by question."""
        if run.status == "cut":
            raise _OutOfBudget
        self._failed = 0 if run.done else self._failed + 1
        if self._failed >= _MAX_FAILURES:
            raise ModelError(
                f"{_MAX_FAILURES} runs in a row failed: {run.error or 'no agent answered'}; run it again later"
            )
        if not run.done and run.arm == "debate":
            raise _Skipped


def _limit_run(share: BudgetShare, profile: Profile) -> dict[str, Any]:
    """Limit a run by its share, or by the profile's own limit where that is tighter."""
    own = BudgetShare(profile.budget.tokens, profile.budget.cost)
    pairs = {"max_tokens": (share.tokens, own.tokens), "max_cost": (share.cost, own.cost)}
    return {name: min(each for each in pair if each is not None) for name, pair in pairs.items() if any(pair)}


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
