"""Pauses for a person: what they need to decide, and what follows from their answer (INTERFACES 4, F-47)."""

from collections.abc import Sequence
from typing import Any

from langgraph.types import interrupt

from moot.nodes.asking import announce, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.gate import adjust
from moot.policies.comparison import group_camps, keep_latest
from moot.policies.limits import Standing, count_iterations, measure_seconds, trip_breaker
from moot.policies.refinement import choose_refinement_step, read_choice
from moot.policies.verdict import (
    DecisionType,
    check_warrant,
    compose_inconclusive,
    name_condition,
    read_response,
)
from moot.state.base import Texts
from moot.state.debate import MultiAgentState
from moot.state.findings import Breaker, Escalation
from moot.state.outcome import Council, Review, ReviewResponse

_DECIDE = "decide"


def make_review() -> AsyncNode:
    """Seat the person. Nothing with an effect stands before the interrupt: the node runs again on resume."""

    async def human_review(state: MultiAgentState) -> StateUpdate:
        allowed = allowed_decisions(state)
        request = _build_request(state, allowed)
        read = read_response(interrupt(request), allowed)
        while read.response is None:
            # The pause stays as it was and says what is wrong with the answer.
            read = read_response(interrupt({**request, "problem": read.problem}), allowed)
        announce("reviewed", type=read.response.type, reviewer=read.response.reviewer)
        review = Review(request=request, response=read.response, round=len(state.get("reviews") or []))
        return {"reviews": [review], **_follow(state, read.response)}

    return human_review


def allowed_decisions(state: MultiAgentState) -> tuple[DecisionType, ...]:
    """List what a person may answer: nothing can be approved where nothing is proposed."""
    proposed = _proposed_decision(state)
    may_argue = state["routing"].route != "simple"
    return (*(("approve",) if proposed else ()), "edit", "reject", *(("respond",) if may_argue else ()))


def _proposed_decision(state: MultiAgentState) -> str:
    """Find what would stand if the person approved: the council's path, else the synthesis."""
    council, synthesis = state.get("council"), state.get("synthesis")
    if council and council.resolution and council.resolution.decision.strip():
        return council.resolution.decision
    cause = state.get("root_cause")
    found = cause is not None and cause.final_hypothesis is not None
    heard = found or any(each.spoke for each in state.get("positions") or [])
    return synthesis.decision if synthesis and heard else ""


def _build_request(state: MultiAgentState, allowed: Sequence[str]) -> dict[str, Any]:
    """Write LangChain's human-in-the-loop request, with everything the person needs in its arguments."""
    args = _arguments(state)
    description = _describe(state, args)
    action = {"name": _DECIDE, "args": args, "arguments": args, "description": description}
    return {
        "action_requests": [action],
        "review_configs": [{"action_name": _DECIDE, "allowed_decisions": list(allowed)}],
        # The same for Agent Inbox, which reads these names.
        "action_request": {"action": _DECIDE, "args": args},
        "config": {
            "allow_accept": "approve" in allowed,
            "allow_edit": "edit" in allowed,
            "allow_respond": "respond" in allowed,
            "allow_ignore": "reject" in allowed,
        },
        "description": description,
    }


def _arguments(state: MultiAgentState) -> dict[str, Any]:
    profile, escalation, synthesis = state["protocol"].profile, state.get("escalation"), state.get("synthesis")
    council, case, spent = state.get("council"), state["case"], spent_so_far(state, with_lost=False)
    adjusted, ballot = adjust(state), state.get("ballot")
    camps = group_camps(keep_latest(state.get("positions") or [], profile.seat_ids), state.get("ballot"))
    missing = compose_inconclusive(state.get("positions") or [], synthesis, profile.seat_ids) if synthesis else None
    return {
        "decision": _proposed_decision(state),
        "question": state["question"],
        "confidence": council.confidence if council and council.confidence is not None else adjusted and adjusted.value,
        "confidence_flags": list(
            dict.fromkeys((*(adjusted.flags if adjusted else ()), *(council.flags if council else ())))
        ),
        "reasons": list(
            dict.fromkeys((*_list_unmet(state), *_ruled(council), *(escalation.reasons if escalation else ())))
        ),
        "impasse": bool(escalation and escalation.impasse),
        "sides": [
            {
                "seats": list(camp.seats),
                "view": camp.recommendation,
                "evidence": sorted(
                    {item for each in camp.positions for claim in each.claims for item in claim.evidence}
                ),
                "claims": [claim.statement for each in camp.positions for claim in each.claims],
            }
            for camp in camps
        ],
        "consensus": list(synthesis.consensus_points) if synthesis else [],
        "divergences": [each.model_dump(mode="json") for each in synthesis.divergences] if synthesis else [],
        "missing": missing.model_dump(mode="json") if missing else None,
        "council": council.model_dump(mode="json", exclude={"ruling"}) if council else None,
        "ballot": ballot.model_dump(mode="json") if ballot else None,
        "warrant": check_warrant(state).model_dump(mode="json"),
        "value_at_risk": case.value_at_risk,
        "risk": case.risk,
        "irreversible": case.irreversible,
        "rounds": state.get("round", 0),
        "cost": {
            "calls": spent.calls,
            "tokens": spent.prompt_tokens + spent.completion_tokens,
            "money": None if spent.unpriced_calls else spent.cost,
            "seconds": measure_seconds(state.get("turns") or [], state["protocol"].profile.rounds),
        },
    }


def _list_unmet(state: MultiAgentState) -> Texts:
    """List what the decision lacks, so that whoever approves it knows what they answer for.

    That somebody has to look is left out: why they have to is what the other reasons say.
    """
    return tuple(name_condition(each) for each in check_warrant(state).unmet if each.id != "reviewed")


def _ruled(council: Council | None) -> Texts:
    """Say why the council itself did not decide."""
    return council.ruling.reasons if council and council.ruling and council.ruling.outcome == "human" else ()


def _describe(state: MultiAgentState, args: dict[str, Any]) -> str:
    """Write the request in a few lines of Markdown, for clients that show nothing else."""
    lines = [f"**{state['question']}**", ""]
    lines += [f"Proposed: {args['decision']}" if args["decision"] else "No decision can be proposed.", ""]
    if args["reasons"]:
        lines += ["Why you are asked:", *(f"- {reason}" for reason in args["reasons"]), ""]
    for side in args["sides"]:
        lines.append(f"- {', '.join(side['seats'])}: {side['view']}")
    return "\n".join(lines).strip()


def _follow(state: MultiAgentState, response: ReviewResponse) -> StateUpdate:
    if response.type != "respond":
        return {}
    blocked = _no_room(state)
    if blocked is None:
        # What the gate found is spent: the debate goes on.
        return {"guidance": [response.text], "escalation": None}
    escalation = state.get("escalation") or Escalation(target="human", reasons=())
    # D-49, W-D23: another refinement at the limit is an impasse; the council looks once, else the pause returns.
    asked = blocked.impasse and state["protocol"].profile.council.enabled and state.get("council") is None
    update = {
        "target": "council" if asked else "human",
        "impasse": blocked.impasse or escalation.impasse,
        "reasons": tuple(
            dict.fromkeys((f"No further round can be opened: {blocked.explanation}", *escalation.reasons))
        ),
        # what called the person still stands.
        "then_human": True,
    }
    return {
        "breaker": blocked.model_copy(update={"target": update["target"]}),
        "escalation": escalation.model_copy(update=update),
    }


def _no_room(state: MultiAgentState) -> Breaker | None:
    """Find the breaker that stands against another round, if there is one."""
    standing = Standing(
        rounds=state.get("round", 0),
        convergence=state.get("convergence"),
        loop=state.get("loop"),
        spent=spent_so_far(state),
        iterations=count_iterations(state.get("turns") or []),
        refinements=state.get("refinements", 0),
        refinement_requested=True,
        positions=tuple(state.get("positions") or ()),
    )
    return trip_breaker(standing, state["protocol"].profile)


_REFINE = "refine"
_REFINEMENT_ANSWERS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def make_guidance() -> AsyncNode:
    """Seat the person who steers a refinement on demand."""

    async def ask_user(state: MultiAgentState) -> StateUpdate:
        request = _refinement_request(state)
        problem = ""
        while True:
            read = read_response(
                interrupt({**request, "problem": problem} if problem else request), _REFINEMENT_ANSWERS
            )
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


def _refinement_request(state: MultiAgentState) -> dict[str, Any]:
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    spent = spent_so_far(state, with_lost=False)
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
    action = {"name": _REFINE, "args": args, "arguments": args, "description": description}
    return {
        "action_requests": [action],
        "review_configs": [{"action_name": _REFINE, "allowed_decisions": list(_REFINEMENT_ANSWERS)}],
        "action_request": {"action": _REFINE, "args": args},
        "config": {"allow_accept": True, "allow_edit": True, "allow_respond": True, "allow_ignore": True},
        "description": description,
    }
