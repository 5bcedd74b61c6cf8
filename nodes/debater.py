"""A seat that argues: it states a position, then revises it against its critics, or argues a conflict."""

from collections.abc import Sequence
from typing import Any

from moot.models import Answer, wire
from moot.nodes.asking import ask_again, put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.retrieving import add_findings, look_things_up
from moot.nodes.translate import to_position
from moot.policies.comparison import read_ahead
from moot.policies.conflicts import Decider, keep_open, name_decider
from moot.policies.critique import count_claims
from moot.prompts import (
    Prompt,
    critiques_to_answer,
    describe_seat,
    digest_blind_spots,
    digest_conflict,
    digest_critiques,
    digest_evidence,
    digest_own_position,
    digest_points,
    digest_positions,
    digest_rebuttals,
    evidence_rule,
    open_criteria,
    peer_labels,
    render_prompt,
)
from moot.state.critiques import CritiqueSheet
from moot.state.debate import MultiAgentState
from moot.state.protocol import ConflictRules, Seat


def make_debater(seat: Seat) -> AsyncNode:
    """Seat an agent who states its position without seeing the others."""

    async def debater(state: MultiAgentState) -> StateUpdate:
        told, found = await look_things_up(state, seat, "position")
        prompt = render_prompt("position", persona=describe_seat(seat), **common_variables(told))
        return add_findings(await _speak(told, seat, prompt, wire.Position, "position"), found)

    return debater


def make_reviser(seat: Seat) -> AsyncNode:
    """Seat an agent who answers its critics, or argues the conflicts it is part of."""

    async def reviser(state: MultiAgentState) -> StateUpdate:
        told, found = await look_things_up(state, seat, "revise")
        prompt = _argument(told, seat) if told.get("conflict_debates") else _revision(told, seat)
        return add_findings(await _speak(told, seat, prompt, wire.Revision, "revise"), found)

    return reviser


async def _speak(
    state: MultiAgentState, seat: Seat, prompt: Prompt, schema: type[wire.Position], phase: str
) -> StateUpdate:
    rules = state["protocol"].profile.claims
    answer: Answer[Any] = await put_question(state, prompt, schema, seat=seat.id, phase=phase)
    turns = [answer.turn]
    position = to_position(seat.id, state["round"], answer)
    counted = count_claims(position, rules)
    if counted.outcome == "refused":
        shorter = ask_again(prompt, answer, counted.reason)
        again: Answer[Any] = await put_question(
            state, shorter, schema, seat=seat.id, phase=phase, number=2, after=answer
        )
        turns.append(again.turn)
        if again.value is not None:
            position = to_position(seat.id, state["round"], again)
        if len(position.claims) > rules.max:
            # after one repair the valid part is used, and says so.
            flags = (*position.flags, "claims_cut")
            position = position.model_copy(update={"claims": position.claims[: rules.max], "flags": flags})
    elif counted.outcome == "warn":
        position = position.model_copy(update={"flags": (*position.flags, "many_claims")})
    read_ahead(position, state["case"].language)
    return {"positions": [position], "turns": turns}


def labels_of(state: MultiAgentState) -> dict[str, str]:
    """What the seats are called in front of each other."""
    profile = state["protocol"].profile
    return peer_labels(profile.seat_ids, anonymise=profile.anonymise_peers)


def common_variables(state: MultiAgentState) -> dict[str, str | int | None]:
    """What every prompt that asks for a position shows to all seats of the wave."""
    profile = state["protocol"].profile
    return {
        "question": state["question"],
        "evidence": digest_evidence(state.get("evidence") or []),
        "guidance": "\n".join(state.get("guidance") or []),
        "max_claims": profile.claims.warn,
        "evidence_rule": evidence_rule(profile.claims),
        "language": state["case"].language,
    }


def _revision(state: MultiAgentState, seat: Seat) -> Prompt:
    labels, number = labels_of(state), state["round"]
    before = [position for position in state.get("positions") or [] if position.round < number]
    now = [position for position in state.get("positions") or [] if position.round == number]
    critiques = [critique for critique in state.get("critiques") or [] if not critique.resolved]
    convergence = state.get("convergence")
    criteria = open_criteria(convergence, number)
    to_answer, more_critiques = critiques_to_answer(seat.id, critiques, labels)
    return render_prompt(
        "revise",
        positions=digest_positions(before, labels, criteria=criteria),
        critiques=_join(digest_critiques(critiques, labels), digest_blind_spots(_sheets(state, number - 1), labels)),
        closed=digest_points(convergence.agreed, labels) if convergence else None,
        open=digest_points(convergence.open, labels) if convergence else None,
        heard=digest_rebuttals(now, labels) if now else None,
        own_position=digest_own_position(seat.id, before, labels, criteria=criteria),
        persona=describe_seat(seat),
        label=labels[seat.id],
        to_answer=to_answer,
        more_critiques=more_critiques,
        **common_variables(state),
    )


def _sheets(state: MultiAgentState, number: int) -> list[CritiqueSheet]:
    return [sheet for sheet in state.get("sheets") or [] if sheet.round == number]


def _join(*texts: str) -> str:
    return "\n".join(text for text in texts if text)


def _tell_rule(seat: Seat, deciders: Sequence[Decider], rules: ConflictRules) -> str | None:
    """Why this seat decides, if it does (X-51, X-85)."""
    mine = [each for each in deciders if each.agent == seat.id]
    if not mine:
        return None
    return f"first of {', '.join(rules.priority)}" if mine[0].rule == "priority" else "the most confident party"


def _argument(state: MultiAgentState, seat: Seat) -> Prompt:
    labels, number, report = labels_of(state), state["round"], state.get("conflict_report")
    positions = state.get("positions") or []
    before = [position for position in positions if position.round < number]
    argued = {each.conflict_id for each in keep_open(state.get("conflict_debates") or ())}
    conflicts = [each for each in report.conflicts if each.conflict_id in argued] if report else []
    said = {position.seat: position.recommendation or "" for position in before}
    # A first answer changed nothing; who speaks in turn hears those before it.
    last = [position for position in positions if position.round > max(1, number - 2)]
    rules = state["protocol"].profile.conflicts
    deciders = [name_decider(each, before, rules) for each in conflicts]
    return render_prompt(
        "argue",
        conflict="\n\n".join(digest_conflict(conflict, labels, arguments=said) for conflict in conflicts),
        history=digest_rebuttals(last, labels) if last else None,
        own_position=digest_own_position(seat.id, before, labels),
        persona=describe_seat(seat),
        label=labels[seat.id],
        decider=_tell_rule(seat, [each for each in deciders if each], rules),
        **common_variables(state),
    )
