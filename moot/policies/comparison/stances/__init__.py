"""Holds seats to their stances: what changed, what was explained, and who stands together."""

from moot.policies.comparison.stances.camps import Camp, average_confidence, group_camps, keep_latest
from moot.policies.comparison.stances.stances import (
    count_changes,
    explains_change,
    gate_revision,
    hold_all,
    hold_unexplained,
    mark_unexplained,
)

__all__ = [
    "Camp",
    "average_confidence",
    "count_changes",
    "explains_change",
    "gate_revision",
    "group_camps",
    "hold_all",
    "hold_unexplained",
    "keep_latest",
    "mark_unexplained",
]
