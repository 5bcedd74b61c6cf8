"""Conflicts between agents' outputs: reading, detecting, grading, arguing and settling them."""

from moot.policies.conflicts.boardroom import (
    find_repetition,
    follow_debates,
    judge_debates,
    keep_open,
    list_parties,
    read_conflicts,
    stamp_rounds,
)
from moot.policies.conflicts.consensus import build_consensus
from moot.policies.conflicts.detection import Output, detect_conflicts, text_of
from moot.policies.conflicts.lexicon_cues import BITS
from moot.policies.conflicts.lexicon_index import find_hits, index_lexicon
from moot.policies.conflicts.pairs import find_pairs
from moot.policies.conflicts.settlement import name_decider, name_mediator, settle_debates
from moot.policies.conflicts.texts import needed_languages, read_stands
from moot.policies.conflicts.tokens import tokenize
from moot.policies.conflicts.weight import Decider

__all__ = [
    "BITS",
    "Decider",
    "Output",
    "build_consensus",
    "detect_conflicts",
    "find_hits",
    "find_pairs",
    "find_repetition",
    "follow_debates",
    "index_lexicon",
    "judge_debates",
    "keep_open",
    "list_parties",
    "name_decider",
    "name_mediator",
    "needed_languages",
    "read_conflicts",
    "read_stands",
    "settle_debates",
    "stamp_rounds",
    "text_of",
    "tokenize",
]
