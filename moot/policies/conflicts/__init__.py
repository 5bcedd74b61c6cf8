"""Finds conflicts between agents' outputs, decides who settles them, and settles them."""

from moot.policies.conflicts.consensus import build_consensus
from moot.policies.conflicts.decisions import choose_decision_maker
from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.meaning import add_contested, add_disputes, add_missed, contest_missed, list_unsure
from moot.policies.conflicts.rulings import list_askable, name_decider, name_mediator, settle_debates

__all__ = [
    "add_contested",
    "add_disputes",
    "add_missed",
    "build_consensus",
    "choose_decision_maker",
    "contest_missed",
    "detect_conflicts",
    "list_askable",
    "list_unsure",
    "name_decider",
    "name_mediator",
    "settle_debates",
]
