"""Finds what a claim takes from its neighbour: 7 % in the north and 11 % in the south are not 11 % in the north.

- A sentence that tells several figures of one kind, or several names, is parted at the conjunctions, commas and words
  of range between them; what is joined by a semicolon is one sentence here.
- Two parts are told apart by what they say behind the same preposition, as many words as both have there: "in the
  north region grew" and "in the south region" by north and south.
- A claim takes the neighbour's where its own part names what tells the neighbour apart and nothing that tells the
  stated one apart. Where a source states it in several places, none of them may fit.
- A name stands in another's place where a claim sets it beside a word that the source sets another name beside, and
  nowhere joins with this one: who commands the Calder does not command the Teal.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.changes import is_compared_with
from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree, read_figures
from moot.policies.critique.ledger.names import find_names, span_known_names, span_names, word_beside
from moot.policies.critique.ledger.rivals import is_rival, is_year
from moot.policies.critique.ledger.roles import is_past
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import LANGUAGES, STOP_WORDS, Language

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_OF, _IN = ("de", "do", "da", "dos", "das"), ("em", "no", "na", "nos", "nas")
_PREPOSITIONS: dict[str, str] = {
    **dict.fromkeys(_OF, "de"),
    **dict.fromkeys(_IN, "em"),
    **{each: each for each in ("in", "at", "on", "of", "to", "for", "among", "from", "with", "under", "by", "over")},
    **{each: each for each in ("para", "entre", "com", "sem", "por", "sob")},
    **{each: each for each in ("di", "pada", "untuk", "bagi", "dengan", "oleh", "dari", "antara")},
}
_PARTED_BY = frozenset({"respectively", "respectivamente", "masing-masing", "masing"})
"""Where figures are told in the order of what they belong to, the parts of a sentence do not say whose each is."""
_AGAINST = frozenset(
    ["while", "whereas", "but", "enquanto", "mas", "ja", "porem", "sedangkan", "sementara", "tetapi", "tapi", "namun"]
)
"""What sets a clause against the one before it."""
_COMPARED_WITH = frozenset(["against", "versus", "contra", "dibanding", "dibandingkan"])
"""What sets a figure of something else against the one before it."""
_OPPOSED = frozenset(["against", "contra"])
"""Who is against something does not do it."""
_WITHIN_CHANGE = 2
"""So many words stand between the two figures of a change: "from 14 months to 9"."""
_HIGHEST_LABEL = 99
"""What is numbered, such as a line of a tramway, has small numbers."""

Whose = Literal["own", "neighbour", "open"]
"""Whose a figure is that a claim names: what the source tells it of, the neighbour's, or left open by its words."""


class _Span(NamedTuple):
    """Where something stands among the tokens of a text."""

    start: int
    end: int


def tell_whose(figure: Figure, claimed: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> Whose:
    """Say whether a claim tells a figure of what its source tells it of, or of the neighbour, where that shows."""
    stated = [each for each in source.figures if agree(figure, each)]
    if not stated or _is_listed(claimed):
        return "open"
    mine = [each for each in figures if each is figure or is_rival(each, figure)]
    if _tells_change(figure, mine, stated, source):
        return "open"
    told = _list_words(_part_of(figure, mine, claimed), mine, claimed, source.language)
    found = {_compare_with_neighbours(each, figure, told, source) for each in stated}
    if "own" in found:
        return "own"
    return "neighbour" if found == {"neighbour"} else _judge_lead(figure, stated, claimed, source)


def _tells_change(figure: Figure, mine: Sequence[Figure], stated: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim tells a change, as in "from 14 to 9", between two figures its source tells in that order."""
    for each in mine:
        between = max(each.start, figure.start) - min(each.end, figure.end)
        if each is figure or not 0 <= between <= _WITHIN_CHANGE:
            continue
        for one in stated:
            others = (other for other in source.figures if agree(each, other))
            same = [other for other in others if _joined(one.start, other.start, source.tokens)]
            if any((one.start < other.start) == (figure.start < each.start) for other in same):
                return True
    return False


def _judge_lead(figure: Figure, stated: Sequence[Figure], claimed: Sequence[Token], source: SourceReading) -> Whose:
    """Judge by the word right before a figure: "line 4" is what line 4 is called, and who bought 20 did not lend 20."""
    led = name_led(figure, claimed, source.language)
    leads = [name_led(each, source.tokens, source.language) for each in stated]
    if led and led in leads:
        label = not figure.unit and all(each <= _HIGHEST_LABEL for each in figure.values)
        return "own" if label else "open"
    names = set(find_names(source.tokens))
    near = [
        each
        for each in source.figures
        if is_rival(each, figure)
        and not agree(figure, each)
        and any(_joined(one.start, each.start, source.tokens) for one in stated)
    ]
    bare = any(not lead or one.start - 1 in names for lead, one in zip(leads, stated, strict=True))
    if led and not bare and any(name_led(each, source.tokens, source.language) == led for each in near):
        return "neighbour"
    return "open"


def name_counted(figure: Figure, tokens: Sequence[Token], language: Language) -> str:
    """Name what a figure counts, as it is compared: the word right behind it."""
    behind = tokens[figure.end] if figure.end < len(tokens) else None
    if behind is None or behind.clause != tokens[figure.start].clause or behind.word in _SMALL:
        return ""
    return reduce_word(behind.word, language) if behind.word.isalpha() else ""


def name_led(figure: Figure, tokens: Sequence[Token], language: Language) -> str:
    """Name what leads to a figure, as it is compared: the word right before it, as in "line 4" and "lent 48"."""
    before = tokens[figure.start - 1] if figure.start else None
    if before is None or before.clause != tokens[figure.start].clause or before.word in _SMALL:
        return ""
    return reduce_word(before.word, language) if before.word.isalpha() and before.word not in _PREPOSITIONS else ""


def _compare_with_neighbours(stated: Figure, figure: Figure, told: frozenset[str], source: SourceReading) -> Whose:
    rivals = [each for each in source.figures if is_rival(each, stated)]
    near = [each for each in rivals if _joined(stated.start, each.start, source.tokens)]
    if _is_listed(source.tokens[slice(*_find_group(stated.start, source.tokens))]):
        return "own"  # which is whose is told by their order elsewhere
    others = [each for each in near if each is not stated and not agree(figure, each)]
    others = [each for each in others if not (is_year(each) and is_compared_with(each, source.tokens))]
    found = {_compare(stated, each, near, told, source) for each in others}
    if "neighbour" in found:
        return "neighbour"
    return "own" if found == {"own"} else "open"


def _compare(
    stated: Figure | _Span,
    other: Figure | _Span,
    near: Sequence[Figure | _Span],
    told: frozenset[str],
    source: SourceReading,
) -> Whose:
    """Say whether a claim names what tells the other one apart, and nothing that tells the stated one apart."""
    one, another = (_part_of(each, near, source.tokens) for each in (stated, other))
    named = _tell_names_apart(one, another, source) if isinstance(stated, Figure) else (frozenset(), frozenset())
    for mine, theirs in (_tell_apart(one, another, near, source), named, _contrast(stated, other, near, source)):
        if told & theirs and not told & mine:
            return "neighbour"
        if told & mine and not told & theirs:
            return "own"
    return "open"


def _contrast(
    stated: Figure | _Span, other: Figure | _Span, near: Sequence[Figure | _Span], source: SourceReading
) -> tuple[frozenset[str], frozenset[str]]:
    """List the words that tell two clauses apart that are set against each other; between figures, years do not."""
    places = [_find_clause(each.start, source.tokens) for each in (stated, other)]
    if places[0] == places[1]:
        return frozenset(), frozenset()
    mine, theirs = (_list_words(place, near, source.tokens, source.language) for place in places)
    if isinstance(stated, Figure):
        mine, theirs = (_list_words(place, source.figures, source.tokens, source.language) for place in places)
    if not mine - theirs or not theirs - mine:
        return frozenset(), frozenset()  # what only adds a figure of another year says nothing of its own
    return mine - theirs, theirs - mine


def _find_clause(at: int, tokens: Sequence[Token]) -> range:
    """Find the clause around a place, between semicolons and words such as while, whereas and against."""
    first, last = _find_group(at, tokens)
    opens = [each for each in range(first + 1, last) if _sets_against(tokens, each)]
    start = max((each for each in opens if each <= at), default=first)
    end = min((each for each in opens if each > at), default=last)
    if tokens[start].word in _COMPARED_WITH:
        end = next((each for each in range(at + 1, end) if tokens[each].clause != tokens[at].clause), end)
    return range(start, end)


def _sets_against(tokens: Sequence[Token], at: int) -> bool:
    if _other_sentence(tokens[at - 1], tokens[at]) or tokens[at].word in _AGAINST:
        return True
    goes_on = at + 1 < len(tokens) and tokens[at + 1].part == tokens[at].part
    return tokens[at].word in _COMPARED_WITH and goes_on


def _tell_apart(
    one: range, other: range, near: Sequence[Figure | _Span], source: SourceReading
) -> tuple[frozenset[str], frozenset[str]]:
    """List the words behind the prepositions that two parts share, as many as both have behind them."""
    taken = {at for each in near for at in range(each.start, each.end)}
    first, second = (dict(_list_runs(each, taken, source)) for each in (one, other))
    mine: set[str] = set()
    theirs: set[str] = set()
    for word in first.keys() & second.keys():
        many = min(len(first[word]), len(second[word]))
        mine |= set(first[word][:many])
        theirs |= set(second[word][:many])
    return frozenset(mine - theirs), frozenset(theirs - mine)


def _tell_names_apart(one: range, other: range, source: SourceReading) -> tuple[frozenset[str], frozenset[str]]:
    """List the names that tell two parts apart, where each has its own: Aerovex 1.8 times, Pulmina 3.1 times."""
    names = set(find_names(source.tokens))
    mine, theirs = (frozenset(source.reduced[at] for at in part if at in names) for part in (one, other))
    return (mine - theirs, theirs - mine) if mine - theirs and theirs - mine else (frozenset(), frozenset())


def _list_runs(part: range, taken: Collection[int], source: SourceReading) -> Iterator[tuple[str, tuple[str, ...]]]:
    """List each preposition of a part with the words behind it, up to the next small word."""
    tokens = source.tokens
    for at in part:
        word = _PREPOSITIONS.get(tokens[at].word)
        if word is None:
            continue
        run: list[str] = []
        place = at + 1
        while place in part and place not in taken and (not run or tokens[place].clause == tokens[place - 1].clause):
            if tokens[place].word not in _SMALL and tokens[place].text[0].isalnum():
                run.append(source.reduced[place])
            elif run or tokens[place].word in _PREPOSITIONS:
                break
            place += 1
        if run:
            yield word, tuple(run)


def _part_of(place: Figure | _Span, near: Sequence[Figure | _Span], tokens: Sequence[Token]) -> range:
    """Find the part of a sentence in which one of several figures or names stands."""
    ordered = sorted(near, key=lambda each: each.start)
    start, end = _find_group(place.start, tokens)
    for left, right in pairwise(ordered):
        if not _joined(left.start, right.start, tokens):
            continue
        boundary = _find_boundary(left, right, tokens)
        if right.start <= place.start:
            start = boundary
        elif left.start >= place.start:
            return range(start, boundary)
    return range(start, end)


def _find_boundary(left: Figure | _Span, right: Figure | _Span, tokens: Sequence[Token]) -> int:
    """Find where what belongs to one figure ends and what belongs to the next begins."""
    between = range(left.end, right.start + 1)
    for differs in (_other_sentence, _other_part, _other_clause):
        found = next((at for at in between if differs(tokens[at - 1], tokens[at])), None)
        if found is not None:
            return found
    return right.start


def _other_sentence(one: Token, other: Token) -> bool:
    return one.sentence != other.sentence


def _other_part(one: Token, other: Token) -> bool:
    return one.part != other.part


def _other_clause(one: Token, other: Token) -> bool:
    return one.clause != other.clause


def _find_group(at: int, tokens: Sequence[Token]) -> tuple[int, int]:
    """Find the sentence around a place; what a semicolon joins is one."""
    start, end = at, at + 1
    while start and not _ends_before(start, tokens):
        start -= 1
    while end < len(tokens) and not _ends_before(end, tokens):
        end += 1
    return start, end


def _ends_before(at: int, tokens: Sequence[Token]) -> bool:
    return tokens[at].sentence != tokens[at - 1].sentence and tokens[at].sign != ";"


def _joined(one: int, other: int, tokens: Sequence[Token]) -> bool:
    first, last = sorted((one, other))
    return not any(_ends_before(at, tokens) for at in range(first + 1, last + 1))


def _is_listed(tokens: Sequence[Token]) -> bool:
    return any(token.word in _PARTED_BY for token in tokens)


def _list_words(
    part: range, places: Sequence[Figure | _Span], tokens: Sequence[Token], language: Language
) -> frozenset[str]:
    """List the words with content of a part, without the figures or names that are compared."""
    taken = {at for each in places for at in range(each.start, each.end)}
    words = (tokens[at].word for at in part if at not in taken)
    opening = _AGAINST | _COMPARED_WITH
    listed = (word for word in words if word not in _SMALL and word not in opening and word[0].isalnum())
    return frozenset(reduce_word(word, language) for word in listed)


def find_taken_name(claimed: Sequence[Token], source: SourceReading) -> str | None:
    """Find a name that stands in the place of another one, or is joined with what the source says of another one."""
    listed = [_Span(each.start, each.stop) for each in span_names(source.tokens)]
    mine = [_Span(each.start, each.stop) for each in span_known_names(claimed, source.tokens)]
    for name in mine:
        same = [each for each in listed if _words(each, source.tokens) & _words(name, claimed)]
        if same and (
            all(_is_neighbours(each, name, mine, claimed, listed, source) for each in same)
            or _is_replaced(name, claimed, listed, same, source)
        ):
            return " ".join(token.text for token in claimed[name.start : name.end])
    return None


def _is_neighbours(
    stated: _Span,
    name: _Span,
    mine: Sequence[_Span],
    claimed: Sequence[Token],
    listed: Sequence[_Span],
    source: SourceReading,
) -> bool:
    """Say whether a claim joins a name with what tells its neighbour apart, behind a conjunction."""
    if _has_figures(stated, claimed, listed, source) or any(
        token.denies or token.word in _OPPOSED for token in claimed
    ):
        return False
    near = [each for each in listed if _joined(stated.start, each.start, source.tokens)]
    named = frozenset().union(*(_words(each, claimed) for each in mine))
    told = _list_words(_part_of(name, [name], claimed), [name], claimed, source.language)
    return any(
        source.tokens[stated.start].part != source.tokens[each.start].part
        and _compare(stated, each, near, told, source) == "neighbour"
        for each in near
        if each != stated and not _words(each, source.tokens) & named
    )


def _has_figures(stated: _Span, claimed: Sequence[Token], listed: Sequence[_Span], source: SourceReading) -> bool:
    """Say whether the part of a sentence about a name has the figures of a claim, and no other part has them."""
    mine = [each for each in read_figures(claimed) if each.kind == "number"]
    part = _part_of(stated, listed, source.tokens)
    return bool(mine) and all(
        {each.start in part for each in source.figures if agree(one, each)} == {True} for one in mine
    )


def _is_replaced(
    name: _Span, claimed: Sequence[Token], listed: Sequence[_Span], same: Sequence[_Span], source: SourceReading
) -> bool:
    """Say whether the source has another name beside the same word, and nowhere joins this one with it."""
    named = {token.word for token in claimed if token.text[:1].isupper()}
    for beside, step in ((word_beside(claimed, name.start, -1), -1), (word_beside(claimed, name.end - 1, 1), 1)):
        word = reduce_word(beside, source.language) if beside else ""
        if not word:
            continue
        joined = any(
            source.reduced[at] == word and (step < 0 or each.start < at or not _acts_elsewhere(each.start, at, source))
            for each in same
            for at in range(*_find_group(each.start, source.tokens))
        )
        taken = [
            each
            for each in listed
            if not _words(each, source.tokens) & named
            and not _points_back(each.start, source.tokens, whole=step < 0)
            and (step > 0 or _is_owner(each, source.tokens) is _is_owner(name, claimed))
            and reduce_word(word_beside(source.tokens, each.start if step < 0 else each.end - 1, step), source.language)
            == word
        ]
        if taken and not joined:
            return True
    return False


def _acts_elsewhere(name: int, at: int, source: SourceReading) -> bool:
    """Say whether a name stands in another part of the sentence than a word, which has a verb of its own."""
    part = source.tokens[name].part
    own = (token for token in source.tokens if token.part == part and token.text.islower())
    return part != source.tokens[at].part and any(is_past(token.word, source.language) for token in own)


def _is_owner(name: _Span, tokens: Sequence[Token]) -> bool:
    """Say whether a name says of what somebody is: the winemaker of Serra Alta is not called so."""
    return name.start > 0 and tokens[name.start - 1].word in known.PARTITIVE


def _points_back(at: int, tokens: Sequence[Token], *, whole: bool) -> bool:
    """Say whether a sentence, or what follows a place in its part, has a word such as it: that may be anybody."""
    first, last = _find_group(at, tokens)
    places = (each for each in range(first if whole else at, last) if whole or tokens[each].part == tokens[at].part)
    return any(tokens[each].word in known.POINTING or tokens[each].word.endswith(known.ITS) for each in places)


def _words(name: _Span, tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(token.word for token in tokens[name.start : name.end])
