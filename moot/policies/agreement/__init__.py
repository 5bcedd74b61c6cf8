"""Decides whether a round agreed, whether a debate repeats itself, and whether an early agreement is audited."""

from moot.policies.agreement.audit import AUDITOR, judge_audit, needs_audit, reopen_convergence
from moot.policies.agreement.closed_round import ClosedRound, argue, not_computable
from moot.policies.agreement.convergence import STRATEGIES, Strategy, find_subject, hear_first, judge_convergence
from moot.policies.agreement.loops import detect_loop
from moot.policies.agreement.pairs import measure_pairs

__all__ = [
    "AUDITOR",
    "STRATEGIES",
    "ClosedRound",
    "Strategy",
    "argue",
    "detect_loop",
    "find_subject",
    "hear_first",
    "judge_audit",
    "judge_convergence",
    "measure_pairs",
    "needs_audit",
    "not_computable",
    "reopen_convergence",
]
