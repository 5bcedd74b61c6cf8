"""Says which step of the ladder answered, what each step cost, and what the others would have cost."""

from moot.policies.limits import StepCost, price_ladder
from moot.policies.verdict.review import find_final_response
from moot.policies.verdict.warrant import has_council_decided
from moot.state.base import Texts, Value
from moot.state.debate import MultiAgentState
from moot.state.ladder import LadderAnswer, LadderStepRecord, StrongerAnswer


class LadderSummary(Value):
    """How far a debate climbed, and at what price."""

    answered_by: LadderAnswer | None
    """Who gave the answer: seats alone, their debate, a stronger model, the council or a person; null: nobody has."""
    step: int | None
    """The step in which seats alone gave the answer, counted from 1."""
    asked: Texts
    """The seats that were asked alone."""
    not_asked: Texts
    """The seats that need not have been asked."""
    steps: tuple[LadderStepRecord, ...]
    stronger: tuple[StrongerAnswer, ...] = ()
    costs: tuple[StepCost, ...]
    """What each step cost; of those that were not taken, what they would have cost."""


def summarise_ladder(state: MultiAgentState) -> LadderSummary | None:
    """Read the climb off a state; None where all seats were asked at once."""
    ladder = state.get("ladder")
    if ladder is None:
        return None
    team, profile = state["routing"].seats, state["protocol"].profile
    answered = _find_answer(state)
    return LadderSummary(
        answered_by=answered,
        step=len(ladder.steps) if answered == "alone" else None,
        asked=ladder.asked,
        not_asked=tuple(seat for seat in team if seat not in ladder.asked),
        steps=ladder.steps,
        stronger=ladder.stronger,
        costs=price_ladder(ladder, team, state.get("turns") or [], profile),
    )


def _find_answer(state: MultiAgentState) -> LadderAnswer | None:
    ladder, outcome = state.get("ladder"), state.get("outcome")
    if ladder is None or outcome is None or outcome.status != "decided":
        return None
    if find_final_response(state) is not None:
        return "person"
    if has_council_decided(state):
        return "council"
    if ladder.chosen is not None:
        return "stronger"
    return "alone" if state.get("round", 0) <= 1 else "debate"
