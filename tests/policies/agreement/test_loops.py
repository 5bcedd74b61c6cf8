"""Does the debate repeat itself: by votes and arguments, never by wording."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.loops import detect_loop, round_to_step
from moot.state.critiques import Critique
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.state.protocol import BreakerRules
from tests.policies.making import make_position
from tests.support.words import english

RULES = BreakerRules()
STRICT = BreakerRules(identical_rounds=3)


def say(round_number: int, **fields: Any) -> list[Position]:
    """Two seats that hold different things, in one round; the fields are what the second one says."""
    held: dict[str, Any] = {"premises": ("Demand grows",), "risks": ("Churn",), "timing": "This year"}
    cfo: dict[str, Any] = {**held, "recommendation": "Consolidate", "confidence": 0.6}
    cro: dict[str, Any] = {**held, "recommendation": "Expand", "confidence": 0.7, **fields}
    if round_number > 1:
        cfo, cro = {"keeps_position": "yes", **cfo}, {"keeps_position": "yes", **cro}
    return [make_position("cfo", round_number, **cfo), make_position("cro", round_number, **cro)]


def claims(*names: str, **fields: Any) -> dict[str, Any]:
    return {"claims": tuple(Claim(id=name, statement=f"Because of {name}", **fields) for name in names)}


def accept(*names: str, outcome: Any = "accepted") -> dict[str, Any]:
    return {"answers": tuple(CritiqueAnswer(critique_id=name, outcome=outcome) for name in names)}


def criticise(round_number: int, number: int = 1, **fields: Any) -> Critique:
    usual: dict[str, Any] = {"target_claim_id": "C1", "issue_type": "logic_gap", "description": f"No {number}"}
    return Critique(
        id=f"K{number}", agent="cfo", round=round_number, target="cro", severity="MINOR", suggested_fix="show it",
        **{**usual, **fields},
    )  # fmt: skip


GO, STAY = {"recommendation": "Expand", "keeps_position": "no"}, {"recommendation": "Retreat", "keeps_position": "no"}


@pytest.mark.parametrize(
    ("positions", "rules", "detected", "counter"),
    [
        pytest.param([], RULES, False, 0, id="D-81 nothing said"),
        pytest.param(say(1), RULES, False, 0, id="D-81 one round"),
        pytest.param(say(1) + say(2), RULES, True, 1, id="W-D9 X-01 same in rounds 1 and 2"),
        pytest.param(say(1) + say(2), STRICT, False, 1, id="W-D10 strict, counter 1 after round 2"),
        pytest.param(say(1) + say(2) + say(3), STRICT, True, 2, id="W-D10 D-82 strict, counter 2 after round 3"),
        pytest.param(say(1) + say(3), RULES, False, 0, id="D-81 rounds must follow each other"),
        pytest.param(say(1) + say(2, **STAY), RULES, False, 0, id="D-81 another vote"),
        pytest.param(say(1) + say(2, **STAY) + say(3, **STAY), RULES, False, 0, id="D-81 it says it moved again"),
        pytest.param(
            say(1) + say(2, **STAY) + say(3, recommendation="Retreat"), RULES, True, 1, id="X-01 rounds 2 and 3"
        ),
        pytest.param(say(1) + say(2) + say(3, **STAY), RULES, False, 0, id="X-01 a change ends the row"),
        pytest.param(
            say(1)
            + say(2, recommendation="Grow abroad", premises=("x", "y"), risks=(), timing="2030", reasoning="Anew."),
            RULES,
            True,
            1,
            id="X-02 a paraphrase is a repetition",
        ),
        pytest.param(say(1, confidence=0.70) + say(2, confidence=0.75), RULES, True, 1, id="X-02 within 5 points"),
        pytest.param(say(1, confidence=0.70) + say(2, confidence=0.76), RULES, False, 0, id="X-02 6 points"),
        pytest.param(say(1, confidence=0.70) + say(2, confidence=None), RULES, True, 1, id="X-02 not stated"),
        pytest.param(say(1) + say(2, keeps_position="no"), RULES, False, 0, id="X-02 it says it moved"),
        pytest.param(say(1) + say(2, keeps_position="partly"), RULES, True, 1, id="X-02 partly, but the same vote"),
        pytest.param(say(1) + say(2)[:1], RULES, False, 0, id="D-79 a seat fell silent"),
        pytest.param(say(1, **claims("C1")) + say(2, **claims("c1")), RULES, True, 1, id="D-83 the same claims"),
        pytest.param(say(1, **claims("C1", "C2")) + say(2, **claims("C1")), RULES, True, 1, id="D-83 fewer claims"),
        pytest.param(say(1, **claims("C1")) + say(2, **claims("C1", "C2")), RULES, False, 0, id="D-83 a new claim"),
        pytest.param(
            say(1, **claims("C1")) + say(2, **claims("C1", evidence=("E1",))), RULES, False, 0, id="D-83 new evidence"
        ),
        pytest.param(
            say(1, **claims("C1", evidence=("E1",))) + say(2, **claims("C1", evidence=("e1",))),
            RULES, True, 1, id="D-83 evidence cited before",
        ),
        pytest.param(say(1) + say(2, **accept("K1")), RULES, False, 0, id="D-83 an accepted critique"),
        pytest.param(say(1) + say(2, **accept("K1", outcome="rejected")), RULES, True, 1, id="D-83 a rejected one"),
        pytest.param(
            say(1) + say(2, **accept("K1")) + say(3, **accept("K1")), RULES, True, 1, id="D-83 accepted before"
        ),
        pytest.param(
            say(1) + say(2, **STAY) + say(3, **GO) + say(4, **STAY), RULES, True, 0, id="D-81 an oscillation A-B-A-B"
        ),
        pytest.param(
            say(1) + say(2, **STAY) + say(3, **GO) + say(4, **STAY), STRICT, True, 0, id="D-81 in strict mode, too"
        ),
        pytest.param(say(1) + say(2, **STAY) + say(3, **GO), RULES, False, 0, id="D-81 A-B-A is a change of mind"),
        pytest.param(
            say(1) + say(2, **STAY) + say(3, **GO) + say(4, recommendation="Sell it", keeps_position="no"),
            RULES, False, 0, id="D-81 A-B-A-C",
        ),
    ],
)  # fmt: skip
def test_loops(positions: list[Position], rules: BreakerRules, detected: bool, counter: int) -> None:
    loop = detect_loop(positions, [], rules)
    assert (loop.detected, loop.counter) == (detected, counter)
    assert english(loop.reason)


def test_a_round_in_which_nobody_voted_equals_no_other() -> None:
    """D-79: silence twice is a failure, not a loop."""
    silent = [Position(seat="cro", round=number, status="timeout") for number in (1, 2)]
    loop = detect_loop(silent, [], RULES)
    assert (loop.detected, loop.fingerprint) == (False, "")


def test_an_unexplained_flip_is_a_repetition() -> None:
    """X-84: it does not move the debate."""
    flipped = say(2, recommendation="Retreat", unexplained=True)
    assert detect_loop(say(1) + flipped, [], RULES).detected


@pytest.mark.parametrize(
    ("second", "critiques", "signals", "detected"),
    [
        pytest.param({}, [], ("same_positions", "same_arguments", "same_confidence"), True, id="X-02 three of four"),
        pytest.param(claims("C7"), [], ("same_positions", "same_confidence"), False, id="X-02 a new argument"),
        pytest.param(
            {"confidence": 0.9},
            [criticise(1), criticise(0, 2, description="In other words")],
            ("same_positions", "same_arguments", "same_rebuttals"),
            True,
            id="X-02 D-83 identical rebuttals, however worded",
        ),
        pytest.param(
            {"confidence": 0.9},
            [criticise(1), criticise(0, 2, issue_type="overclaim")],
            ("same_positions", "same_arguments"),
            False,
            id="D-83 other rebuttals",
        ),
        pytest.param(
            {**claims("C7"), "confidence": 0.7},
            [criticise(1), criticise(0, 2)],
            ("same_positions", "same_confidence", "same_rebuttals"),
            False,
            id="D-83 three signals, but somebody brought something new",
        ),
        pytest.param(STAY, [], ("same_confidence",), False, id="D-83 another vote"),
    ],
)
def test_signals(second: dict[str, Any], critiques: list[Critique], signals: tuple[str, ...], detected: bool) -> None:
    loop = detect_loop(say(1) + say(2, **second), critiques, RULES)
    assert loop.signals == signals
    assert loop.detected is detected


@pytest.mark.parametrize(
    ("confidence", "points"), [(0.0, 0), (0.02, 0), (0.03, 5), (0.725, 75), (0.72, 70), (0.98, 100), (1.0, 100)]
)
def test_confidence_is_rounded_to_five_points(confidence: float, points: int) -> None:
    assert round_to_step(confidence) == points


def test_the_fingerprint_is_of_votes_and_confidence() -> None:
    """D-81."""
    first, reworded = detect_loop(say(1), [], RULES), detect_loop(say(1, timing="2030"), [], RULES)
    assert first.fingerprint == reworded.fingerprint != ""
    assert detect_loop(say(1, confidence=0.9), [], RULES).fingerprint != first.fingerprint


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


@given(st.lists(positions, max_size=4, unique_by=lambda each: each.seat))
def test_saying_the_same_again_is_always_a_loop(said: list[Position]) -> None:
    first = [each.model_copy(update={"round": 1, "keeps_position": None}) for each in said]
    again = [each.model_copy(update={"round": 2, "keeps_position": "yes"}) for each in said]
    assert detect_loop(first + again, [], RULES).detected is any(each.recommendation for each in said)
