"""Steers the refinement loop: what a version fills and keeps, the methodologist's verdict, and the next step."""

from moot.policies.refinement.evaluation import (
    LEFT_SUBJECT,
    assume,
    evaluate_forced,
    evaluate_version,
    reopen_question,
    was_sent_back,
)
from moot.policies.refinement.gaps import Draft, list_addressed, list_open, name_gap
from moot.policies.refinement.methodology import UNHEARD, decide_forced, read_verdict
from moot.policies.refinement.steps import choose_refinement_step, classify_idea, is_refining, raise_limit, read_choice
from moot.policies.refinement.versions import find_previous, refine_question, structure_idea

__all__ = [
    "LEFT_SUBJECT",
    "UNHEARD",
    "Draft",
    "assume",
    "choose_refinement_step",
    "classify_idea",
    "decide_forced",
    "evaluate_forced",
    "evaluate_version",
    "find_previous",
    "is_refining",
    "list_addressed",
    "list_open",
    "name_gap",
    "raise_limit",
    "read_choice",
    "read_verdict",
    "refine_question",
    "reopen_question",
    "structure_idea",
    "was_sent_back",
]
