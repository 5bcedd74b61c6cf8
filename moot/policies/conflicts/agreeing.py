"""Finds whether two parties of a conflict have come to terms, whatever their words have in common.

- Who names the other party under `accepts` has accepted its last terms. One side is enough, unless the other one
  moved away from these terms in the same round.
- Without such a declaration, both have agreed when both say so in their recommendations, neither keeps its position,
  and the figures they name are the same: most of those of the party that names fewer.
- Whoever keeps its position has not agreed in words; a denied "I agree" is none.
"""

import re
from collections.abc import Sequence

from moot.policies.language import words
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


def have_agreed(parties: Sequence[Position]) -> bool:
    """Say whether the parties agree, by their last words in a round."""
    if len(parties) != 2:  # a conflict has two sides
        return False
    one, other = parties
    declared = other.seat in one.accepts or one.seat in other.accepts
    if declared:
        return all(each.keeps_position != "no" or each.accepts for each in parties)
    return all(_says_so(each) and each.keeps_position != "yes" for each in parties) and _share_figures(one, other)


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
