"""What a protocol amounts to when a rule decides it, and no model has to write it down."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.verdict.conclusions import (
    NOTHING,
    conclude_alone,
    conclude_boardroom,
    conclude_conflicts,
    conclude_search,
)
from moot.state.conflicts import Conflict, ConflictReport, ConsensusResult
from moot.state.hypotheses import FinalHypothesis, RootCause
from moot.state.outcome import Divergence, Synthesis
from moot.state.positions import Position
from moot.state.protocol import Profile
from tests.policies.making import make_position, make_profile
from tests.policies.voices import any_positions
from tests.state.strategies import values

DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
BOARD = make_profile(*DEPARTMENTS, conflicts={"enabled": True})


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
    found = conclude_alone([position])
    assert (found.confidence, found.author) == (confidence, author)
    if decision is not None:
        assert found.decision == decision


def test_an_answer_keeps_what_it_does_not_know() -> None:
    """D-110: limitations become gaps; what happened to the answer is flagged."""
    found = conclude_alone([make_position("cfo", 0, "Yes.", limitations=("churn",), flags=("repaired",))])
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
    found = conclude_search(root_cause())
    assert (found.decision, found.confidence, found.author) == ("The disk is full.", 0.6, "judge")
    assert found.consensus_points == ("Log: no space",)
    assert found.next_steps == ("free space",)


def test_no_hypothesis_is_no_result() -> None:
    """R-44: nothing is made up."""
    found = conclude_search(root_cause(hypothesis=""))
    assert (found.decision, found.confidence, found.uncertainty) == (NOTHING, 0.0, "insufficient_data")


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
    found = conclude_boardroom(answers(**said), BOARD)
    assert (found.decision, found.author, found.confidence) == (decision, author, 0.8)
    assert not found.critical_divergence
    assert found.flags == ()


def test_seats_outside_of_the_order_are_composed() -> None:
    """C-30: a profile whose seats have no priority is summed up by the largest camp."""
    profile = make_profile("x", "y", conflicts={"enabled": True})
    assert conclude_boardroom(answers(x="go", y="go"), profile).author == "deterministic"


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
    for synthesis in (conclude_alone(said), conclude_boardroom(said, profile), conclude_search(found)):
        assert isinstance(synthesis, Synthesis)
        assert synthesis.author
        assert 0 <= synthesis.confidence <= 1
    assert conclude_boardroom(said[::-1], profile) == conclude_boardroom(said, profile)
