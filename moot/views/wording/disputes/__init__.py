"""Says what was disputed, reserved and feared, and what people said meanwhile."""

from moot.views.wording.disputes.disputes import (
    list_held_reservations,
    list_last_acceptances,
    list_opposition,
    list_party_views,
    say_acceptance,
    say_dispute,
    say_reservation,
    say_sides,
    say_terms,
    say_treatments,
)
from moot.views.wording.disputes.norms import say_norm_conflict, say_norm_state, say_norm_ways
from moot.views.wording.disputes.remarks import say_fate, say_hearing
from moot.views.wording.disputes.risks import list_risks

__all__ = [
    "list_held_reservations",
    "list_last_acceptances",
    "list_opposition",
    "list_party_views",
    "list_risks",
    "say_acceptance",
    "say_dispute",
    "say_fate",
    "say_hearing",
    "say_norm_conflict",
    "say_norm_state",
    "say_norm_ways",
    "say_reservation",
    "say_sides",
    "say_terms",
    "say_treatments",
]
