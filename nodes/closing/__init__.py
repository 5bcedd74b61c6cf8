"""Closes a round: votes are counted, claims verified, an early agreement audited."""

from moot.nodes.closing.auditor import make_auditor
from moot.nodes.closing.ballot import COMPARER, ask_grouping, make_ballot, make_cause_ballot, read_grouping
from moot.nodes.closing.checkpoint import make_checkpoint
from moot.nodes.closing.verifier import make_verifier

__all__ = [
    "COMPARER",
    "ask_grouping",
    "make_auditor",
    "make_ballot",
    "make_cause_ballot",
    "make_checkpoint",
    "make_verifier",
    "read_grouping",
]
