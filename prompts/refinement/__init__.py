"""Writes the versions of a question, their gaps and assumptions for a prompt."""

from moot.prompts.refinement.refinement import (
    digest_assumptions,
    digest_clarifications,
    digest_elements,
    digest_gaps,
    digest_listed_gaps,
    digest_said,
    digest_versions,
    introduce_question,
)

__all__ = [
    "digest_assumptions",
    "digest_clarifications",
    "digest_elements",
    "digest_gaps",
    "digest_listed_gaps",
    "digest_said",
    "digest_versions",
    "introduce_question",
]
