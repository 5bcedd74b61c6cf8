"""Seats the critics once more after a revision: each says whether the answers settle its own critiques (X-56a)."""

from collections.abc import Mapping
from typing import Any

from moot.nodes.asking import Ask, announce, tell_guidance
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import labels_of
from moot.nodes.opening import open_wave
from moot.policies.critique import list_to_settle
from moot.policies.critique.claims import list_to_confirm
from moot.policies.critique.evidence import list_cited
from moot.policies.critique.ledger import judge_claims
from moot.policies.limits.leases import sort_seats
from moot.policies.rounds import (
    apply_settlement,
    count_with_conditions,
    gate_positions,
    list_asked_to_accept,
    list_checked,
    list_conditional,
    list_others,
)
from moot.policies.verdict.warrant import find_norm_conflicts
from moot.prompts import Prompt, explain_named, render_prompt, unlabel
from moot.prompts.critiques import digest_norm_conflicts, digest_settling
from moot.prompts.findings import digest_evidence, digest_ledger
from moot.prompts.positions import describe_seat, digest_positions, digest_reservations
from moot.prompts.votes import explain_met, explain_vote_only
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.bookkeeping import NormConflict
from moot.state.critiques import Critique, Settlement, SettlementSheet
from moot.state.debate import MultiAgentState
from moot.state.evidence import Evidence
from moot.state.positions import Position
from moot.state.protocol import Seat
from moot.state.routing import Wave


def make_settling() -> AsyncNode:
    """Seat the convener of the settling.

    Who has grave critiques that were answered is asked about them; so is who votes on a condition that may be met, and
    whoever has to accept one.
    """

    async def settle(state: MultiAgentState) -> StateUpdate:
        profile, last = state["protocol"].profile, state.get("wave")
        asked = {sheet.agent for sheet in state.get("settlements") or [] if sheet.round == state["round"]}
        by_author = profile.critique.settle == "author"
        wanted = (*_list_mine(state), *_list_conflicts(state), *_list_on_conditions(state)) if by_author else ()
        # A branch begins where its round was settled already: nobody is asked twice.
        seats = sort_seats((seat for seat in dict.fromkeys(wanted) if seat not in asked), profile.seat_ids)
        if seats or (last is not None and last.phase == "settle"):
            return open_wave(state, Wave(phase="settle", round=state["round"], seats=seats))
        return {}

    return settle


def make_settler(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat a critic who judges the answers to its own critiques; one that cannot be asked closes nothing."""

    async def settler(state: MultiAgentState) -> StateUpdate:
        if not await ask.can_answer(state, seat.id, "settle"):
            note = "the model of this debate is not asked to judge answers"
            announce("unsettled", seat=seat.id, round=state["round"], reason=note)
            return {"settlements": [SettlementSheet(agent=seat.id, round=state["round"], status="failed", error=note)]}
        mine, conflicts = _list_mine(state).get(seat.id, ()), _list_conflicts(state).get(seat.id, ())
        ballot = _count(state)
        others, holders = list_others(ballot, seat.id), list_asked_to_accept(ballot).get(seat.id, ())
        prompt = _prompt(state, seat, mine, conflicts, others, holders)
        held = _list_held(state)
        mine_too = ("joins", others), ("reservation", (seat.id,)), ("takes_over", holders)
        offer = tuple(each for each in mine_too if each[1]) if seat.id in held else ()
        answer = await ask(state, prompt, Settlement, seat=seat.id, phase="settle", offer=offer)
        known = {*(each.id for each in mine), *(each.id for each in conflicts)}
        said = [each for each in answer.fields.get("verdicts") or () if each.critique_id.strip().upper() in known]
        sheet = SettlementSheet(
            agent=seat.id,
            round=state["round"],
            status=answer.counts_as,
            verdicts=tuple(said),
            **_read_vote(state, answer.fields, others, holders, ballot),
            flags=answer.flags,
            error=answer.error,
        )
        update: StateUpdate = {"settlements": [sheet], "turns": [answer.turn]}
        if seat.id in held and (sheet.joins or sheet.reservation is not None or sheet.takes_over):
            before = state.get("ballot")
            options = {each.id for each in before.options} if before else ()
            update["positions"] = [apply_settlement(held[seat.id], sheet, held, ballot, options)]
        return update

    return settler


def _read_vote(
    state: MultiAgentState, fields: Mapping[str, Any], others: Texts, holders: Texts, ballot: Ballot
) -> dict[str, Any]:
    """Read what a critic says of its own vote; of whom it could not mean it says nothing."""
    labels = labels_of(state)
    joins = unlabel(fields.get("joins") or "", labels)
    taken = [(each, unlabel(each.seat, labels)) for each in fields.get("takes_over") or ()]
    return {
        "joins": joins if joins in others else "",
        "because": fields.get("because") or "",
        "reservation": fields.get("reservation"),
        "takes_over": tuple(
            each.model_copy(update={"seat": holder, "text": ballot.reserved[holder]})
            for each, holder in taken
            if holder in holders
        ),
    }


def _count(state: MultiAgentState) -> Ballot:
    """Count the votes as they stand before anybody says that a condition is met."""
    return count_with_conditions(state, gate_positions(state))


def _list_held(state: MultiAgentState) -> dict[str, Position]:
    here = (each for each in state.get("positions") or [] if each.round == state["round"] and each.spoke)
    return {each.seat: each for each in here}


def _list_on_conditions(state: MultiAgentState) -> Texts:
    """List whose own condition may be met by now, and who is asked to accept one."""
    positions = state.get("positions") or []
    if not any(each.reservation.strip() for each in positions):
        return ()
    return (*list_conditional(positions, state["round"]), *list_asked_to_accept(_count(state)))


def _list_mine(state: MultiAgentState) -> Mapping[str, tuple[Critique, ...]]:
    seats, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    anyway = (*_list_conflicts(state), *_list_on_conditions(state))
    return list_to_settle(state.get("critiques") or [], positions, seats, state["round"], anyway)


def _list_conflicts(state: MultiAgentState) -> Mapping[str, tuple[NormConflict, ...]]:
    return list_to_confirm(find_norm_conflicts(state), state["protocol"].profile.seat_ids, state["round"])


def _prompt(
    state: MultiAgentState,
    seat: Seat,
    mine: tuple[Critique, ...],
    conflicts: tuple[NormConflict, ...],
    others: Texts,
    holders: Texts,
) -> Prompt:
    """Show a critic whom it judges with what they cite, and what those recommend whom it could join."""
    labels, positions = labels_of(state), state.get("positions") or []
    judged = {*(each.target for each in mine), *_list_resolvers(conflicts, seat)}
    now = [each for each in positions if each.round == state["round"] and each.seat in judged]
    # What it advises itself by now tells a critic what its critique still asks for.
    mine_now = [each for each in positions if each.round == state["round"] and each.seat == seat.id]
    # Whether its own condition is met a seat sees in what the others advise now.
    alike = {each.seat for each in positions if any(own.reservation.strip() for own in mine_now)} - {seat.id}
    shown = ({*others} | alike) - judged
    joinable = [each for each in positions if each.round == state["round"] and each.seat in shown]
    conditional = [each for each in positions if each.round == state["round"] and each.seat in holders]
    to_settle = ", ".join([*(each.id for each in mine), *(each.id for each in conflicts)])
    return render_prompt(
        "settle",
        question=state["question"],
        evidence=digest_evidence(_pick_sources(state, mine, {*judged, *(each.seat for each in joinable)})),
        positions=digest_positions(now, labels, claims=True),
        unsupported=_tell_unsupported(state, now, labels),
        # Who may join them has to know what they claim, and why.
        others=digest_positions(joinable, labels, claims=True),
        own_position=digest_positions(mine_now, labels),
        conditions=digest_reservations(conditional, labels),
        to_take_over=", ".join(labels[each] for each in holders),
        to_join=", ".join(labels[each] for each in others) if mine_now else None,
        reserving=explain_met() if mine_now else None,
        critiques=digest_settling(mine, positions, labels, state["round"]),
        conflicts=digest_norm_conflicts(conflicts, labels),
        to_confirm=", ".join(each.id for each in conflicts),
        language=state["case"].written_in,
        persona=describe_seat(seat),
        label=labels[seat.id],
        to_settle=to_settle,
        vote_only=None if to_settle else explain_vote_only(),
        guidance=explain_named(tell_guidance(state), labels),
    )


def _tell_unsupported(state: MultiAgentState, judged: list[Position], labels: Mapping[str, str]) -> str | None:
    """List the claims of those who are judged that do not stand on what they cite, as they stand in this round."""
    evidence, rules = state.get("evidence") or [], state["protocol"].profile.claims
    found = judge_claims(
        state["round"], judged, evidence, rules, question=state["question"], checked=list_checked(state)
    )
    bare = tuple(each for each in found.verdicts if each.verdict == "unsupported")
    return digest_ledger(found.model_copy(update={"verdicts": bare}), labels) if bare else None


def _pick_sources(state: MultiAgentState, mine: tuple[Critique, ...], judged: set[str]) -> list[Evidence]:
    """Pick the sources that those who are judged cite, or that a critique names."""
    evidence = state.get("evidence") or []
    said = [each for each in state.get("positions") or [] if each.seat in judged]
    cited = list_cited(said, [each.id for each in evidence])
    named = " ".join(f"{each.description} {each.suggested_fix}" for each in mine)
    return [each for each in evidence if each.id in cited or each.id in named]


def _list_resolvers(conflicts: tuple[NormConflict, ...], seat: Seat) -> set[str]:
    return {way.seat for each in conflicts for way in each.reconciliations if way.seat != seat.id}
