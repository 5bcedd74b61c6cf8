"""Sums up parts of a result: evidence, reviews, baselines, usage, ladder and refinement."""

from moot.views.result.summaries.ladder import LadderSummary, summarise_ladder
from moot.views.result.summaries.parts import (
    BaselineSummary,
    EvidenceSummary,
    ReviewSummary,
    SingleBaseline,
    VoteBaseline,
)
from moot.views.result.summaries.refinement import summarise_refinement
from moot.views.result.summaries.retrieval import RetrievalSummary, summarise_retrieval
from moot.views.result.summaries.usage import SeatUsage, UsageSummary, summarise_usage

__all__ = [
    "BaselineSummary",
    "EvidenceSummary",
    "LadderSummary",
    "RetrievalSummary",
    "ReviewSummary",
    "SeatUsage",
    "SingleBaseline",
    "UsageSummary",
    "VoteBaseline",
    "summarise_ladder",
    "summarise_refinement",
    "summarise_retrieval",
    "summarise_usage",
]
