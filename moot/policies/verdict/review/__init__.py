"""Reads what a person answered, to the result as a whole or to a refined question."""

from moot.policies.verdict.review.reading import DecisionType, read_response
from moot.policies.verdict.review.responses import (
    GUIDED,
    QUESTION_ACTION,
    find_final_response,
    find_guide,
    find_question_response,
)

__all__ = [
    "GUIDED",
    "QUESTION_ACTION",
    "DecisionType",
    "find_final_response",
    "find_guide",
    "find_question_response",
    "read_response",
]
