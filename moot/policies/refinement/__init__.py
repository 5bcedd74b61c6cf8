"""Steers the refinement loop: the methodologist's verdict, the versions of a question, and the next step."""

from moot.policies.refinement.methodology import UNHEARD, decide_forced, read_verdict
from moot.policies.refinement.steps import choose_refinement_step, classify_idea, is_refining, raise_limit, read_choice
from moot.policies.refinement.versions import find_previous, is_composed, refine_question, structure_idea

__all__ = [
    "UNHEARD",
    "choose_refinement_step",
    "classify_idea",
    "decide_forced",
    "find_previous",
    "is_composed",
    "is_refining",
    "raise_limit",
    "read_choice",
    "read_verdict",
    "refine_question",
    "structure_idea",
]
