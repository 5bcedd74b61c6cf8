"""Decides how many seats to ask, when their votes are settled, and what such votes were worth before."""

from moot.policies.agreement.ladder.climbing import judge_climb, size_step
from moot.policies.agreement.ladder.likeness import describe_questions, warn_of_question
from moot.policies.agreement.ladder.steps import (
    count_needed,
    estimate_probability,
    find_certain,
    judge_split,
    list_features,
    read_ballot_pattern,
    read_pattern,
)

__all__ = [
    "count_needed",
    "describe_questions",
    "estimate_probability",
    "find_certain",
    "judge_climb",
    "judge_split",
    "list_features",
    "read_ballot_pattern",
    "read_pattern",
    "size_step",
    "warn_of_question",
]
