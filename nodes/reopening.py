"""Opens the debate again: because the council's critic asks for a revision, or a person gave guidance (X-22)."""

from moot.nodes.asking import announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.state.debate import MultiAgentState


def make_reopening() -> AsyncNode:
    """Seat the reopening, which counts the refinement and clears what the last gate found."""

    async def reopen(state: MultiAgentState) -> StateUpdate:
        council, number = state.get("council"), state.get("refinements", 0) + 1
        asked = list(council.critic.gaps) if council and council.critic and council.verdict == "revise" else []
        announce("reopened", refinement=number)
        return {
            "refinements": number,
            "guidance": [f"The council's critic asks to close this gap: {gap}" for gap in asked],
            "breaker": None,
            "escalation": None,
        }

    return reopen
