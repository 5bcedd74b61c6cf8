"""One budget for a whole batch: shares never add up to more than the whole."""

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import UsageError
from moot.runs.batch_budget import BatchBudget


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
