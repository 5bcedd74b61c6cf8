"""Says what a refined question lacks, filled or wishes for."""

from moot.views.wording.refinement.reservations import (
    find_asked_question,
    is_refined_only,
    list_origin,
    list_reservations,
    list_wishes,
    say_filled,
    say_open,
    say_wish,
)

__all__ = [
    "find_asked_question",
    "is_refined_only",
    "list_origin",
    "list_reservations",
    "list_wishes",
    "say_filled",
    "say_open",
    "say_wish",
]
