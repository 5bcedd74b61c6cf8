"""A record writer of one's own, registered by its entry point alone."""

from collections.abc import Mapping

from moot.state.debate import MultiAgentState
from moot.views.result import Result


def write_headline(state: MultiAgentState, result: Result) -> Mapping[str, str]:
    """Write the decision as the first line of a plain file, and who argued as the second."""
    seats = ", ".join(sorted({each.seat for each in state["positions"]}))
    return {"headline.txt": f"{result.decision}\n{seats}\n"}
