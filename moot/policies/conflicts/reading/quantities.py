"""Compares how much texts recommend of the same thing: 15% against at most 3%, 200 accounts against 40.

- A quantity is a number with its unit: a share, a sum of money, or the word it counts. A bound before it makes it a
  range: at most, at least.
- Quantities are compared where their clauses share a word that says what they are of, or where the question asks how
  much. Two texts are apart when no quantity of the one is compatible with one of the other.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from moot.policies.conflicts.reading.lexicon_index import BEGINNING, LexiconIndex
from moot.policies.conflicts.reading.statements import CURRENCIES, SCALES, read_number, split_number

_APART = 1.5
"""Quantities that differ by less are taken as the same advice."""
_BOUND_REACH = 3
"""So close before a number its bound stands."""
_BEYOND = frozenset({"more", "exceed", "exceeding", "beyond", "above", "over", "higher"})
_BEYOND |= {
    "mais",
    "maior",
    "passar",
    "passe",
    "ultrapassar",
    "ultrapasse",
    "exceder",
    "exceda",
    "superar",
    "acima",
    "alem",
}
_BEYOND |= {"lebih", "melebihi", "melampaui", "atas"}
_SHORT_OF = frozenset({"less", "fewer", "lower", "under", "menos", "menor", "abaixo", "inferior", "kurang", "bawah"})
_DENIAL_REACH = 3
_WRITTEN_BEFORE = CURRENCIES | {"r", "us"}
"""What is written before a sum and bounds nothing."""
_DENYING = frozenset(
    {"no", "not", "never", "cannot", "nao", "nunca", "jamais", "sem", "without", "tidak", "tak", "jangan", "tanpa"}
)
_STRESSED = {"pelo": "menos", "ao": "menos", "paling": "sedikit", "at": "least"}
"""Two words that say the least: "pelo menos", "paling sedikit"."""

SPELLED = {
    **dict.fromkeys(("um", "uma", "one", "satu"), "1"),
    **dict.fromkeys(("dois", "duas", "two", "dua"), "2"),
    **dict.fromkeys(("tres", "three", "tiga"), "3"),
    **dict.fromkeys(("quatro", "four", "empat"), "4"),
    **dict.fromkeys(("cinco", "five", "lima"), "5"),
    **dict.fromkeys(("seis", "six", "enam"), "6"),
    **dict.fromkeys(("dez", "ten", "sepuluh"), "10"),
    **dict.fromkeys(("doze", "twelve"), "12"),
}


PERCENT_SIGNS = frozenset({("percent",), ("persen",), ("per", "cent"), ("por", "cento")})


class Quantity(NamedTuple):
    """How much a text recommends: a range, its unit, and what else its clause names."""

    low: float
    high: float
    unit: str
    objects: frozenset[str]
    text: str
    clause: tuple[str, ...]


def is_number(word: str) -> bool:
    """Say whether a word is a number, in figures or spelled out."""
    return word[0].isdecimal() or word in SPELLED


def read_quantities(words: Sequence[str], objects: frozenset[str], index: LexiconIndex) -> Iterator[Quantity]:
    """List the quantities of a clause, each with what the clause names."""
    for place, word in enumerate(words):
        if not is_number(word):
            continue
        number, suffix = split_number(SPELLED.get(word, word))
        following = words[place + 1] if place + 1 < len(words) else ""
        scale = suffix if suffix in SCALES else following if following in SCALES else ""
        unit = _unit(words, place, suffix, following in SCALES, index)
        if not unit:
            continue
        value = read_number(number) * SCALES.get(scale, 1.0)
        before = words[max(0, place - 2) : place]
        low, high = bound_amount(value, words, place, index)
        yield Quantity(
            low, high, unit, objects - {unit}, " ".join((*before, word, following)).strip(" ,.;:"), tuple(words)
        )


def bound_amount(value: float, words: Sequence[str], place: int, index: LexiconIndex) -> tuple[float, float]:
    """Make a number a range by the words before it: at most, no more than, at least, not below."""
    before = [word for word in words[max(0, place - 2 * _BOUND_REACH) : place] if word not in _WRITTEN_BEFORE]
    for at in range(len(before) - 1, max(-1, len(before) - 1 - _BOUND_REACH), -1):
        word, ahead = before[at], before[max(0, at - 1) : at]
        denied = not _DENYING.isdisjoint(before[max(0, at - _DENIAL_REACH) : at])
        if ahead and _STRESSED.get(ahead[-1]) == word:
            return value, inf
        if word in _BEYOND or word in _SHORT_OF:
            return (0.0, value) if denied == (word in _BEYOND) else (value, inf)
        if word in index.at_least:
            return value, inf
        if word in index.at_most:
            return 0.0, value
    return value, value


def part_quantities(
    mine: Sequence[Quantity], theirs: Sequence[Quantity], *, asked: bool
) -> tuple[Quantity, Quantity] | None:
    """Find two quantities of the same thing that cannot both be followed; `asked` where the question asks how much."""
    for one in mine:
        rivals = [other for other in theirs if _comparable(one, other, asked=asked)]
        own = [each for each in mine if each.unit == one.unit]
        if rivals and all(_are_apart(a, b) for a in own for b in rivals):
            return one, rivals[0]
    return None


def _comparable(one: Quantity, other: Quantity, *, asked: bool) -> bool:
    return one.unit == other.unit and (asked or not one.objects.isdisjoint(other.objects))


def _are_apart(one: Quantity, other: Quantity) -> bool:
    return one.low > other.high * _APART or other.low > one.high * _APART


def _unit(words: Sequence[str], place: int, suffix: str, scaled: bool, index: LexiconIndex) -> str:
    after = tuple(words[place + 1 : place + 3])
    if suffix == "%" or after[:1] in PERCENT_SIGNS or after in PERCENT_SIGNS:
        return "%"
    if place and words[place - 1] in CURRENCIES:
        return "money"
    for word in words[place + 1 + scaled : place + 3 + scaled]:
        if word not in index.function_words and word.isalpha():
            return word[:BEGINNING]
        if not word.isalpha():
            break
    return ""
