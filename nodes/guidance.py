"""The pause of the refinement loop: a person chooses how the idea goes on (F-47, W-F15)."""

from typing import Any

from langgraph.types import interrupt

from moot.nodes.asking import announce, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.refinement import choose_refinement_step, read_choice
from moot.policies.verdict import DecisionType, read_response
from moot.state.debate import MultiAgentState
from moot.state.outcome import Review

ACTION = "refine"
ALLOWED: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def make_guidance() -> AsyncNode:
    """Seat the person who steers a refinement on demand."""

    async def ask_user(state: MultiAgentState) -> StateUpdate:
        request = _request(state)
        problem = ""
        while True:
            read = read_response(interrupt({**request, "problem": problem} if problem else request), ALLOWED)
            if read.response is None:
                problem = read.problem
                continue
            choice, text = read_choice(read.response)
            rules = state["protocol"].profile.refinement
            step = choose_refinement_step(
                state.get("methodologist_output"),
                state.get("refinement_iteration", 0),
                rules.model_copy(update={"mode": "on_demand"}),
                choice=choice,
            )
            if step.step != "ask_user":
                break
            problem = step.reason
        announce("reviewed", type=choice, reviewer=read.response.reviewer)
        review = Review(request=request, response=read.response, round=len(state.get("reviews") or []))
        update: StateUpdate = {"reviews": [review], "refinement_step": step.step}
        return {**update, "guidance": [text]} if text else update

    return ask_user


def _request(state: MultiAgentState) -> dict[str, Any]:
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    spent = spent_so_far(state)
    args: dict[str, Any] = {
        "decision": versions[-1].question if versions else state["user_input"],
        "question": state["user_input"],
        "reasons": [verdict.justification] if verdict else [],
        "improvements": [each.model_dump(mode="json") for each in verdict.improvements] if verdict else [],
        "choices": ["refine", "research", "other"],
        "refinements": state.get("refinement_iteration", 0),
        "cost": {"calls": spent.calls, "tokens": spent.prompt_tokens + spent.completion_tokens},
    }
    improvements = verdict.improvements if verdict else ()
    gaps = "\n".join(f"- {each.aspect}: {each.gap} ({each.suggestion})" for each in improvements)
    description = (
        f"**{args['decision']}**\n\nThis question needs refinement:\n{gaps}\n\n"
        "Approve to refine it now, respond to refine it with your words, `research` to look something up first, "
        "reject to take another direction."
    )
    action = {"name": ACTION, "args": args, "arguments": args, "description": description}
    return {
        "action_requests": [action],
        "review_configs": [{"action_name": ACTION, "allowed_decisions": list(ALLOWED)}],
        "action_request": {"action": ACTION, "args": args},
        "config": {"allow_accept": True, "allow_edit": True, "allow_respond": True, "allow_ignore": True},
        "description": description,
    }
