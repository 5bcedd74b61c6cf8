"""Writes the disputes of a boardroom, and how one is argued and decided, for a prompt."""

from moot.prompts.disputes.disputes import (
    digest_debates,
    digest_disputes,
    digest_proposal,
    digest_ruling,
    explain_critique_answers,
    explain_critique_reasons,
    explain_decider,
    explain_deciding,
    explain_reading,
    explain_reasons,
    explain_scope,
)

__all__ = [
    "digest_debates",
    "digest_disputes",
    "digest_proposal",
    "digest_ruling",
    "explain_critique_answers",
    "explain_critique_reasons",
    "explain_decider",
    "explain_deciding",
    "explain_reading",
    "explain_reasons",
    "explain_scope",
]
