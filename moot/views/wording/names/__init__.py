"""Names actors, seats, profiles and deciders as people call them."""

from moot.views.wording.names.names import (
    name_actor,
    name_seat,
    never_started,
    say_claim,
    say_decider,
    say_profile,
    say_seat,
    say_seat_title,
)

__all__ = [
    "name_actor",
    "name_seat",
    "never_started",
    "say_claim",
    "say_decider",
    "say_profile",
    "say_seat",
    "say_seat_title",
]
