"""Compares what seats say: wordings, lists, recommendations, stances and camps."""

from moot.policies.comparison.camps import Camp, average_confidence, group_camps, keep_latest
from moot.policies.comparison.comparators import (
    COMPARATORS,
    CRITERIA,
    FULL,
    LEXICAL,
    NONE,
    PARTIAL,
    Advice,
    certain,
    compare_advice,
    compare_lexically,
    is_opposite,
    read_advice,
    recommend_opposites,
)
from moot.policies.comparison.stances import count_changes, explains_change, gate_revision, hold_all, hold_unexplained
from moot.policies.comparison.wording import NEGATIONS, Reading, contradict, likeness, match_items, read_text

__all__ = [
    "COMPARATORS",
    "CRITERIA",
    "FULL",
    "LEXICAL",
    "NEGATIONS",
    "NONE",
    "PARTIAL",
    "Advice",
    "Camp",
    "Reading",
    "average_confidence",
    "certain",
    "compare_advice",
    "compare_lexically",
    "contradict",
    "count_changes",
    "explains_change",
    "gate_revision",
    "group_camps",
    "hold_all",
    "hold_unexplained",
    "is_opposite",
    "keep_latest",
    "likeness",
    "match_items",
    "read_advice",
    "read_text",
    "recommend_opposites",
]
