"""Shares a unit among the figures of an enumeration or a range: 3, 5 and 7 years; 9 to 12 months; R$ 10, 20 e 30.

- Figures are enumerated when nothing but a comma, a conjunction or a word or dash of a range stands between them.
- A unit behind the last one is the unit of those before it, back to the first that has its own; so is a "million",
  though the number alone may be meant as well. A comma alone joins only what a conjunction or a range ends.
- A currency set before the first one holds for those after it that nothing is named behind.
- A number before the day of a month is a day of it too: 3 to 28 November.
- A year has no unit: in "2026, 11 months" the months are eleven.
"""

from collections.abc import Sequence
from math import prod

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, word_at
from moot.policies.critique.ledger.dates import YEARS, Figure

_MOST_DAYS = 31
_JOINS_WORDS = """
and or e ou dan atau to a para ate menjadi ke hingga sampai - –
"""
_JOINS = frozenset(_JOINS_WORDS.split())


def share_units(tokens: Sequence[Token], figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Give every figure of an enumeration the unit that is written once for all of them."""
    shared = list(figures)
    ended = False  # whether what stands on the right ends an enumeration
    for at in range(len(shared) - 2, -1, -1):
        joined, comma = _is_joined(tokens, shared[at], shared[at + 1]), _is_listed(tokens, shared[at], shared[at + 1])
        ended = joined or (ended and comma)
        if joined and shared[at + 1].kind == "date":
            shared[at] = _take_month(shared[at], shared[at + 1])
        elif ended and not _leads(tokens, shared[at + 1]):
            shared[at] = _take_behind(tokens, shared[at], shared[at + 1])
    for at in range(1, len(shared)):
        left, right = shared[at - 1], shared[at]
        if (_is_joined(tokens, left, right) or _is_listed(tokens, left, right)) and _ends(tokens, right):
            shared[at] = _take_before(tokens, left, right)
    return tuple(shared)


def _is_joined(tokens: Sequence[Token], left: Figure, right: Figure) -> bool:
    return right.start == left.end + 1 and word_at(tokens, left.end) in _JOINS


def _is_listed(tokens: Sequence[Token], left: Figure, right: Figure) -> bool:
    return right.start == left.end and tokens[right.start].sign == ","


def _take_month(left: Figure, right: Figure) -> Figure:
    """Read a number as a day of the month behind it: from 3 to 28 November."""
    days = [int(each) for each in left.values if each == int(each) and 1 <= each <= _MOST_DAYS]
    dated = [(year, month, days[0]) for year, month, day in right.dates if month and day] if len(days) == 1 else []
    if left.kind != "number" or left.unit or not dated:
        return left
    return left._replace(kind="date", values=frozenset(), dates=tuple(dated))


def _leads(tokens: Sequence[Token], figure: Figure) -> bool:
    """Say whether a currency is set before a figure: then it says its own, and nothing of what precedes it."""
    return word_at(tokens, figure.start) in known.CURRENCY_SIGNS


def _ends(tokens: Sequence[Token], figure: Figure) -> bool:
    """Say whether nothing is named behind a figure that could be what it counts."""
    behind = tokens[figure.end] if figure.end < len(tokens) else None
    return behind is None or behind.word in _JOINS or behind.sign not in ("", "\n")


def _is_open(figure: Figure) -> bool:
    """Say whether a figure has no unit of its own and may take one."""
    return figure.kind == "number" and not figure.unit and not all(each in YEARS for each in figure.values)


def _take_behind(tokens: Sequence[Token], left: Figure, right: Figure) -> Figure:
    if not _is_open(left) or right.kind != "number":
        return left
    many = 1.0 if _multiply(tokens, left) > 1 else _multiply(tokens, right)
    values = frozenset(each * by * right.scale for each in left.values for by in {1.0, many})
    return left._replace(values=values, unit=right.unit, scale=right.scale)


def _take_before(tokens: Sequence[Token], left: Figure, right: Figure) -> Figure:
    behind = word_at(tokens, left.end - 1) in known.CURRENCY_WORDS
    if not _is_open(right) or left.unit not in known.CURRENCY_WORDS.values() or behind:
        return right
    return right._replace(unit=left.unit)


def _multiply(tokens: Sequence[Token], figure: Figure) -> float:
    """Say by what the words of a figure multiply its number: 3 million by a million."""
    words = (word_at(tokens, at) for at in range(figure.start, figure.end))
    return float(prod(known.LARGE.get(word, 1) for word in words))
