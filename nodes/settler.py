"""Seats the critics once more after a revision: each says whether the answers settle its own critiques (X-56a)."""

from collections.abc import Mapping

from moot.nodes.asking import Ask, announce, tell_guidance
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.convener import open_wave
from moot.nodes.debater import labels_of
from moot.policies.critique import list_to_settle
from moot.policies.limits import sort_seats
from moot.prompts import Prompt, describe_seat, digest_evidence, digest_positions, digest_settling, render_prompt
from moot.state.critiques import Critique, Settlement, SettlementSheet
from moot.state.debate import MultiAgentState
from moot.state.protocol import Seat
from moot.state.routing import Wave


def make_settling() -> AsyncNode:
    """Seat the convener of the settling: who has grave critiques that were answered is asked about them."""

    async def settle(state: MultiAgentState) -> StateUpdate:
        profile, last = state["protocol"].profile, state.get("wave")
        asked = {sheet.agent for sheet in state.get("settlements") or [] if sheet.round == state["round"]}
        mine = _list_mine(state) if profile.critique.settle == "author" else {}
        # A branch begins where its round was settled already: nobody is asked twice.
        seats = sort_seats((seat for seat in mine if seat not in asked), profile.seat_ids)
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
        mine = _list_mine(state)[seat.id]
        answer = await ask(state, _prompt(state, seat, mine), Settlement, seat=seat.id, phase="settle")
        known = {each.id for each in mine}
        said = [each for each in answer.fields.get("verdicts") or () if each.critique_id.strip().upper() in known]
        sheet = SettlementSheet(
            agent=seat.id,
            round=state["round"],
            status=answer.counts_as,
            verdicts=tuple(said),
            flags=answer.flags,
            error=answer.error,
        )
        return {"settlements": [sheet], "turns": [answer.turn]}

    return settler


def _list_mine(state: MultiAgentState) -> Mapping[str, tuple[Critique, ...]]:
    profile, positions = state["protocol"].profile, state.get("positions") or []
    return list_to_settle(state.get("critiques") or [], positions, profile.seat_ids, state["round"])


def _prompt(state: MultiAgentState, seat: Seat, mine: tuple[Critique, ...]) -> Prompt:
    labels = labels_of(state)
    now = [each for each in state.get("positions") or [] if each.round == state["round"]]
    return render_prompt(
        "settle",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(now, labels, claims=True),
        guidance=tell_guidance(state),
        critiques=digest_settling(mine, state.get("positions") or [], labels, state["round"]),
        language=state["case"].written_in,
        persona=describe_seat(seat),
        label=labels[seat.id],
        to_settle=", ".join(each.id for each in mine),
    )
