"""When a request is sent a second time: a function from what a model has shown."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.calls.hedging import ResendPlan, SeenLatencies, plan_resend
from moot.state.hedging import HedgeRules

HUNDRED = tuple(float(second) for second in range(1, 101))
QUICK = tuple(second / 10 for second in HUNDRED)


def plan(silent: float, late: float | None) -> ResendPlan:
    return ResendPlan(silent_after=silent, late_after=late)


@pytest.mark.parametrize(
    ("seen", "rules", "left", "expected"),
    [
        pytest.param({}, {}, math.inf, plan(9.5, 95), id="the 95th of a hundred, begun and complete"),
        pytest.param({}, {"after": 0.5}, math.inf, plan(5, 50), id="the median"),
        pytest.param({}, {"enabled": False}, math.inf, None, id="turned off"),
        pytest.param({}, {"max_extra": 0}, math.inf, None, id="nothing extra is allowed"),
        pytest.param({"requests": 19}, {}, math.inf, None, id="one of nineteen would be more than 5 %"),
        pytest.param({"requests": 20}, {}, math.inf, plan(9.5, None), id="one of twenty is 5 %, for a silent one"),
        pytest.param({"requests": 39, "extra": 1}, {}, math.inf, None, id="a second one of thirty-nine is not"),
        pytest.param({"requests": 40, "extra": 1}, {}, math.inf, plan(9.5, None), id="a second one of forty is"),
        pytest.param({"requests": 40}, {}, math.inf, plan(9.5, 95), id="half of what is allowed may go to the slowest"),
        pytest.param({"begun": QUICK[:7]}, {}, math.inf, None, id="seven answers say nothing about the slowest"),
        pytest.param(
            {"begun": (0.1,) * 9, "complete": (0.2,) * 9}, {}, math.inf, plan(1, 1), id="never within a second"
        ),
        pytest.param({"complete": (0.5,) * 9}, {}, math.inf, plan(9.5, 9.5), id="complete is never before begun"),
        pytest.param({}, {}, 120, plan(9.5, None), id="too late for a median answer: only if it is silent"),
        pytest.param({}, {}, 59, None, id="no time for a second answer"),
    ],
)
def test_when_to_send_again(
    seen: dict[str, object], rules: dict[str, object], left: float, expected: ResendPlan | None
) -> None:
    shown = SeenLatencies.model_validate({"requests": 100, "begun": QUICK, "complete": HUNDRED} | seen)
    assert plan_resend(shown, HedgeRules.model_validate(rules), left) == expected


times = st.lists(st.floats(0, 1000), max_size=40).map(tuple)


@given(times, times, st.integers(0, 200), st.integers(0, 20), st.floats(0.5, 0.99), st.floats(0, 1), st.floats(0, 1e4))
def test_a_plan_is_within_its_rules(
    begun: tuple[float, ...],
    complete: tuple[float, ...],
    requests: int,
    extra: int,
    after: float,
    most: float,
    left: float,
) -> None:
    seen = SeenLatencies(requests=requests, extra=extra, begun=begun, complete=complete)
    found = plan_resend(seen, HedgeRules(after=after, max_extra=most), left)
    if found is not None:
        assert extra + 1 <= most * requests
        assert 1 <= found.silent_after <= (found.late_after or math.inf)
        assert found.silent_after <= left
        assert plan_resend(seen, HedgeRules(after=after, max_extra=most), left + 1) is not None


@given(st.permutations(HUNDRED))
def test_the_order_of_observations_does_not_matter(times: list[float]) -> None:
    seen = SeenLatencies(requests=100, begun=tuple(times), complete=tuple(times))
    assert plan_resend(seen, HedgeRules()) == plan(95, 95)
