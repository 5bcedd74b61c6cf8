"""Names what a word can do to the words around it, and which lists of a lexicon hold such words."""

from typing import Final


class Cue:
    """What a word can do to the words around it, as bits: one word may do several things."""

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
    BEGIN: Final = 1 << 25
    REFRAIN: Final = 1 << 26
    KEEP: Final = 1 << 27
    END: Final = 1 << 28
    UP: Final = 1 << 29
    DOWN: Final = 1 << 30
    FAVOUR: Final = 1 << 31
    OPPOSE: Final = 1 << 32
    HEADING: Final = 1 << 33
    ORDERING: Final = THEN | BEFORE | AFTER
    VERDICT: Final = FAVOUR | OPPOSE
    ACTING: Final = BEGIN | REFRAIN | KEEP | END | UP | DOWN | VERDICT


CUE_BITS: Final[dict[str, int]] = {
    "recommend": Cue.RECOMMEND,
    "priority": Cue.PRIORITY,
    "observe": Cue.OBSERVE,
    "weaken": Cue.WEAKEN,
    "weaken_first": Cue.WEAKEN_FIRST,
    "negate": Cue.NEGATE,
    "without": Cue.WITHOUT | Cue.NEGATE,
    "reverse": Cue.REVERSE,
    "disapprove": Cue.DISAPPROVE,
    "approve": Cue.APPROVE,
    "contrast": Cue.CONTRAST,
    "accept": Cue.ACCEPT,
    "refuse": Cue.REFUSE | Cue.OPPOSE,
    "returns": Cue.RETURNS,
    "first": Cue.FIRST,
    "then": Cue.THEN,
    "before": Cue.BEFORE,
    "after": Cue.AFTER,
    "neutral": 0,
}
"""The bits of each list of cues in a lexicon."""


ACT_BITS: Final[dict[str, int]] = {
    "begin": Cue.BEGIN,
    "refrain": Cue.REFRAIN,
    "keep": Cue.KEEP,
    "end": Cue.END,
    "up": Cue.UP,
    "down": Cue.DOWN,
    "favour": Cue.FAVOUR,
    "oppose": Cue.OPPOSE,
    "heading": Cue.HEADING,
}
"""The bits of the words for what can be done about a proposal, and of the headings it stands under."""


EXTRACTION_BITS: Final[dict[str, int]] = {
    "position": Cue.ADVISE,
    "cause": Cue.CAUSE,
    "certain": Cue.CERTAIN,
    "doubtful": Cue.DOUBTFUL,
}
"""The bits of the words by which a position is taken from a text (C-22)."""


MARKS: Final[dict[str, int]] = {
    **dict.fromkeys((",", ";", ":", "(", ")", "-"), Cue.CLAUSE_END),
    **dict.fromkeys((".", "!", "?"), Cue.SENTENCE_END),
}
"""The punctuation that ends clauses and sentences."""
