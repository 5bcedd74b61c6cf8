"""Names actors, seats, profiles and deciders as people call them."""

from moot.views.wording.names.names import (
    is_decided_by_votes,
    name_actor,
    name_seat,
    never_started,
    say_actors,
    say_aim,
    say_decided_by,
    say_decider,
    say_profile,
    say_seat,
    say_seat_title,
)

__all__ = [
    "is_decided_by_votes",
    "name_actor",
    "name_seat",
    "never_started",
    "say_actors",
    "say_aim",
    "say_decided_by",
    "say_decider",
    "say_profile",
    "say_seat",
    "say_seat_title",
]
