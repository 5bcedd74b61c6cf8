"""The result document, and states and lists as other programs send them."""

from moot.views.result.document import (
    BaselineSummary,
    ClaimLine,
    EvidenceSummary,
    Result,
    ReviewSummary,
    SeatUsage,
    SingleBaseline,
    UsageSummary,
    VoteBaseline,
    project_result,
)
from moot.views.result.listed import LISTED, ListedDebate
from moot.views.result.restored import restore_state

__all__ = [
    "LISTED",
    "BaselineSummary",
    "ClaimLine",
    "EvidenceSummary",
    "ListedDebate",
    "Result",
    "ReviewSummary",
    "SeatUsage",
    "SingleBaseline",
    "UsageSummary",
    "VoteBaseline",
    "project_result",
    "restore_state",
]
