"""Writes hypotheses about a root cause, their scores and the course of the search for a prompt."""

from moot.prompts.hypotheses.hypotheses import (
    describe_course,
    describe_silent,
    digest_causes,
    digest_cited,
    digest_feedback,
    digest_hypotheses,
    digest_inspections,
    digest_others,
    digest_previous,
    digest_scores,
    tell_search_stage,
    view_signature,
)

__all__ = [
    "describe_course",
    "describe_silent",
    "digest_causes",
    "digest_cited",
    "digest_feedback",
    "digest_hypotheses",
    "digest_inspections",
    "digest_others",
    "digest_previous",
    "digest_scores",
    "tell_search_stage",
    "view_signature",
]
