"""Judges single calls to a model: when one is sent again, and what a server says it counted."""

from moot.policies.limits.calls.hedging import ResendPlan, SeenLatencies, plan_resend
from moot.policies.limits.calls.reports import CountedTokens, judge_report

__all__ = [
    "CountedTokens",
    "ResendPlan",
    "SeenLatencies",
    "judge_report",
    "plan_resend",
]
