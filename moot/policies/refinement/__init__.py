"""Steers the refinement loop: the methodologist's verdict, the next step, and the versions of a question."""

from moot.policies.refinement.methodology import UNHEARD, decide_forced, read_verdict
from moot.policies.refinement.steps import choose_refinement_step, classify_idea, is_refining, read_choice
from moot.policies.refinement.versions import add_version, find_previous, mark_forced, refine_question, structure_idea

__all__ = [
    "UNHEARD",
    "add_version",
    "choose_refinement_step",
    "classify_idea",
    "decide_forced",
    "find_previous",
    "is_refining",
    "mark_forced",
    "read_choice",
    "read_verdict",
    "refine_question",
    "structure_idea",
]
