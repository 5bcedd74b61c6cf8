"""Compares the amounts that texts advise where the question asks how much, or is about a price.

- A text may name several amounts, a share and a sum of money: those of the same unit are compared.
- Of "from 24 to 19" the second is advised. Years, dates and the numbers of list items are no amounts.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from moot.policies.conflicts.reading.lexicon_index import BEGINNING, LexiconIndex
from moot.policies.conflicts.reading.quantities import PERCENT_SIGNS, SPELLED, bound_amount
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS
from moot.policies.conflicts.reading.statements import CURRENCIES, SCALES, read_number, split_number

_APART, _ALIKE = 1.2, 1.1
"""So much apart is another answer, so little the same."""
_FAR_BELOW = 2.5
"""Who names a figure so far below what another would go up to does not agree with it."""
_TINY = 1e-9
_SHARE, _MONEY, _BARE, _COUNTED = "%", "money", "number", "counted"
_LEAST_BARE = 100
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_BOUND_REACH = 3
"""So close before a number its bound stands."""
_SIGNS = CURRENCIES | {"r", "us"}
_MONEY_NAMES = frozenset({"reais", "dolares", "dollars", "euros", "euro", "pounds", "rupiah", "cents", "centavos"})
_STARTS = frozenset({"from", "de", "dos", "das", "dari"})
_TARGETS = frozenset({"to", "at", "para", "a", "em", "menjadi", "ke", "pada", "jadi", "di"})
"""What stands before the level that something is to have."""
_ALL = frozenset({"all", "todos", "todas", "os", "as", "semua", "seluruh", "only", "just", "so", "apenas", "hanya"})
_NO_UNITS = frozenset({"now", "today", "soon", "at", "ja", "agora", "logo", "sekarang", "sekaligus", "dulu", "saja"})
"""Words after a number that do not say what it counts."""
_LIFTING = frozenset({"move", "raise", "bring", "put", "take", "go", "push", "lift", "increase"})
_AROUND = frozenset({"about", "around", "roughly", "cerca", "uns", "sekitar", "kira"})


class Level(NamedTuple):
    """An amount that a text advises: a range, its unit, and where it stands."""

    low: float
    high: float
    unit: str
    clause: tuple[str, ...]
    start: bool = False
    """Whether it is what something is changed from."""


def read_levels(clauses: Iterable[Sequence[str]], counted: frozenset[str], index: LexiconIndex) -> tuple[Level, ...]:
    """Read the amounts that clauses name, one of each unit, as a range where a clause names two of a kind.

    What is `counted` is what the question is about: "all 60 at once" answers how many vans as "ten vans" does.
    """
    advised: dict[str, Level] = {}
    for words in clauses:
        found = list(_read_clause(tuple(words), counted, index))
        if not all(each.start for each in found):
            found = [each for each in found if not each.start]
        for unit in dict.fromkeys(each.unit for each in found):
            same = [each for each in found if each.unit == unit]
            low, high = min(each.low for each in same), max(each.high for each in same)
            advised.setdefault(unit, same[0]._replace(low=low, high=high))
    return tuple(advised.values())


def compare_levels(one: Level, other: Level) -> bool | None:
    """Say whether two amounts that answer the same question are apart; None where that cannot be told."""
    units = {one.unit, other.unit}
    bare = one if one.unit == _BARE else other
    if len(units) > 1 and units != {_MONEY, _BARE} and not (units == {_SHARE, _BARE} and bare.low < _LEAST_BARE):
        return None
    apart = max(one.low / max(other.high, _TINY), other.low / max(one.high, _TINY))
    if apart <= _ALIKE:
        apart = _compare_bounds(one, other)
    return None if _ALIKE < apart < _APART else apart >= _APART


def _compare_bounds(one: Level, other: Level) -> float:
    """Tell how far two ranges that overlap are apart by their bounds: up to 25% answers otherwise than up to 5%."""
    capped = [each.low == 0.0 < each.high for each in (one, other)]
    floored = [each.high == inf for each in (one, other)]
    if all(capped):
        return max(one.high, other.high) / max(min(one.high, other.high), _TINY)
    if all(floored):
        return max(one.low, other.low) / max(min(one.low, other.low), _TINY)
    if any(capped) and not any(floored):
        exact = (other if capped[0] else one).high
        cap = (one if capped[0] else other).high
        return cap / max(exact, _TINY) if cap >= exact * _FAR_BELOW else 1.0  # 5% against up to 25%
    return 1.0


def _read_clause(words: tuple[str, ...], counted: frozenset[str], index: LexiconIndex) -> Iterator[Level]:
    for place, word in enumerate(words):
        figure = SPELLED.get(word, word)
        if not figure[0].isdecimal() or (figure == "1" and word != "1"):  # "one" is mostly an article
            continue
        number, suffix = split_number(figure)
        following = words[place + 1] if place + 1 < len(words) else ""
        scale = suffix if suffix in SCALES else following if following in SCALES else ""
        value = read_number(number) * SCALES.get(scale, 1.0)
        before = [each for each in words[max(0, place - _BOUND_REACH - 1) : place] if each not in _SIGNS | _AROUND]
        signed = place > 0 and words[place - 1] in CURRENCIES
        unit = _name_unit(words, place, suffix, scale, index)
        ahead = before[-1] if before else ""
        if unit in counted or (ahead in _ALL and (not unit or following in _NO_UNITS)):
            unit = _COUNTED
        elif signed and unit != _SHARE:
            unit = _MONEY
        elif not unit and (value >= _LEAST_BARE or not value.is_integer() or ahead in _TARGETS):
            unit = _BARE
        dated = following in MONTH_NUMBERS or ahead in MONTH_NUMBERS or (suffix and not scale and suffix != "%")
        if not unit or dated or (unit == _BARE and not scale and _FIRST_YEAR <= value <= _LAST_YEAR):
            continue
        lifted = not _LIFTING.isdisjoint(words)  # "move it up to 27"
        low, high = (value, value) if lifted and "up" in before else bound_amount(value, words, place, index)
        yield Level(low, high, unit, words, start=ahead in _STARTS and not _TARGETS.isdisjoint(words[place + 1 :]))


def _name_unit(words: tuple[str, ...], place: int, suffix: str, scale: str, index: LexiconIndex) -> str:
    after = words[place + 1 :]
    if suffix == "%" or after[:1] in PERCENT_SIGNS or after[:2] in PERCENT_SIGNS:
        return _SHARE
    rest = after[1:] if scale and scale != suffix else after
    if rest[:1] and rest[0] in _MONEY_NAMES:
        return _MONEY
    if rest[:1] and rest[0].isalpha() and rest[0] not in index.function_words and rest[0] not in MONTH_NUMBERS:
        return rest[0][:BEGINNING]
    return _MONEY if scale else ""
