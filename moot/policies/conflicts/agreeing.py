"""Finds whether two parties of a conflict have come to terms, whatever their words have in common.

- Who names the other party under `accepts` has accepted its last terms. One side is enough, unless the other one
  moved away from these terms in the same round.
- Without such a declaration, both have agreed when both say so in their recommendations, neither keeps its position,
  and the figures they name are the same: most of those of the party that names fewer.
- Whoever keeps its position has not agreed in words; a denied "I agree" is none.
- A condition that a party states as its reservation keeps the two apart, whatever they choose or accept, until the
  other one states it as well, or accepts the terms of which it was already a part.
"""

import re
from collections.abc import Mapping, Sequence

from moot.policies.language import jaccard, words
from moot.state.conflicts import Reservation
from moot.state.positions import Position

_AGREEING = frozenset(
    {"aceito", "aceitamos", "acordo", "concordo", "concordamos", "accept", "agree", "agreed"}
    | {"setuju", "sepakat", "menerima", "terima"}
)
_DENYING = frozenset({"nao", "not", "don't", "cannot", "can't", "tidak", "belum", "no", "so", "only", "hanya"})
"""Words before it that make it no agreement: not, and only on a condition."""
_NEAR = 2
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*%?")
_SAME_FIGURES = 0.6
_LEAST_FIGURES = 2
_SAME_CONDITION = 0.5
"""Two conditions with so many words in common are one, stated twice."""


def have_agreed(parties: Sequence[Position]) -> bool:
    """Say whether the parties agree, by their last words in a round."""
    if len(parties) != 2:  # a conflict has two sides
        return False
    one, other = parties
    declared = other.seat in one.accepts or one.seat in other.accepts
    if declared:
        return all(each.keeps_position != "no" or each.accepts for each in parties)
    return all(_says_so(each) and each.keeps_position != "yes" for each in parties) and _share_figures(one, other)


def find_reservations(
    parties: Sequence[Position], before: Mapping[str, Position] | None = None
) -> tuple[Reservation, ...]:
    """List the conditions of either party that the other has not accepted; `before` is what each held a round ago."""
    if len(parties) != 2:
        return ()
    one, other = parties
    return (*_list_unshared(one, other, before or {}), *_list_unshared(other, one, before or {}))


def _list_unshared(one: Position, other: Position, before: Mapping[str, Position]) -> tuple[Reservation, ...]:
    text, shared = one.reservation.strip(), [other.reservation]
    if one.seat in other.accepts and one.seat in before:
        shared.append(before[one.seat].reservation)
    if not text or any(each.strip() and _is_same(text, each) for each in shared):
        return ()
    return (Reservation(seat=one.seat, text=text),)


def _is_same(one: str, other: str) -> bool:
    return jaccard(frozenset(words(one)), frozenset(words(other))) >= _SAME_CONDITION


def _says_so(position: Position) -> bool:
    said = words(position.recommendation or "")
    return any(
        word in _AGREEING and _DENYING.isdisjoint(said[max(0, place - _NEAR) : place])
        for place, word in enumerate(said)
    )


def _share_figures(one: Position, other: Position) -> bool:
    named = [frozenset(_FIGURE.findall(each.recommendation or "")) for each in (one, other)]
    fewer = min(map(len, named))
    return fewer >= _LEAST_FIGURES and len(named[0] & named[1]) / fewer >= _SAME_FIGURES
