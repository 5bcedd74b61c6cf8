"""Compares what seats say: wordings, lists, recommendations, stances and camps."""

from moot.policies.comparison.camps import Camp, average_confidence, group_camps, keep_latest
from moot.policies.comparison.comparators import (
    COMPARATORS,
    CRITERIA,
    FULL,
    NONE,
    PARTIAL,
    certain,
    compare_lexically,
    compare_recommendations,
    recommend_opposites,
    take_comparison,
)
from moot.policies.comparison.stances import count_changes, explains_change, gate_revision, hold_unexplained
from moot.policies.comparison.wording import NEGATIONS, Reading, contradict, likeness, match_items, read_text

__all__ = [
    "COMPARATORS",
    "CRITERIA",
    "FULL",
    "NEGATIONS",
    "NONE",
    "PARTIAL",
    "Camp",
    "Reading",
    "average_confidence",
    "certain",
    "compare_lexically",
    "compare_recommendations",
    "contradict",
    "count_changes",
    "explains_change",
    "gate_revision",
    "group_camps",
    "hold_unexplained",
    "keep_latest",
    "likeness",
    "match_items",
    "read_text",
    "recommend_opposites",
    "take_comparison",
]
