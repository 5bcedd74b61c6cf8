"""What a debate amounts to when a rule decides it, or when no model can write it down."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.verdict.confidence import COUNCIL_FALLBACK, sum_points
from moot.policies.verdict.synthesis.synthesis import (
    _conclude_alone,
    _conclude_boardroom,
    _conclude_search,
    compose_inconclusive,
    compose_resolution,
    compose_synthesis,
    conclude_conflicts,
)
from moot.state.conflicts import Conflict, ConflictReport, ConsensusResult
from moot.state.facts import state_fact
from moot.state.hypotheses import FinalHypothesis, RootCause
from moot.state.outcome import CouncilCritique, CouncilDissent, Divergence, Synthesis
from moot.state.positions import Claim, Position
from moot.state.protocol import Profile
from tests.policies.making import SEATS, converged, diverged, make_position, make_profile
from tests.policies.voices import any_positions
from tests.state.strategies import values
from tests.support.words import english

DISSENT = CouncilDissent(
    weakest_premise="Demand holds",
    undiscussed_risk="A price war",
    probability="low",
    impact="high",
    regret_scenario="cash ran out",
    ignored_alternative="Partner",
)
CRITIQUE = CouncilCritique(premises=10, evidence=10, logic=10, alternatives=10, conflicts=10, gaps=("Ask the bank",))
DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
BOARD = make_profile(*DEPARTMENTS, conflicts={"enabled": True})


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
    assert "Nothing is recommended" in english(found.statement)


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
    found = compose_resolution(synthesis, CRITIQUE, DISSENT, sum_points(state_fact("council.debate"), calculated, []))
    assert (found.decision, found.confidence, found.author) == ("Expand", confidence, COUNCIL_FALLBACK)
    assert found.residual_risks == ("A price war", "Demand holds")
    assert found.next_steps == ("Settle: risks", "Ask the bank")
    assert found.reversal_criteria == ("Turn back if: cash ran out",)
    assert english(found.calculation[0]).startswith("debate")


def test_the_forced_resolution_of_a_silent_council() -> None:
    """W-D20: neither critic nor advocate spoke in time."""
    synthesis = Synthesis(decision="Expand", confidence=0.6)
    found = compose_resolution(synthesis, None, None, sum_points(state_fact("council.debate"), 0.6, []))
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


# One agent alone.


@pytest.mark.parametrize(
    ("position", "decision", "confidence", "author"),
    [
        pytest.param(make_position("cfo", 0, "Yes.", confidence=0.8), "Yes.", 0.8, "cfo", id="X-15 its own confidence"),
        pytest.param(
            make_position("cfo", 0, "Yes."), "Yes.", 0.0, "cfo", id="X-15 none stated is none: a person looks"
        ),
        pytest.param(make_position("cfo", 0, None, status="timeout"), None, 0.0, "deterministic", id="X-16 no answer"),
        pytest.param(make_position("cfo", 0, ""), None, 0.0, "deterministic", id="X-16 an empty answer"),
    ],
)
def test_one_answer(position: Position, decision: str | None, confidence: float, author: str) -> None:
    found = _conclude_alone([position])
    assert (found.confidence, found.author) == (confidence, author)
    if decision is not None:
        assert found.decision == decision


def test_an_answer_keeps_what_it_does_not_know() -> None:
    """D-110: limitations become gaps; what happened to the answer is flagged."""
    found = _conclude_alone([make_position("cfo", 0, "Yes.", limitations=("churn",), flags=("repaired",))])
    assert (found.gaps, found.flags) == (("churn",), ("repaired",))


# Root causes.


def root_cause(**best: Any) -> RootCause:
    chosen = {
        "hypothesis": "The disk is full.", "confidence": 0.6, "judge_score": 92, "source": "log_focused",
        "reasoning": "r", "evidence": ("Log: no space",), "resolution": ("free space",), "rounds_refined": 2,
        "refinements": 1, "category": "hardware", "affected_components": (), "hypothesis_id": "log_1", "final_round": 2,
        **best,
    }  # fmt: skip
    return RootCause(
        rounds=(),
        final_hypothesis=FinalHypothesis.model_validate(chosen) if best.get("hypothesis", "x") else None,
        convergence_achieved=True,
        total_rounds=2,
        improvement_trajectory=(85, 92),
        stop_reason="plateau",
        best_round=2,
        refinements=1,
    )


def test_the_best_hypothesis_is_the_result() -> None:
    """R-40 R-61: as sure as its reasoner, never as its score."""
    found = _conclude_search(root_cause())
    assert (found.decision, found.confidence, found.author) == ("The disk is full.", 0.6, "judge")
    assert found.consensus_points == ("Log: no space",)
    assert found.next_steps == ("free space",)


def test_no_hypothesis_is_no_result() -> None:
    """R-44: nothing is made up."""
    found = _conclude_search(root_cause(hypothesis=""))
    assert (found.decision, found.confidence, found.uncertainty) == (
        "Nothing can be decided: no agent gave a usable answer.",
        0.0,
        "insufficient_data",
    )


# Departments.


def answers(**said: str | None) -> list[Position]:
    return [make_position(seat, 1, text, confidence=0.8, stance=text) for seat, text in said.items()]


@pytest.mark.parametrize(
    ("said", "decision", "author"),
    [
        pytest.param(
            {"analyst": "a", "reviewer": "r", "financial": "f"}, "r", "reviewer", id="C-30 the reviewer first"
        ),
        pytest.param({"analyst": "a", "financial": "f", "market": "m"}, "f", "financial", id="C-30 then financial"),
        pytest.param({"analyst": "a", "market": "m"}, "m", "market", id="C-30 then market"),
        pytest.param({"analyst": "a"}, "a", "analyst", id="C-30 then the analyst"),
        pytest.param({"reviewer": None, "analyst": "a"}, "a", "analyst", id="C-20 who said nothing is skipped"),
    ],
)
def test_without_a_conflict_priority_speaks(said: dict[str, str | None], decision: str, author: str) -> None:
    """C-27 C-48: different answers that contradict nobody are no divergence to be escalated."""
    found = _conclude_boardroom(answers(**said), BOARD)
    assert (found.decision, found.author, found.confidence) == (decision, author, 0.8)
    assert not found.critical_divergence
    assert found.flags == ()


def test_seats_outside_of_the_order_are_composed() -> None:
    """C-30: a profile whose seats have no priority is summed up by the largest camp."""
    profile = make_profile("x", "y", conflicts={"enabled": True})
    assert _conclude_boardroom(answers(x="go", y="go"), profile).author == "deterministic"


def settled(conflict: str = "K", **fields: Any) -> ConsensusResult:
    usual = {
        "execution_id": "e", "conflict_id": conflict, "final_decision": f"decide {conflict}", "supporting_agents": (),
        "opposing_agents": (), "neutral_agents": (), "justification": "j", "reasoning_summary": "s",
        "trade_offs_acknowledged": (), "debate_rounds": (), "total_rounds": 1, "unresolved_aspects": (),
        "confidence_score": 0.7, "severity": "high", "accepted": True, **fields,
    }  # fmt: skip
    return ConsensusResult.model_validate(usual)


def report(*names: str) -> ConflictReport:
    conflicts = tuple(
        Conflict.model_validate({
            "conflict_id": name, "conflict_type": "financial", "severity": "high", "topic": f"topic {name}",
            "agents_involved": ("financial", "commercial"), "positions": {}, "description": "d", "key_differences": (),
            "mutual_exclusivity": True, "requires_debate": True,
        })
        for name in names
    )  # fmt: skip
    return ConflictReport(
        execution_id="e", total_conflicts=len(names), conflicts=conflicts, has_low_severity=False,
        has_medium_severity=False, has_high_severity=True, has_critical_severity=False, requires_debate=True,
        debate_topics=(),
    )  # fmt: skip


def test_conflicts_settled_one_by_one() -> None:
    """X-85 C-40: every decision once, and as sure as the least sure of them."""
    results = (settled("A", confidence_score=0.8), settled("B", confidence_score=0.5, resolver_agent="market"))
    found = conclude_conflicts(results, report("A", "B"), answers(financial="f"), BOARD)
    assert (found.decision, found.confidence, found.author) == ("decide A\ndecide B", 0.5, "reviewer")
    assert found.divergences == ()
    assert not found.critical_divergence


def test_what_stays_open_is_named() -> None:
    """D-111 X-39: the topic, its kind, who argued what, and what is unresolved; critical ones are told."""
    last = {"round_number": 1, "topic": "t", "arguments": {"financial": "too dear", "commercial": "it pays"}}
    result = settled(
        "A", opposing_agents=("commercial",), unresolved_aspects=("the price",), debate_rounds=(last,),
        severity="critical", trade_offs_acknowledged=("speed for cost",), confidence_flags=("timeout",),
    )  # fmt: skip
    found = conclude_conflicts((result,), report("A"), answers(financial="f"), BOARD)
    (open_,) = found.divergences
    assert (open_.theme, open_.nature, open_.impact) == ("topic A", "data", "the price")
    assert [(side.seat, side.view) for side in open_.sides] == [("financial", "too dear"), ("commercial", "it pays")]
    assert found.critical_divergence
    assert found.tensions == ("speed for cost",)
    assert found.flags == ("timeout",)


def test_what_a_mediator_wrote_is_kept() -> None:
    """C-38: the decision is the settlement's, everything around it the mediator's."""
    ruling = Synthesis(
        decision="ignored", confidence=0.99, consensus_points=("both want growth",),
        divergences=(Divergence(theme="pace", nature="timing"),), critical_divergence=True, flags=("repaired",),
    )  # fmt: skip
    found = conclude_conflicts((settled("A"),), report("A"), answers(financial="f"), BOARD, ruling)
    assert (found.decision, found.confidence) == ("decide A", 0.7)
    assert found.consensus_points == ("both want growth",)
    assert [each.theme for each in found.divergences] == ["pace"]
    assert found.critical_divergence
    assert found.flags == ("repaired",)


def test_no_settlement_at_all() -> None:
    """X-49: nothing settled leaves what the departments answered."""
    assert conclude_conflicts((), report(), answers(financial="f"), BOARD).decision == "f"


@settings(max_examples=60)
@given(said=any_positions(3), found=values(RootCause), profile=st.sampled_from([BOARD, make_profile()]))
def test_something_is_always_concluded(said: tuple[Position, ...], found: RootCause, profile: Profile) -> None:
    """DESIGN 5: a result is always produced."""
    for synthesis in (_conclude_alone(said), _conclude_boardroom(said, profile), _conclude_search(found)):
        assert isinstance(synthesis, Synthesis)
        assert synthesis.author
        assert 0 <= synthesis.confidence <= 1
    assert _conclude_boardroom(said[::-1], profile) == _conclude_boardroom(said, profile)
