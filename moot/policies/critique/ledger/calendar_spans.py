"""Finds whether a span of time follows by the calendar: the time between two dates, or what is left of another span.

A date is counted from the other, or from where the other ends after a span that is stated: ordered on 11 December and
delivered in five months is two months after 1 March. Where a day is not named, whole months are counted, from the
first to the second and with it: July to September are three months. A date without a year is of the year of the others.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import floor

from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import is_near

_DAYS_OF_A_MONTH = 365.25 / 12
_MINUTES_OF_A_MONTH = _DAYS_OF_A_MONTH * 1440
_EXACT = 0.1
"""Months by which a span may differ that is told without "about": three days."""
_MOST_DATES = 6
"""Among more dates nearly every span comes out."""


def is_by_calendar(figure: Figure, known: Sequence[Figure]) -> bool:
    """Say whether a span is the time between two known dates, or one of them and the end of a known span."""
    if figure.kind != "number" or figure.unit not in ("month", "minute"):
        return False
    scale = _MINUTES_OF_A_MONTH if figure.unit == "minute" else 1.0
    claimed = {value / scale for value in figure.values}
    return any(
        abs(value - each) <= _EXACT or is_near(figure, value, each) for each in _list_months(known) for value in claimed
    )


def _list_months(known: Sequence[Figure]) -> Iterator[float]:
    """List the months from one date to another, and to the end of each span that begins with one."""
    dates = _list_dates(known)
    spans = {0.0} | {
        value / (_MINUTES_OF_A_MONTH if each.unit == "minute" else 1.0)
        for each in known
        if each.kind == "number" and each.unit in ("month", "minute")
        for value in each.values
    }
    for one, other in permutations(dates[:_MOST_DATES], 2):
        between = _count_months(one) - _count_months(other)
        if not (one[2] and other[2]):
            between = float(floor(_count_months(one)) - floor(_count_months(other)))
        if not (one[2] or other[2]) and between > 0:
            yield between + 1
        yield from (abs(between + span) for span in spans)


def _list_dates(known: Sequence[Figure]) -> list[tuple[int, int, int]]:
    """List the dates that name a month, each in its year; where several years are named, a bare one is left out."""
    named = list(dict.fromkeys(date for each in known for date in each.dates if date[1]))
    years = {year for year, _, _ in named if year}
    usual = min(years, default=0)
    dated = [(year or usual, month, day) for year, month, day in named if year or len(years) < 2]
    return list(dict.fromkeys(dated))


def _count_months(date: tuple[int, int, int]) -> float:
    year, month, day = date
    return year * 12 + month - 1 + max(0, day - 1) / _DAYS_OF_A_MONTH
