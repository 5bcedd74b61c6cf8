"""Reads the refinement loop's own result off a state: the last question, its verdict, and how it came about."""

from collections.abc import Mapping
from typing import Any

from moot.policies.refinement.evaluation import list_addressed
from moot.policies.verdict.review import QUESTION_ACTION
from moot.state.base import Texts
from moot.state.debate import MultiAgentState
from moot.state.refinement import Elements, RefinementResult

_REFINING = "research"
"""The profile whose seats are roles in one that only argues."""
_STEERING = (QUESTION_ACTION, "refine")
"""What a person is asked while an idea is refined."""


def summarise_refinement(state: MultiAgentState) -> RefinementResult | None:
    """Read what became of an idea off a state; None where nothing was refined."""
    versions = state.get("hypothesis_versions") or []
    if not versions:
        return None
    last = versions[-1]
    output = state.get("methodologist_output")
    structured = state.get("structurer_output")
    classification, reasoning = state.get("orchestrator_classification"), state.get("orchestrator_reasoning")
    return RefinementResult(
        status=output.status if output else last.feedback.status,
        question=last.question,
        refinement_iteration=state.get("refinement_iteration", 0),
        max_refinements=state.get("max_refinements", 0),
        hypothesis_versions=tuple(versions),
        classification=classification,  # type: ignore[arg-type]  # validated again by the model
        # Where the orchestrator gave no reason there is only the program's own remark, which says no more.
        classification_reasoning=reasoning if isinstance(reasoning, str) else "",
        justification=output.justification if output else last.feedback.justification,
        elements=structured.elements if structured else Elements(),
        addressed_gaps=list_addressed(structured.addressed_gaps, last) if structured else (),
        clarifications=output.clarifications if output else {},
        assumptions=last.assumptions,
        confirmed_assumptions=tuple(each.text for each in last.confirmed),
        withdrawn_assumptions=tuple(each.text for each in last.withdrawn),
        forced_decision=last.forced_decision,
        open_gaps=last.open_gaps,
        subject_kept=last.subject_kept,
        last_verdict=last.overruled,
        idea=state["user_input"],
        **_name_profiles(state),
        said=_list_said(state),
    )


def _name_profiles(state: MultiAgentState) -> dict[str, str]:
    """Name whose seats refined and whose argue: a profile that refines takes others for that, and the reverse."""
    profile, routing = state["protocol"].profile, state.get("routing")
    argued = routing is not None and routing.route != "refine"
    lent = profile.refinement.debate_profile
    if lent or "methodologist" in profile.seat_ids:
        return {"refined_by": profile.name, "argued_by": (lent or profile.name) if argued else ""}
    return {"refined_by": _REFINING, "argued_by": profile.name if argued else ""}


def _list_said(state: MultiAgentState) -> Texts:
    """List what people said to a refinement: their answers to its pauses, and remarks before anybody argued."""
    given = [
        review.response.text
        for review in state.get("reviews") or []
        if review.response is not None and _action(review.request) in _STEERING
    ]
    asked = [text for text in state.get("guidance") or [] if text in given]
    return tuple(dict.fromkeys((*asked, *(each.text for each in state.get("remarks") or [] if not each.round))))


def _action(request: Mapping[str, Any]) -> str:
    actions = request.get("action_requests") or [{}]
    return str(actions[0].get("name", ""))
