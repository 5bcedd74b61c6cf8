"""Finds what a source leaves of what it states: eight of 26 leave eighteen, 92 % leave 8 %, a quarter of 640 is 160.

- A part and a whole are told together: "61 of the 94 growers", "26 docks, eight of them cooled", "dari 14 saksi,
  sembilan ...". What is left is the rest of the whole, unless a claim says of it what the source says of the part: 18
  cooled docks. A percentage leaves the rest of a hundred where a claim denies what its source does not, or the reverse.
- A share and an amount of one sentence give the share of the amount, and what is left of it.
- So many for each of what is counted, an amount for each month of its span, and how many times as much one figure is as
  another follow as well.
- "Three times as much as" and "the double of" in a sentence give a figure of it so many times, and divided.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, pairwise, permutations
from math import isclose
from typing import Literal, NamedTuple

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, word_at
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.reckoning import is_difference
from moot.policies.critique.ledger.rivals import is_year
from moot.policies.critique.ledger.sources import SourceReading, reduce_word, speaks_of
from moot.policies.language import LANGUAGES, STOP_WORDS

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_WHOLE = 100.0
_OF = known.PARTITIVE | {"out", "from", "among", "entre", "antara"}
_BEFORE_ALL, _ALL = 2, frozenset(["all", "todos", "todas", "semua", "seluruh"])
_OF_THEM_WORDS = """
them which whom these those deles delas quais antaranya
"""
_OF_THEM = frozenset(_OF_THEM_WORDS.split())
_NEAR = 3
_EXACT, _ABOUT = 1e-6, 0.02
_SMALLEST_SUM = 20
"""Smaller ones come out of any two figures by chance."""
_TIMES: dict[str, float] = {
    **dict.fromkeys(("twice", "double", "doubled", "dobro", "dobrou", "dobraram", "duplicou"), 2.0),
    **dict.fromkeys(("triple", "tripled", "treble", "trebled", "triplo", "triplicou", "triplicaram"), 3.0),
    **dict.fromkeys(("quadruple", "quadrupled", "quadruplo", "quadruplicou"), 4.0),
    "halved": 2.0,
}
_FOR_EACH = frozenset({"per", "por", "each", "cada", "setiap", "tiap"})
_TOGETHER_WORDS = """
combined total together altogether overall soma somam somaram juntos juntas conjunta gabungan keseluruhan
"""
_TOGETHER = frozenset(_TOGETHER_WORDS.split())
_TIMES_BEHIND = frozenset({"times", "vezes", "kali"})


class _Portion(NamedTuple):
    """A part and the whole that a source tells it of."""

    part: Figure
    whole: Figure


def judge_left(figure: Figure, claimed: Sequence[Token], source: SourceReading) -> Literal["left", "part"] | None:
    """Say whether a claim tells what a source leaves of a whole as that, or as what the source says of the part."""
    if figure.kind != "number":
        return None
    denied = sum(token.denies for token in claimed) % 2 == 1
    for part, whole in _list_portions(source):
        rest = [a - b for a in whole.values for b in part.values]
        if _is_one_of(figure, rest) and figure.unit in ("", whole.unit):
            told = {reduce_word(token.word, source.language) for token in claimed}
            said = _list_said(part, whole, source)
            return "left" if denied or (said and not said <= told) else "part"
    rest_of_all = figure.unit == "%" and any(
        _is_one_of(figure, [_WHOLE - value for value in each.values]) and denied is not _is_denied(each, source)
        for each in source.figures
        if each.unit == "%"
    )
    return "left" if rest_of_all else None


def find_all_of_part(figures: Sequence[Figure], claimed: Sequence[Token], source: SourceReading) -> Figure | None:
    """Find a whole of which a claim says what its source says of a part: two of the three signed, and not all three."""
    if any(token.denies for token in claimed):
        return None
    told = {reduce_word(token.word, source.language) for token in claimed}
    portions = [*_list_portions(source), *_list_shares_of(source)]
    said = [(whole, _list_said(part, whole, source) & _list_beside(whole, source)) for part, whole in portions]
    for each in figures:
        if _ALL.isdisjoint(token.word for token in claimed[max(0, each.start - _BEFORE_ALL) : each.start]):
            continue
        if any(words and words <= told and _is_one_of(each, list(whole.values)) for whole, words in said):
            return each
    return None


def _list_beside(figure: Figure, source: SourceReading) -> frozenset[str]:
    """List the words of the part of a sentence around a figure."""
    part = source.tokens[figure.start].part
    return frozenset(word for word, token in zip(source.reduced, source.tokens, strict=True) if token.part == part)


def _list_shares_of(source: SourceReading) -> Iterator[_Portion]:
    """List what is told as so many of so many, as both, and as one of so many."""
    for each in source.figures:
        if len(each.parts) > 1:
            yield _Portion(*(each._replace(values=frozenset({many})) for many in sorted(each.parts)))
        near = source.tokens[max(0, each.start - _NEAR) : each.start]
        led = [token for token in near if token.sentence == source.tokens[each.start].sentence]
        if each.kind == "number" and any(a.word in known.ARTICLES and b.word in _OF for a, b in pairwise(led)):
            yield _Portion(each._replace(values=frozenset({1.0})), each)


def follows_in_sentence(figure: Figure, claimed: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a figure is a share of an amount that one sentence tells, or so many times one of its figures."""
    if figure.kind != "number":
        return False
    for number, listed in groupby(source.figures, key=lambda each: source.tokens[each.start].sentence):
        told = [each for each in listed if each.kind == "number" and not is_year(each)]
        results = [*_list_shared(figure, claimed, told, source), *_list_times(figure, told, number, source)]
        results += [*_list_ratios(figure, claimed, told), *_list_paces(figure, claimed, told)]
        results += _list_for_one(figure, claimed, told, source)
        if _is_one_of(figure, results) and speaks_of(claimed, number, source):
            return True
    return _is_one_of(figure, list(_list_for_each(source)))


def _list_ratios(figure: Figure, claimed: Sequence[Token], told: Sequence[Figure]) -> list[float]:
    """List how many times as much one of two figures is as the other, for a claim that says so: twice, dua kali."""
    if figure.unit or word_at(claimed, figure.end) not in _TIMES_BEHIND:
        return []
    pairs = [(a, b) for a, b in permutations(told, 2) if a.unit == b.unit]
    return [one / other for a, b in pairs for one in a.values for other in b.values if other]


def _list_paces(figure: Figure, claimed: Sequence[Token], told: Sequence[Figure]) -> list[float]:
    """List amounts for each month or day of the span they are told with, for a claim that names such a unit."""
    near = range(figure.end, min(len(claimed) - 1, figure.end + _NEAR))
    units = [word_at(claimed, at + 1) for at in near if word_at(claimed, at) in known.SINGLE]
    spans = [known.DURATIONS[each] for each in units if each in known.DURATIONS]
    return [
        value / (length / one)
        for unit, one in spans
        for span in told
        if span.unit == unit
        for length in span.values
        for each in told
        if each.unit == figure.unit and each is not span
        for value in each.values
        if length
    ]


def _list_for_one(
    figure: Figure, claimed: Sequence[Token], told: Sequence[Figure], source: SourceReading
) -> list[float]:
    """List what each of what a sentence counts has of all they have together, for a claim that says each."""
    sentence = source.sentences[source.tokens[told[0].start].sentence] if told else ()
    if _TOGETHER.isdisjoint(source.tokens[at].word for at in sentence):
        return []  # of a price that is partly paid at once the instalments are not a share each
    each = [at + 1 for at, token in enumerate(claimed[:-1]) if token.word in _FOR_EACH]
    named = {reduce_word(claimed[at].word, source.language) for at in each}
    counted = [one for one in told if _name_behind(one.end, source) in named]
    amounts = [one for one in told if one.unit == figure.unit and one not in counted]
    return [a / b for one in amounts for many in counted for a in one.values for b in many.values if b]


def _list_for_each(source: SourceReading) -> Iterator[float]:
    """List what comes of so many for each of what a source counts: three candidates for a place, and 240 places."""
    counted = [(each, word) for each in source.figures if (word := _name_behind(each.end, source))]
    for each in source.figures:
        places = range(each.end, each.end + _NEAR)
        per = next((at for at in places if word_at(source.tokens, at) in _FOR_EACH), None)
        word = _name_behind(per + 1, source) if per is not None and each.kind == "number" else ""
        for other, name in counted:
            if word and name == word and other is not each and other.kind == "number":
                yield from (a * b for a in each.values for b in other.values)


def _name_behind(at: int, source: SourceReading) -> str:
    token = source.tokens[at] if at < len(source.tokens) else None
    return source.reduced[at] if token is not None and token.word.isalpha() and token.word not in _SMALL else ""


def is_spoken(figure: Figure, source: SourceReading) -> bool:
    """Say whether a source says in another word how many there are: one, both, twice."""
    said = {float(known.SPOKEN[token.word]) for token in source.tokens if token.word in known.SPOKEN}
    return figure.kind == "number" and not figure.unit and not said.isdisjoint(figure.values)


def _list_shared(
    figure: Figure, claimed: Sequence[Token], told: Sequence[Figure], source: SourceReading
) -> Iterator[float]:
    """List shares of amounts, what is left of them, and what they were before a share was taken or added."""
    for each in told:
        part, rest = _tells_part(each, claimed, source) if each.unit == "%" else (False, False)
        for share in (value / _WHOLE for value in each.values if part or rest):
            for other in told:
                if other.unit != figure.unit or other.unit == "%" or max(other.values) <= 1:
                    continue
                amount = max(other.values)  # 18.000 beside a share is eighteen thousand, not eighteen
                yield from [amount * share] * part + [amount * (1 - share)] * rest
                yield from (amount / by for by in (1 - share, 1 + share) if by > 0)


def _tells_part(share: Figure, claimed: Sequence[Token], source: SourceReading) -> tuple[bool, bool]:
    """Say whether a claim may tell a share, and what it leaves: who gives it may stand in a clause of its own."""
    tokens, sentence = source.tokens, source.sentences[source.tokens[share.start].sentence]
    own = [at for at in sentence if tokens[at].clause == tokens[share.start].clause and tokens[at].word not in _SMALL]
    elsewhere = {source.reduced[at] for at in sentence if tokens[at].clause != tokens[share.start].clause}
    said = {source.reduced[at] for at in own if tokens[at].word.isalpha() and not share.start <= at < share.end}
    told = {reduce_word(token.word, source.language) for token in claimed}
    own_words = said - elsewhere - {""}
    if not own_words or not elsewhere:
        return True, True
    return bool(told & own_words), not told & own_words


def _list_times(figure: Figure, told: Sequence[Figure], number: int, source: SourceReading) -> list[float]:
    places = source.sentences[number]
    many = {_TIMES[source.tokens[at].word] for at in places if source.tokens[at].word in _TIMES}
    for each in told:
        if not each.unit and word_at(source.tokens, each.end) in _TIMES_BEHIND:
            many |= each.values
    alike = [value for each in told if each.unit == figure.unit for value in each.values]
    return [result for value in alike for by in many if by for result in (value * by, value / by)]


def _is_one_of(figure: Figure, results: Sequence[float]) -> bool:
    near = _ABOUT if figure.about else _EXACT
    return any(isclose(value, each, rel_tol=near) for value in figure.values for each in results if each > 0)


def _list_portions(source: SourceReading) -> Iterator[_Portion]:
    for _, listed in groupby(source.figures, key=lambda each: source.tokens[each.start].sentence):
        told = [each for each in listed if each.kind == "number" and each.unit != "%" and not is_year(each)]
        for at, part in enumerate(told):
            wholes = [each for each in told if max(each.values) > max(part.values) and part.unit in ("", each.unit)]
            before = [each for each in wholes if each.end <= part.start]
            behind = [each for each in wholes if 0 < each.start - part.end <= _NEAR]
            if _says(source.tokens, part.end, _OF_THEM) and before:
                yield _Portion(part, before[-1])
            elif behind and _joins(source.tokens, part.end, behind[0].start):
                yield _Portion(part, behind[0])
            elif before and at and told[at - 1] is before[-1] and _opens(before[-1], source.tokens):
                yield _Portion(part, before[-1])


def _says(tokens: Sequence[Token], at: int, words: frozenset[str]) -> bool:
    return any(word_at(tokens, place) in words for place in range(at, at + _NEAR))


def _joins(tokens: Sequence[Token], start: int, end: int) -> bool:
    between = [tokens[at] for at in range(start, end)]
    return any(token.word in _OF for token in between) and all(token.word in _SMALL for token in between)


def _opens(whole: Figure, tokens: Sequence[Token]) -> bool:
    """Say whether a sentence begins with what its figures are of: of the 14 witnesses."""
    return any(tokens[at].first and tokens[at].word in _OF for at in range(max(0, whole.start - 2), whole.start))


def _list_said(part: Figure, whole: Figure, source: SourceReading) -> frozenset[str]:
    """List what a source says of a part: the words of its sentence, or of its clause where the whole has one."""
    tokens = source.tokens
    places = source.sentences[tokens[part.start].sentence]
    if tokens[part.start].clause != tokens[whole.start].clause:
        places = range(part.start, places.stop)
        after = (at for at in places if at >= part.end and tokens[at].clause != tokens[part.start].clause)
        places = range(places.start, next(after, places.stop))
    taken = {*range(part.start, part.end), *range(whole.start, whole.end + 1)}
    listed = (at for at in places if at not in taken and tokens[at].word.isalpha())
    return frozenset(source.reduced[at] for at in listed if tokens[at].word not in _SMALL | _OF_THEM)


def _is_denied(figure: Figure, source: SourceReading) -> bool:
    places = source.sentences[source.tokens[figure.start].sentence]
    clause = source.tokens[figure.start].clause
    return sum(source.tokens[at].denies for at in places if source.tokens[at].clause == clause) % 2 == 1


def adds_up(figure: Figure, source: SourceReading) -> bool:
    """Say whether a figure comes of two that one sentence tells: 318 and 22 less are 340.

    What is less than one of them has to be told as more or less.
    """
    if all(each < _SMALLEST_SUM for each in figure.values):
        return False
    told = [each for each in source.figures if not is_year(each)]
    for _, listed in groupby(told, key=lambda each: source.tokens[each.start].sentence):
        for one, other in combinations(listed, 2):
            words = {source.tokens[at].word for at in source.sentences[source.tokens[one.start].sentence]}
            least = 0 if words & known.DERIVING else max(one.values | other.values, default=0)
            if least < min(figure.values) and is_difference(figure, one, other):
                return True
    return False
