"""Finds which figure of a source a figure of a claim is about: the one that stands closest to the words of the claim.

Words count by their distance, less across a comma or conjunction; names count twice, years and other figures three
times. A sentence that points back ("it", "itu", "essa") speaks also of what the sentence before it named.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import YEARS, Figure
from moot.policies.critique.ledger.figure_words import ABOUT, ITS, POINTING
from moot.policies.critique.ledger.figures import agree
from moot.policies.critique.ledger.names import find_names
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import LANGUAGES, STOP_WORDS, Language

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_REACH, _CARRIED, _SAME_CLAUSE = 3, 0.4, 0.5
_NAME, _FIGURE = 2.0, 3.0
"""What names and other figures of a claim count, where a word counts 1."""
_POINTS_WITHIN = 3
"""Among so many words at the beginning a sentence says that it points back."""
_FEWEST_MEANT, _COVERED, _LEADING, _SAME_BEGINNING = 3, 0.75, 0.75, 5
"""A figure of the source is meant where it has so many words of the claim by it, and such a share of them."""


class _Place(Protocol):
    """Where a figure or a name stands among the tokens of a text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class FigureContext(NamedTuple):
    """What stands around a figure of a claim: words with what each counts, and the other figures."""

    words: dict[str, float]
    figures: tuple[Figure, ...]


def is_year(figure: Figure) -> bool:
    """Say whether a number is a year."""
    return figure.kind == "number" and not figure.unit and all(each in YEARS for each in figure.values)


def is_rival(one: Figure, other: Figure) -> bool:
    """Say whether one figure could stand for another: they are of the same kind and unit."""
    return (one.kind, one.unit, is_year(one)) == (other.kind, other.unit, is_year(other))


def read_surroundings(
    tokens: Sequence[Token], place: _Place, figures: Sequence[Figure], rivals: Sequence[_Place], language: Language
) -> FigureContext:
    """Collect the words of a claim that belong to one of its figures, with what each counts."""
    names = set(find_names(tokens))
    taken = {at for figure in figures for at in range(figure.start, figure.end)}
    weights: dict[str, float] = {}
    for at, token in enumerate(tokens):
        if token.sentence != tokens[place.start].sentence or at in taken or place.start <= at < place.end:
            continue
        if token.word in _SMALL or token.word in ABOUT or not token.word[0].isalnum():
            continue
        mine = _closeness(at, place, tokens)
        if any(_closeness(at, each, tokens) > mine for each in rivals):
            continue  # the word belongs to another one of the same kind
        weights[reduce_word(token.word, language)] = _NAME if at in names else 1.0
    return FigureContext(weights, tuple(each for each in figures if each.start != place.start and each not in rivals))


def score_place(context: FigureContext, place: _Place, source: SourceReading) -> list[float]:
    """Measure how close each word and figure of a claim stands to a place in the source."""
    found: dict[str | int, float] = {}
    here = source.tokens[place.start].sentence
    for at in source.sentences[here]:
        word = source.reduced[at]
        if word in context.words and not place.start <= at < place.end:
            found[word] = max(found.get(word, 0.0), _closeness(at, place, source.tokens) * context.words[word])
    for word in _list_pointed_at(here, source) & context.words.keys() - found.keys():
        found[word] = _CARRIED * context.words[word]
    for figure in source.figures:
        if source.tokens[figure.start].sentence != here or figure.start == place.start:
            continue
        for number, mine in enumerate(context.figures):
            if agree(mine, figure):
                at = figure.end - 1 if figure.end <= place.start else figure.start
                found[number] = max(found.get(number, 0.0), _FIGURE * _closeness(at, place, source.tokens))
    return list(found.values())


def find_meant(
    claimed: Figure, context: FigureContext, figures: Sequence[Figure], source: SourceReading
) -> Figure | None:
    """Find the figure of a source that says what a claim says, but for the figure: nearly all its words stand by it.

    Of several in one sentence, the one that is nearest in size: a slip changes a digit, not everything.
    """
    whole = len(context.words) + len(context.figures)
    close = [each for each in figures if _count_shared(context, each, source) >= max(_FEWEST_MEANT, _COVERED * whole)]
    scores = [sum(score_place(context, each, source)) for each in close]
    leading = [each for each, score in zip(close, scores, strict=True) if score >= _LEADING * max(scores)]
    return min(leading, key=lambda each: _differ(claimed, each), default=None)


def _differ(one: Figure, other: Figure) -> float:
    sizes = [(abs(a), abs(b)) for a in one.values for b in other.values]
    return min((abs(a - b) / max(a, b, 1e-9) for a, b in sizes), default=0.0)


def _count_shared(context: FigureContext, place: _Place, source: SourceReading) -> int:
    """Count the words and figures of a claim that the sentence around a place has, also as another part of speech."""
    here = source.tokens[place.start].sentence
    said = {source.reduced[at][:_SAME_BEGINNING] for at in source.sentences[here]}
    figures = [each for each in source.figures if source.tokens[each.start].sentence == here]
    return sum(word[:_SAME_BEGINNING] in said for word in context.words) + sum(
        any(agree(mine, each) for each in figures) for mine in context.figures
    )


def _list_pointed_at(sentence: int, source: SourceReading) -> set[str]:
    """List the words of the sentence that this one points back to, and of those which that one points back to."""
    places = source.sentences[sentence]
    opening = source.tokens[places.start : places.start + _POINTS_WITHIN]
    points = any(token.word in POINTING for token in opening)
    if not sentence or not (points or any(source.tokens[at].word.endswith(ITS) for at in places)):
        return set()
    return {source.reduced[at] for at in source.sentences[sentence - 1]} | _list_pointed_at(sentence - 1, source)


def _closeness(at: int, place: _Place, tokens: Sequence[Token]) -> float:
    before = at < place.start
    distance = place.start - at if before else at - place.end + 1
    close = 1 / (1 + distance / _REACH)
    if tokens[at].clause == tokens[place.start].clause:
        return max(_SAME_CLAUSE, close)
    # What a sentence began with holds for its later clauses; what follows belongs to the next figure.
    return max(_CARRIED, close / 2) if before else close / 4
