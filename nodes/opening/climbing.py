"""Asks seats alone in steps: judges the votes of a step, and opens the next one (DESIGN 11)."""

from moot.nodes.asking import announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.opening.convener import open_wave
from moot.policies.limits import read_execution
from moot.policies.rounds import limit_rounds
from moot.policies.rounds.opening import advance_ladder
from moot.state.debate import MultiAgentState
from moot.state.routing import Wave


def make_ladder() -> AsyncNode:
    """Seat the ladder, which says after each step whether it is enough."""

    async def ladder(state: MultiAgentState) -> StateUpdate:
        found = advance_ladder(state, limit_rounds(state))
        if found is None:
            return {}
        asking = found.last.outcome == "asking"
        judged = found.steps[-2] if asking else found.last
        announce(
            "ladder_step",
            step=len(found.steps) - asking,
            seats=list(judged.seats),
            outcome=judged.outcome,
            ground=judged.ground,
            blocked=judged.blocked,
            option=found.option,
        )
        if not asking:
            return {"ladder": found}
        execution = read_execution("position", 1, state["protocol"].profile.rounds)
        wave = Wave(phase="position", round=1, seats=found.last.seats, execution=execution)
        return {"ladder": found, **open_wave(state, wave)}

    return ladder
