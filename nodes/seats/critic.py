"""Seats an agent who criticises the others (L-12, D-40)."""

from collections.abc import Mapping
from typing import Any

from moot.models import Answer
from moot.nodes.asking import Ask, ask_again, instruct, tell_guidance, unsupported_claims
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import call_seats, labels_of
from moot.policies.critique import check_floor, number_critiques
from moot.policies.rounds import limit_rounds
from moot.prompts import Prompt, explain_named, render_prompt, unlabel
from moot.prompts.critiques import digest_critiques
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import describe_seat, digest_positions, tell_stage
from moot.state.bookkeeping import FloorCheck
from moot.state.critiques import Critiques, CritiqueSheet
from moot.state.debate import MultiAgentState
from moot.state.protocol import Seat

_MOST_CRITIQUES = 8


def make_critic(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat an agent who criticises its peers' claims of the round just closed."""

    async def critic(state: MultiAgentState) -> StateUpdate:
        labels, number = labels_of(state), state["round"]
        if not _peers(state, seat):
            # L-34: there is nothing to criticise, so nothing is asked.
            return {"sheets": [CritiqueSheet(agent=seat.id, round=number, status="failed", error="no peer answered")]}
        prompt = _prompt(state, seat)
        answer = await ask(state, prompt, Critiques, seat=seat.id, phase="critique")
        sheet, turns = _sheet(seat.id, number, answer, labels), [answer.turn]
        floor = _floor(state, sheet)
        if not floor.passed and answer.status == "ok":
            # L-30: too little criticism is an echo chamber; the seat is told so once.
            louder = ask_again(prompt, answer.raw, instruct(floor.reason))
            again = await ask(state, louder, Critiques, seat=seat.id, phase="critique", number=2, after=answer)
            turns.append(again.turn)
            second = _sheet(seat.id, number, again, labels)
            if _floor(state, second).count > floor.count:
                sheet, floor = second, _floor(state, second)
        if not floor.passed:
            sheet = sheet.model_copy(update={"flags": (*sheet.flags, "echo_chamber")})
        return {"sheets": [sheet], "turns": turns}

    return critic


def _sheet(seat: str, round_number: int, answer: Answer, labels: Mapping[str, str]) -> CritiqueSheet:
    """Make a seat's sheet of critiques, each aimed at a seat again."""

    def aim(name: str) -> list[Any]:
        # An aim nobody understands is kept as it was written: the bookkeeping turns it away and says so.
        said = answer.fields.get(name) or ()
        return [each.model_copy(update={"target": unlabel(each.target, labels) or each.target}) for each in said]

    return CritiqueSheet(
        agent=seat,
        round=round_number,
        status=answer.counts_as,
        items=tuple(aim("critiques")),
        agreements=tuple(aim("agreements")),
        blind_spots=tuple(aim("blind_spots")),
        flags=answer.flags,
        error=answer.error,
    )


def _prompt(state: MultiAgentState, seat: Seat) -> Prompt:
    profile, labels, number = state["protocol"].profile, labels_of(state), state["round"]
    now = [position for position in state.get("positions") or [] if position.round == number]
    floor = profile.critique.min_per_agent if number == 1 else 0
    mine = [each for each in state.get("critiques") or [] if each.agent == seat.id and not each.resolved]
    return render_prompt(
        "critique",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(now, labels, claims=True),
        unsupported=unsupported_claims(state, labels),
        stage=tell_stage(number, limit_rounds(state).max),
        guidance=explain_named(tell_guidance(state), labels, call_seats(state)),
        min_critiques=floor or None,
        max_critiques=_MOST_CRITIQUES,
        own_critiques=digest_critiques(mine, labels, state.get("positions") or []),
        still_open=", ".join(each.id for each in mine),
        language=state["case"].written_in,
        persona=describe_seat(seat),
        label=labels[seat.id],
        peers=", ".join(labels[each] for each in _peers(state, seat)),
    )


def _peers(state: MultiAgentState, seat: Seat) -> list[str]:
    """Find who else said something in this round."""
    number, said = state["round"], state.get("positions") or []
    return [each.seat for each in said if each.round == number and each.seat != seat.id and each.spoke]


def _floor(state: MultiAgentState, sheet: CritiqueSheet) -> FloorCheck:
    profile = state["protocol"].profile
    intake = number_critiques([sheet], state.get("positions") or [], profile.seat_ids)
    return check_floor(intake.accepted, [sheet.agent], sheet.round, profile.critique)[0]
