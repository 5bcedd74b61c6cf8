"""Reads what a person answered, to the result as a whole or to a refined question."""

from moot.policies.verdict.review.reading import DecisionType, read_response
from moot.policies.verdict.review.responses import QUESTION_ACTION, find_final_response, find_question_response

__all__ = [
    "QUESTION_ACTION",
    "DecisionType",
    "find_final_response",
    "find_question_response",
    "read_response",
]
