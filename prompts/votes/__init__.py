"""Writes the options, who votes for which, and how votes count for a prompt."""

from moot.prompts.votes.votes import (
    digest_ballot,
    digest_options,
    digest_points,
    explain_agreement,
    explain_met,
    explain_reservation,
    explain_together,
    explain_unsettled,
    explain_vote_only,
    explain_votes,
    list_choices,
    tell_denied,
    tell_unaccepted,
    tell_unanimous,
)

__all__ = [
    "digest_ballot",
    "digest_options",
    "digest_points",
    "explain_agreement",
    "explain_met",
    "explain_reservation",
    "explain_together",
    "explain_unsettled",
    "explain_vote_only",
    "explain_votes",
    "list_choices",
    "tell_denied",
    "tell_unaccepted",
    "tell_unanimous",
]
