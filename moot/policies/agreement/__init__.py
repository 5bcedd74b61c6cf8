"""Whether a round agreed: the strategies, loops, the audit of unanimity, and the baselines."""

from moot.policies.agreement.audit import AUDITOR, judge_audit, needs_audit, reopen_convergence
from moot.policies.agreement.baselines import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.agreement.closed_round import ClosedRound
from moot.policies.agreement.criteria import measure_criteria
from moot.policies.agreement.critiques import measure_change
from moot.policies.agreement.jaccard import argue, measure_arguments
from moot.policies.agreement.loops import detect_loop
from moot.policies.agreement.strategies import STRATEGIES, Strategy, judge_convergence
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
    "judge_audit",
    "judge_convergence",
    "measure_arguments",
    "measure_change",
    "measure_criteria",
    "needs_audit",
    "reopen_convergence",
    "weigh_voices",
]
