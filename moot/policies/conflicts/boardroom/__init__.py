"""Follows the debates of a boardroom: who argues with whom, what is reserved, and what agrees."""

from moot.policies.conflicts.boardroom.agreeing import find_unaccepted
from moot.policies.conflicts.boardroom.debates import (
    describe_answer,
    describe_answers,
    find_repetition,
    follow_debates,
    judge_debates,
    keep_open,
    list_parties,
    read_conflicts,
    stamp_rounds,
)
from moot.policies.conflicts.boardroom.disputes import drop_agreed, find_open_reservations, list_disputes

__all__ = [
    "describe_answer",
    "describe_answers",
    "drop_agreed",
    "find_open_reservations",
    "find_repetition",
    "find_unaccepted",
    "follow_debates",
    "judge_debates",
    "keep_open",
    "list_disputes",
    "list_parties",
    "read_conflicts",
    "stamp_rounds",
]
