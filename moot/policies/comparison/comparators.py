"""Compares the positions of a round: the comparators a profile can name, and how words are compared.

Four criteria are compared (D-33), each fully (1.0), partly (0.5) or not (0.0) agreed (D-95). Rules:
- Equal stances are the same recommendation, whatever else is said. Otherwise the recommendation must share most of
  its words, and what is to be done (its first content word) must be part of both: "cut marketing" and "expand
  marketing" share a word and agree in nothing. A negation of what the other says is no agreement at all. Where each
  says something in the place of what the other says ("40" or "400", "Alpha over Beta" or the reverse) they agree in
  part at most: words never make seats look more united than they are.
- Premises and risks are sets of items, matched one to one; when more than half of the longer list finds a match the
  lists agree fully. Lists that merely differ agree partly: seats exist to see different things. Lists in which one
  item denies an item of the other do not agree. At most a hundred items of a list are read.
- Timing agrees partly, too, unless it is denied or the figures differ.
- What never arrived, what is blank or empty is not compared: there is no point to agree on (X-21b).

The comparison is symmetric and does not depend on the order of seats: pairs are ordered by name.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from moot.policies.comparison.wording import (
    TIME_WORDS,
    Reading,
    contradict,
    count_matches,
    deny_items,
    likeness,
    may_differ,
    plainly_opposite,
    read_text,
    same_words,
)
from moot.policies.language import Language
from moot.policies.thresholds import reaches
from moot.registry import Registry
from moot.state.findings import Criterion, PairAgreement
from moot.state.positions import Position

CRITERIA: tuple[Criterion, ...] = ("recommendation", "premises", "risks", "timing")
"""The four points of D-33."""

FULL, PARTIAL, NONE = 1.0, 0.5, 0.0

LEXICAL = "lexical"
"""The comparator that only looks at the words; it serves where no other one gave an answer."""

_ALIKE = 0.8
_RELATED = 0.5
_MOST_ITEMS = 100
_FIGURE = re.compile(r"\d")


class _Level(NamedTuple):
    value: float | None
    sure: bool


class Advice(NamedTuple):
    """What a seat recommends, read for any number of comparisons."""

    stance: Reading | None
    recommendation: Reading | None


class _Said(NamedTuple):
    seat: str
    advice: Advice
    premises: tuple[Reading, ...] | None
    risks: tuple[Reading, ...] | None
    timing: Reading | None


Comparator = Callable[[Sequence[Position], Language], Sequence[PairAgreement]]
"""How the positions of one round are compared, each with every other; what is left out is compared by words."""


@dataclass(frozen=True)
class NamedComparator:
    """A comparator that a profile can name."""

    compare: Comparator
    asks_model: bool = False
    """A model is asked when a round has been spoken; `compare` serves where it gave no answer."""
    automatic: bool = False
    """It asks only a model that can be expected to know: neither the embedded one nor a script without an answer."""

    def __post_init__(self) -> None:
        if not callable(self.compare):
            raise TypeError("a comparator is a callable that takes positions and a language and returns PairAgreements")


COMPARATORS: Registry[NamedComparator] = Registry(
    "comparator", "moot.comparators", NamedComparator, home="moot.policies.comparison"
)
"""The comparators a profile can name."""


@COMPARATORS.register(LEXICAL)
@COMPARATORS.register("auto", asks_model=True, automatic=True)
@COMPARATORS.register("model", asks_model=True)
def compare_lexically(positions: Iterable[Position], language: Language) -> tuple[PairAgreement, ...]:
    """Compare every two positions by their words; each text is read once."""
    said = sorted((_read(position, language) for position in positions), key=lambda each: each.seat)
    return tuple(_compare(a, b) for a, b in combinations(said, 2))


def certain(pairs: Sequence[PairAgreement]) -> bool:
    """Say whether the words alone settle every comparison, so that no model need be asked."""
    return bool(pairs) and all(pair.sure for pair in pairs)


def recommend_opposites(a: Position, b: Position, language: Language) -> bool:
    """Say whether one seat advises against what the other advises (L-26)."""
    return is_opposite(read_advice(a, language), read_advice(b, language))


def read_advice(position: Position, language: Language) -> Advice:
    """Read what a seat recommends."""
    return Advice(_read_any(position.stance, language), _read_any(position.recommendation, language))


def compare_advice(a: Advice, b: Advice) -> float | None:
    """Say how far two recommendations agree that were read before."""
    return _recommendation(a, b).value


def is_opposite(a: Advice, b: Advice, *, plainly: bool = False) -> bool:
    """Say whether one denies the other; `plainly`: they are the same but for a negation, or for a figure."""
    texts = ((a.stance, b.stance), (a.recommendation, b.recommendation))
    return any(
        mine and theirs and (plainly_opposite(mine, theirs) or (not plainly and contradict(mine, theirs)))
        for mine, theirs in texts
    )


def _read(position: Position, language: Language) -> _Said:
    return _Said(
        position.seat,
        read_advice(position, language),
        _read_items(position.premises, language),
        _read_items(position.risks, language),
        _read_any(position.timing, language, TIME_WORDS),
    )


def _read_items(texts: Sequence[str] | None, language: Language) -> tuple[Reading, ...] | None:
    if texts is None:
        return None
    readings = {reading.words: reading for text in texts if (reading := _read_any(text, language))}
    return tuple(readings[key] for key in sorted(readings)[:_MOST_ITEMS])


def _read_any(text: str | None, language: Language, keep: frozenset[str] = frozenset()) -> Reading | None:
    reading = read_text(text or "", language, keep=keep)
    return reading if reading.words else None


def _compare(a: _Said, b: _Said) -> PairAgreement:
    recommendation, timing = _recommendation(a.advice, b.advice), _timing(a.timing, b.timing)
    premises, risks = _lists(a.premises, b.premises), _lists(a.risks, b.risks)
    return PairAgreement(
        a=a.seat,
        b=b.seat,
        recommendation=recommendation.value,
        premises=premises.value,
        risks=risks.value,
        timing=timing.value,
        sure=all(level.sure for level in (recommendation, premises, risks, timing)),
    )


def _recommendation(a: Advice, b: Advice) -> _Level:
    if a.stance and b.stance and same_words(a.stance, b.stance):
        return _Level(FULL, sure=True)
    stances = _advice(a.stance, b.stance)
    texts = _advice(a.recommendation, b.recommendation)
    if _Level(NONE, sure=True) in (stances, texts) or (a.stance and b.stance and contradict(a.stance, b.stance)):
        return _Level(NONE, sure=stances.sure or texts.sure)
    known = [level for level in (stances, texts) if level.value is not None]
    if known:
        return max(known, key=lambda level: (level.value or NONE, level.sure))
    # One seat gave only a stance, the other only a recommendation: better a rough comparison than none.
    return _advice(a.stance or a.recommendation, b.stance or b.recommendation)


def _advice(a: Reading | None, b: Reading | None) -> _Level:
    if a is None or b is None:
        return _Level(None, sure=True)
    if same_words(a, b):
        return _Level(FULL, sure=True)
    if contradict(a, b) or plainly_opposite(a, b):
        return _Level(NONE, sure=plainly_opposite(a, b))
    same_deed = a.head in b.stems or b.head in a.stems
    level = _grade(likeness(a, b)) if same_deed else NONE
    return _Level(min(level, PARTIAL) if may_differ(a, b) else level, sure=False)


def _timing(a: Reading | None, b: Reading | None) -> _Level:
    if a is None or b is None:
        return _Level(None, sure=True)
    if same_words(a, b):
        return _Level(FULL, sure=True)
    figures, others = _figures(a), _figures(b)
    if contradict(a, b) or (figures and others and not figures & others):
        return _Level(NONE, sure=plainly_opposite(a, b))
    return _Level(max(PARTIAL, _grade(likeness(a, b))), sure=False)


def _figures(reading: Reading) -> frozenset[str]:
    return frozenset(word for word in reading.words if _FIGURE.search(word))


def _grade(share: float) -> float:
    if reaches(share, _ALIKE):
        return FULL
    return PARTIAL if reaches(share, _RELATED) else NONE


def _lists(a: tuple[Reading, ...] | None, b: tuple[Reading, ...] | None) -> _Level:
    if not a or not b:
        return _Level(None, sure=True)
    if [item.words for item in a] == [item.words for item in b]:
        return _Level(FULL, sure=True)
    if any(deny_items(mine, theirs) for mine in a for theirs in b):
        return _Level(NONE, sure=False)
    return _Level(FULL if 2 * count_matches(a, b) > max(len(a), len(b)) else PARTIAL, sure=False)
