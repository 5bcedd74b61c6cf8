"""Reads which of two steps a text wants first, where the question asks just that."""

from collections.abc import Iterator, Sequence

from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex, find_hits, tokenize
from moot.policies.conflicts.reading.questions import Alternatives, list_objects

_BREAKS = frozenset(".!?;:,()")


def read_order(text: str, index: LexiconIndex, steps: Alternatives) -> int:
    """Tell the step a text puts first, 1 or 2; 0 where it says neither, or both."""
    tokens = tokenize(text)
    votes = [vote for start, end in _list_parts(tokens, index) for vote in _vote(tokens[start:end], index, steps)]
    score = sum(votes)
    return 1 if score > 0 else 2 if score < 0 else 0


def _list_parts(tokens: Sequence[str], index: LexiconIndex) -> Iterator[tuple[int, int]]:
    start = 0
    for place, token in enumerate(tokens):
        if token in _BREAKS or token in index.joints:
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
