"""Names the seats as their peers see them, and as people do."""

from moot.catalogue import speak
from moot.prompts import (
    peer_labels,
)
from moot.state.debate import MultiAgentState


def labels_of(state: MultiAgentState) -> dict[str, str]:
    """Name the seats as their peers see them."""
    profile = state["protocol"].profile
    return peer_labels(profile.seat_ids, anonymise=profile.anonymise_peers)


def call_seats(state: MultiAgentState) -> dict[str, str]:
    """Name the seats as people who read the debate in its language call them."""
    say = speak(state["case"].language)
    return {seat: str(say.seat(seat)) for seat in state["protocol"].profile.seat_ids}
