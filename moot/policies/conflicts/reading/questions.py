"""Reads what a board was asked: to do something or not, to choose between two, or to find one answer of many.

- A question that asks yes or no proposes an act. What it proposes is told by its own words.
- Between two alternatives ("buy or lease", "buy rather than lease") the words closest to the joint tell them apart. A
  question of what comes first asks for an order, not for a choice.
- Any other question has a subject: what texts say is to be done about it can be compared.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex, find_hits

_SENTENCE_ENDS = frozenset(".!?")
_WHEN = frozenset({"quando", "when", "kapan"})
_MONTH_NAMES = (
    ("janeiro", "january", "januari"),
    ("fevereiro", "february", "februari"),
    ("marco", "march", "maret"),
    ("abril", "april"),
    ("maio", "mei", "may"),
    ("junho", "june", "juni"),
    ("julho", "july", "juli"),
    ("agosto", "august", "agustus"),
    ("setembro", "september"),
    ("outubro", "october", "oktober"),
    ("novembro", "november"),
    ("dezembro", "december", "desember"),
)
MONTH_NUMBERS = {name: f"month {number}" for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
YEAR_NUMBERS = frozenset(map(str, range(2000, 2100)))
_NEAREST = 2
"""So many words on each side of the joint tell an alternative."""


Alternatives = tuple[frozenset[str], frozenset[str]]
"""The words of two alternatives."""


class Proposal(NamedTuple):
    """What a question proposes: the words it uses, and the act it asks about; nothing where it is no yes-or-no one."""

    words: frozenset[str] = frozenset()
    act: int = Cue.BEGIN
    verb: str = ""
    """The object word of that act: acquire, acquisition."""
    marks: frozenset[str] = frozenset()
    """The numbers and months it names."""
    measures: bool = False
    """Whether it asks how much."""
    subject: frozenset[str] = frozenset()
    """What it is about, where it proposes nothing."""
    selects: bool = False
    """Whether it asks for one of many."""
    timed: bool = False
    """Whether it asks when."""
    options: Alternatives | None = None
    """The alternatives it asks to choose between."""
    steps: Alternatives | None = None
    """The two things it asks to put in order."""


def read_proposal(tokens: Sequence[str], index: LexiconIndex) -> Proposal:
    """Read what a question asks in its last sentence."""
    ends = [place for place, token in enumerate(tokens[:-1]) if token in _SENTENCE_ENDS]
    tokens = tokens[ends[-1] + 1 :] if ends else tokens
    if not tokens:
        return Proposal()
    said = frozenset((*tokens, *(" ".join(two) for two in pairwise(tokens))))
    hits = find_hits(tokens, index)
    words, options = list_objects(tokens, index), _part(tokens, index)
    if options is not None and not index.earlier.isdisjoint(said):
        return Proposal(steps=options)
    if not index.asking.isdisjoint(said):
        measures, selects = not index.measuring.isdisjoint(said), not index.selecting.isdisjoint(said)
        timed = not _WHEN.isdisjoint(said)
        return Proposal(measures=measures, subject=words, selects=selects, timed=timed, options=options)
    if options is not None:  # both alternatives are named: that a text names one says nothing yet
        return Proposal(subject=words, options=options)
    marks = frozenset(token for token in tokens if token[0].isdecimal() or token in MONTH_NUMBERS)
    for place, sense in hits:
        kind = sense.cues & Cue.ACTING & ~Cue.VERDICT
        if kind:
            return Proposal(words, kind & -kind, index.objects[tokens[place]], marks)
    return Proposal(words, marks=marks)


def list_objects(words: Sequence[str], index: LexiconIndex) -> frozenset[str]:
    """List the words that say what something is done to."""
    return frozenset(filter(None, map(index.objects.__getitem__, words)))


def _part(tokens: Sequence[str], index: LexiconIndex) -> Alternatives | None:
    """Tell two alternatives by the words that stand closest to what joins them, and by no word of both."""
    for place, token in enumerate(tokens):
        two = " ".join(tokens[place : place + 2])
        if token in index.either or two in index.either:
            after = place + (2 if two in index.either else 1)
            sides = (reversed(tokens[:place]), tokens[after:])
            first, second = (_take(filter(None, map(index.objects.__getitem__, side))) for side in sides)
            if first - second and second - first:
                return first - second, second - first
    return None


def _take(words: "filter[str]") -> frozenset[str]:
    return frozenset(word for word, _ in zip(words, range(_NEAREST), strict=False))
