"""The order in which a text wants two things done (C-06, X-35).

"first A, then B", "A before B" and "B after A" all say the same. An item is the set of stems of its words; of a
sentence the first ordering counts. Two texts disagree on the order when each one's first item is the other's second.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.lexicon_index import Hit, LexiconIndex
from moot.policies.language import STOP_WORDS, stem

_LONGEST_ITEM = 8
_SAME = 0.6
"""Items that share this much of the shorter one are the same."""
_MARKS = frozenset(",;:()-")
_ENDS = frozenset(".!?")
_REACH = 14
"""So many words around the ordering word are looked at, which keeps reading linear."""


class Ordering(NamedTuple):
    """Two things in the order a text wants them."""

    first: frozenset[str]
    second: frozenset[str]
    text: tuple[str, str]
    """Both as written, for people."""

    def reverses(self, other: "Ordering") -> bool:
        """Whether the other text wants the same two things the other way round."""
        return _same(self.first, other.second) and _same(self.second, other.first)


def read_sequences(tokens: Sequence[str], hits: Sequence[Hit], index: LexiconIndex) -> tuple[Ordering, ...]:
    """List the orderings of a text, at most one per sentence."""
    return tuple(_orderings(tokens, hits, index))


def _orderings(tokens: Sequence[str], hits: Sequence[Hit], index: LexiconIndex) -> Iterator[Ordering]:
    start, opened, done = 0, 0, False
    for place, sense in hits:
        if sense.cues & cue.SENTENCE_END:
            start = opened = place + 1
            done = False
        elif sense.cues & cue.FIRST and place == opened and not done:
            opened = place + sense.length  # "first A, then B"; in "A first, then B" the word is skipped with the item
        elif sense.cues & cue.ORDERING and not done:
            ordering = _around(tokens, (opened, place, place + sense.length), sense.cues, index, place == start)
            if ordering is not None:
                done = True
                yield ordering


def _around(
    tokens: Sequence[str], cut: tuple[int, int, int], cues: int, index: LexiconIndex, leads: bool
) -> Ordering | None:
    start, middle, after = cut
    limit = min(len(tokens), after + _REACH)
    end = next((at for at in range(after, limit) if tokens[at] in _ENDS), limit)
    if leads:  # "Before A, do B": the comma parts the items
        comma = next((at for at in range(after, end) if tokens[at] == ","), None)
        if comma is None:
            return None
        near, far = tokens[after:comma], tokens[comma + 1 : end]
    else:
        near, far = _clause(tokens[after:end]), tokens[max(start, middle - _REACH) : middle]
    # "A before B" names the earlier thing far from the cue, "A after B" and "after B, A" close to it.
    later_near = bool(cues & (cue.BEFORE | cue.THEN))
    written = (far, near) if later_near else (near, far)
    first, second = (_item(words, index) for words in written)
    if not first or not second or _same(first, second):
        return None
    return Ordering(first, second, (_text(written[0]), _text(written[1])))


def _clause(tokens: Sequence[str]) -> Sequence[str]:
    end = next((at for at, token in enumerate(tokens) if token in _MARKS and at), len(tokens))
    return tokens[:end]


def _item(tokens: Sequence[str], index: LexiconIndex) -> frozenset[str]:
    words = [token for token in tokens if token not in _MARKS and token not in index.light][-_LONGEST_ITEM:]
    small = STOP_WORDS[index.language]
    # Items may be called A and B, and "a" is a small word: with nothing else left, small words count.
    return frozenset(stem(word, index.language) for word in words if word not in small) or frozenset(words)


def _text(tokens: Sequence[str]) -> str:
    return " ".join(token for token in tokens if token not in _MARKS)


def _same(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a) and bool(b) and len(a & b) / min(len(a), len(b)) >= _SAME
