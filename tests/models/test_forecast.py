"""The forecast counts the calls a debate makes (issue 3, item 9)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.configs import load_profile
from moot.configs.tables import ModelPrice
from moot.models.usage.forecasting import Forecast, Sizes, forecast

PRICE = ModelPrice(prompt=2, completion=10)


def calls(found: Forecast) -> tuple[int, int, int]:
    return found.low.calls, found.expected.calls, found.high.calls


@pytest.mark.parametrize(
    ("profile", "overrides", "route", "expected"),
    [
        # 4 positions + synthesis; + 4 critiques + 4 revisions; two such rounds, 4 retrievals and the council;
        # a ballot in each round, unless everybody agrees in the same words; at most claims are compared with sources
        pytest.param("conclave", {}, None, (5, 19, 42), id="conclave: debate"),
        pytest.param("conclave", {}, "simple", (1, 1, 1), id="conclave: simple"),
        pytest.param("conclave", {}, "council", (8, 22, 42), id="conclave: council"),
        pytest.param("conclave", {"rounds.min": 2}, None, (13, 19, 42), id="L-15: round 2 is not optional"),
        pytest.param("conclave", {"circuit_breaker.max_iterations": 2}, None, (5, 19, 28), id="D-22: breaker"),
        pytest.param("conclave", {"convergence.comparator": "model"}, None, (6, 19, 42), id="model compares"),
        pytest.param("conclave", {"convergence.comparator": "lexical"}, None, (5, 17, 39), id="words compare"),
        pytest.param("conclave", {"routing.by": "model"}, None, (6, 20, 43), id="model routes"),
        pytest.param("conclave", {"audit.unanimity": True}, None, (6, 20, 43), id="audit"),
        pytest.param("conclave", {"rag.internal.enabled": False}, None, (5, 19, 38), id="without retrieval"),
        # 5 answers + synthesis; one conflict of two parties argued once; all parties in two more rounds
        pytest.param("boardroom", {}, None, (6, 10, 22), id="boardroom: conflict gate"),
        pytest.param("legal", {"rag.internal.enabled": False}, None, (7, 11, 21), id="L-15 legal: min 2, max 3"),
        # 3 reasoners and a judge in each of 1, 3 and 3 rounds, and the synthesis
        pytest.param("rca", {}, None, (5, 13, 13), id="R-02 rca: judge"),
        # classify, then structurer and methodologist once, twice, three times, at last the forced decision
        pytest.param("research", {}, None, (3, 5, 8), id="F-04 research"),
    ],
)
def test_the_calls_of_a_debate(
    profile: str, overrides: dict[str, Any], route: Any, expected: tuple[int, int, int]
) -> None:
    assert calls(forecast(load_profile(profile, overrides), route=route)) == expected


def test_tokens_and_money_follow_from_sizes_and_price() -> None:
    profile = load_profile("conclave", {"rounds.max": 1, "rounds.planned": 1, "council.enabled": False})
    found = forecast(profile, PRICE, Sizes(opening=100, peer=10, answer=50, remark=5))
    # four positions of 100, a synthesis of 100 + 4 * 10; five answers of 50
    assert (found.low.prompt_tokens, found.low.completion_tokens) == (540, 250)
    assert found.low.cost == pytest.approx((540 * 2 + 250 * 10) / 1_000_000)
    # at most a ballot and a comparison of claims with their sources more, and four look-ups
    assert found.high.completion_tokens == 7 * profile.budget.max_answer_tokens + 4 * 5


def test_an_unknown_price_is_unknown_and_never_nothing() -> None:
    assert forecast(load_profile("conclave")).high.cost is None


@pytest.mark.parametrize(
    ("cap", "limit"), [("budget.calls", 9), ("budget.tokens", 20_000), ("budget.cost", 0.05)], ids=str
)
def test_a_cap_stops_the_forecast_and_says_so(cap: str, limit: float) -> None:
    found = forecast(load_profile("conclave", {cap: limit}), PRICE)
    assert found.high.capped_by == cap
    assert found.low.capped_by is None
    used = {"budget.calls": found.high.calls, "budget.cost": found.high.cost}
    used["budget.tokens"] = found.high.prompt_tokens + found.high.completion_tokens
    assert 0 < (used[cap] or 0) <= limit


@given(
    name=st.sampled_from(["conclave", "boardroom", "legal", "rca", "research"]),
    rounds=st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(0, 3)),
    answer=st.integers(16, 5000),
)
def test_low_is_never_above_expected_nor_expected_above_high(
    name: str, rounds: tuple[int, int, int], answer: int
) -> None:
    least, planned, most = rounds[0], rounds[0] + rounds[1], sum(rounds)
    overrides = {"rounds.min": least, "rounds.planned": planned, "rounds.max": most}
    profile = load_profile(name, {**overrides, "budget.max_answer_tokens": answer})
    found = forecast(profile, PRICE)
    assert list(calls(found)) == sorted(calls(found))
    costs = [found.low.cost or 0, found.expected.cost or 0, found.high.cost or 0]
    assert costs == sorted(costs)
