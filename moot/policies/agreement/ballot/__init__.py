"""Counts the votes of a round: groups what seats recommend into options, and tells who votes for which."""

from moot.policies.agreement.ballot.counting import (
    count_ballot,
    count_rounds,
    is_contested,
    is_unanimous,
    list_shared_points,
    open_ballot,
    tell_votes,
)
from moot.policies.agreement.ballot.grouping import list_statements

__all__ = [
    "count_ballot",
    "count_rounds",
    "is_contested",
    "is_unanimous",
    "list_shared_points",
    "list_statements",
    "open_ballot",
    "tell_votes",
]
