"""Judges whether a decision was earned, condition by condition."""

from moot.policies.verdict.warrant.conditions import (
    NOT_APPLYING,
    OPPOSED_ANSWERS,
    UNRESOLVED,
    name_condition,
    name_unmet,
)
from moot.policies.verdict.warrant.gathering import (
    check_warrant,
    find_ballot,
    find_leading,
    find_settled,
    find_stronger,
    has_council_decided,
    is_settled_by_sides,
)
from moot.policies.verdict.warrant.opposition import find_norm_conflicts

__all__ = [
    "NOT_APPLYING",
    "OPPOSED_ANSWERS",
    "UNRESOLVED",
    "check_warrant",
    "find_ballot",
    "find_leading",
    "find_norm_conflicts",
    "find_settled",
    "find_stronger",
    "has_council_decided",
    "is_settled_by_sides",
    "name_condition",
    "name_unmet",
]
