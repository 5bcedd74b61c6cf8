"""Finds conflicts between agents' outputs, follows how they are argued, and settles them."""

from moot.policies.conflicts.boardroom import (
    describe_answers,
    find_repetition,
    follow_debates,
    judge_debates,
    keep_open,
    list_parties,
    read_conflicts,
    stamp_rounds,
)
from moot.policies.conflicts.consensus import build_consensus
from moot.policies.conflicts.decisions import Decider, choose_decision_maker
from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.disputes import list_disputes
from moot.policies.conflicts.lexicon_index import compile_lexicons
from moot.policies.conflicts.meaning import add_disputes, add_missed, list_unsure
from moot.policies.conflicts.rulings import (
    is_placeholder,
    list_askable,
    name_decider,
    name_mediator,
    settle_debates,
)
from moot.policies.conflicts.stands import Output, find_pairs, needed_languages, read_stands

__all__ = [
    "Decider",
    "Output",
    "add_disputes",
    "add_missed",
    "build_consensus",
    "choose_decision_maker",
    "compile_lexicons",
    "describe_answers",
    "detect_conflicts",
    "find_pairs",
    "find_repetition",
    "follow_debates",
    "is_placeholder",
    "judge_debates",
    "keep_open",
    "list_askable",
    "list_disputes",
    "list_parties",
    "list_unsure",
    "name_decider",
    "name_mediator",
    "needed_languages",
    "read_conflicts",
    "read_stands",
    "settle_debates",
    "stamp_rounds",
]
