"""What a debate may use: budget, leases, retrieval, the circuit breaker and the checklists."""

from moot.policies.limits.breaker import Standing, aim_breaker, count_iterations, trip_breaker
from moot.policies.limits.budget import (
    ROUND_PHASES,
    derive_spent,
    find_exhausted,
    measure_round,
    measure_seconds,
    read_execution,
)
from moot.policies.limits.checklists import Knowledge, check_after, check_before, check_during
from moot.policies.limits.leases import (
    Price,
    estimate_cost,
    halve_lease,
    judge_fit,
    lease_wave,
    settle_lease,
    sort_seats,
)
from moot.policies.limits.retrieval import (
    admit_query,
    check_scope,
    format_citation,
    is_external,
    parse_citations,
    split_path,
)
from moot.policies.limits.severity import gravest_risk, rank_severity

__all__ = [
    "ROUND_PHASES",
    "Knowledge",
    "Price",
    "Standing",
    "admit_query",
    "aim_breaker",
    "check_after",
    "check_before",
    "check_during",
    "check_scope",
    "count_iterations",
    "derive_spent",
    "estimate_cost",
    "find_exhausted",
    "format_citation",
    "gravest_risk",
    "halve_lease",
    "is_external",
    "judge_fit",
    "lease_wave",
    "measure_round",
    "measure_seconds",
    "parse_citations",
    "rank_severity",
    "read_execution",
    "settle_lease",
    "sort_seats",
    "split_path",
    "trip_breaker",
]
