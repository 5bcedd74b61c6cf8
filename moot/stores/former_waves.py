"""Leads seats that an earlier release left in a wave to where this one counts their votes.

LangGraph stores with an answer where its seat goes next. In 0.1 that was the checkpoint, or a node that compared the
round; now votes are counted first. A wave that a killed process left half answered would go on in two places at once:
the seats that had answered by the old way, those that are asked now by the new one.
"""

from langgraph.checkpoint.base import CheckpointTuple

_ANSWER = "positions"
"""The channel to which nobody but a seat of a wave writes."""
_FORMER_WAYS = ("branch:to:checkpoint", "branch:to:compare")
_WAY = "branch:to:ballot"


def lead_to_ballot(found: CheckpointTuple) -> CheckpointTuple:
    """Give the answers of a wave the way they take in this release."""
    writes = found.pending_writes or []
    former = {task for task, channel, _ in writes if channel in _FORMER_WAYS}
    seats = former & {task for task, channel, _ in writes if channel == _ANSWER}
    if not seats:
        return found
    led = [
        (task, _WAY if task in seats and channel in _FORMER_WAYS else channel, value) for task, channel, value in writes
    ]
    return found._replace(pending_writes=led)
