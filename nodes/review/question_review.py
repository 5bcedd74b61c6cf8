"""Pauses for a person who decides on a refined question that was approved without all that it needs (X-72, F-17).

The question is proposed as it stands, with what is open, what is assumed, and what the methodologist said last.
Approving lets it stand, editing puts the person's own words in its place, rejecting ends without a question, and
responding has it refined once more, with the words as guidance.
"""

from typing import Any

from moot.catalogue import speak
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.refinement import hand_over
from moot.nodes.review.request import ask_person, build_request, drop_nulls, tell_cost
from moot.nodes.review.review import allow_refinement, close_review, wait_for_answer
from moot.policies.refinement.evaluation import reopen_question
from moot.policies.verdict.review import QUESTION_ACTION, DecisionType
from moot.policies.verdict.warrant import check_warrant, name_condition
from moot.state.debate import MultiAgentState
from moot.state.facts import Saying, state_fact
from moot.state.outcome import ReviewResponse
from moot.state.refinement import MethodologistOutput, Version
from moot.views.chat import write_request

_ANSWERS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def make_question_request() -> AsyncNode:
    """Seat whoever writes down what a person has to decide about a refined question."""

    async def request_question(state: MultiAgentState) -> StateUpdate:
        return ask_person(state, _build_request(state))

    return request_question


def make_question_review() -> AsyncNode:
    """Seat the person. Nothing with an effect stands before the interrupt: the node runs again on resume."""

    async def review_question(state: MultiAgentState) -> StateUpdate:
        request = state.get("request") or _build_request(state)
        response = state.get("reply") or wait_for_answer(request, _ANSWERS, state["case"].language)
        phrase = "read_steer" if response.type == "respond" else f"read_{response.type}"
        return {**close_review(state, request, response, phrase), **_follow(state, response)}

    return review_question


def _follow(state: MultiAgentState, response: ReviewResponse) -> StateUpdate:
    verdict, version = _standing(state)
    if response.type == "respond":
        reopened = reopen_question(verdict, version)
        return {
            "guidance": [response.text],
            "methodologist_output": reopened,
            "refinement_step": "structurer",
            **allow_refinement(state),
        }
    if response.type == "reject":
        return {"refinement_step": "end"}
    question = response.text if response.type == "edit" else version.question
    return {"refinement_step": "end", **hand_over(state, question)}


def _standing(state: MultiAgentState) -> tuple[MethodologistOutput, Version]:
    """Find the verdict and the version that are decided on; the pause is only reached with both."""
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    if verdict is None or not versions:
        raise ValueError("there is no evaluated question to decide on")
    return verdict, versions[-1]


def _build_request(state: MultiAgentState) -> dict[str, Any]:
    verdict, version = _standing(state)
    details: dict[str, Any] = {
        "decision": version.question,
        "question": state["user_input"],
        "refined_from_idea": True,
        "reasons": _list_reasons(state, verdict, version),
        "improvements": [each.model_dump(mode="json") for each in version.open_gaps],
        "assumptions": list(version.assumptions),
        "warrant": check_warrant(state).model_dump(mode="json"),
        "cost": tell_cost(state),
        "language": state["case"].language,
    }
    details = drop_nulls(speak(state["case"].language).tell_all(details))
    page = write_request(details, _ANSWERS, state["case"].language, "question")
    return build_request(QUESTION_ACTION, details, _ANSWERS, page)


def _list_reasons(state: MultiAgentState, verdict: MethodologistOutput, version: Version) -> list[Saying]:
    """Say why a person is asked: what is not met, what was said last, and what was said before a forced decision."""
    reasons: list[Saying] = [name_condition(each) for each in check_warrant(state).unmet]
    reasons.append(state_fact("refinement.verdict", status=verdict.status, why=verdict.justification))
    if version.overruled is not None:
        reasons.append(
            state_fact(
                "refinement.verdict_before", status=version.overruled.status, why=version.overruled.justification
            )
        )
    return reasons
