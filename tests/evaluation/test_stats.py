"""Intervals that are the same every time and know which rows belong together; calibration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.evaluation.stats import Bootstrap, IntervalEstimate, calibrate


def test_the_same_seed_gives_the_same_interval() -> None:
    groups, values = [f"q{at // 3}" for at in range(30)], [at / 30 for at in range(30)]
    first, again = (Bootstrap(groups, seed=7, draws=40).share(values) for _ in range(2))
    assert first == again
    assert first != Bootstrap(groups, seed=8, draws=40).share(values)


def test_rows_of_one_group_are_drawn_together() -> None:
    """Ten debates about one question are not ten independent debates: the interval must be wider."""
    values = [1.0] * 50 + [0.0] * 50
    alone = Bootstrap(list(range(100))).share(values)
    together = Bootstrap([at // 10 for at in range(100)]).share(values)
    assert alone.value == together.value == 0.5
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_a_ratio_is_that_of_the_sums() -> None:
    """Tokens saved are a share of all tokens, not the mean of the shares."""
    found = Bootstrap(["a", "b"]).ratio([90.0, 0.0], [100.0, 900.0])
    assert found.value == 0.09


@pytest.mark.parametrize(
    ("groups", "values", "estimate"),
    [
        pytest.param([], [], IntervalEstimate(value=0, low=0, high=1), id="no rows"),
        pytest.param(
            ["q", "q"], [1.0, 0.0], IntervalEstimate(value=0.5, low=0, high=1), id="one question: nothing to draw from"
        ),
        pytest.param(["q", "r"], [1.0, 1.0], IntervalEstimate(value=1, low=1, high=1), id="all alike"),
    ],
)
def test_few_rows_give_wide_intervals(groups: list[str], values: list[float], estimate: IntervalEstimate) -> None:
    assert Bootstrap(groups).share(values) == estimate


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_an_interval_holds_its_value_and_a_difference_is_antisymmetric(rows: list[tuple[int, bool, bool]]) -> None:
    draws = Bootstrap([group for group, _, _ in rows], draws=200)
    mine, theirs = [float(one) for _, one, _ in rows], [float(other) for _, _, other in rows]
    forth, back = draws.difference(mine, theirs), draws.difference(theirs, mine)
    assert forth.value == -back.value
    assert (forth.low, forth.high) == pytest.approx((-back.high, -back.low))
    share = draws.share(mine)
    assert 0 <= share.low <= share.high <= 1


def test_zero_inside_the_interval_is_no_difference() -> None:
    assert IntervalEstimate(value=0.1, low=-0.1, high=0.3).holds_zero
    assert IntervalEstimate(value=0.0, low=0.0, high=0.0).holds_zero
    assert not IntervalEstimate(value=0.1, low=0.05, high=0.3).holds_zero


def test_calibration_compares_confidence_with_accuracy() -> None:
    found = calibrate([(0.9, True), (0.9, False), (0.1, False), (1.0, True)])
    assert found is not None
    assert [(each.low, each.count, each.accuracy) for each in found.bins] == [
        (0.0, 1, 0.0),
        (0.8, 3, pytest.approx(2 / 3)),
    ]
    assert found.error == pytest.approx((1 * 0.1 + 3 * abs(2.8 / 3 - 2 / 3)) / 4)
    assert found.brier == pytest.approx((0.01 + 0.81 + 0.01 + 0) / 4)
    assert calibrate([]) is None
