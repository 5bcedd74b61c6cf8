"""Names the seats as their peers see them, and as people do."""

import re

from moot.catalogue import speak
from moot.prompts import (
    peer_labels,
)
from moot.state.debate import MultiAgentState


def labels_of(state: MultiAgentState) -> dict[str, str]:
    """Name the seats as their peers see them."""
    profile = state["protocol"].profile
    return peer_labels(profile.seat_ids, anonymise=profile.anonymise_peers)


def tell_aliases(state: MultiAgentState, *texts: str) -> str | None:
    """Say by which labels the seats know each other, to whoever is shown their names, or a text that uses one."""
    labels = labels_of(state)
    named = [label for label in labels.values() if any(re.search(rf"\b{re.escape(label)}\b", text) for text in texts)]
    if all(seat == label for seat, label in labels.items()) or (texts and not named):
        return None
    return ", ".join(f"{label} is {seat}" for seat, label in labels.items())


def call_seats(state: MultiAgentState) -> dict[str, str]:
    """Name the seats as people who read the debate in its language call them."""
    say = speak(state["case"].language)
    return {seat: str(say.seat(seat)) for seat in state["protocol"].profile.seat_ids}
