"""Offers the result document, and states and lists as other programs get and send them."""

from moot.views.result.decided_option import find_decided_option
from moot.views.result.document import (
    BaselineSummary,
    EvidenceSummary,
    Result,
    ReviewSummary,
    SeatUsage,
    SingleBaseline,
    UsageSummary,
    VoteBaseline,
    project_result,
)
from moot.views.result.interchange import LISTED, ListedDebate, read_details, restore_state

__all__ = [
    "LISTED",
    "BaselineSummary",
    "EvidenceSummary",
    "ListedDebate",
    "Result",
    "ReviewSummary",
    "SeatUsage",
    "SingleBaseline",
    "UsageSummary",
    "VoteBaseline",
    "find_decided_option",
    "project_result",
    "read_details",
    "restore_state",
]
