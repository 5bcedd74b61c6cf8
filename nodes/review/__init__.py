"""Pauses for a person: writes the request, and takes the answer."""

from moot.nodes.review.question_review import make_question_request, make_question_review
from moot.nodes.review.request import REFINE, make_guidance_request, make_review_request
from moot.nodes.review.review import make_guidance, make_review

__all__ = [
    "REFINE",
    "make_guidance",
    "make_guidance_request",
    "make_question_request",
    "make_question_review",
    "make_review",
    "make_review_request",
]
