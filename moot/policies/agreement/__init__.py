"""Decides whether a round agreed, whether a debate repeats itself, and what a vote would have said."""

from moot.policies.agreement.attribution import Counterfactual, Influence, attribute_votes, list_influences
from moot.policies.agreement.audit import AUDITOR, judge_audit, needs_audit, reopen_convergence
from moot.policies.agreement.ballot import (
    count_ballot,
    count_rounds,
    is_contested,
    is_unanimous,
    open_ballot,
    tell_votes,
)
from moot.policies.agreement.baselines import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.agreement.climbing import Climb, is_hopeless, judge_climb, size_step
from moot.policies.agreement.closed_round import ClosedRound, argue
from moot.policies.agreement.convergence import STRATEGIES, Strategy, find_subject, hear_first, judge_convergence
from moot.policies.agreement.ladder import (
    count_needed,
    estimate_probability,
    find_certain,
    judge_split,
    list_features,
    read_ballot_pattern,
    read_pattern,
)
from moot.policies.agreement.likeness import describe_questions, warn_of_question
from moot.policies.agreement.loops import detect_loop
from moot.policies.agreement.pairs import measure_pairs
from moot.policies.agreement.votes import LATER_VOICE, Lead, Voice, weigh_voices

__all__ = [
    "AUDITOR",
    "LATER_VOICE",
    "STRATEGIES",
    "Climb",
    "ClosedRound",
    "Counterfactual",
    "Influence",
    "Lead",
    "Strategy",
    "Voice",
    "argue",
    "attribute_votes",
    "cast_ballots",
    "cast_hypothesis_ballots",
    "count_ballot",
    "count_needed",
    "count_rounds",
    "describe_questions",
    "detect_loop",
    "estimate_probability",
    "find_baselines",
    "find_certain",
    "find_subject",
    "hear_first",
    "is_contested",
    "is_hopeless",
    "is_unanimous",
    "judge_audit",
    "judge_climb",
    "judge_convergence",
    "judge_split",
    "list_features",
    "list_influences",
    "measure_pairs",
    "needs_audit",
    "open_ballot",
    "read_ballot_pattern",
    "read_pattern",
    "reopen_convergence",
    "size_step",
    "tell_votes",
    "warn_of_question",
    "weigh_voices",
]
