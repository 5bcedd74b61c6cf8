"""Does the debate repeat itself: fingerprints, signals and how many equal rounds it takes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.loops import detect_loop, fingerprint_round, round_to_step
from moot.state.critiques import Critique
from moot.state.positions import Claim, Position
from moot.state.protocol import BreakerRules
from tests.policies.making import make_position

RULES = BreakerRules()
STRICT = BreakerRules(identical_rounds=3)


def say(round_number: int, **fields: Any) -> list[Position]:
    """Two seats that hold different things, in one round."""
    held: dict[str, Any] = {
        "premises": ("Demand grows", "Cash is there"),
        "risks": ("Churn",),
        "timing": "This year",
        "confidence": 0.7,
    }
    cfo: dict[str, Any] = {**held, "recommendation": "Consolidate", "confidence": 0.6}
    cro: dict[str, Any] = {**held, "recommendation": "Expand", **fields}
    return [make_position("cfo", round_number, **cfo), make_position("cro", round_number, **cro)]


def criticise(round_number: int, text: str, number: int = 1) -> Critique:
    return Critique(
        id=f"K{number}",
        agent="cfo",
        round=round_number,
        target="cro",
        target_claim_id="C1",
        issue_type="logic_gap",
        description=text,
        severity="MINOR",
        suggested_fix="show it",
    )


@pytest.mark.parametrize(
    ("positions", "rules", "detected", "counter"),
    [
        pytest.param([], RULES, False, 0, id="D-81 nothing said"),
        pytest.param(say(1), RULES, False, 0, id="D-81 one round"),
        pytest.param(say(1) + say(2, keeps_position="yes"), RULES, True, 1, id="W-D9 X-01 same in rounds 1 and 2"),
        pytest.param(say(1) + say(2), STRICT, False, 1, id="W-D10 strict, counter 1 after round 2"),
        pytest.param(say(1) + say(2) + say(3), STRICT, True, 2, id="W-D10 D-82 strict, counter 2 after round 3"),
        pytest.param(say(1) + say(2, timing="Next year"), RULES, False, 0, id="D-81 something changed"),
        pytest.param(say(1) + say(2, timing="2030") + say(3, timing="2030"), RULES, True, 1, id="X-01 rounds 2 and 3"),
        pytest.param(say(1) + say(2) + say(3, timing="2030"), RULES, False, 0, id="X-01 a change ends the row"),
        pytest.param(say(1) + say(3), RULES, False, 0, id="D-81 rounds must follow each other"),
        pytest.param(
            say(1) + say(2, recommendation="EXPAND.", premises=("cash  is there", "demand grows")),
            RULES,
            True,
            1,
            id="X-02 case, spacing and order do not matter",
        ),
        pytest.param(say(1, timing="já"), RULES, False, 0, id="X-02 accents, one round"),
        pytest.param(say(1, timing="Já agora") + say(2, timing="ja agora"), RULES, True, 1, id="X-02 accents fold"),
        pytest.param(say(1, confidence=0.70) + say(2, confidence=0.72), RULES, True, 1, id="X-02 72 rounds to 70"),
        pytest.param(say(1, confidence=0.70) + say(2, confidence=0.73), RULES, False, 0, id="X-02 73 rounds to 75"),
        pytest.param(say(1) + say(2, keeps_position="no"), RULES, False, 0, id="X-02 it says it moved"),
        pytest.param(say(1) + say(2)[:1], RULES, False, 0, id="D-79 a seat fell silent"),
    ],
)
def test_loops(positions: list[Position], rules: BreakerRules, detected: bool, counter: int) -> None:
    loop = detect_loop(positions, [], rules)
    assert (loop.detected, loop.counter) == (detected, counter)
    assert loop.reason


def test_a_round_in_which_nobody_spoke_equals_no_other() -> None:
    """D-79: silence twice is a failure, not a loop."""
    silent = [Position(seat="cro", round=number, status="timeout") for number in (1, 2)]
    assert fingerprint_round(silent) == ""
    assert not detect_loop(silent, [], RULES).detected


ARGUED = {"reasoning": "Margins carry it.", "claims": (Claim(id="C1", statement="Margins are 40 %"),)}


@pytest.mark.parametrize(
    ("second", "critiques", "signals", "detected"),
    [
        pytest.param(
            {**ARGUED, "keeps_position": "partly"},
            [],
            ("same_positions", "same_arguments", "same_confidence"),
            True,
            id="X-02 three of four without the same fingerprint",
        ),
        pytest.param(
            {"keeps_position": "partly", "reasoning": "Something new."},
            [],
            ("same_positions", "same_confidence"),
            False,
            id="X-02 two of four",
        ),
        pytest.param(
            {**ARGUED, "timing": "Never"},
            [criticise(1, "Prove it"), criticise(0, "prove it!", 2)],
            ("same_arguments", "same_confidence", "same_rebuttals"),
            True,
            id="D-83 identical rebuttals count",
        ),
        pytest.param(
            {**ARGUED, "timing": "Never", "confidence": 0.9},
            [criticise(1, "Prove it"), criticise(0, "Prove it", 2)],
            ("same_arguments", "same_rebuttals"),
            False,
            id="D-83 rebuttals and arguments alone do not",
        ),
        pytest.param(
            {"timing": "Never"}, [], ("same_confidence",), False, id="D-83 nothing argued or rebutted is no signal"
        ),
    ],
)
def test_signals(second: dict[str, Any], critiques: list[Critique], signals: tuple[str, ...], detected: bool) -> None:
    first = ARGUED if "reasoning" in second else {}
    loop = detect_loop(say(1, **first) + say(2, **second), critiques, RULES)
    assert loop.signals == signals
    assert loop.detected is detected


@pytest.mark.parametrize(
    ("confidence", "points"), [(0.0, 0), (0.02, 0), (0.03, 5), (0.725, 75), (0.72, 70), (0.98, 100), (1.0, 100)]
)
def test_confidence_is_rounded_to_five_points(confidence: float, points: int) -> None:
    assert round_to_step(confidence) == points


texts = st.sampled_from(["Expand", "expand!", "Hold", "Cautela", "CAUTELA", ""])
positions = st.builds(
    Position,
    seat=st.sampled_from(["cro", "cfo", "coo"]),
    round=st.integers(1, 4),
    recommendation=st.none() | texts,
    premises=st.none() | st.lists(texts, max_size=2).map(tuple),
    timing=st.none() | texts,
    confidence=st.none() | st.floats(0, 1),
    keeps_position=st.sampled_from([None, "yes", "no", "partly"]),
)


@given(st.lists(positions, max_size=10, unique_by=lambda each: (each.seat, each.round)), st.randoms())
def test_the_order_of_seats_does_not_matter(said: list[Position], random: Any) -> None:
    shuffled = random.sample(said, len(said))
    assert detect_loop(said, [], RULES) == detect_loop(shuffled, [], RULES)


@given(st.lists(positions, max_size=4, unique_by=lambda each: each.seat).map(lambda each: [p for p in each if p.spoke]))
def test_saying_the_same_again_is_always_a_loop(said: list[Position]) -> None:
    first = [each.model_copy(update={"round": 1, "keeps_position": None}) for each in said]
    again = [each.model_copy(update={"round": 2, "keeps_position": "yes"}) for each in said]
    assert detect_loop(first + again, [], RULES).detected is bool(said)
