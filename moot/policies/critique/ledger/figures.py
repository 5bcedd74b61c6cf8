"""Reads the figures and dates of a text, however they are written, and says when two are the same.

- 1,200, 1.200 and 1200 are the same; a single separator before three digits is read both ways. So are 1.2 million,
  1,200,000 and "um milhão e duzentos mil", ten and 10, a fifth, 1/5 and 20 %, two weeks and 14 days.
- Units have to agree where both are known: 10 % is not 10 days, R$ 5 not $ 5. An unknown unit agrees with any, also
  with one that is counted in smaller ones: "years to pay: 5" and five years. What is only near has to have the unit.
  Beside a number without a unit a share is what is left of one: 18 % is 0.18, and half is 0.5, not 50.
- A comma or another sign that parts two figures parts their units as well: in "1.1 million euros, 11 months" the euros
  belong to the first. A unit or a "million" behind an enumeration or a range is shared by all of it (enumerations.py).
- Months and weeks or days are compared by the calendar, within 2 %: seven months are 30 weeks.
- "At least 30" and "at most 30" are not the same. "About 30" is within 8 %; "more than 30" is also said of 31, not of
  45 (25 %). A limit that the source states is compared as it is: "under 18" is not "under 16".
- A date agrees with one that has the same parts, as far as the claim names them. 03/04/2026 is read both ways.
- One, um and satu are articles. Ordinals are not compared.

The earliest and longest reading of a passage wins: dates, then times of day, then numbers.
"""

import re
from collections.abc import Iterator, Sequence
from math import isclose
from typing import Literal, NamedTuple

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, split_clauses, word_at
from moot.policies.critique.ledger.dates import YEARS, Figure, read_moment, read_next_year
from moot.policies.critique.ledger.enumerations import share_units
from moot.policies.critique.ledger.shares import SHARE, read_share

_NEAR, _BOUNDED = 0.08, 1.25
_NEAR_SHARE = 5.0
"""Points by which a share that is said in words is only near: nearly half is 46 %, about a third 31 %."""
_NEAR_SPAN, _MINUTES_OF_A_MONTH = 0.02, 365.25 / 12 * 1440
"""Months differ in length: three of them are 90 days, and 92."""
_DENIED_NEAR = 6
_SPAN_UNITS = frozenset(unit for unit, _ in (known.DURATIONS | known.MEASURES).values()) | known.TERMS
_SMALL_COUNT = 12
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_NUMBER_OF = "number"
"""The unit of what is only numbered: number 16, nomor 16, No. 16."""
_NUMBERED = frozenset({"number", "numero", "nomor"})
_NUMBERED_SIGNS = frozenset({"No", "nº", "Nº"})
_PARTS_NOTHING = frozenset({"", "\n", "-", "–", "(", ")"})
"""Signs between a number and its unit: 20-year, 11 (months), 30 (thirty) days, and the break of a line."""


def read_figures(tokens: Sequence[Token]) -> tuple[Figure, ...]:
    """List the figures and dates of a text in their order."""
    figures: list[Figure] = []
    at = free = 0
    while at < len(tokens):
        word = tokens[at].word
        # Most words open no figure, and none of the readings has to look at those.
        opens = word[:1].isdigit() or word in known.OPENING or word.removesuffix(known.ITS) in known.FRACTIONS
        figure = opens and (
            read_next_year(tokens, at, figures)
            or read_moment(tokens, at)
            or _mark_share(tokens, at, free)
            or _read_number(tokens, at, free)
        )
        if not figure:
            at += 1
            continue
        figures.append(figure)
        at = free = figure.end
    return share_units(tokens, figures)


def write_figures(text: str) -> str:
    """Write whole numbers above a dozen that a text spells out in digits: sixty-five as 65. Small ones tell little."""
    tokens = split_clauses(text, "en")
    for figure in read_figures(tokens):
        spelt = [token.text for token in tokens[figure.start : figure.end] if token.word not in known.DURATIONS]
        values = sorted(figure.written)
        counted = figure.kind == "number" and len(values) == 1 and values[0] == int(values[0]) > _SMALL_COUNT
        if not counted or not all(map(str.isalpha, spelt)):
            continue
        joined = r"[\s-]+".join(map(re.escape, spelt))
        text = re.sub(rf"\b{joined}\b", f"{values[0]:.0f}", text, count=1)
    return text


def agree(claimed: Figure, stated: Figure) -> bool:
    """Say whether a source states the figure that a claim names."""
    if claimed.kind == "date" and stated.kind == "date":
        return any(_same_date(one, other) for one in claimed.dates for other in stated.dates)
    if claimed.kind != stated.kind:
        year = claimed.kind == "number" and stated.kind == "date" and not claimed.unit
        return year and any(each[0] in claimed.values for each in stated.dates)
    if stated.unit == _NUMBER_OF and claimed.unit != _NUMBER_OF:
        return False  # law number 16 is not sixteen of anything
    if claimed.unit and stated.unit and claimed.unit != stated.unit:
        return _same_span(claimed, stated)
    # A bare number may count what a duration is written in, and not what it is reckoned in: 5 and five years, not 60.
    spans = claimed.unit != stated.unit and not {claimed.unit, stated.unit}.isdisjoint(_SPAN_UNITS)
    same = not spans and _is_same(claimed.values, stated.values) and not _is_share_of_bare(claimed, stated)
    if same or (
        claimed.unit != stated.unit and (_is_same(claimed.written, stated.written) or _is_part(claimed, stated))
    ):
        return not (claimed.bound and stated.bound and claimed.bound != stated.bound)
    if claimed.unit and not stated.unit:
        return False  # about 626,000 euros are not near 600,000 of something else
    return any(_is_close(claimed, stated, one, other) for one, other in _pair_near(claimed, stated))


def _is_same(one: frozenset[float], other: frozenset[float]) -> bool:
    return any(isclose(a, b, rel_tol=1e-6) for a in one for b in other)


def _is_share_of_bare(one: Figure, other: Figure) -> bool:
    """Say whether a share in words is compared with a number of nothing: half is not fifty."""
    return one.unit != other.unit and SHARE in (one.scale, other.scale)


def _is_part(one: Figure, other: Figure) -> bool:
    """Say whether one is the percentage that the other writes as a part of one: 18 % and 0.18."""
    share, bare = (one, other) if one.unit == "%" else (other, one)
    return not bare.unit and share.unit == "%" and _is_same(frozenset(each / 100 for each in share.values), bare.values)


def _pair_near(claimed: Figure, stated: Figure) -> Iterator[tuple[float, float]]:
    """Pair values that may be near each other: 426,000 is not near 410 because it could be read as 426."""
    if claimed.unit == "%":
        yield from ((one, other) for one in claimed.values for other in stated.values)
    elif claimed.values and stated.values:
        yield max(claimed.values), max(stated.values)


def _is_close(claimed: Figure, stated: Figure, one: float, other: float) -> bool:
    if SHARE in (claimed.scale, stated.scale) and abs(one - other) < 0.5:
        return True  # a third is 33 %
    if not claimed.unit and one in YEARS and other in YEARS and all(each in YEARS for each in stated.values):
        return False  # until 2035 is not until 2030; 1.900, with a sign in it, is no year
    # A limit is itself: under 18 is not under 16.
    return is_near(claimed._replace(bound="") if stated.bound else claimed, one, other)


def is_near(claimed: Figure, one: float, other: float) -> bool:
    """Say whether what stands by a figure ("about", "over", "at most") makes its value fit another one."""
    if claimed.about and abs(one - other) <= max(_NEAR * abs(other), _NEAR_SHARE if claimed.scale == SHARE else 0.0):
        return True
    if claimed.bound == "least":
        return one < other <= one * _BOUNDED
    return claimed.bound == "most" and other < one <= other * _BOUNDED


def _same_span(claimed: Figure, stated: Figure) -> bool:
    """Compare months with days and weeks by the calendar: seven months are about thirty weeks."""
    if {claimed.unit, stated.unit} != {"month", "minute"}:
        return False
    near = _NEAR if claimed.about else _NEAR_SPAN
    one, other = (
        {value * (_MINUTES_OF_A_MONTH if each.unit == "month" else 1.0) for value in each.values}
        for each in (claimed, stated)
    )
    return any(isclose(a, b, rel_tol=near) for a in one for b in other)


def _same_date(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(not a or a == b or (not b and part == 0) for part, (a, b) in enumerate(zip(one, other, strict=True)))


def _mark_share(tokens: Sequence[Token], at: int, free: int) -> Figure | None:
    share = read_share(tokens, at)
    return None if share is None else _mark(tokens, free, share)


def _read_number(tokens: Sequence[Token], at: int, free: int) -> Figure | None:
    word = word_at(tokens, at)
    values: frozenset[float]
    if _NUMBER.fullmatch(word):
        values, end = frozenset(read_separators(word)), at + 1
        while word_at(tokens, end) in known.LARGE and _goes_on(tokens, end):
            values, end = frozenset(each * known.LARGE[word_at(tokens, end)] for each in values), end + 1
        if word_at(tokens, end) == known.MILLIONS and _goes_on(tokens, end) and _find_currency_before(tokens, at, free):
            values, end = frozenset(each * 1e6 for each in values), end + 1
    else:
        value, end = _read_words(tokens, at)
        if end <= at + 1 and word in known.ARTICLES:
            if not _has_half(tokens, at + 1):
                return None
            value, end = 1, at + 1
        if end == at:
            return None
        values = frozenset({float(value)})
    half = _find_half(tokens, end)
    if half:
        values, end = frozenset(each + 0.5 for each in values), end + half
    return _mark(tokens, free, Figure("number", values, "", at, end))


def _find_half(tokens: Sequence[Token], at: int) -> int:
    """Count the words that say "and a half"; two and a half years, dois anos e meio."""
    if word_at(tokens, at) not in known.BEFORE_A_HALF or not _goes_on(tokens, at):
        return 0
    for phrase in known.AND_A_HALF:
        if tuple(word_at(tokens, at + step) for step in range(len(phrase))) == phrase:
            return len(phrase)
    return 0


def read_separators(text: str) -> Iterator[float]:
    """Read a number as it is set: 1.234,5 and 1,234.5 in one way, 1.234 in two."""
    marks = [each for each in text if each in ".,"]
    if not marks:
        yield float(text)
    elif len(set(marks)) == 2:
        last = marks[-1]
        yield float(text.replace("," if last == "." else ".", "").replace(last, "."))
    else:
        grouped = all(len(part) == 3 for part in re.split("[.,]", text)[1:])
        if grouped:
            yield float(text.replace(marks[0], ""))
        if len(marks) == 1:
            yield float(text.replace(",", "."))
        elif not grouped:
            yield float(text.replace(marks[0], ""))


def _has_half(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a half follows, also behind the unit: one and a half hours, an hour and a half."""
    return bool(_find_half(tokens, at) or (word_at(tokens, at) in known.DURATIONS and _find_half(tokens, at + 1)))


class _Sum(NamedTuple):
    """A number in words, as far as it was read."""

    total: int = 0
    hundreds: int = 0
    small: int = 0

    @property
    def value(self) -> int:
        """What it comes to so far."""
        return self.total + self.hundreds + self.small


def _read_words(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Read a number in words; where it ends is where it began if there is none."""
    read, end, place = _Sum(), at, at
    while place < len(tokens):
        word, after = tokens[place].word, word_at(tokens, place + 1)
        further = _add_word(read, word)
        if further is None and word == "a" and (after in known.TIMES_HUNDRED or after in known.LARGE):
            further = read._replace(small=1)
        if further is not None:
            read, end = further, place + 1
        elif word not in known.JOINING or place == at:
            break
        place += 1
    return read.value, end


def _add_word(read: _Sum, word: str) -> _Sum | None:
    """Add a word to a number; None where it does not continue it."""
    total, hundreds, small = read
    if word in known.SMALL:
        fits = not small or (known.SMALL[word] < 10 and small % 10 == 0)
        return _Sum(total, hundreds, small + known.SMALL[word]) if fits else None
    if word in known.HUNDREDS:
        return None if hundreds or small else _Sum(total, known.HUNDREDS[word])
    if word in known.LARGE and len(word) > 2 and (hundreds + small or word in known.WHOLE_LARGE):
        return _Sum(total + (hundreds + small or 1) * known.LARGE[word])
    if not small:
        return None
    if word in known.TIMES_HUNDRED:
        return _Sum(total, small * 100)
    return {"belas": _Sum(total, hundreds, small + 10), "puluh": _Sum(total, hundreds, small * 10)}.get(word)


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a word may belong to what stands before it: no comma or full stop parts them, a line break may."""
    return not 0 <= at < len(tokens) or tokens[at].sign in _PARTS_NOTHING


def _find_currency_before(tokens: Sequence[Token], at: int, free: int) -> str:
    """Find the currency that is set before a number, unless it belongs to the figure that ends at `free`."""
    word = word_at(tokens, at - 1)
    leads = at - 1 >= free and word in known.CURRENCY_SIGNS and tokens[at].sign in _PARTS_NOTHING
    return known.CURRENCY_WORDS[word] if leads else ""


def _mark(tokens: Sequence[Token], free: int, figure: Figure) -> Figure:
    """Add unit, bound and vagueness from the words around a figure; another one ends at `free`."""
    currency = _find_currency_before(tokens, figure.start, free)
    unit, factor, end = _find_unit(tokens, figure, currency)
    if unit and (half := _find_half(tokens, end)):
        figure, end = figure._replace(values=frozenset(each + 0.5 for each in figure.values)), end + half
    start = figure.start - bool(currency)
    before = tuple(word_at(tokens, at) for at in range(max(0, start - 4), start))
    bound: Literal["least", "most", ""] = ""
    most, least = (_match_end(before, phrases) for phrases in (known.AT_MOST, known.AT_LEAST))
    if most >= least and most:
        bound = "most"  # of "no fewer than" and "fewer than" the longer one is meant
    elif least:
        bound = "most" if _is_denied(tokens, start - least) else "least"
    values = frozenset(each * factor for each in figure.values) if unit else figure.values
    about = any(word in known.ABOUT for word in before[-3:])
    scale = figure.scale if figure.unit else factor if unit else 1.0
    return figure._replace(values=values, unit=unit, start=start, end=end, bound=bound, about=about, scale=scale)


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a denial stands shortly before a place in its clause: does not pay more than 60."""
    near = range(max(0, at - _DENIED_NEAR), at)
    return any(tokens[each].clause == tokens[at].clause and tokens[each].denies for each in near)


def _match_end(before: tuple[str, ...], phrases: frozenset[tuple[str, ...]]) -> int:
    """Count the words of the longest phrase that ends some words, an article behind it left out."""
    found = max((len(before) - at for at in range(len(before)) if before[at:] in phrases), default=0)
    bare = before[:-1] if before and before[-1] in ("the", "a", "an", "o", "os", "as") else ()
    return max(found, _match_end(bare, phrases)) if bare else found


def _find_unit(tokens: Sequence[Token], figure: Figure, currency: str) -> tuple[str, float, int]:
    end = figure.end
    after = word_at(tokens, end) if _goes_on(tokens, end) else ""
    if figure.unit:
        return figure.unit, 1.0, end
    if word_at(tokens, figure.start - 1) in _NUMBERED or (
        figure.start and tokens[figure.start - 1].text in _NUMBERED_SIGNS
    ):
        return _NUMBER_OF, 1.0, end
    if after in known.PERCENT or (after == "por" and word_at(tokens, end + 1) == "cento") or after == "per":
        wide = after in ("por", "per")
        cent = not wide or word_at(tokens, end + 1) in ("cento", "cent")
        if cent:
            return "%", 1.0, end + 1 + wide
    currency = currency or known.CURRENCY_WORDS.get(after, "")
    currency = currency or (known.CURRENCY_WORDS.get(word_at(tokens, end + 1), "") if after in known.PARTITIVE else "")
    if currency:
        return currency, 1.0, end + (after in known.CURRENCY_WORDS)
    place = end + (after in ("calendar", "working", "business", "full", "more", "consecutive"))
    counted = known.DURATIONS.get(word_at(tokens, place)) or known.MEASURES.get(word_at(tokens, place))
    if counted is not None and _goes_on(tokens, place):
        if counted[0] == "power" and word_at(tokens, place + 1) in known.HOURS:
            return "energy", counted[1], place + 2
        return (*counted, place + 1)
    return "", 1.0, end
