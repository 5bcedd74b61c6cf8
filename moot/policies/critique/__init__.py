"""Decides which critiques count, which are answered, and what nobody took up."""

from moot.policies.critique.blind_spots import list_blind_spots, list_open_blind_spots, mark_blind_spots
from moot.policies.critique.critiques import check_floor, number_critiques
from moot.policies.critique.settling import (
    count_unresolved,
    find_answer,
    has_changed,
    list_to_settle,
    list_unresolved,
    settle_critiques,
)

__all__ = [
    "check_floor",
    "count_unresolved",
    "find_answer",
    "has_changed",
    "list_blind_spots",
    "list_open_blind_spots",
    "list_to_settle",
    "list_unresolved",
    "mark_blind_spots",
    "number_critiques",
    "settle_critiques",
]
