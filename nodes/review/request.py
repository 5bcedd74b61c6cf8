"""Writes the request to a person: the text they may edit, a page that says everything else, and the same in figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from moot.catalogue import frame_language, speak, speaking
from moot.nodes.asking import announce, spent_so_far
from moot.nodes.chat import MODERATOR, make_message
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.disputes import view_reservations
from moot.policies.comparison.stances import group_camps, keep_latest
from moot.policies.critique import find_answer, list_unresolved
from moot.policies.critique.evidence import name_assumptions, name_unverified
from moot.policies.critique.ledger import latest_verdicts
from moot.policies.limits import measure_seconds
from moot.policies.verdict import (
    adjust_confidence,
    list_confidence_steps,
    name_caveats,
)
from moot.policies.verdict.review import DecisionType
from moot.policies.verdict.synthesis import compose_inconclusive
from moot.policies.verdict.warrant import check_warrant, name_condition
from moot.state.ballot import Ballot
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.facts import Sayings
from moot.state.outcome import Council
from moot.state.positions import Claim, Position
from moot.views.chat import ChatEntry, write_request
from moot.views.result import collect_norm_conflicts, name_seats, read_seat_titles

DECIDE = "decide"
REFINE = "refine"
REFINEMENT_ANSWERS: tuple[DecisionType, ...] = ("approve", "edit", "reject", "respond")


def make_review_request() -> AsyncNode:
    """Seat whoever writes down what a person has to decide, before the debate waits for them."""

    async def request_review(state: MultiAgentState) -> StateUpdate:
        return ask_person(state, build_review_request(state))

    return request_review


def make_guidance_request() -> AsyncNode:
    """Seat whoever writes down how a person may steer a refinement."""

    async def request_guidance(state: MultiAgentState) -> StateUpdate:
        return ask_person(state, build_guidance_request(state))

    return request_guidance


def ask_person(state: MultiAgentState, request: dict[str, Any]) -> StateUpdate:
    """Put a request into the state and into the conversation."""
    announce("asked", action=request["action_requests"][0]["name"])
    number = len(state.get("reviews") or [])
    page = make_message(state["case"], ChatEntry(MODERATOR, "request", number, request["description"]))
    return {
        "request": request,
        "status": "needs_review",
        # Closed by default: nothing is decided while it waits.
        "decision": None,
        "confidence": None,
        "messages": [page],
    }


def build_review_request(state: MultiAgentState) -> dict[str, Any]:
    """Build the request to decide."""
    allowed = _allowed_decisions(state)
    titles = read_seat_titles(state)
    with speaking(state["case"].language, titles) as said:
        details = drop_nulls(said.tell_all(_details(name_seats(state)))) | ({"seat_titles": titles} if titles else {})
    return build_request(DECIDE, details, allowed, write_request(details, allowed, state["case"].language))


def build_guidance_request(state: MultiAgentState) -> dict[str, Any]:
    """Build the request to steer a refinement."""
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    details: dict[str, Any] = {
        "decision": versions[-1].question if versions else state["user_input"],
        "question": state["user_input"],
        "refined_from_idea": True,
        "reasons": [verdict.justification] if verdict else [],
        "improvements": _list_wishes(state),
        "assumptions": list(versions[-1].assumptions) if versions else [],
        "choices": ["refine", "research", "other"],
        "refinements": state.get("refinement_iteration", 0),
        "language": state["case"].language,
        "cost": tell_cost(state),
    }
    details = drop_nulls(details)
    page = write_request(details, REFINEMENT_ANSWERS, state["case"].language, "refine")
    return build_request(REFINE, details, REFINEMENT_ANSWERS, page)


def _list_wishes(state: MultiAgentState) -> list[dict[str, Any]]:
    """List what a version lacks: its open gaps under their ids, else what was asked for."""
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    left = versions[-1].open_gaps if versions else ()
    return [each.model_dump(mode="json") for each in left or (verdict.improvements if verdict else ())]


def tell_refinement(state: MultiAgentState) -> dict[str, Any]:
    """Tell whoever decides on a refined question what the user wrote, and what in it nobody has confirmed."""
    versions = state.get("hypothesis_versions") or []
    if not versions:
        return {}
    return {"idea": state["user_input"], "assumptions": list(versions[-1].assumptions)}


def build_request(name: str, details: Mapping[str, Any], allowed: Sequence[str], description: str) -> dict[str, Any]:
    """Write LangChain's human-in-the-loop request; a person may edit one text, and nothing else looks editable."""
    args = {"decision": str(details.get("decision") or "")}
    return {
        "action_requests": [{"name": name, "args": args, "arguments": args, "description": description}],
        "review_configs": [{"action_name": name, "allowed_decisions": list(allowed)}],
        # The same for Agent Inbox, which reads these names.
        "action_request": {"action": name, "args": args},
        "config": {
            "allow_accept": "approve" in allowed,
            "allow_edit": "edit" in allowed,
            "allow_respond": "respond" in allowed,
            "allow_ignore": "reject" in allowed,
        },
        "description": description,
        # For programs that draw a page of their own, as the desk does.
        "details": dict(details),
    }


def drop_nulls(value: Any) -> Any:
    """Leave out what is not known: other people's pages fail on null."""
    if isinstance(value, Mapping):
        return {key: drop_nulls(each) for key, each in value.items() if each is not None}
    return [drop_nulls(each) for each in value] if isinstance(value, list | tuple) else value


def _allowed_decisions(state: MultiAgentState) -> tuple[DecisionType, ...]:
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


def _details(state: MultiAgentState) -> dict[str, Any]:
    profile, escalation, synthesis = state["protocol"].profile, state.get("escalation"), state.get("synthesis")
    council, case = state.get("council"), state["case"]
    adjusted, ballot = adjust_confidence(state), state.get("ballot")
    ruled = synthesis is not None and synthesis.author in profile.seat_ids
    camps = group_camps(keep_latest(state.get("positions") or [], profile.seat_ids), state.get("ballot"))
    missing = compose_inconclusive(state.get("positions") or [], synthesis, profile.seat_ids) if synthesis else None
    return {
        "decision": _proposed_decision(state),
        "question": state["question"],
        **tell_refinement(state),
        "confidence": council.confidence if council and council.confidence is not None else adjusted and adjusted.value,
        "confidence_flags": list(
            dict.fromkeys((*(adjusted.flags if adjusted else ()), *(council.flags if council else ())))
        ),
        "confidence_steps": list(list_confidence_steps(synthesis, adjusted, council)),
        "reasons": list(
            dict.fromkeys((*_ruled(council), *_list_unmet(state), *(escalation.reasons if escalation else ())))
        ),
        "impasse": bool(escalation and escalation.impasse),
        "sides": [_tell_side(each, ballot, case.language) for camp in camps for each in camp.positions],
        # What a decider gives as its reasons, concessions included, is not what all agree on.
        "grounds": list(synthesis.consensus_points) if synthesis and ruled else [],
        "consensus": list(synthesis.consensus_points) if synthesis and not ruled else [],
        "acceptances": _list_acceptances(state),
        "reservations": _list_reservations(state),
        "divergences": [each.model_dump(mode="json") for each in synthesis.divergences] if synthesis else [],
        "critiques": _list_grave(state),
        "closed_critiques": _list_closed(state),
        "norm_conflicts": [each.model_dump(mode="json") for each in collect_norm_conflicts(state)],
        "unsupported": _list_unsupported(state),
        "caveats": [
            *name_caveats(synthesis, state.get("acceptances") or (), state.get("round", 0)),
            *name_unverified(state.get("evidence") or [], state.get("positions") or []),
            *name_assumptions(state.get("positions") or [], state["protocol"].profile.claims),
        ],
        "missing": missing.model_dump(mode="json") if missing else None,
        "council": council.model_dump(mode="json", exclude={"ruling"}) if council else None,
        "ballot": ballot.model_dump(mode="json") if ballot else None,
        "warrant": check_warrant(state).model_dump(mode="json"),
        "value_at_risk": case.value_at_risk,
        "currency": profile.escalation.currency if case.value_at_risk is not None else None,
        "risk": case.risk,
        "irreversible": case.irreversible,
        "rounds": state.get("round", 0),
        "language": case.language,
        "cost": tell_cost(state),
    }


def _tell_side(position: Position, ballot: Ballot | None, language: str) -> dict[str, Any]:
    """Say what one seat recommends, claims and voted for: who votes for the same does not answer for its words."""
    return {
        "seats": [position.seat],
        "view": position.recommendation or position.stance or "",
        "evidence": sorted({item for claim in position.claims for item in claim.evidence}),
        "claims": [_tell_claim(claim, language) for claim in position.claims],
        "reservation": position.reservation.strip() or None,
        "joined": position.joined or None,
        "joined_because": position.changes[-1].what if position.joined else None,
        "moved": _list_moves(position.seat, ballot),
        "reasoning": (position.reasoning or "").strip() or None,
        "left_open": list(position.left_open),
    }


def _list_moves(seat: str, ballot: Ballot | None) -> list[dict[str, Any]]:
    """List what a seat voted for and since which round, where it did not vote for one option throughout."""
    cast = sorted((each for each in ballot.votes if each.seat == seat), key=lambda each: each.round) if ballot else []
    moves = [each for at, each in enumerate(cast) if not at or cast[at - 1].option != each.option]
    return [{"round": each.round, "option": each.option} for each in moves] if len(moves) > 1 else []


def _tell_claim(claim: Claim, language: str) -> str:
    """Say a claim with what it assumes: whoever approves it approves that as well."""
    assumed = [each.strip().rstrip(".") for each in claim.assumptions if each.strip()]
    if not assumed:
        return claim.statement
    return speak(frame_language(language))("claim.assuming", statement=claim.statement, assumptions=tuple(assumed))


def _list_unmet(state: MultiAgentState) -> Sayings:
    """List what the decision lacks, so that whoever approves it knows what they answer for.

    That somebody has to look is left out: why they have to is what the other reasons say; and so is what the gate has
    found already, which its own reasons say.
    """
    escalation, found = state.get("escalation"), state.get("warrant_facts")
    told = {each.id for each in found.unmet} if found is not None and escalation and escalation.reasons else set()
    return tuple(name_condition(each) for each in check_warrant(state).unmet if each.id not in {"reviewed", *told})


def _list_acceptances(state: MultiAgentState) -> list[dict[str, Any]]:
    """List what the parties said of the proposal when they were asked."""
    now = state.get("round", 0)
    return [each.model_dump(mode="json") for each in state.get("acceptances") or [] if each.round == now]


def _list_reservations(state: MultiAgentState) -> list[dict[str, Any]]:
    """List the conditions that parties put on record and others have not accepted, where nobody was asked since."""
    asked = {each.seat for each in state.get("acceptances") or [] if each.round == state.get("round", 0)}
    return [each.model_dump(mode="json") for each in view_reservations(state) if each.seat not in asked]


def _list_grave(state: MultiAgentState) -> list[dict[str, Any]]:
    """List the open critiques that stand against a decision; one that is MINOR does not."""
    told = {
        *("id", "severity", "agent", "target", "target_claim_id", "round", "target_now"),
        *("description", "resolution", "verdict_reason"),
    }
    grave = (each for each in list_unresolved(state.get("critiques") or []) if each.severity != "MINOR")
    return [{**each.model_dump(mode="json", include=told), **_tell_exchange(state, each)} for each in grave]


def _list_closed(state: MultiAgentState) -> list[dict[str, Any]]:
    """List what authors said when they closed a grave critique: they were told that whoever reviews reads it."""
    told = {"id", "agent", "target", "target_claim_id", "description", "verdict", "verdict_reason"}
    closed = (each for each in state.get("critiques") or [] if each.resolved and each.verdict_reason.strip())
    return [
        each.model_dump(mode="json", include=told)
        for each in closed
        if (each.first_severity or each.severity) != "MINOR"
    ]


def _tell_exchange(state: MultiAgentState, critique: Critique) -> dict[str, Any]:
    """Tell which option an open critique is aimed at, and what was last answered to it."""
    ballot, answer = state.get("ballot"), find_answer(critique, state.get("positions") or [])
    return {
        "option": ballot.last_vote(critique.target) if ballot else None,
        "answer": answer.model_dump(mode="json", include={"outcome", "reason"}) if answer else None,
    }


def _list_unsupported(state: MultiAgentState) -> list[dict[str, Any]]:
    """List the claims that do not stand on what they cite, and why: whoever is asked has to see which ones."""
    said = {(each.seat, claim.id): claim.statement for each in state.get("positions") or [] for claim in each.claims}
    return [
        {
            "seat": each.seat,
            "claim_id": each.claim_id,
            "statement": said.get((each.seat, each.claim_id), ""),
            "reason": each.reason,
        }
        # As each seat last stated them: who was not asked in the last round still stands by what it claimed.
        for each in latest_verdicts(state.get("ledgers") or [])
        if each.verdict == "unsupported"
    ]


def _ruled(council: Council | None) -> Sayings:
    """Say why the council itself did not decide."""
    return council.ruling.reasons if council and council.ruling and council.ruling.outcome == "human" else ()


def tell_cost(state: MultiAgentState) -> dict[str, Any]:
    """Say what was used so far; a price that is not known is left out."""
    spent = spent_so_far(state, with_lost=False)
    return {
        "calls": spent.calls,
        "tokens": spent.prompt_tokens + spent.completion_tokens,
        "money": None if spent.unpriced_calls else spent.cost,
        "seconds": measure_seconds(state.get("turns") or [], state["protocol"].profile.rounds),
    }
