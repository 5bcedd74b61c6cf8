"""Judges one version of a question: the gaps it fills, what it assumes, and whether it keeps the subject."""

from moot.policies.refinement.evaluation.evaluation import (
    LEFT_SUBJECT,
    assume,
    evaluate_forced,
    evaluate_version,
    reopen_question,
    was_sent_back,
)
from moot.policies.refinement.evaluation.gaps import Draft, list_addressed, list_open, name_gap

__all__ = [
    "LEFT_SUBJECT",
    "Draft",
    "assume",
    "evaluate_forced",
    "evaluate_version",
    "list_addressed",
    "list_open",
    "name_gap",
    "reopen_question",
    "was_sent_back",
]
