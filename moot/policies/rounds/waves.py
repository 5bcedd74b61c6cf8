"""Who speaks in a wave.

- Positions are stated by the seats of the route; all of them revise.
- Where conflicts are argued, only the parties of the open ones speak, in the profile's order (C-24).
- Everybody with a seat criticises; in a legal question of one domain only the other side does (X-56l).
- A wave in which nobody would speak has no seats: whoever opens it goes on.
"""

from collections.abc import Sequence

from moot.policies.conflicts import list_parties
from moot.policies.limits import sort_seats
from moot.state.conflicts import ConflictDebate
from moot.state.protocol import Profile
from moot.state.routing import Routing


def choose_speakers(
    phase: str, routing: Routing, debates: Sequence[ConflictDebate], profile: Profile
) -> tuple[str, ...]:
    """Name the seats of a wave, in the profile's order."""
    if phase == "critique":
        return sort_seats(routing.critics or routing.seats, profile.seat_ids)
    if phase == "revise" and debates:
        return sort_seats(list_parties(debates), profile.seat_ids)
    return sort_seats(routing.seats, profile.seat_ids)
