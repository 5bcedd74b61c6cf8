"""Reads shares in words and fractions: half, a fifth of, dois terços, one in four, 2/3, and half an hour."""

from collections.abc import Sequence

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, is_digits, word_at
from moot.policies.critique.ledger.dates import Figure

SHARE, _MOST_PARTS = 100.0, 20
"""A share in words or as a fraction is written as a part of one, of at most so many parts."""


def read_share(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read half, a fifth of, dois terços, one in four and 2/3, as percent; half an hour is a span."""
    word, after = (_name_part(word_at(tokens, each)) for each in (at, at + 1))
    if (share := _read_quotient(tokens, at)) is not None:
        return share
    if (end := _find_half_percent(tokens, at)) is not None:
        return Figure("number", frozenset({0.5}), "%", at, end)
    if (span := _read_half_span(tokens, at)) is not None:
        return span
    if word in known.WHOLE_FRACTIONS:
        return _make_share(known.FRACTIONS[word], at, at + 1)
    many = 1 if word in known.ARTICLES else known.SMALL.get(word, 0)
    if 1 <= many <= 9 and (among := _find_among(tokens, at + 1)) and many < among[0]:
        share = _make_share(100 * many / among[0], at, among[1])
        return share._replace(parts=frozenset(map(float, (many, among[0]))))
    if not 1 <= many <= 9 or after not in known.FRACTIONS:
        return None
    ends = at + 2 >= len(tokens) or tokens[at + 2].clause != tokens[at + 1].clause
    ends = ends or after in known.BARE_FRACTIONS or word_at(tokens, at - 1) in known.OF_WHICH
    led = word_at(tokens, at - 1) in ("by", "em") or _is_measured(tokens, at)
    if not ends and not led and word_at(tokens, at + 2) not in known.PARTITIVE:
        return None
    return _make_share(many * known.FRACTIONS[after], at, at + 2)


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a fraction is one of several in its sentence, or is only near: half to pay and a third to rent."""
    before = [token.word for token in tokens[:at] if token.sentence == tokens[at].sentence]
    near = word_at(tokens, at - 1) in known.ABOUT or any(
        tuple(before[-len(phrase) :]) == phrase for phrase in known.AT_LEAST | known.AT_MOST
    )
    return near or any(each in known.WHOLE_FRACTIONS or each in known.PERCENT for each in before)


def _name_part(word: str) -> str:
    """Give a fraction without the ending by which it points back: sepertiganya, a third of them."""
    plain = word.removesuffix(known.ITS)
    return plain if plain in known.FRACTIONS else word


def _make_share(percent: float, start: int, end: int) -> Figure:
    return Figure("number", frozenset({percent}), "%", start, end, scale=SHARE)


def _read_quotient(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read 2/3; what has a further part is a date, and large numbers name a law."""
    parts = [word_at(tokens, at + step) for step in (0, 2)]
    if word_at(tokens, at + 1) != "/" or "/" in (word_at(tokens, at - 1), word_at(tokens, at + 3)):
        return None
    if not all(map(is_digits, parts)):
        return None
    part, whole = map(int, parts)
    return _make_share(100 * part / whole, at, at + 3) if 1 <= part < whole <= _MOST_PARTS else None


def _find_among(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read "in four", "em cada quatro" and "dari empat" as what something is one of, and where it ends."""
    for phrase in known.AMONG:
        place = at + len(phrase)
        if tuple(word_at(tokens, at + step) for step in range(len(phrase))) != phrase:
            continue
        word, after = word_at(tokens, place), word_at(tokens, place + 1)
        counted = after in known.PERCENT or after in known.DURATIONS or after in known.LARGE or after in known.SMALL
        many = known.SMALL.get(word, 0)
        return (many, place + 1) if 2 <= many <= 20 and not counted else None
    return None


def _read_half_span(tokens: Sequence[Token], at: int) -> Figure | None:
    """Read half an hour, meio ano and setengah hari; half the year is a share of one."""
    if word_at(tokens, at) not in known.HALVES:
        return None
    place = at + 1 + (word_at(tokens, at + 1) in known.ARTICLES)
    span = known.DURATIONS.get(word_at(tokens, place))
    if span is None or tokens[place].clause != tokens[at].clause:
        return None
    unit, many = span
    return Figure("number", frozenset({many / 2}), unit, at, place + 1, scale=many)


def _find_half_percent(tokens: Sequence[Token], at: int) -> int | None:
    """Find where half a percent, meio por cento or setengah persen ends."""
    if word_at(tokens, at) not in known.HALVES:
        return None
    place = at + 1 + (word_at(tokens, at + 1) in known.ARTICLES)
    if word_at(tokens, place) in known.PERCENT:
        return place + 1
    wide = word_at(tokens, place) in ("por", "per") and word_at(tokens, place + 1) in ("cento", "cent")
    return place + 2 if wide else None
