"""Reads dates, times of day and weekdays, however they are written."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, is_digits, number_at, word_at

YEARS = range(1900, 2100)
_AM_PM = {"am": 0, "pm": 12}
_CLOCK = re.compile(r"([0-9]{1,2})[.,]([0-9]{2})")
_Dates = tuple[tuple[tuple[int, int, int], ...], int]
"""What a date may mean, and where it ends."""


class Figure(NamedTuple):
    """A figure or date, and where it stands."""

    kind: Literal["number", "date", "time", "weekday"]
    values: frozenset[float]
    """What it may mean; a number set with one separator may mean two things."""
    unit: str
    start: int
    end: int
    bound: Literal["least", "most", ""] = ""
    about: bool = False
    dates: tuple[tuple[int, int, int], ...] = ()
    """Year, month and day, 0 where not named."""
    scale: float = 1.0
    """How many of its unit one of what is written has: a year has twelve months."""
    parts: frozenset[float] = frozenset()
    """What a share counts, where it is told so: three and seven, for three of seven."""

    @property
    def written(self) -> frozenset[float]:
        """The values as they are written: 3.8 for 3.8 years, which are counted in months."""
        return frozenset(each / self.scale for each in self.values)


def read_moment(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read the date, time of day or weekday that begins at a place."""
    word = word_at(tokens, at)
    if not word[:1].isdigit() and word not in known.MOMENT_WORDS:
        return None
    return (
        _read_season(tokens, at)
        or _read_date(tokens, at)
        or _read_term(tokens, at)
        or _read_time(tokens, at)
        or _read_weekday(tokens, at)
    )


def _read_season(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read 2023/24 and 2023-2024 as the two years that they are."""
    year, then = number_at(tokens, at), word_at(tokens, at + 2)
    if year not in YEARS or word_at(tokens, at + 1) not in ("/", "-", "–") or not is_digits(then):
        return None
    if then not in (str(year + 1), str(year + 1)[2:]) or word_at(tokens, at + 3) in ("/", "-", "–"):
        return None
    return Figure("number", frozenset({float(year), float(year + 1)}), "", at, at + 3)


def _read_term(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read the third quarter, o segundo semestre, kuartal ketiga and Q3."""
    word, after = word_at(tokens, at), word_at(tokens, at + 1)
    if word == known.QUARTER and after in known.ORDINALS and is_digits(after) and tokens[at + 1].text == after:
        return Figure("number", frozenset({float(after)}), "quarter", at, at + 2)
    for ordinal, part in ((word, after), (after, word)):
        if ordinal in known.ORDINALS and part in known.PARTS_OF_A_YEAR and tokens[at + 1].clause == tokens[at].clause:
            counted = float(known.ORDINALS[ordinal])
            return Figure("number", frozenset({counted}), known.PARTS_OF_A_YEAR[part], at, at + 2)
    return None


def read_next_year(tokens: Sequence[Token], at: int, before: Sequence[Figure]) -> Figure | None:
    """Read "the year before" and "no ano seguinte" from the year that was named last before it."""
    if (day := _read_day(tokens, at, before)) is not None:
        return day
    step = known.NEXT_YEARS.get((word_at(tokens, at), word_at(tokens, at + 1)))
    if step is None:
        return _read_next_quarter(tokens, at, before)
    named = (year for each in reversed(before) for year in (*each.values, *(date[0] for date in each.dates)))
    last = next((year for year in named if year in YEARS), None)
    if last is None:
        return _read_next_quarter(tokens, at, before)
    return Figure("number", frozenset({float(last + step)}), "", at, at + 2)


def _read_day(tokens: Sequence[Token], at: int, before: Sequence[Figure]) -> Figure | None:
    """Read "no dia 15", "tanggal 15" and "on the 15th" as of the month that was named last before them."""
    word, ordinal = word_at(tokens, at), word_at(tokens, at + 1) in ("st", "nd", "rd", "th")
    start = at + (word in known.DAY_OF)
    day = number_at(tokens, start)
    named = next((one for each in reversed(before) for one in each.dates if one[1] and one[2]), None)
    if named is None or not 1 <= day <= 31 or not (start > at or ordinal) or _read_day_first(tokens, start):
        return None
    return Figure("date", frozenset(), "", at, start + 1 + ordinal, dates=((named[0], named[1], day),))


def _read_next_quarter(tokens: Sequence[Token], at: int, before: Sequence[Figure]) -> Figure | None:
    step = known.NEXT_QUARTERS.get((word_at(tokens, at), word_at(tokens, at + 1)))
    last = next((each for each in reversed(before) if each.unit in known.TERMS), None)
    if last is None:
        return None
    ends = at + 1 >= len(tokens) or tokens[at + 1].clause != tokens[at].clause
    if word_at(tokens, at) in known.ORDINALS and word_at(tokens, at).isalpha() and ends:
        counted = float(known.ORDINALS[word_at(tokens, at)])  # "more than in the second", after the third quarter
        return Figure("number", frozenset({counted}), last.unit, at, at + 1)
    if step is None or last.unit != "quarter":
        return None
    return Figure("number", frozenset({(max(last.values) + step - 1) % 4 + 1}), "quarter", at, at + 2)


def _month_at(tokens: Sequence[Token], at: int, *, beside_number: bool) -> int:
    word = word_at(tokens, at)
    if word in known.AMBIGUOUS_MONTHS and (tokens[at].text.islower() or (tokens[at].first and not beside_number)):
        return 0
    return known.MONTHS.get(word, 0) or (known.SHORT_MONTHS.get(word, 0) if beside_number else 0)


def _read_date(tokens: Sequence[Token], at: int) -> Figure | None:
    reading = _read_digits(tokens, at) or _read_day_first(tokens, at) or _read_month_first(tokens, at)
    if reading is None:
        return None
    dates, end = reading
    return Figure("date", frozenset(), "", at, end, dates=dates)


def _read_digits(tokens: Sequence[Token], at: int) -> _Dates | None:
    """Read 2026-03-12, 12/03/2026 and 12.03.2026."""
    parts = word_at(tokens, at).split(".")
    end = at + 1
    if len(parts) != 3:
        signs = {word_at(tokens, at + 1), word_at(tokens, at + 3)}
        parts, end = [word_at(tokens, at + step) for step in (0, 2, 4)], at + 5
        if signs not in ({"/"}, {"-"}, {"–"}):
            return None
    if not all(is_digits(part) and len(part) <= 4 for part in parts):
        return None
    a, b, c = map(int, parts)
    orders = ((a, b, c),) if len(parts[0]) == 4 else ((c, b, a), (c, a, b))
    dates = tuple(dict.fromkeys(each for each in orders if each[0] >= 1000 and each[1] <= 12 and each[2] <= 31))
    return (dates, end) if dates else None


def _read_day_first(tokens: Sequence[Token], at: int) -> _Dates | None:
    """Read 12 March 2026, 12 de março de 2026, the 12th of March."""
    day, place = number_at(tokens, at), at + 1
    if not 1 <= day <= 31:
        return None
    place += word_at(tokens, place) in ("th", "st", "nd", "rd", "º", "o")
    place += word_at(tokens, place) in ("of", "de")
    month = _month_at(tokens, place, beside_number=True)
    if not month:
        return None
    year, end = _read_year(tokens, place + 1)
    return ((year, month, day),), end


def _read_month_first(tokens: Sequence[Token], at: int) -> _Dates | None:
    """Read March 12, 2026, março de 2026, and March alone."""
    beside = number_at(tokens, at + 1) > 0 and tokens[at].clause == tokens[at + 1].clause
    month = _month_at(tokens, at, beside_number=beside)
    if not month:
        return None
    day = number_at(tokens, at + 1)
    if beside and 1 <= day <= 31:
        place = at + 2 + (word_at(tokens, at + 2) in ("th", "st", "nd", "rd"))
        year, end = _read_year(tokens, place)
        return ((year, month, day),), end
    year, end = _read_year(tokens, at + 1)
    return ((year, month, 0),), end


def _read_year(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    place = at + (word_at(tokens, at) in ("of", "de", "tahun"))
    year = number_at(tokens, place)
    return (year, place + 1) if 1000 <= year <= 2999 else (0, at)


def _read_time(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read 14h30, pukul 14.30 and 2 pm."""
    hour, word = number_at(tokens, at), word_at(tokens, at + 1)
    if word_at(tokens, at) in known.CLOCK_WORDS and (match := _CLOCK.fullmatch(word)):
        return Figure("time", frozenset({int(match[1]) * 60.0 + int(match[2])}), "", at, at + 2)
    spans = word_at(tokens, at - 1) in known.UNTIL and word_at(tokens, at - 3) in known.CLOCK_WORDS
    if spans and (match := _CLOCK.fullmatch(word_at(tokens, at))) and _CLOCK.fullmatch(word_at(tokens, at - 2)):
        return Figure("time", frozenset({int(match[1]) * 60.0 + int(match[2])}), "", at, at + 1)
    if word in _AM_PM and 1 <= hour <= 12:
        return Figure("time", frozenset({(hour % 12 + _AM_PM[word]) * 60.0}), "", at, at + 2)
    if word == "h" and is_digits(word_at(tokens, at)) and hour <= 24:
        minute = word_at(tokens, at + 2)
        exact = is_digits(minute) and len(minute) == 2
        return Figure("time", frozenset({hour * 60.0 + (int(minute) if exact else 0)}), "", at, at + 2 + exact)
    return None


def _read_weekday(tokens: Sequence[Token], at: int) -> Figure | None:
    word = word_at(tokens, at)
    ordinal = known.WEEKDAY_ORDINALS.get(word.removesuffix("s"))
    if ordinal is not None and word_at(tokens, at + 1) in ("feira", "feiras"):
        return Figure("weekday", frozenset({float(ordinal)}), "", at, at + 2)
    if word == known.SUNDAY and word_at(tokens, at - 1) == "hari":
        return Figure("weekday", frozenset({6.0}), "", at, at + 1)
    day = known.WEEKDAYS.get(word, known.WEEKDAYS.get(word.removesuffix("s")))
    return None if day is None else Figure("weekday", frozenset({float(day)}), "", at, at + 1)
