"""Finds whether a figure of a claim can be reckoned from figures that are known: those of its sources and its own.

In this order, each exactly, or as a share is rounded:
1. sums and differences of two figures of the same unit, and of three where few are known or three digits count;
2. products of two, or of one with the quarters, months, weeks or days of a year; of two that the claim itself names, as
   it is rounded. A percentage is no product of amounts;
3. shares of one in another of the same unit, for percentages;
4. a percentage of an amount, the amount less or plus it, and the difference two percentages of it make;
5. what 4 gives, with up to two further amounts added or taken off.

The more steps, the more figures come out by chance. So 4 wants three digits that count, 5 four of them, and 5 is left
out where many figures are known.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from math import isclose

from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.derivations import is_result
from moot.policies.critique.ledger.figures import is_near
from moot.policies.critique.ledger.rivals import is_year

_SPANS = (4, 12, 52, 365)
"""Quarters, months, weeks and days of a year."""
_EXACT, _ABOUT = 1e-6, 0.06
_FEW_DIGITS = 2
"""So few digits come out of any figures by chance."""
_DIGITS_OF_A_PART, _DIGITS_OF_A_CHAIN, _DIGITS_OF_A_FRACTION = 3, 4, 3
_MOST_OF_A_CHAIN, _MOST_OF_A_SHARE = 8, 4


def is_reckoned(
    figure: Figure, known: Sequence[Figure], own: Sequence[Figure] = (), *, together: Sequence[Sequence[Figure]] = ()
) -> bool:
    """Say whether a figure follows from others, `own` among them the claim's; dates and years follow from nothing.

    `together` are those told in one sentence: of others one is no share unless the claim names it.
    """
    if figure.kind != "number":
        return False
    numbers = [each for each in known if each.kind == "number"]
    alike = sorted({value for each in numbers if each.unit == figure.unit for value in each.values})
    values = sorted({value for each in numbers if each.unit != "%" for value in each.values if value})
    shares = sorted({value for each in numbers if each.unit == "%" for value in each.values})
    units = {each.unit for each in numbers if each.unit != "%"}
    mine = sorted({value for each in own if each.kind == "number" and each.unit != "%" for value in each.values})
    if figure.unit == "%":
        named = {value for each in own for value in each.values}
        told = [sorted(_list_values(each, unit)) for each in together for unit in units]
        groups = [sorted(_list_values(numbers, unit)) for unit in units]
        return any(
            _is_sum(value, alike)
            or any(_is_share(value, group, group) for group in told if len(group) <= _MOST_OF_A_SHARE)
            or any(_is_near_share(figure, value, group) for group in told if len(group) <= _MOST_OF_A_SHARE)
            or any(_is_share(value, group, named) for group in groups)
            for value in figure.values
        )
    alike_in_unit = alike if figure.unit else ()
    return any(
        _is_sum(value, alike)
        or _is_product(value, alike_in_unit, (*_SPANS, *_list_factors(value, values, mine)))
        or (not figure.unit and _is_product(value, values, _list_factors(value, values, mine)))
        or is_result(value, [one * other for one, other in permutations(mine, 2)])
        or _is_part(value, alike, shares)
        for value in figure.values
    )


def _list_values(figures: Sequence[Figure], unit: str) -> set[float]:
    return {value for each in figures if each.kind == "number" and each.unit == unit for value in each.values}


def take_parts(figures: Sequence[Figure]) -> tuple[float, ...]:
    """Reckon the percentages of amounts that figures state, such as 9 % of 38 million; none where many are stated."""
    numbers = [each for each in figures if each.kind == "number" and not is_year(each)]
    shares = {value for each in numbers if each.unit == "%" for value in each.values}
    amounts = {value for each in numbers if each.unit != "%" for value in each.values}
    if len(shares) > _MOST_OF_A_CHAIN or len(amounts) > _MOST_OF_A_CHAIN:
        return ()
    parts = (amount * share / 100 for amount in sorted(amounts) for share in sorted(shares))
    return tuple(each for each in parts if _count_digits(each) >= _DIGITS_OF_A_PART)


def is_difference(figure: Figure, one: Figure, other: Figure) -> bool:
    """Say whether a figure is the sum or the difference of two of its unit."""
    if {figure.kind, one.kind, other.kind} != {"number"} or not figure.unit == one.unit == other.unit:
        return False
    return any(_is_sum(value, {a, b}) for value in figure.values for a in one.values for b in other.values)


def _is_sum(value: float, parts: Collection[float]) -> bool:
    # Of three among many small numbers nearly every small number comes out.
    few = len(parts) <= _MOST_OF_A_SHARE or _count_digits(value) >= _DIGITS_OF_A_PART
    for size in (2, 3) if few else (2,):
        for first, *others in permutations(parts, size):
            if _same(value, first + sum(others)) or _same(value, first - sum(others)):
                return True
    return False


def _is_product(value: float, factors: Sequence[float], others: Sequence[float]) -> bool:
    """Say whether a value is a product; what has a unit is one of something in it, a short one of what is named."""
    return any(_same(value, one * other) for one in factors for other in others if one != other)


def _list_factors(value: float, values: Sequence[float], named: Sequence[float]) -> Sequence[float]:
    """List by what something may be multiplied: of a short value nearly every one is a product by chance."""
    return values if _count_digits(value) > _FEW_DIGITS else named


def _is_share(value: float, parts: Sequence[float], named: Collection[float]) -> bool:
    digits = 0 if value == int(value) else 1 if value == round(value, 1) else _DIGITS_OF_A_FRACTION
    value = round(value, digits)
    pairs = permutations([each for each in parts if each], 2)
    return any(
        value in (round(100 * one / other, digits), round(100 * abs(other - one) / other, digits))
        for one, other in pairs
        if one in named or other in named
    )


def _is_near_share(figure: Figure, value: float, parts: Sequence[float]) -> bool:
    """Say whether "about a fifth" or "more than half" is said of the share of one figure in another."""
    shares = [100 * one / other for one, other in permutations(parts, 2) if 0 < one < other]
    if figure.about:
        return any(isclose(value, each, rel_tol=_ABOUT) for each in shares)
    return bool(figure.bound) and any(is_near(figure, value, each) for each in shares)


def _is_part(value: float, amounts: Sequence[float], shares: Sequence[float]) -> bool:
    digits = _count_digits(value)
    if digits < _DIGITS_OF_A_PART:
        return False
    parts = list(_take_shares(amounts, shares))
    if any(_same(value, each) for each in parts):
        return True
    if digits < _DIGITS_OF_A_CHAIN or len(amounts) > _MOST_OF_A_CHAIN:
        return False
    steps = [0.0, *(sign * each for each in amounts for sign in (1, -1))]
    return any(_same(value, part + one + other) for part in parts for one in steps for other in steps)


def _count_digits(value: float) -> int:
    return len(f"{value:.10g}".replace(".", "").strip("0"))


def _take_shares(amounts: Sequence[float], shares: Sequence[float]) -> Iterator[float]:
    for amount in amounts:
        for share in shares:
            yield amount * share / 100
            yield amount * (1 - share / 100)
            yield amount * (1 + share / 100)
        for one, other in permutations(shares, 2):
            if one > other:
                yield amount * (one - other) / 100


def _same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_EXACT)
