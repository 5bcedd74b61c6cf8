"""Runs an evaluation: a bounded number of runs at once, only what is missing, and never beyond the budget.

For each question the debate comes first, because the votes have to match what it used: as many agents are then asked
alone as the debate made calls, and more until they have used as many tokens, up to a limit. A run that a killed
process left behind in the store is gone on with.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from moot.errors import ModelError
from moot.evaluation.arms import Plan
from moot.evaluation.dataset import Item
from moot.evaluation.grading import ask_item
from moot.evaluation.purse import Purse, Share
from moot.evaluation.reading import read_run
from moot.evaluation.runs import Arm, Results, Run
from moot.runs import debate, inspect, resume
from moot.state.protocol import Profile
from moot.stores import Store

MOST_VOTES = 25
"""So many agents are asked alone about one question at most."""

FAILURES = 3
"""So many failed runs in a row, and the model is not there."""


@dataclass(frozen=True)
class Bounds:
    """How far an evaluation may go."""

    concurrency: int = 4
    most_votes: int = MOST_VOTES
    max_tokens: int | None = None
    max_cost: float | None = None


@dataclass(frozen=True)
class Tapes:
    """Folders with one recording per run."""

    record: Path | None = None
    replay: Path | None = None

    def options(self, name: str) -> dict[str, str]:
        """Where one run is recorded to, or replayed from."""
        folders = {"record": self.record, "replay": self.replay}
        return {key: str(folder / f"{name}.jsonl") for key, folder in folders.items() if folder is not None}


class OutOfBudget(Exception):  # noqa: N818  # it ends an evaluation, it is no error
    """Nothing is left for another run."""


class Skipped(Exception):  # noqa: N818  # one question is left for the next time
    """A debate failed: without it there is nothing to match the votes with."""


class Runner:
    """One evaluation under way."""

    def __init__(self, plan: Plan, store: Store, results: Results, bounds: Bounds, tapes: Tapes) -> None:
        self._plan, self._store, self._results, self._tapes = plan, store, results, tapes
        self._most_votes = bounds.most_votes
        self._concurrency = bounds.concurrency
        self._slots, self._queue = asyncio.Semaphore(bounds.concurrency), asyncio.Lock()
        self._failed = 0
        used, paid = results.used_tokens, results.used_cost
        self._purse = Purse(
            None if bounds.max_tokens is None else bounds.max_tokens - used,
            None if bounds.max_cost is None else bounds.max_cost - paid,
            bounds.concurrency,
        )

    async def run(self, items: Sequence[Item], tell: Callable[[Item, Run], None]) -> bool:
        """Run what is missing; False when the budget ended it."""
        waiting = iter(items)

        async def work() -> None:
            for item in waiting:
                with suppress(Skipped):
                    await self._evaluate(item, tell)

        workers = [asyncio.ensure_future(work()) for _ in range(max(1, min(self._concurrency, len(items))))]
        try:
            await asyncio.gather(*workers)
        except OutOfBudget:
            # What is under way is finished: it is paid for already.
            await asyncio.gather(*workers, return_exceptions=True)
            return False
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return True

    async def _evaluate(self, item: Item, tell: Callable[[Item, Run], None]) -> None:
        debated = await self._once(item, "debate", 0, tell)
        others: list[Awaitable[Any]] = [self._vote(item, debated, tell)]
        if self._plan.criticises:
            others.append(self._once(item, "no_critique", 0, tell))
        ended = await asyncio.gather(*others, return_exceptions=True)
        for error in ended:
            if isinstance(error, BaseException):
                raise error

    async def _vote(self, item: Item, debated: Run, tell: Callable[[Item, Run], None]) -> None:
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

    async def _once(self, item: Item, arm: Arm, sample: int, tell: Callable[[Item, Run], None]) -> Run:
        asked = ask_item(item)
        digest = _digest(asked, *(f"{each['id']}={each['text']}" for each in item.context))
        known = self._results.find(item.id, arm, sample, digest)
        if known is not None:
            return known
        run = Run(item=item.id, arm=arm, sample=sample, digest=digest, status="failed")
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

    async def _spend(self, item: Item, asked: str, run: Run, *, alone: bool = False) -> Run:
        share = self._purse.take(alone=alone)
        if share is None:
            raise OutOfBudget
        try:
            run = await self._ask(item, asked, run, share)
        finally:
            self._purse.settle(share, run.tokens, run.cost if run.calls else 0.0)
        self._results.add(run)
        if alone and run.status == "cut":
            self._purse.empty = True
        return run

    async def _ask(self, item: Item, asked: str, run: Run, share: Share) -> Run:
        options = self._plan.options(run.arm, run.sample)
        name = f"{_digest(item.id, run.digest)[:12]}-{run.arm}-{run.sample}"
        thread = f"eval-{_digest(options['profile'].model_dump_json(), str(options['model']))[:8]}-{name}"
        common: dict[str, Any] = {"store": self._store, **self._tapes.options(name)}
        if await self._store.entry(thread) is not None:
            result = await resume(thread, **common)
        else:
            limits = _limit(share, self._plan.profile)
            result = await debate(asked, thread=thread, context=item.context, **common, **options, **limits)
        values = (await inspect(thread, store=self._store)).values
        done = read_run(run.model_copy(update={"thread": thread}), item, result, values)
        refused = any(turn.status == "refused" for turn in values.get("turns") or [])
        if share != Share() and (result.stop_reason == "budget" or refused):
            # Such a result says nothing about the debate.
            await self._store.forget(thread)
            return done.model_copy(update={"status": "cut"})
        if not done.done:
            await self._store.forget(thread)
        return done

    def _watch(self, run: Run) -> None:
        """Stop when the model is not there, instead of failing question by question."""
        if run.status == "cut":
            raise OutOfBudget
        self._failed = 0 if run.done else self._failed + 1
        if self._failed >= FAILURES:
            raise ModelError(f"{FAILURES} runs in a row failed: {run.error or 'no agent answered'}; run it again later")
        if not run.done and run.arm == "debate":
            raise Skipped


def _limit(share: Share, profile: Profile) -> dict[str, Any]:
    """The share of a run, or the profile's own limit where that is tighter."""
    own = Share(profile.budget.tokens, profile.budget.cost)
    pairs = {"max_tokens": (share.tokens, own.tokens), "max_cost": (share.cost, own.cost)}
    return {name: min(each for each in pair if each is not None) for name, pair in pairs.items() if any(pair)}


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
