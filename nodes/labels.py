"""Names the seats as their peers see them."""

from moot.prompts import (
    peer_labels,
)
from moot.state.debate import MultiAgentState


def labels_of(state: MultiAgentState) -> dict[str, str]:
    """Name the seats as their peers see them."""
    profile = state["protocol"].profile
    return peer_labels(profile.seat_ids, anonymise=profile.anonymise_peers)
