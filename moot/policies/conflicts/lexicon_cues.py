"""What a word can do to the words around it, as bits: one word may do several things."""

from typing import Final

RECOMMEND: Final = 1 << 0
PRIORITY: Final = 1 << 1
OBSERVE: Final = 1 << 2
WEAKEN: Final = 1 << 3
WEAKEN_FIRST: Final = 1 << 4
NEGATE: Final = 1 << 5
WITHOUT: Final = 1 << 6
REVERSE: Final = 1 << 7
DISAPPROVE: Final = 1 << 8
APPROVE: Final = 1 << 9
CONTRAST: Final = 1 << 10
ACCEPT: Final = 1 << 11
REFUSE: Final = 1 << 12
RETURNS: Final = 1 << 13
FIRST: Final = 1 << 14
THEN: Final = 1 << 15
BEFORE: Final = 1 << 16
AFTER: Final = 1 << 17
ADVISE: Final = 1 << 18
CAUSE: Final = 1 << 19
CERTAIN: Final = 1 << 20
DOUBTFUL: Final = 1 << 21
CLAUSE_END: Final = 1 << 22
SENTENCE_END: Final = 1 << 23
NUMBER: Final = 1 << 24

ORDERING: Final = THEN | BEFORE | AFTER

BITS: Final[dict[str, int]] = {
    "recommend": RECOMMEND,
    "priority": PRIORITY,
    "observe": OBSERVE,
    "weaken": WEAKEN,
    "weaken_first": WEAKEN_FIRST,
    "negate": NEGATE,
    "without": WITHOUT | NEGATE,
    "reverse": REVERSE,
    "disapprove": DISAPPROVE,
    "approve": APPROVE,
    "contrast": CONTRAST,
    "accept": ACCEPT,
    "refuse": REFUSE,
    "returns": RETURNS,
    "first": FIRST,
    "then": THEN,
    "before": BEFORE,
    "after": AFTER,
    "neutral": 0,
}
"""The bits of each list of cues in a lexicon."""

EXTRACTING: Final[dict[str, int]] = {"position": ADVISE, "cause": CAUSE, "certain": CERTAIN, "doubtful": DOUBTFUL}
"""The bits of the words by which a position is taken from a text (C-22)."""

MARKS: Final[dict[str, int]] = {
    **dict.fromkeys((",", ";", ":", "(", ")", "-"), CLAUSE_END),
    **dict.fromkeys((".", "!", "?"), SENTENCE_END),
}
"""The punctuation that ends clauses and sentences."""
