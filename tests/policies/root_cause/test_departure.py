"""A log departs from its own baseline, or does not, or cannot tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.material import find_departure
from moot.state.inspection import LogBucket
from tests.support.words import english


def buckets(errors: list[int], lines: int = 50, warnings: int = 0) -> list[LogBucket]:
    return [
        LogBucket(start=f"{at:02}", lines=lines, errors=count, warnings=warnings) for at, count in enumerate(errors)
    ]


@pytest.mark.parametrize(
    ("errors", "departs", "span"),
    [
        pytest.param([0] * 10 + [9, 12, 8] + [0] * 10, True, ("10", "13"), id="a burst"),
        pytest.param([0] * 10 + [9, 0, 8] + [0] * 10, True, ("10", "13"), id="one quiet span does not end it"),
        pytest.param([0] * 15 + [9] * 5, True, ("15", "19"), id="a burst until the end"),
        pytest.param([1, 0, 2, 1, 0, 1] * 4, False, ("", ""), id="single errors, spread evenly"),
        pytest.param([9, 0] + [0] * 10 + [8, 9, 9] + [0] * 8, True, ("12", "15"), id="the longer of two"),
        pytest.param([20] * 20, None, ("", ""), id="errors from end to end"),
        pytest.param([0] * 20, None, ("", ""), id="no trouble at all"),
        pytest.param([0] * 5 + [9], None, ("", ""), id="too short"),
    ],
)
def test_departures(errors: list[int], departs: bool | None, span: tuple[str, str]) -> None:
    found = find_departure(buckets(errors), 50 * len(errors))
    assert (found.departs, (found.start, found.end)) == (departs, span)
    assert english(found.reason)


def test_a_log_that_falls_silent_departs() -> None:
    made = buckets([1, 0, 0] * 6)
    made[9] = LogBucket(start="09", lines=0)
    assert find_departure(made, 850).departs is True


@given(st.lists(st.integers(0, 40), max_size=40), st.integers(0, 5000))
def test_a_burst_has_a_beginning_and_an_end(errors: list[int], lines: int) -> None:
    found = find_departure(buckets(errors), lines)
    assert (found.departs is True) is bool(found.start and found.end)
