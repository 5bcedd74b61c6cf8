"""Names what a word can do in advice, and which lists of a lexicon hold such words."""

from typing import Final

from moot.policies.conflicts.reading.cues import Cue


class AdviceCue:
    """What a word can do in advice, as bits; of several acts the lowest bit counts."""

    REFUSE: Final = 1 << 0
    WAIT: Final = 1 << 1
    KEEP: Final = 1 << 2
    END: Final = 1 << 3
    SWAP: Final = 1 << 4
    LESS: Final = 1 << 5
    MORE: Final = 1 << 6
    AGREE: Final = 1 << 7
    DO: Final = 1 << 8
    URGE: Final = 1 << 9
    MODAL: Final = 1 << 10
    LABEL: Final = 1 << 11
    YES: Final = 1 << 12
    NO: Final = 1 << 13
    NEGATE: Final = 1 << 14
    CONCEDE: Final = 1 << 15
    CONDITION: Final = 1 << 16
    CONTRAST: Final = 1 << 17
    REPORT: Final = 1 << 18
    OTHERS: Final = 1 << 19
    GOOD: Final = 1 << 20
    BAD: Final = 1 << 21
    RIVAL: Final = 1 << 22
    INSTEAD: Final = 1 << 23
    NUMBER: Final = Cue.NUMBER
    """What the lookup says of every number, in all lexicons."""
    LATER: Final = 1 << 25
    JOINT: Final = 1 << 26
    OPEN: Final = 1 << 27
    AMOUNT: Final = 1 << 28
    TIME: Final = 1 << 29
    WHICH: Final = 1 << 30
    HOW: Final = 1 << 31
    CLAUSE_END: Final = 1 << 32
    SENTENCE_END: Final = 1 << 33
    GROUNDS: Final = 1 << 34
    WHOLE: Final = 1 << 35
    PRICED: Final = 1 << 36
    WITHOUT: Final = 1 << 37
    PLAN: Final = 1 << 38
    NOW: Final = 1 << 39
    LEVEL: Final = 1 << 40
    ACTS: Final = REFUSE | WAIT | KEEP | END | SWAP | LESS | MORE | AGREE | DO


ADVICE_BITS: Final[dict[str, int]] = {
    name.lower(): bit
    for name, bit in vars(AdviceCue).items()
    if name.isupper() and name not in {"CLAUSE_END", "SENTENCE_END", "ACTS", "NUMBER"}
} | {"neutral": 0}
"""The bits of each list of words for advice."""

ADVICE_MARKS: Final[dict[str, int]] = {
    **dict.fromkeys((",", ":", "(", ")", "-"), AdviceCue.CLAUSE_END),
    **dict.fromkeys((".", "!", "?", ";"), AdviceCue.SENTENCE_END),
}
"""The punctuation that ends clauses and sentences."""
