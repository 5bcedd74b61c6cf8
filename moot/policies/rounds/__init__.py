"""Closes a round, and finds what follows from it."""

from moot.policies.rounds.closing import (
    Closing,
    close_round,
    count_next_answers,
    find_measured,
    gate_positions,
    limit_rounds,
    list_checked,
    view_round,
)
from moot.policies.rounds.grouping import is_plain, needs_grouping
from moot.policies.rounds.revision import compose_revision

__all__ = [
    "Closing",
    "close_round",
    "compose_revision",
    "count_next_answers",
    "find_measured",
    "gate_positions",
    "is_plain",
    "limit_rounds",
    "list_checked",
    "needs_grouping",
    "view_round",
]
