"""Names actors, seats, profiles and deciders as people call them."""

from moot.views.wording.names.names import (
    name_actor,
    name_seat,
    say_claim,
    is_decided_by_votes,
    say_decided_by,
    say_decider,
    say_profile,
    say_seat,
    say_seat_title,
)

__all__ = [
    "name_actor",
    "name_seat",
    "say_claim",
    "is_decided_by_votes",
    "say_decided_by",
    "say_decider",
    "say_profile",
    "say_seat",
    "say_seat_title",
]
