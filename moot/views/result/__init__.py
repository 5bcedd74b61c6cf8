"""Offers the result document, and states and lists as other programs get and send them."""

from moot.views.result.agent_names import make_renaming, name_seats, read_seat_titles
from moot.views.result.decided_option import find_decided_option
from moot.views.result.document import Result
from moot.views.result.interchange import LISTED, ListedDebate, read_details, restore_state
from moot.views.result.norm_conflicts import collect_norm_conflicts
from moot.views.result.telling import project_result, tell_state

__all__ = [
    "LISTED",
    "ListedDebate",
    "Result",
    "collect_norm_conflicts",
    "find_decided_option",
    "make_renaming",
    "name_seats",
    "project_result",
    "read_details",
    "read_seat_titles",
    "restore_state",
    "tell_state",
]
