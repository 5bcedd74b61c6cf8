"""Seats whoever answers without arguing: one agent alone, or a stronger model over what others left open."""

from moot.catalogue import speak
from moot.models import Offer
from moot.nodes.asking import Ask, announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.retrieving import add_findings, look_things_up
from moot.nodes.seats.debater import common_variables, offer_votes
from moot.policies.critique.ledger import judge_claims
from moot.policies.limits import STRONGER
from moot.policies.rounds.opening import find_silence
from moot.prompts import render_prompt
from moot.prompts.positions import describe_seat
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.findings import Convergence
from moot.state.ladder import StrongerAnswer
from moot.state.positions import DirectAnswer, Position

_STRONGER_PERSONA = "You are asked because others could not agree. You owe none of them anything but a sound answer."


def make_stronger(ask: Ask) -> AsyncNode:
    """Seat a stronger model, which chooses among the options that the seats left open (DESIGN 11)."""

    async def stronger(state: MultiAgentState) -> StateUpdate:
        ladder, ballot, profile = state.get("ladder"), state.get("ballot"), state["protocol"].profile
        if ladder is None or ballot is None:
            return {}
        held = tuple(option.id for option in ballot.options if option.seats)
        offer: Offer = (("choice", held),)
        variables = common_variables(state, offer)
        prompt = render_prompt("answer", persona=profile.role(STRONGER).persona or _STRONGER_PERSONA, **variables)
        answer = await ask(state, prompt, DirectAnswer, seat=STRONGER, phase="answer", offer=offer)
        choice = answer.fields.get("choice") if answer.whole else None
        said = StrongerAnswer(
            model=answer.turn.model,
            choice=choice if choice in held else None,
            answer=answer.fields.get("answer") or "",
            reason="" if choice in held else answer.error or speak(state["case"].language)("ladder.no_choice"),
        )
        announce("stronger", model=said.model, choice=said.choice, reason=said.reason)
        update: StateUpdate = {"ladder": ladder.model_copy(update={"stronger": (said,)}), "turns": [answer.turn]}
        return update if said.choice is None else {**update, "ballot": ballot.model_copy(update={"settled": choice})}

    return stronger


def make_answerer(ask: Ask) -> AsyncNode:
    """Seat whoever the route names to answer alone."""

    async def answerer(state: MultiAgentState) -> StateUpdate:
        seat = state["protocol"].profile.seat(state["routing"].seats[0])
        told, found = await look_things_up(state, seat, ask, "answer")
        offer = offer_votes(told)
        prompt = render_prompt("answer", persona=describe_seat(seat), **common_variables(told, offer))
        answer = await ask(told, prompt, DirectAnswer, seat=seat.id, phase="answer", offer=offer)
        fields = answer.fields
        position = Position(
            seat=seat.id,
            round=state.get("round", 0),
            status=answer.counts_as,
            recommendation=fields.get("answer"),
            choice=fields.get("choice"),
            reasoning=fields.get("reasoning"),
            claims=fields.get("claims") or (),
            confidence=fields.get("confidence"),
            limitations=fields.get("limitations") or (),
            flags=answer.flags,
            error=answer.error,
        )
        alone = Convergence(
            converged=True,
            value=None,
            stop_reason="single",
            reason=state_fact("agreement.alone", seat=seat.id),
            silence=find_silence([position]),
        )
        rules, evidence = told["protocol"].profile.claims, told.get("evidence") or []
        ledger = judge_claims(position.round, [position], evidence, rules, question=told["question"])
        update: StateUpdate = {"positions": [position], "turns": [answer.turn], "convergence": alone}
        return add_findings({**update, "ledgers": [ledger]}, found)

    return answerer
