"""Decides whether a round agreed, whether a debate repeats itself, and what a vote would have said."""

from moot.policies.agreement.audit import AUDITOR, judge_audit, needs_audit, reopen_convergence
from moot.policies.agreement.baselines import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.agreement.closed_round import ClosedRound, argue
from moot.policies.agreement.convergence import STRATEGIES, Strategy, find_subject, judge_convergence
from moot.policies.agreement.loops import detect_loop
from moot.policies.agreement.votes import LATER_VOICE, Lead, Voice, weigh_voices

__all__ = [
    "AUDITOR",
    "LATER_VOICE",
    "STRATEGIES",
    "ClosedRound",
    "Lead",
    "Strategy",
    "Voice",
    "argue",
    "cast_ballots",
    "cast_hypothesis_ballots",
    "detect_loop",
    "find_baselines",
    "find_subject",
    "judge_audit",
    "judge_convergence",
    "needs_audit",
    "reopen_convergence",
    "weigh_voices",
]
