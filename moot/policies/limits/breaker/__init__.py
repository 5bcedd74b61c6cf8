"""Stops a debate that does not end by itself, and fills in its checklists."""

from moot.policies.limits.breaker.breaker import (
    Standing,
    aim_breaker,
    count_iterations,
    name_limit_target,
    trip_breaker,
)
from moot.policies.limits.breaker.checklists import check_after, check_before, check_during

__all__ = [
    "Standing",
    "aim_breaker",
    "check_after",
    "check_before",
    "check_during",
    "count_iterations",
    "name_limit_target",
    "trip_breaker",
]
