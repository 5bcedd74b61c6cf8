"""Amounts of money in a text: what would be put in, and what would come back (C-04).

An amount belongs to the word of its sentence that speaks of investing or of a return: the one it is attached to from
behind ("$500K of investment"), else the last one before it, else the next. Of several amounts the largest counts.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.lexicon_index import Hit

_SCALES: dict[str, float] = {
    **dict.fromkeys(("k", "mil", "thousand", "ribu", "rb"), 1e3),
    **dict.fromkeys(("m", "mi", "mn", "milhao", "milhoes", "million", "millions", "juta", "jt"), 1e6),
    **dict.fromkeys(("b", "bi", "bn", "bilhao", "bilhoes", "billion", "billions", "miliar"), 1e9),
    **dict.fromkeys(("trilhao", "trilhoes", "trillion", "triliun"), 1e12),
}
_CURRENCIES = frozenset({"$", "€", "£", "rp", "eur", "usd", "brl", "idr"})
_NAMES = frozenset({"reais", "dolares", "dollars", "euros", "rupiah"})
_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)([^\W\d_]*)")
_ATTACHING = frozenset({"de", "do", "da", "em", "of", "in", "untuk"})
_DIGITS = 18
"""Longer numbers are codes, not money."""


class Amount(NamedTuple):
    """A sum of money and how it is written."""

    value: float
    text: str


class Ledger(NamedTuple):
    """The largest sum a text would invest, and the largest it expects back."""

    invested: Amount | None = None
    returned: Amount | None = None


NO_MONEY = Ledger()


def read_number(text: str) -> float:
    """Read a number with point or comma as decimal mark; groups of three digits are thousands."""
    head, *groups = re.split(r"[.,]", text)
    if all(len(group) == 3 for group in groups):
        return float(head + "".join(groups))
    return float(f"{head}{''.join(groups[:-1])}.{groups[-1]}")


def read_money(tokens: Sequence[str], hits: Sequence[Hit]) -> Ledger:
    """Find the sums a text would invest and the sums it expects back."""
    numbers = [place for place, sense in hits if sense.cues & cue.NUMBER]
    ends = [place for place, sense in hits if sense.cues & cue.SENTENCE_END]
    words = [place for place, sense in hits if sense.cues & cue.RETURNS or "invest" in sense.concepts]
    kinds = {place: bool(sense.cues & cue.RETURNS) for place, sense in hits}
    sums: dict[bool, list[Amount]] = {False: [], True: []}
    for place in numbers:
        amount = _amount(tokens, place)
        word = _owner(tokens, words, place) if amount else None
        if amount and word is not None and bisect(ends, word) == bisect(ends, place):
            sums[kinds[word]].append(amount)
    return Ledger(_largest(sums[False]), _largest(sums[True]))


def _amount(tokens: Sequence[str], place: int) -> Amount | None:
    """The sum at a number, unless the number counts something else."""
    match = _NUMBER.fullmatch(tokens[place])
    if match is None or len(match[1]) > _DIGITS:
        return None
    following = tokens[place + 1] if place + 1 < len(tokens) else ""
    before = tokens[place - 1] if place else ""
    scale = match[2] or (following if following in _SCALES else "")
    if not (before in _CURRENCIES or scale in _SCALES or following in _NAMES):
        return None
    sign = f"{tokens[place - 2]}$" if before == "$" and place > 1 and tokens[place - 2] in {"r", "us"} else before
    sign = sign.upper() if before in _CURRENCIES else ""
    written = f"{match[1]}{scale.upper() if len(scale) == 1 else f' {scale}' if scale else ''}"
    gap = "" if sign in {"", "$", "€", "£"} else " "
    return Amount(read_number(match[1]) * _SCALES.get(scale, 1.0), f"{sign}{gap}{written}")


def _owner(tokens: Sequence[str], words: Sequence[int], place: int) -> int | None:
    """The word an amount belongs to."""
    at = bisect(words, place)
    before, after = words[at - 1 : at] if at else [], words[at : at + 1]
    if after and (after[0] == place + 1 or (after[0] == place + 2 and tokens[place + 1] in _ATTACHING)):
        return after[0]
    return next(iter((*before, *after)), None)


def _largest(amounts: Sequence[Amount]) -> Amount | None:
    return max(amounts, key=lambda amount: (amount.value, amount.text), default=None)
