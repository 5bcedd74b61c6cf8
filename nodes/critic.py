"""A seat that criticises the others (L-12, D-40)."""

from moot.models import wire
from moot.nodes.asking import ask_again, put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.debater import labels_of
from moot.nodes.translate import to_sheet
from moot.policies.critique import check_floor, number_critiques
from moot.prompts import Prompt, describe_seat, digest_evidence, digest_positions, render_prompt
from moot.state.bookkeeping import FloorCheck
from moot.state.critiques import CritiqueSheet
from moot.state.debate import MultiAgentState
from moot.state.protocol import Seat

MOST_CRITIQUES = 8


def make_critic(seat: Seat) -> AsyncNode:
    """Seat an agent who criticises its peers' claims of the round just closed."""

    async def critic(state: MultiAgentState) -> StateUpdate:
        labels, number = labels_of(state), state["round"]
        if not _peers(state, seat):
            # L-34: there is nothing to criticise, so nothing is asked.
            return {"sheets": [CritiqueSheet(agent=seat.id, round=number, status="failed", error="no peer answered")]}
        prompt = _prompt(state, seat)
        answer = await put_question(state, prompt, wire.Critiques, seat=seat.id, phase="critique")
        sheet, turns = to_sheet(seat.id, number, answer, labels), [answer.turn]
        floor = _floor(state, sheet)
        if not floor.passed and answer.status == "ok":
            # L-30: too little criticism is an echo chamber; the seat is told so once.
            louder = ask_again(prompt, answer, floor.reason)
            again = await put_question(
                state, louder, wire.Critiques, seat=seat.id, phase="critique", number=2, after=answer
            )
            turns.append(again.turn)
            second = to_sheet(seat.id, number, again, labels)
            if _floor(state, second).count > floor.count:
                sheet, floor = second, _floor(state, second)
        if not floor.passed:
            sheet = sheet.model_copy(update={"flags": (*sheet.flags, "echo_chamber")})
        return {"sheets": [sheet], "turns": turns}

    return critic


def _prompt(state: MultiAgentState, seat: Seat) -> Prompt:
    profile, labels, number = state["protocol"].profile, labels_of(state), state["round"]
    now = [position for position in state.get("positions") or [] if position.round == number]
    floor = profile.critique.min_per_agent if number == 1 else 0
    return render_prompt(
        "critique",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(now, labels, claims=True),
        guidance="\n".join(state.get("guidance") or []),
        min_critiques=floor or None,
        max_critiques=MOST_CRITIQUES,
        language=state["case"].language,
        persona=describe_seat(seat),
        label=labels[seat.id],
        peers=", ".join(labels[each] for each in _peers(state, seat)),
    )


def _peers(state: MultiAgentState, seat: Seat) -> list[str]:
    """Who else said something in this round."""
    number, said = state["round"], state.get("positions") or []
    return [each.seat for each in said if each.round == number and each.seat != seat.id and each.spoke]


def _floor(state: MultiAgentState, sheet: CritiqueSheet) -> FloorCheck:
    profile = state["protocol"].profile
    intake = number_critiques([sheet], state.get("positions") or [], profile.seat_ids)
    return check_floor(intake.accepted, [sheet.agent], sheet.round, profile.critique)[0]
