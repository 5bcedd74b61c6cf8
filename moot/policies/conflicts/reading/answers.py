"""Compares what texts answer where acts do not tell: which of two alternatives, which of many, and when.

- An alternative is chosen by the text whose recommendations name its words more often than the other's; what is
  denied, ended or refrained from counts for the other one.
- Asked what comes first, a text answers with the step it puts first.
- Asked for one of many (which, where), two texts part when each recommends by name what the other does not mention.
- Asked when, two texts part when the months and years that they recommend have nothing in common.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.act_words import ActMention
from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import BEGINNING, LexiconIndex
from moot.policies.conflicts.reading.orders import read_order
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS, YEAR_NUMBERS, Proposal, list_objects
from moot.policies.conflicts.reading.text_reading import RECOMMENDED, TextReading
from moot.policies.language import fold

_AWAY = Cue.REFRAIN | Cue.END | Cue.OPPOSE | Cue.DOWN

_NAME = re.compile(r"(?<=[^\W\d_,;:] )[A-ZÀ-Ý][\w-]{2,}")
"""A word with a capital that does not begin a sentence."""


class GivenAnswer(NamedTuple):
    """What a text answers to a question that leaves more than yes and no."""

    side: int = 0
    """The alternative it chooses, or the step it puts first: 1 or 2, or 0."""
    named: frozenset[str] = frozenset()
    """What it recommends by name."""
    times: frozenset[str] = frozenset()
    """When, by month and year."""
    clause: tuple[str, ...] = ()
    """Where it says so first."""


def read_preference(text: str, reading: TextReading, index: LexiconIndex, proposal: Proposal) -> GivenAnswer:
    """Read what a text recommends as an answer to a question."""
    if proposal.steps is not None:
        return GivenAnswer(read_order(text, index, proposal.steps))
    firm = [each for each in reading.acts if each.level == RECOMMENDED]
    if not firm or not (proposal.options or proposal.selects):
        return GivenAnswer()
    side, clause = _choose(firm, index, proposal)
    wanted = [each for each in firm if not _turns_away(each)]
    names = frozenset(fold(name)[:BEGINNING] for name in _NAME.findall(text)) if proposal.selects else frozenset[str]()
    said = frozenset(word[:BEGINNING] for each in wanted for word in each.words if index.objects[word])
    named = (said & names) - proposal.subject
    times = frozenset(_list_times(wanted))
    return GivenAnswer(side, named, times, clause or firm[0].words)


def oppose_answers(one: GivenAnswer, other: GivenAnswer, proposal: Proposal) -> bool:
    """Say whether two answers exclude each other."""
    if proposal.options:
        return bool(one.side and other.side) and one.side != other.side
    if proposal.timed:
        return bool(one.times and other.times) and one.times.isdisjoint(other.times)
    if not proposal.selects or proposal.measures:
        return False
    return bool(one.named and other.named) and one.named.isdisjoint(other.named)


def _choose(firm: Sequence[ActMention], index: LexiconIndex, proposal: Proposal) -> tuple[int, tuple[str, ...]]:
    if proposal.options is None:
        return 0, ()
    score = 0
    clause: tuple[str, ...] = ()
    for each in firm:
        objects = list_objects(_before_rival(each.words, index), index)
        first, second = (len(objects & option) for option in proposal.options)
        if first != second:
            clause = clause or each.words
            score += (1 if first > second else -1) * (-1 if _turns_away(each) else 1)
    return (1 if score > 0 else 2 if score < 0 else 0), clause


def _before_rival(words: tuple[str, ...], index: LexiconIndex) -> tuple[str, ...]:
    """Cut a clause where it names what it does not choose: buy rather than lease."""
    return words[: next((place for place, word in enumerate(words) if place and word in index.either), len(words))]


def _turns_away(mention: ActMention) -> bool:
    return mention.denied != bool(mention.kind & _AWAY)


def _list_times(mentions: Sequence[ActMention]) -> Iterator[str]:
    for each in mentions:
        for word in each.words:
            if word in MONTH_NUMBERS:
                yield MONTH_NUMBERS[word]
            elif word in YEAR_NUMBERS:
                yield word
