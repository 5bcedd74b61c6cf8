"""Reads what a text wants first, where the question asks just that: one of two steps it names, or any."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex, find_hits, tokenize
from moot.policies.conflicts.reading.questions import Alternatives, list_objects

_ORDER = frozenset({"order", "ordem", "urutan", "priority", "prioridade", "prioritas"})
_ARTICLES = frozenset({"the", "our", "a", "o", "nossa", "nosso"})
"""After these "first" is one of several, not what comes first."""
_REASONS = frozenset({"since", "because", "pois", "porque", "karena", "sebab"})
_BREAKS = frozenset(".!?;:,()")


def read_order(text: str, index: LexiconIndex, steps: Alternatives) -> int:
    """Tell the step a text puts first, 1 or 2; 0 where it says neither, or both."""
    tokens = tokenize(text)
    votes = [vote for start, end in _list_parts(tokens, index) for vote in _vote(tokens[start:end], index, steps)]
    score = sum(votes)
    return 1 if score > 0 else 2 if score < 0 else 0


class Start(NamedTuple):
    """What a text puts first, and all that it names."""

    first: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    said: str = ""
    """What it puts first, in its own words."""

    def reverses(self, other: "Start") -> bool:
        """Say whether each of two texts names what the other puts first, and puts something else first."""
        apart = self.first.isdisjoint(other.first)
        return apart and not self.first.isdisjoint(other.named) and not other.first.isdisjoint(self.named)


def asks_for_order(tokens: Sequence[str], index: LexiconIndex) -> bool:
    """Say whether a question asks what comes first."""
    return any(
        token in _ORDER or (token in index.earlier and not _ARTICLES.intersection(tokens[at - 1 : at]))
        for at, token in enumerate(tokens)
    )


def read_start(text: str, index: LexiconIndex, asked: frozenset[str]) -> Start:
    """Read what a text puts first of all that it names."""
    tokens = tokenize(text)
    first: set[str] = set()
    later: set[str] = set()
    said: list[str] = []
    for start, end in _list_parts(tokens, index):
        words = tokens[start:end]
        early, late = not index.earlier.isdisjoint(words), not index.later.isdisjoint(words)
        if early != late:
            named = list_objects([word for word in words if word not in index.earlier], index) - asked
            first.update(named if early else ())
            later.update(named if late else ())
            said += [word for word in words if early and not list_objects([word], index).isdisjoint(named)]
    kept = first - later
    told = dict.fromkeys(word for word in said if not list_objects([word], index).isdisjoint(kept))
    return Start(frozenset(kept), list_objects(tokens, index) - asked, " ".join(told))


def _list_parts(tokens: Sequence[str], index: LexiconIndex) -> Iterator[tuple[int, int]]:
    start = 0
    for place, token in enumerate(tokens):
        if token in _BREAKS or token in _REASONS or token in index.joints:
            yield start, place
            start = place + 1
    yield start, len(tokens)


def _vote(words: Sequence[str], index: LexiconIndex, steps: Alternatives) -> Iterator[int]:
    named = _name(words, index, steps)
    cues = [(place, sense) for place, sense in find_hits(words, index) if sense.cues & (Cue.BEFORE | Cue.AFTER)]
    for place, sense in cues:  # "A before B" puts A first, "A after B" puts B first
        ahead, behind = _name(words[:place], index, steps), _name(words[place + sense.length :], index, steps)
        turn = 1 if sense.cues & Cue.BEFORE else -1
        if ahead or behind:
            yield turn * (ahead or -behind)
            return
    early, late = not index.earlier.isdisjoint(words), not index.later.isdisjoint(words)
    if named and early != late:
        yield named if early else -named


def _name(words: Sequence[str], index: LexiconIndex, steps: Alternatives) -> int:
    """Tell which step some words name: 1 the first of the question, -1 the second, 0 neither or both."""
    first, second = (not option.isdisjoint(list_objects(words, index)) for option in steps)
    return int(first) - int(second)
