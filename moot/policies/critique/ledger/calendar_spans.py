"""Finds whether a span of time follows by the calendar: the time between two dates, or what is left of another span.

A date is counted from the other, or from where the other ends after a span that is stated: ordered on 11 December and
delivered in five months is two months after 1 March. Where a day is not named, whole months are counted, from the
first to the second and with it: July to September are three months. A date without a year is of the year of the others.

A source also says of when something begins and how long it takes when it ends, and of a date which day of the week it
is; "a year" and "setahun" say twelve months. Dates, times and spans are taken from one sentence; only two full dates,
where few are named, may stand anywhere.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise, permutations
from math import floor

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, word_at
from moot.policies.critique.ledger.dates import YEARS, Figure
from moot.policies.critique.ledger.figures import agree, is_near
from moot.policies.critique.ledger.opposites import find_side
from moot.policies.critique.ledger.rivals import is_year
from moot.policies.critique.ledger.sources import SourceReading, speaks_of
from moot.state.evidence import ReckonedStep

_DAYS_OF_A_MONTH = 365.25 / 12
_MINUTES_OF_A_MONTH = _DAYS_OF_A_MONTH * 1440
_EXACT = 0.1
"""Months by which a span may differ that is told without "about": three days."""
_DAY, _MOST_DAYS, _MOST_MONTHS = 1440, 3660 * 1440, 1200
_FEW_DATES = 3
_EXPIRING = ("expir", "until", "vence", "vigora", "hingga", "sampai", "kedaluwarsa")
_BY = frozenset(["by", "before", "antes", "sebelum", "paling", "ends", "ended", "termina", "berakhir"])
_PARTS = {"quarter": 4, "half-year": 2}
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


def find_elapsed(claimed: Sequence[Figure], named: Sequence[Figure], today: str) -> tuple[ReckonedStep, ...]:
    """Find the spans of a claim that run from a day to one of the dates that are named, each as it is written."""
    try:
        now = date.fromisoformat(today)
    except ValueError:
        return ()
    began = Figure("date", frozenset(), "", 0, 0, dates=((now.year, now.month, now.day),))
    return tuple(
        ReckonedStep(shown=f"{_write_date(ends)} − {today}", value=value)
        for each in claimed
        for ends in dict.fromkeys(day for one in named for day in one.dates if day[0])
        if is_by_calendar(each, (began, began._replace(dates=(ends,))))
        for value in sorted(each.written)
    )


def _write_date(named: tuple[int, int, int]) -> str:
    return "-".join(f"{part:02d}" for part in named if part)


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


def follows_in_time(figure: Figure, claimed: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a span, a date or a time follows from those that a sentence of a source tells together."""
    grouped = groupby(source.figures, key=lambda each: source.tokens[each.start].sentence)
    told = [list(listed) for number, listed in grouped if speaks_of(claimed, number, source)]
    if figure.kind == "weekday":
        return any(_weekday(each) in figure.values for listed in told for one in listed for each in one.dates)
    if figure.kind == "date":
        begins = [[each for each in listed if not _is_until(each, source.tokens)] for listed in told]
        return not _tells_beginning(claimed) and any(_is_end(figure, listed) for listed in begins)
    if figure.kind == "time":
        return any(_is_end_of_time(figure, listed) for listed in told)
    if is_year(figure) and _tells_end(claimed):
        ends = figure._replace(dates=tuple((int(each), 0, 0) for each in figure.values))
        return any(_is_end(ends, listed) for listed in told)
    if figure.unit in known.TERMS and not any(each.unit in known.TERMS for each in source.figures):
        months = 12 // _PARTS[figure.unit]
        named = (one[1] for listed in told for each in listed for one in each.dates if one[1])
        return any((month - 1) // months + 1 in figure.values for month in named)
    if figure.unit not in ("month", "minute"):
        return False
    return (
        any(agree(figure, each) for each in _list_single(source.tokens))
        or any(is_by_calendar(figure, listed) or _is_between(figure, listed) for listed in told)
        or is_by_calendar(figure, _list_full_dates([each for listed in told for each in listed]))
    )


def _is_until(figure: Figure, tokens: Sequence[Token]) -> bool:
    """Say whether a date is told as an end already: until 30 June."""
    led = {token.word for token in tokens[max(0, figure.start - 2) : figure.start]}
    return figure.kind == "date" and not led.isdisjoint(known.UNTIL | _BY)


def _tells_beginning(tokens: Sequence[Token]) -> bool:
    begins = find_side("began")
    return any(find_side(token.word) == begins for token in tokens)


def _tells_end(tokens: Sequence[Token]) -> bool:
    ends = find_side("ended")
    return any(find_side(token.word) == ends or token.word.startswith(_EXPIRING) for token in tokens)


def _list_full_dates(figures: Sequence[Figure]) -> list[Figure]:
    found = [each for each in figures if any(all(one[1:]) for one in each.dates)]
    return found if len(found) <= _FEW_DATES else []


def _list_single(tokens: Sequence[Token]) -> Iterator[Figure]:
    """List the spans of one that a text names: a year, um mês, setahun, one week."""
    for at, token in enumerate(tokens):
        span = known.SINGLE_SPANS.get(token.word)
        if span is None and word_at(tokens, at - 1) in known.SINGLE:
            span = known.DURATIONS.get(token.word)
        if span is not None:
            yield Figure("number", frozenset({span[1]}), span[0], at, at + 1, scale=span[1])


def _is_between(figure: Figure, told: Sequence[Figure]) -> bool:
    """Say whether a span is the time between two times of a day, or the years between two years."""
    times = [value for each in told if each.kind == "time" for value in each.values]
    years = [value for each in told if each.kind == "number" and not each.unit for value in each.values]
    years += [float(one[0]) for each in told for one in each.dates if one[0]]
    if figure.unit == "minute":
        between = [(after - before) % _DAY for before, after in pairwise(times)]
    else:
        named = sorted(each for each in years if each in YEARS)
        between = [12 * (after - before) for before, after in pairwise(named)]
    return any(value == each or is_near(figure, value, each) for value in figure.values for each in between if each)


def _is_end(figure: Figure, told: Sequence[Figure]) -> bool:
    """Say whether a date is where a span ends that begins with another one, as far as it is named."""
    begins = [one for each in told for one in each.dates if one[0]]
    begins += [(int(value), 0, 0) for each in told for value in each.values if not each.unit and value in YEARS]
    for unit, many in {(each.unit, value) for each in told for value in each.values if each.unit}:
        for begin in begins:
            ends = list(_list_ends(begin, unit, many))
            if any(all(not a or a == b for a, b in zip(one, end, strict=True)) for one in figure.dates for end in ends):
                return True
    return False


def _list_ends(begin: tuple[int, int, int], unit: str, many: float) -> Iterator[tuple[int, int, int]]:
    """List when a span ends that begins with a date: on the same day, or on the one before."""
    year, month, day = begin
    if unit == "minute" and many % _DAY == 0 and many <= _MOST_DAYS and (due := _make_date(year, month, day)):
        early = due - timedelta(days=many / _DAY)  # nine days late: when it was due
        yield (early.year, early.month, early.day)
    if unit == "month" and many == int(many) and many <= _MOST_MONTHS:
        if not month:
            yield (year + int(many) // 12, 0, 0)
            return
        past = year * 12 + month - 1 + int(many)
        if not day:
            yield (past // 12, past % 12 + 1, 0)
            return
        begins = _make_date(past // 12, past % 12 + 1, min(day, 28))
        exact = begins and begins + timedelta(days=day - min(day, 28))
    else:
        first = _make_date(year, month, day) if unit == "minute" and many % _DAY == 0 and many <= _MOST_DAYS else None
        exact = first and first + timedelta(days=many / _DAY)
    for each in (exact, exact and exact - timedelta(days=1)):
        if each:
            yield (each.year, each.month, each.day)


def _is_end_of_time(figure: Figure, told: Sequence[Figure]) -> bool:
    times = [value for each in told if each.kind == "time" for value in each.values]
    spans = [value for each in told if each.unit == "minute" for value in each.values]
    ends = {(time + sign * span) % _DAY for time in times for span in spans for sign in (1, -1) if span < _DAY}
    return not ends.isdisjoint(figure.values)


def _weekday(named: tuple[int, int, int]) -> float | None:
    found = _make_date(*named)
    return float(found.weekday()) if found else None


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
