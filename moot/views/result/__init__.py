"""Offers the result document, and states and lists as other programs get and send them."""

from moot.views.result.agent_names import name_seats
from moot.views.result.decided_option import find_decided_option
from moot.views.result.document import (
    BaselineSummary,
    EvidenceSummary,
    Result,
    ReviewSummary,
    SingleBaseline,
    VoteBaseline,
)
from moot.views.result.interchange import LISTED, ListedDebate, read_details, restore_state
from moot.views.result.ladder_summary import LadderSummary
from moot.views.result.telling import project_result, tell_state
from moot.views.result.usage import SeatUsage, UsageSummary

__all__ = [
    "LISTED",
    "BaselineSummary",
    "EvidenceSummary",
    "LadderSummary",
    "ListedDebate",
    "Result",
    "ReviewSummary",
    "SeatUsage",
    "SingleBaseline",
    "UsageSummary",
    "VoteBaseline",
    "find_decided_option",
    "name_seats",
    "project_result",
    "read_details",
    "restore_state",
    "tell_state",
]
