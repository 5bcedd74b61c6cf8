"""Pauses for a person who decides on a refined question that was approved without all that it needs (X-72, F-17).

The question is proposed as it stands, with what is open, what is assumed, and what the methodologist said last.
Approving lets it stand, editing puts the person's own words in its place, rejecting ends without a question, and
responding has it refined once more, with the words as guidance.
"""

from typing import Any

from langgraph.types import interrupt

from moot.nodes.asking import announce, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.refinement import hand_over
from moot.policies.refinement import reopen_question
from moot.policies.verdict import QUESTION_ACTION, DecisionType, check_warrant, name_condition, read_response
from moot.state.debate import MultiAgentState
from moot.state.outcome import Review, ReviewResponse
from moot.state.refinement import MethodologistOutput, Version

_ANSWERS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def make_question_review() -> AsyncNode:
    """Seat the person. Nothing with an effect stands before the interrupt: the node runs again on resume."""

    async def review_question(state: MultiAgentState) -> StateUpdate:
        request = _build_request(state)
        read = read_response(interrupt(request), _ANSWERS)
        while read.response is None:
            read = read_response(interrupt({**request, "problem": read.problem}), _ANSWERS)
        announce("reviewed", type=read.response.type, reviewer=read.response.reviewer)
        review = Review(request=request, response=read.response, round=len(state.get("reviews") or []))
        return {"reviews": [review], **_follow(state, read.response)}

    return review_question


def _follow(state: MultiAgentState, response: ReviewResponse) -> StateUpdate:
    verdict, version = _standing(state)
    if response.type == "respond":
        reopened = reopen_question(verdict, version)
        return {"guidance": [response.text], "methodologist_output": reopened, "refinement_step": "structurer"}
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
    """Write LangChain's human-in-the-loop request."""
    verdict, version = _standing(state)
    warrant, spent = check_warrant(state), spent_so_far(state)
    args: dict[str, Any] = {
        "decision": version.question,
        "question": state["user_input"],
        "confidence": None,
        "confidence_flags": [],
        "reasons": _list_reasons(state, verdict, version),
        "improvements": [each.model_dump(mode="json") for each in version.open_gaps],
        "assumptions": list(version.assumptions),
        "warrant": warrant.model_dump(mode="json"),
        "cost": {"calls": spent.calls, "tokens": spent.prompt_tokens + spent.completion_tokens},
    }
    description = _describe(args)
    action = {"name": QUESTION_ACTION, "args": args, "arguments": args, "description": description}
    return {
        "action_requests": [action],
        "review_configs": [{"action_name": QUESTION_ACTION, "allowed_decisions": list(_ANSWERS)}],
        "action_request": {"action": QUESTION_ACTION, "args": args},
        "config": {"allow_accept": True, "allow_edit": True, "allow_respond": True, "allow_ignore": True},
        "description": description,
    }


def _list_reasons(state: MultiAgentState, verdict: MethodologistOutput, version: Version) -> list[str]:
    """Say why a person is asked: what is not met, what was said last, and what was said before a forced decision."""
    reasons = [name_condition(each) for each in check_warrant(state).unmet]
    reasons.append(f"methodologist, {verdict.status}: {verdict.justification}")
    if version.overruled is not None:
        reasons.append(
            f"methodologist, before it was forced, {version.overruled.status}: {version.overruled.justification}"
        )
    return reasons


def _describe(args: dict[str, Any]) -> str:
    """Write the request in a few lines of Markdown, for clients that show nothing else."""
    blocks = (
        ("Why you are asked", args["reasons"]),
        ("Open gaps", [f"{each['aspect']}: {each['gap']} ({each['suggestion']})" for each in args["improvements"]]),
        ("Assumed, to be confirmed", args["assumptions"]),
    )
    lines = [f"**{args['question']}**", "", f"Proposed question: {args['decision']}", ""]
    for title, texts in blocks:
        lines += [f"{title}:", *(f"- {text}" for text in texts), ""] if texts else []
    lines.append(
        "Approve to let the question stand as it is, edit to put your own in its place, respond to have it refined "
        "once more with your words, reject to end without a question."
    )
    return "\n".join(lines)
