"""Limits what a debate may use: budget, leases, retrieval, the circuit breaker and the checklists."""

from moot.policies.limits.breaker import Standing, aim_breaker, count_iterations, name_limit_target, trip_breaker
from moot.policies.limits.budget import (
    ROUND_PHASES,
    derive_spent,
    find_exhausted,
    measure_round,
    measure_seconds,
    read_execution,
)
from moot.policies.limits.checklists import check_after, check_before, check_during
from moot.policies.limits.hedging import ResendPlan, SeenLatencies, plan_resend
from moot.policies.limits.ladder_costs import STRONGER, StepCost, price_ladder
from moot.policies.limits.leases import (
    Price,
    choose_execution,
    halve_lease,
    judge_fit,
    lease_wave,
    settle_lease,
    sort_seats,
)
from moot.policies.limits.reports import CountedTokens, judge_report
from moot.policies.limits.retrieval import admit_query, check_scope, find_citations, is_external, split_path

__all__ = [
    "ROUND_PHASES",
    "STRONGER",
    "CountedTokens",
    "Price",
    "ResendPlan",
    "SeenLatencies",
    "Standing",
    "StepCost",
    "admit_query",
    "aim_breaker",
    "check_after",
    "check_before",
    "check_during",
    "check_scope",
    "choose_execution",
    "count_iterations",
    "derive_spent",
    "find_citations",
    "find_exhausted",
    "halve_lease",
    "is_external",
    "judge_fit",
    "judge_report",
    "lease_wave",
    "measure_round",
    "measure_seconds",
    "name_limit_target",
    "plan_resend",
    "price_ladder",
    "read_execution",
    "settle_lease",
    "sort_seats",
    "split_path",
    "trip_breaker",
]
