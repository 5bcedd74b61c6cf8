"""Compares what seats recommend, by words or by a registered comparator."""

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
from moot.policies.comparison.entitlements import refuses_what_is_granted

__all__ = [
    "COMPARATORS",
    "CRITERIA",
    "FULL",
    "LEXICAL",
    "NONE",
    "PARTIAL",
    "Advice",
    "certain",
    "compare_advice",
    "compare_lexically",
    "is_opposite",
    "read_advice",
    "recommend_opposites",
    "refuses_what_is_granted",
]
