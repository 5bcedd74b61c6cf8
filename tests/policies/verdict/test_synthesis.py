"""The synthesis, the inconclusive result and the council's resolution when no model can write them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.verdict.confidence import COUNCIL_FALLBACK, sum_points
from moot.policies.verdict.synthesis import compose_inconclusive, compose_resolution, compose_synthesis
from moot.state.outcome import CouncilCritique, CouncilDissent, Synthesis
from moot.state.positions import Claim, Position
from tests.policies.making import SEATS, converged, diverged, make_position


def hold(seat: str, stance: str, confidence: float = 0.6, **fields: Any) -> Position:
    return make_position(seat, 1, f"We should {stance}", stance=stance, confidence=confidence, **fields)


SPLIT = [
    hold("cro", "expand", 0.9, premises=("Demand grows", "Cash is there"), risks=("Churn",), timing="2025"),
    hold(
        "cfo",
        "hold",
        0.5,
        premises=("demand grows",),
        risks=("Debt",),
        timing="2025",
        open_questions=("What is the rate?",),
    ),
    hold(
        "coo",
        "expand",
        0.7,
        premises=("Demand grows.",),
        risks=("Churn",),
        timing="2025",
        limitations=("No churn data",),
    ),
]


def test_the_four_parts() -> None:
    """D-110, D-111, D-113: consensus, divergences with their sides, tensions, gaps; all in the agents' words."""
    found = compose_synthesis(SPLIT, diverged(), SEATS)
    assert found.decision == "We should expand"
    assert found.consensus_points == ("Demand grows", "2025")
    assert [(each.theme, each.nature) for each in found.divergences] == [
        ("recommendation", "priorities"),
        ("premises", "data"),
        ("risks", "risk"),
    ]
    assert [(side.seat, side.view) for side in found.divergences[0].sides] == [
        ("cro", "We should expand"),
        ("cfo", "We should hold"),
        ("coo", "We should expand"),
    ]
    assert all(each.impact for each in found.divergences)
    assert found.gaps == ("What is the rate?", "No churn data")
    assert found.tensions == ()
    assert found.next_steps


def test_it_says_who_wrote_it_and_how_sure_it_may_be() -> None:
    """Q-01: the mean of those who responded, at most 0.69, and both figures are kept."""
    found = compose_synthesis(SPLIT, None, SEATS)
    assert (found.author, found.flags) == ("deterministic", ("deterministic",))
    assert found.confidence == 0.69
    assert found.positions_confidence == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("positions", "decision", "critical", "uncertainty"),
    [
        pytest.param(SPLIT, "We should expand", False, "none", id="D-113 two of three"),
        pytest.param(
            SPLIT[:2], "We should expand", True, "irresolvable_conflict", id="D-113 Q-02 one against one, the surer one"
        ),
        pytest.param(
            [hold("cro", "expand"), hold("cfo", "hold"), hold("coo", "wait"), hold("cmo", "hold", 0.1)],
            "We should hold",
            True,
            "irresolvable_conflict",
            id="D-113 two of four are no majority",
        ),
        pytest.param([hold("cfo", "hold")], "We should hold", False, "none", id="X-15 one alone"),
        pytest.param(
            [], "No position arrived, so nothing can be decided.", False, "insufficient_data", id="X-16 nobody"
        ),
        pytest.param(
            [Position(seat="cro", round=1, premises=("Demand grows",))],
            "No position arrived, so nothing can be decided.",
            False,
            "insufficient_data",
            id="X-21b nobody recommended anything",
        ),
    ],
)
def test_the_best_supported_recommendation(
    positions: list[Position], decision: str, critical: bool, uncertainty: str
) -> None:
    found = compose_synthesis(positions, None, SEATS)
    assert (found.decision, found.critical_divergence, found.uncertainty) == (decision, critical, uncertainty)


def test_agreement_for_different_reasons_is_a_tension() -> None:
    """D-110: kept on purpose, not smoothed away."""
    said = [hold("cro", "expand", timing="2025"), hold("cfo", "expand", timing="2026")]
    found = compose_synthesis(said, None, SEATS)
    assert found.tensions == ("Same recommendation, different timing.",)
    assert [each.theme for each in found.divergences] == ["timing"]


def test_the_comparator_has_the_last_word() -> None:
    """Q-06: what it found agreed is no divergence, however it is worded."""
    said = [hold("cro", "expand", timing="2025"), hold("cfo", "expand", timing="next year")]
    found = compose_synthesis(said, converged(details={"timing": 1.0}, agreed=("timing: next year",)), SEATS)
    assert found.divergences == ()
    assert found.consensus_points[0] == "timing: next year"


def test_the_inconclusive_result() -> None:
    """D-130: two options with defenders and evidence, what to find out, and nothing recommended."""
    said = [
        hold("cro", "expand", claims=(Claim(id="C1", statement="s", evidence=("E1", "E2")),)),
        hold("cfo", "hold", claims=(Claim(id="C1", statement="s", evidence=("E3",)),)),
        hold(
            "coo",
            "expand",
            open_questions=("What is the rate?",),
            claims=(Claim(id="C1", statement="s", evidence=("E1",)),),
        ),
    ]
    found = compose_inconclusive(said, compose_synthesis(said, None, SEATS), SEATS)
    assert found.option_a is not None
    assert found.option_b is not None
    assert (found.option_a.text, found.option_a.defenders) == ("We should expand", ("cro", "coo"))
    assert found.option_a.evidence == ("E1", "E2")
    assert (found.option_b.defenders, found.option_b.evidence) == (("cfo",), ("E3",))
    assert found.find_out == ("What is the rate?",)
    assert "Nothing is recommended" in found.statement


@pytest.mark.parametrize(
    ("positions", "uncertainty", "kind"),
    [
        pytest.param(SPLIT, "none", "irresolvable_conflict", id="D-130 two camps"),
        pytest.param(SPLIT[:1], "none", "insufficient_data", id="D-130 one camp"),
        pytest.param([], "none", "insufficient_data", id="D-130 X-16 nobody"),
        pytest.param(SPLIT, "out_of_scope", "out_of_scope", id="D-130 the synthesis knows better"),
        pytest.param(SPLIT, "insufficient_data", "insufficient_data", id="D-130 too little data"),
    ],
)
def test_the_kind_of_uncertainty(positions: list[Position], uncertainty: Any, kind: str) -> None:
    synthesis = Synthesis(decision="", confidence=0.3, uncertainty=uncertainty)
    assert compose_inconclusive(positions, synthesis, SEATS).kind == kind


DISSENT = CouncilDissent(
    weakest_premise="Demand holds",
    undiscussed_risk="A price war",
    probability="low",
    impact="high",
    regret_scenario="cash ran out",
    ignored_alternative="Partner",
)
CRITIQUE = CouncilCritique(premises=10, evidence=10, logic=10, alternatives=10, conflicts=10, gaps=("Ask the bank",))


@pytest.mark.parametrize(
    ("stated", "calculated", "confidence"),
    [
        pytest.param(0.62, 0.82, 0.62, id="D-78 W-D20 never surer than the debate"),
        pytest.param(0.62, 0.40, 0.40, id="D-78 the calculation lowers it"),
        pytest.param(0.95, 1.00, 0.69, id="Q-01 at most 0.69"),
    ],
)
def test_the_forced_resolution(stated: float, calculated: float, confidence: float) -> None:
    synthesis = Synthesis(decision="Expand", confidence=stated, next_steps=("Settle: risks",))
    found = compose_resolution(synthesis, CRITIQUE, DISSENT, sum_points("debate", calculated, []))
    assert (found.decision, found.confidence, found.author) == ("Expand", confidence, COUNCIL_FALLBACK)
    assert found.residual_risks == ("A price war", "Demand holds")
    assert found.next_steps == ("Settle: risks", "Ask the bank")
    assert found.reversal_criteria == ("Turn back if: cash ran out",)
    assert found.calculation[0].startswith("debate")


def test_the_forced_resolution_of_a_silent_council() -> None:
    """W-D20: neither critic nor advocate spoke in time."""
    synthesis = Synthesis(decision="Expand", confidence=0.6)
    found = compose_resolution(synthesis, None, None, sum_points("debate", 0.6, []))
    assert (found.residual_risks, found.reversal_criteria) == ((), ())


positions = st.builds(
    make_position,
    st.sampled_from(SEATS),
    st.integers(1, 3),
    st.none() | st.sampled_from(["expand", "hold", ""]),
    premises=st.none() | st.lists(st.sampled_from(["a", "b", "!"]), max_size=2).map(tuple),
    confidence=st.none() | st.integers(0, 100).map(lambda points: points / 100),
    open_questions=st.lists(st.sampled_from(["q", " "]), max_size=2).map(tuple),
)


@given(st.lists(positions, max_size=8, unique_by=lambda each: (each.seat, each.round)), st.randoms())
def test_a_synthesis_is_always_produced_and_never_depends_on_the_order(said: list[Position], random: Any) -> None:
    found = compose_synthesis(said, None, SEATS)
    assert found == compose_synthesis(random.sample(said, len(said)), None, SEATS)
    assert found.decision
    assert found.confidence <= 0.69
