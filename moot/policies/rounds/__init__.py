"""Closes a round, and finds what follows from it."""

from moot.policies.rounds.closing import (
    Closing,
    close_round,
    count_next_answers,
    count_with_conditions,
    find_measured,
    gate_positions,
    limit_rounds,
    list_checked,
    view_round,
)
from moot.policies.rounds.grouping import is_plain, needs_grouping
from moot.policies.rounds.joining import apply_settlement, list_asked_to_accept, list_conditional, list_others
from moot.policies.rounds.revision import compose_revision

__all__ = [
    "Closing",
    "apply_settlement",
    "close_round",
    "compose_revision",
    "count_next_answers",
    "count_with_conditions",
    "find_measured",
    "gate_positions",
    "is_plain",
    "limit_rounds",
    "list_asked_to_accept",
    "list_checked",
    "list_conditional",
    "list_others",
    "needs_grouping",
    "view_round",
]
