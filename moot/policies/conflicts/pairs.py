"""Where two readings oppose each other: the pairs that make up a conflict (C-15..C-17).

On each axis a text leans to the side it holds more firmly; holding both sides equally firmly is no lean, so "grow,
and keep the margin" opposes nobody. Two texts oppose each other on an axis when they lean to different sides.
Denying an action counts for the other side. Pairs come in the order of the opposition table.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from moot.policies.conflicts.lexicon_index import LexiconIndex
from moot.policies.conflicts.reading import RECOMMENDED, STATED, Reading
from moot.policies.conflicts.sequence import Ordering
from moot.state.lexicon import Family, Lexicons, Opposition

Held = tuple[str, bool]
"""A concept, and whether it is denied."""


class Stand(NamedTuple):
    """A reading placed on every axis: bit n of a mask says to which side of axis n the text leans."""

    reading: Reading
    words: LexiconIndex
    one: int
    other: int


class Pair(NamedTuple):
    """One opposition between two texts, worded for people."""

    text: str
    families: frozenset[Family]


def take_stand(reading: Reading, index: LexiconIndex, lexicons: Lexicons) -> Stand:
    """Place a reading on the axes of the opposition table."""
    sides = _sides(lexicons)
    firmness: dict[int, list[int]] = {}
    for concept, level in reading.asserted.items():
        for axis, side, only_first in sides.get(concept, ()):
            if not only_first or concept in reading.first:
                held = firmness.setdefault(axis, [0, 0])
                held[side] = max(held[side], level)
    for concept, level in reading.denied.items():
        for axis, side, only_first in sides.get(concept, ()) if concept in index.actions else ():
            if not only_first:
                held = firmness.setdefault(axis, [0, 0])
                held[not side] = max(held[not side], level)
    one = sum(1 << axis for axis, (left, right) in firmness.items() if left > right and left >= STATED)
    other = sum(1 << axis for axis, (left, right) in firmness.items() if right > left and right >= STATED)
    return Stand(reading, index, one, other)


@cache
def _sides(lexicons: Lexicons) -> dict[str, tuple[tuple[int, bool, bool], ...]]:
    """For each concept its places in the table: axis, whether on the other side, whether only as a priority."""
    places: dict[str, tuple[tuple[int, bool, bool], ...]] = {}
    for axis, opposition in enumerate(lexicons.oppositions):
        for side, concepts in ((False, opposition.one), (True, opposition.other)):
            for concept in concepts:
                places[concept] = (*places.get(concept, ()), (axis, side, opposition.only_as_priority))
    return places


def find_pairs(a: Stand, b: Stand, lexicons: Lexicons, *, same_steps: bool = False) -> tuple[Pair, ...]:
    """List what two texts hold against each other.

    With `same_steps` both want the same two things and differ in their order only: sides that both texts name are
    then no opposition (X-35).
    """
    opposed = (a.one & b.other) | (a.other & b.one)
    pairs = [
        pair
        for number, opposition in enumerate(lexicons.oppositions)
        if opposed >> number & 1
        and not (same_steps and _names_both(a, opposition) and _names_both(b, opposition))
        and (not opposition.advice or _recommends(a, opposition) or _recommends(b, opposition))
        for pair in _axis_pairs(a, b, opposition, bool(a.one >> number & 1), lexicons)
    ]
    if not any("money" in pair.families for pair in pairs):
        pairs.extend(_shortfall(a, b))
    agreed = a.one & b.one | a.other & b.other
    return tuple(pairs or (() if agreed else _contradictions(a, b)))


def find_reversal(a: Stand, b: Stand) -> tuple[Ordering, Ordering] | None:
    """Find two steps that the texts want in opposite orders (X-35)."""
    for mine in a.reading.sequences:
        for theirs in b.reading.sequences:
            if mine.reverses(theirs):
                return mine, theirs
    return None


def _recommends(stand: Stand, opposition: Opposition) -> bool:
    held = stand.reading.asserted
    firm = STATED if stand.reading.single else RECOMMENDED
    return any(held.get(concept, 0) >= firm for concept in (*opposition.one, *opposition.other))


def _names_both(stand: Stand, opposition: Opposition) -> bool:
    named = stand.reading.asserted
    return any(concept in named for concept in opposition.one) and any(concept in named for concept in opposition.other)


def _held(stand: Stand, side: Sequence[str], against: Sequence[str]) -> Iterator[Held]:
    """What speaks for a side in a text: its concepts, and denied actions of the other side."""
    reading = stand.reading
    for concept in side:
        if reading.asserted.get(concept, 0) >= STATED:
            yield concept, False
    for concept in against:
        if concept in stand.words.actions and reading.denied.get(concept, 0) >= STATED:
            yield concept, True


def _axis_pairs(a: Stand, b: Stand, opposition: Opposition, a_is_one: bool, lexicons: Lexicons) -> Iterator[Pair]:
    sides = (opposition.one, opposition.other) if a_is_one else (opposition.other, opposition.one)
    for mine, mine_denied in _held(a, *sides):
        for theirs, theirs_denied in _held(b, *reversed(sides)):
            if mine_denied and theirs_denied:
                continue  # "do not cut" and "do not invest" leave room for each other
            families = {opposition.family, *lexicons.families.get(mine, ()), *lexicons.families.get(theirs, ())}
            text = f"{_label(a, mine, mine_denied)} vs {_label(b, theirs, theirs_denied)}"
            yield Pair(text, frozenset(families))


def _label(stand: Stand, concept: str, denied: bool) -> str:
    label = stand.words.labels[concept]
    return stand.words.phrases.denied.format(concept=label) if denied else label


def _shortfall(a: Stand, b: Stand) -> Iterator[Pair]:
    """A sum that one text would invest and that, as the other says, would not come back in full (C-04)."""
    for investor, doubter in ((a, b), (b, a)):
        back = doubter.reading.money.returned
        spent = investor.reading.money.invested or doubter.reading.money.invested
        wants = investor.reading.asserted.get("invest", 0) > doubter.reading.asserted.get("invest", 0)
        if back and spent and back.value < spent.value and wants:
            texts = [
                f"{investor.words.labels['invest']} {spent.text}",
                doubter.words.phrases.returns.format(amount=back.text),
            ]
            yield Pair(" vs ".join(texts if investor is a else reversed(texts)), frozenset({"money", "shortfall"}))
            return


def _contradictions(a: Stand, b: Stand) -> Iterator[Pair]:
    """The first statement that one text makes and the other denies in the same words."""
    if not (a.reading.denying or b.reading.denying):
        return
    for mine in a.reading.statements():
        for theirs in b.reading.statements():
            if mine.contradicts(theirs):
                texts = (
                    stand.words.phrases.denied.format(concept=statement.text) if statement.denied else statement.text
                    for stand, statement in ((a, mine), (b, theirs))
                )
                yield Pair(" vs ".join(texts), frozenset({"other"}))
                return
