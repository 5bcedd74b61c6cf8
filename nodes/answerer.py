"""Answers a simple question with one seat and no debate (D-08, X-15)."""

from moot.models import wire
from moot.nodes.asking import put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.debater import common_variables
from moot.nodes.retrieving import add_findings, look_things_up
from moot.nodes.translate import share, to_claims
from moot.policies.critique import judge_claims
from moot.policies.rounds import find_silence
from moot.prompts import describe_seat, render_prompt
from moot.state.debate import MultiAgentState
from moot.state.findings import Convergence
from moot.state.positions import Position


def make_answerer() -> AsyncNode:
    """Seat whoever the route names to answer alone."""

    async def answerer(state: MultiAgentState) -> StateUpdate:
        seat = state["protocol"].profile.seat(state["routing"].seats[0])
        told, found = await look_things_up(state, seat, "answer")
        prompt = render_prompt("answer", persona=describe_seat(seat), **common_variables(told))
        answer = await put_question(told, prompt, wire.Answer, seat=seat.id, phase="answer")
        fields = answer.fields
        position = Position(
            seat=seat.id,
            round=state.get("round", 0),
            status="failed" if answer.status == "refused" else answer.status,
            recommendation=fields.get("answer"),
            reasoning=fields.get("reasoning"),
            claims=to_claims(fields.get("claims") or ()),
            confidence=share(fields.get("confidence")),
            limitations=fields.get("limitations") or (),
            flags=answer.flags,
            error=answer.error,
        )
        alone = Convergence(
            converged=True,
            value=None,
            stop_reason="single",
            reason=f"{seat.id} answered alone; nothing was compared.",
            silence=find_silence([position]),
        )
        ledger = judge_claims(position.round, [position], told.get("evidence") or [], told["protocol"].profile.claims)
        update: StateUpdate = {"positions": [position], "turns": [answer.turn], "convergence": alone}
        return add_findings({**update, "ledgers": [ledger]}, found)

    return answerer
