"""How sure a result may be: adjustments, flags, words, and the estimate without a model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.confidence import (
    _find_trouble,
    _lower_confidence,
    _Trouble,
    adjust_confidence,
    describe_confidence,
    estimate_confidence,
    sum_points,
)
from moot.state.debate import MultiAgentState
from moot.state.evidence import ClaimVerdict, Ledger, Query
from moot.state.facts import state_fact
from moot.state.findings import Loop
from moot.state.outcome import Synthesis
from moot.state.protocol import Adjustments, Protocol
from tests.policies.making import make_breaker, make_position, make_profile, make_turn
from tests.support.words import english

CAUTIOUS = Adjustments(timeout=-10, breaker=-15, loop=-20, retrieval=-5)


@pytest.mark.parametrize(
    ("stated", "trouble", "rules", "value"),
    [
        pytest.param(
            0.80, _Trouble(agent_timeouts=1, breaker=True, failed_queries=1), CAUTIOUS, 0.50, id="W-D27 80-10-15-5=50"
        ),
        pytest.param(0.80, _Trouble(agent_timeouts=1, breaker=True), Adjustments(), 0.80, id="D-102 default is 0"),
        pytest.param(0.80, _Trouble(), CAUTIOUS, 0.80, id="D-102 nothing went wrong"),
        pytest.param(0.80, _Trouble(agent_timeouts=3), CAUTIOUS, 0.70, id="D-102 once per kind"),
        pytest.param(0.80, _Trouble(breaker=True, loop=True), CAUTIOUS, 0.45, id="D-102 a loop trips the breaker too"),
        pytest.param(0.20, _Trouble(breaker=True, loop=True), CAUTIOUS, 0.0, id="D-102 never below 0"),
        pytest.param(0.95, _Trouble(loop=True), Adjustments(loop=20), 1.0, id="D-102 never above 1"),
        pytest.param(0.58, _Trouble(breaker=True, total_timeout=True), Adjustments(), 0.58, id="W-D15 value unchanged"),
    ],
)
def test_adjustments(stated: float, trouble: _Trouble, rules: Adjustments, value: float) -> None:
    assert _lower_confidence(stated, trouble, rules).value == value


def test_the_calculation_is_shown() -> None:
    found = _lower_confidence(0.80, _Trouble(agent_timeouts=1, breaker=True, failed_queries=1), CAUTIOUS)
    assert english(found.calculation) == (
        "stated confidence: 80",
        "an agent ran out of time: -10",
        "the circuit breaker stopped the debate: -15",
        "a retrieval query failed: -5",
        "result: 50",
    )


@pytest.mark.parametrize(
    ("trouble", "flags"),
    [
        pytest.param(
            _Trouble(total_timeout=True, breaker=True), ("REDUZIDA POR TIMEOUT",), id="D-80 W-D15 total timeout"
        ),
        pytest.param(_Trouble(agent_timeouts=2), (), id="D-80 an agent's timeout does not mark the result"),
        pytest.param(_Trouble(breaker=True), (), id="D-80 another breaker does not"),
    ],
)
def test_flags(trouble: _Trouble, flags: tuple[str, ...]) -> None:
    """X-26: the flag stands beside the number, whatever the adjustments are."""
    assert _lower_confidence(0.6, trouble, Adjustments()).flags == flags


def test_earlier_flags_are_kept_once() -> None:
    found = _lower_confidence(
        0.6, _Trouble(total_timeout=True), Adjustments(), flags=("deterministic", "REDUZIDA POR TIMEOUT")
    )
    assert found.flags == ("deterministic", "REDUZIDA POR TIMEOUT")


def test_trouble_is_read_from_the_records() -> None:
    turns = [make_turn("cro", "position", status="timeout"), make_turn("cro", "revise", 2, status="timeout")]
    turns += [make_turn("cfo", "position")]
    outcomes = ("succeeded", "timed_out", "failed", "refused")
    queries = [
        Query.model_validate({"seat": "cro", "round": 1, "number": number, "text": "q", "outcome": outcome})
        for number, outcome in enumerate(outcomes)
    ]
    loop = Loop(detected=True, counter=1, fingerprint="f")
    found = _find_trouble(turns, queries, make_breaker("timeout_total"), loop)
    assert found == _Trouble(agent_timeouts=1, breaker=True, total_timeout=True, loop=True, failed_queries=2)
    assert _find_trouble([], [], None, None) == _Trouble()


def test_without_a_synthesis_there_is_no_confidence() -> None:
    """D-102: the state of a debate says what is lowered, and by what."""
    assert adjust_confidence({"synthesis": None}) is None
    profile = make_profile(escalation={"adjustments": {"timeout": -10}})
    said = Synthesis(decision="Yes", confidence=0.8, flags=("deterministic",))
    late = make_turn("cro", "position", status="timeout")
    protocol = Protocol(profile=profile, parts={}, fingerprint="f")
    invented = ClaimVerdict(seat="cro", round=1, claim_id="C1", verdict="unsupported", reason="")
    founded = ClaimVerdict(seat="cro", round=1, claim_id="C2", verdict="supported", reason="")
    state: MultiAgentState = {
        "synthesis": said,
        "turns": [late],
        "protocol": protocol,
        "positions": [make_position("cro")],
        "ledgers": [Ledger(round=1, verdicts=(invented, founded), unsupported_share={"cro": 0.5})],
    }
    found = adjust_confidence(state)
    assert found is not None
    assert (found.value, found.flags) == (0.3, ("deterministic", "unsupported_claims"))


@pytest.mark.parametrize(
    ("confidence", "word"),
    [
        pytest.param(0.81, "high", id="D-141 above 80"),
        pytest.param(0.80, "medium", id="D-141 80"),
        pytest.param(0.50, "medium", id="D-141 50"),
        pytest.param(0.49, "low", id="D-141 below 50"),
        pytest.param(1.0, "high", id="D-141 full"),
        pytest.param(0.0, "low", id="D-141 none"),
    ],
)
def test_levels(confidence: float, word: str) -> None:
    assert describe_confidence(confidence) == word


@pytest.mark.parametrize(
    ("stated", "estimate"),
    [
        pytest.param([0.6, 0.5, None], 0.55, id="Q-01 mean of those who responded"),
        pytest.param([0.9, 0.95], 0.69, id="Q-01 at most 0.69"),
        pytest.param([None], 0.0, id="Q-01 nobody stated one"),
        pytest.param([], 0.0, id="Q-01 nobody responded"),
    ],
)
def test_estimate_without_a_model(stated: list[float | None], estimate: float) -> None:
    said = [make_position(f"s{index}", confidence=value) for index, value in enumerate(stated)]
    assert estimate_confidence(said) == pytest.approx(estimate)


@given(st.floats(0, 1), st.lists(st.tuples(st.just(state_fact("council.loop")), st.integers(-100, 100)), max_size=6))
def test_a_confidence_stays_within_its_bounds(base: float, parts: list[Any]) -> None:
    found = sum_points(state_fact("council.debate"), base, parts)
    assert 0.0 <= found.value <= 1.0
    assert len(found.calculation) == len(parts) + 2


troubles = st.builds(
    _Trouble,
    agent_timeouts=st.integers(0, 3),
    breaker=st.booleans(),
    total_timeout=st.booleans(),
    loop=st.booleans(),
    failed_queries=st.integers(0, 3),
)


@given(st.floats(0, 1), troubles)
def test_trouble_never_raises_a_cautious_confidence(stated: float, trouble: _Trouble) -> None:
    assert _lower_confidence(stated, trouble, CAUTIOUS).value <= round(stated, 6) + 1e-6


@pytest.mark.parametrize(
    ("confidence", "share", "value", "flags"),
    [
        pytest.param(0.80, 0.0, 0.80, (), id="L-02 every claim stands"),
        pytest.param(0.80, 0.125, 0.70, ("unsupported_claims",), id="L-02 an eighth does not"),
        pytest.param(0.80, 1.0, 0.0, ("unsupported_claims",), id="L-02 nothing stands"),
        pytest.param(0.0, 1.0, 0.0, (), id="L-02 nothing to lower"),
    ],
)
def test_unsupported_claims_do_not_count(confidence: float, share: float, value: float, flags: tuple[str, ...]) -> None:
    """L-02, D-113: lowered by their share, never silently."""
    found = _lower_confidence(confidence, _Trouble(unsupported=share), Adjustments())
    assert (found.value, found.flags) == (value, flags)
    assert any("do not stand on evidence" in line for line in english(found.calculation)) is bool(flags)
