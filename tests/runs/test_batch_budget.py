"""One budget for a whole batch: shares never add up to more than the whole."""

import asyncio
import os
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import UsageError
from moot.runs.batch.budget import BatchBudget, BatchShare


def ended(tokens: int, cost: float = 0.0) -> Any:
    """A result that says what a debate used."""
    nothing = SimpleNamespace(prompt_tokens=0, completion_tokens=0, cost=0.0)
    return SimpleNamespace(
        usage=SimpleNamespace(prompt_tokens=tokens, completion_tokens=0, cost=cost, reserved=nothing)
    )


def test_what_is_left_is_divided_by_those_who_may_run() -> None:
    budget = BatchBudget(1000, None, 4)
    with ExitStack() as running:
        shares = [running.enter_context(budget.share({})) for _ in range(4)]
        assert [share.overrides for share in shares] == [{"budget.tokens": 250}] * 4
        shares[0].settle(ended(50))
        for share in shares[1:]:
            share.settle(ended(250))
    with budget.share({}) as last:
        assert last.overrides == {"budget.tokens": 50}


def test_a_debate_keeps_its_own_lower_limit() -> None:
    with BatchBudget(1000, 1.0, 2).share({"tokens": 100, "cost": None}) as share:
        assert share.overrides == {"budget.tokens": 100, "budget.cost": 0.5}


def test_an_empty_budget_starts_nothing() -> None:
    budget = BatchBudget(100, None, 1)
    with budget.share({}) as share:
        share.settle(ended(100))
    with pytest.raises(UsageError, match="the budget of the batch is used up"), budget.share({}):
        pass


def test_what_ended_in_an_error_counts_in_full() -> None:
    budget = BatchBudget(100, None, 1)
    with pytest.raises(KeyError), budget.share({}):
        raise KeyError
    with pytest.raises(UsageError), budget.share({}):
        pass


@given(st.integers(1, 10_000), st.integers(1, 8), st.lists(st.floats(0, 1), max_size=60))
def test_all_together_keep_within_the_whole(whole: int, at_once: int, uses: list[float]) -> None:
    """However much of its share each debate uses, and however many run at once."""
    budget, used = BatchBudget(whole, None, at_once), 0
    for start in range(0, len(uses), at_once):
        with ExitStack() as running:
            for part in uses[start : start + at_once]:
                try:
                    share = running.enter_context(budget.share({}))
                except UsageError:
                    continue
                spent = int(share.overrides["budget.tokens"] * part)
                used += spent
                share.settle(ended(spent))
    assert used <= whole


async def test_who_could_not_begin_waits_for_twice_as_much() -> None:
    budget = BatchBudget(1000, None, 4)
    with ExitStack() as others:
        for _ in range(3):
            others.enter_context(budget.share({})).settle(ended(0))
        with budget.share({}) as small:
            small.settle(ended(0))
        waiting = asyncio.create_task(budget.wait_for_more(small, {}))
        await asyncio.sleep(0.3)
        assert not waiting.done(), "250 are left, and 500 are wanted"
    assert await waiting == {"tokens": 500}
    with budget.share({}, {"tokens": 500}) as more:
        assert more.overrides == {"budget.tokens": 500}


@pytest.mark.parametrize(
    ("left", "own", "wanted"),
    [
        pytest.param(100, {}, None, id="nothing is left but what it had"),
        pytest.param(150, {}, {"tokens": 150}, id="less than twice as much is left, and nobody gives any back"),
        pytest.param(400, {"tokens": 120}, {"tokens": 120}, id="no more than its own limit"),
        pytest.param(400, {"tokens": 100}, None, id="it had its own limit"),
    ],
)
async def test_how_much_more_there_is(left: int, own: dict[str, float | None], wanted: dict[str, float] | None) -> None:
    assert await BatchBudget(left, None, 4).wait_for_more(BatchShare({"tokens": 100}), own) == wanted


async def test_nobody_waits_for_a_process_that_was_killed() -> None:
    budget = BatchBudget(1000, None, 2)
    with budget.share({}) as lost:
        waiting = asyncio.create_task(budget.wait_for_more(BatchShare({"tokens": 500}), {}))
        budget.forget_process(os.getpid())
        assert await waiting is None, "what it held counts as used"
        lost.settle(ended(500))
