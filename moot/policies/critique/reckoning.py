"""Finds whether a figure of a claim can be reckoned from figures that are known: those of its sources and its own.

In this order, each exactly, or as a share is rounded:
1. sums and differences of up to three figures of the same unit;
2. products of two, or of one with the quarters, months, weeks or days of a year;
3. shares of one in another, for percentages;
4. an amount less or plus a percentage of it, and the difference two percentages of it make;
5. what 4 gives, with up to two further amounts added or taken off.

The more steps, the more figures come out by chance. So 4 wants three digits that count, 5 four of them, and 5 is left
out where many figures are known.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from math import isclose

from moot.policies.critique.dates import Figure

_SPANS = (4, 12, 52, 365)
"""Quarters, months, weeks and days of a year."""
_EXACT = 1e-6
_DIGITS_OF_A_PART, _DIGITS_OF_A_CHAIN = 3, 4
_MOST_OF_A_CHAIN = 8


def is_reckoned(figure: Figure, known: Sequence[Figure]) -> bool:
    """Say whether a figure follows from others; dates and years follow from nothing."""
    if figure.kind != "number":
        return False
    numbers = [each for each in known if each.kind == "number"]
    alike = sorted({value for each in numbers if each.unit == figure.unit for value in each.values})
    values = sorted({value for each in numbers for value in each.values if value})
    shares = sorted({value for each in numbers if each.unit == "%" for value in each.values})
    return any(
        _is_sum(value, alike)
        or _is_product(value, values)
        or (figure.unit == "%" and _is_share(value, values))
        or (figure.unit != "%" and _is_part(value, alike, shares))
        for value in figure.values
    )


def _is_sum(value: float, parts: Collection[float]) -> bool:
    for size in (2, 3):
        for first, *others in permutations(parts, size):
            if _same(value, first + sum(others)) or _same(value, first - sum(others)):
                return True
    return False


def _is_product(value: float, factors: Sequence[float]) -> bool:
    return any(_same(value, one * other) for one in factors for other in (*factors, *_SPANS))


def _is_share(value: float, parts: Sequence[float]) -> bool:
    digits = 0 if value == int(value) else 1
    return any(
        value in (round(100 * one / other, digits), round(100 * abs(other - one) / other, digits))
        for one, other in permutations(parts, 2)
    )


def _is_part(value: float, amounts: Sequence[float], shares: Sequence[float]) -> bool:
    digits = len(f"{value:.10g}".replace(".", "").strip("0"))
    if digits < _DIGITS_OF_A_PART:
        return False
    parts = list(_take_shares(amounts, shares))
    if any(_same(value, each) for each in parts):
        return True
    if digits < _DIGITS_OF_A_CHAIN or len(amounts) > _MOST_OF_A_CHAIN:
        return False
    steps = [0.0, *(sign * each for each in amounts for sign in (1, -1))]
    return any(_same(value, part + one + other) for part in parts for one in steps for other in steps)


def _take_shares(amounts: Sequence[float], shares: Sequence[float]) -> Iterator[float]:
    for amount in amounts:
        for share in shares:
            yield amount * (1 - share / 100)
            yield amount * (1 + share / 100)
        for one, other in permutations(shares, 2):
            if one > other:
                yield amount * (one - other) / 100


def _same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_EXACT)
