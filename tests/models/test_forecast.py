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
        # 4 positions + synthesis; + 4 critiques + 4 revisions; two such rounds, 4 retrievals in each and the council;
        # a ballot in each round, unless everybody agrees in the same words; at most claims are compared with sources,
        # and a synthesis that misses the votes is compared and written again
        pytest.param("conclave", {}, None, (5, 19, 54), id="conclave: debate"),
        pytest.param("conclave", {}, "simple", (1, 1, 1), id="conclave: simple"),
        pytest.param("conclave", {}, "council", (8, 22, 54), id="conclave: council"),
        pytest.param("conclave", {"rounds.min": 2}, None, (13, 19, 54), id="L-15: round 2 is not optional"),
        pytest.param("conclave", {"circuit_breaker.max_iterations": 2}, None, (5, 19, 36), id="D-22: breaker"),
        pytest.param("conclave", {"convergence.comparator": "model"}, None, (6, 19, 54), id="model compares"),
        pytest.param("conclave", {"convergence.comparator": "lexical"}, None, (5, 17, 48), id="words compare"),
        pytest.param("conclave", {"routing.by": "model"}, None, (6, 20, 55), id="model routes"),
        pytest.param("conclave", {"audit.unanimity": True}, None, (6, 20, 55), id="audit"),
        pytest.param("conclave", {"rag.internal.enabled": False}, None, (5, 19, 42), id="without retrieval"),
        # 5 answers + ruling; one conflict of two parties argued once; all parties in two more rounds, then the ruling
        # is compared with the votes and put to all of them
        pytest.param("boardroom", {}, None, (6, 10, 28), id="boardroom: conflict gate"),
        pytest.param("legal", {"rag.internal.enabled": False}, None, (7, 11, 24), id="L-15 legal: min 2, max 3"),
        # 3 reasoners and a judge in each of 1, 3 and 3 rounds; at most everybody asks the log and causes are compared
        pytest.param("rca", {}, None, (4, 12, 24), id="R-02 rca: judge"),
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
    # at most a ballot, a comparison of claims with their sources, four look-ups, and the synthesis again and compared
    assert found.high.completion_tokens == 14 * profile.budget.max_answer_tokens


def test_an_unknown_price_is_unknown_and_never_nothing() -> None:
    assert forecast(load_profile("conclave")).high.cost is None


@pytest.mark.parametrize(
    ("cap", "limit"), [("budget.calls", 9), ("budget.tokens", 20_000), ("budget.cost", 0.2)], ids=str
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


@pytest.mark.parametrize("cost", [0.01, 0.03, 0.1])
def test_a_cap_leaves_the_most_no_less_than_what_is_expected(cost: float) -> None:
    """So many long answers stop early at a cap; as many short ones as are expected fit below it all the same."""
    found = forecast(load_profile("conclave", overrides={"budget.cost": cost}), ModelPrice(prompt=0.25, completion=2))
    assert found.low.calls <= found.expected.calls <= found.high.calls
    assert found.low.prompt_tokens <= found.expected.prompt_tokens <= found.high.prompt_tokens
    assert (found.expected.cost or 0) <= (found.high.cost or 0)


@pytest.mark.parametrize(
    ("profile", "calls_made", "tokens_used"),
    [
        pytest.param("boardroom", 25, 83_003, id="issue 23.7 a boardroom answered by hand"),
        pytest.param("legal", 20, 63_342, id="issue 23.7 a legal debate answered by hand"),
        pytest.param("conclave", 37, 142_891, id="issue 23.7 a conclave answered by hand"),
        pytest.param("rca", 16, 63_528, id="issue 23.7 searches answered by hand"),
    ],
)
def test_real_debates_stay_below_the_maximum(profile: str, calls_made: int, tokens_used: int) -> None:
    """What debates that people answered took; a maximum that they pass is none."""
    most = forecast(load_profile(profile)).high
    assert calls_made <= most.calls
    assert tokens_used <= most.prompt_tokens + most.completion_tokens
