"""Divides among the actors of a wave what they may use and look up."""

from moot.policies.limits.leases.leases import (
    Price,
    choose_execution,
    halve_lease,
    judge_fit,
    lease_wave,
    settle_lease,
    sort_seats,
)
from moot.policies.limits.leases.retrieval import admit_query, check_scope, find_citations, is_external, split_path

__all__ = [
    "Price",
    "admit_query",
    "check_scope",
    "choose_execution",
    "find_citations",
    "halve_lease",
    "is_external",
    "judge_fit",
    "lease_wave",
    "settle_lease",
    "sort_seats",
    "split_path",
]
