"""Checks a claim against what it cites: every figure, date, name and denial, quoted or not, without a model.

- A figure, date or name that the source does not have does not stand (figures.py and names.py say what is the same).
- A figure or date that the source states of something else does not stand either: another one of the same kind stands
  closer to the words of the claim. Words count by their distance, less across a comma or conjunction; names count
  twice, years and other figures three times. Only a clear lead decides.
- What the source denies does not stand, nor does its opposite (denials.py).

A statement that names no figure, date or name, and is not denied, is left to whoever can judge its meaning.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from moot.policies.critique.clauses import Token, split_clauses
from moot.policies.critique.dates import Figure
from moot.policies.critique.denials import StatedPassage, find_denial, find_side, read_passages, read_statement
from moot.policies.critique.figures import agree, read_figures
from moot.policies.critique.names import find_names, find_strangers
from moot.policies.critique.reckoning import is_reckoned
from moot.policies.language import LANGUAGES, STOP_WORDS, Language, guess_language, stem
from moot.state.base import Value
from moot.state.facts import Fact, Saying, state_fact

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_YEARS = range(1900, 2100)
_LEAD, _RATIO = 0.25, 1.15
_FROM, _TO = frozenset({"from", "de", "dari"}), frozenset({"to", "para", "menjadi", "ke"})
_DENSE = 6
"""With more other figures of the same kind in a source, whose figure it is is left to whoever can judge its meaning."""
_COMPARING = frozenset({"than", "contra", "against", "versus", "que", "dibanding", "dibandingkan", "daripada"})
"""What stands after them is what something is compared with: 12 % more than in 2023 is said of another year."""
_LONG = 24
"""A statement with more words is not checked for what it denies."""
_FEWEST = 2
"""How many words or figures of the claim stand by another figure before that one can be meant."""
_REACH, _CARRIED, _SAME_CLAUSE = 3, 0.4, 0.5
_NAME, _FIGURE = 2.0, 3.0
"""What names and other figures of a claim count, where a word counts 1."""


class _Place(Protocol):
    """Where a figure or a name stands among the tokens of a text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class StatementCheck(Value):
    """Whether a statement agrees with its source in figures, dates, names and denials, and what speaks against it."""

    stands: bool
    reason: Saying = ""


class SourceReading(NamedTuple):
    """A source, read once for all claims that cite it."""

    tokens: tuple[Token, ...]
    reduced: tuple[str, ...]
    """The tokens as they are compared."""
    sentences: tuple[range, ...]
    """Where each sentence stands among them, by its number."""
    figures: tuple[Figure, ...]
    passages: tuple[StatedPassage, ...]
    language: Language


@lru_cache(maxsize=128)  # every closing of a round reads the same sources again
def read_source(text: str) -> SourceReading:
    """Read a source for any number of claims."""
    language = guess_language(text)
    tokens = split_clauses(text, language)
    places: dict[int, list[int]] = {}
    for at, token in enumerate(tokens):
        places.setdefault(token.sentence, []).append(at)
    last = tokens[-1].sentence if tokens else -1
    return SourceReading(
        tokens=tokens,
        reduced=tuple(_reduce(token.word, language) for token in tokens),
        sentences=tuple(range(*_span(places.get(number, []))) for number in range(last + 1)),
        figures=read_figures(tokens),
        passages=read_passages(tokens, language),
        language=language,
    )


def _span(places: Sequence[int]) -> tuple[int, int]:
    return (places[0], places[-1] + 1) if places else (0, 0)


def check_statement(statement: str, source: SourceReading, known_names: Collection[str] = ()) -> StatementCheck:
    """Check every figure, date, name and denial of a statement against a source."""
    tokens = split_clauses(statement, source.language)
    figures = read_figures(tokens)
    reason = (
        next(filter(None, (_find_fault(each, tokens, figures, source) for each in figures)), None)
        or _name_stranger(tokens, source, known_names)
        or (None if _tells_change(tokens, figures, source) else _find_denials(tokens, source))
    )
    return StatementCheck(stands=reason is None, reason=reason or "")


def list_unstated(statement: str, source: SourceReading) -> tuple[Figure, ...]:
    """List the numbers of a statement that a source neither states nor lets words alone reckon."""
    figures = read_figures(split_clauses(statement, source.language))
    return tuple(each for each in figures if each.kind == "number" and not _is_known(each, figures, source))


def list_numbers(text: str, source: SourceReading) -> tuple[float, ...]:
    """List every value that the numbers of a source, and of a text beside it, may mean."""
    beside = read_figures(split_clauses(text, source.language))
    return tuple(value for each in (*source.figures, *beside) if each.kind == "number" for value in each.values)


def _is_known(figure: Figure, figures: Sequence[Figure], source: SourceReading) -> bool:
    if any(agree(figure, each) for each in source.figures):
        return True
    known = [each for each in (*source.figures, *figures) if each is not figure and not _is_year(each)]
    return is_reckoned(figure, known)


def _find_fault(
    figure: Figure, tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading
) -> Fact | None:
    """Say what is wrong with one figure of a claim; None when it stands."""
    shown = " ".join(token.text for token in tokens[figure.start : figure.end])
    stated = [each for each in source.figures if agree(figure, each)]
    if not stated:
        return None if _is_known(figure, figures, source) else state_fact("claim.figure_absent", figure=shown)
    others = [each for each in source.figures if _is_rival(each, figure) and not agree(figure, each)]
    others = [each for each in others if not any(agree(mine, each) for mine in figures)]
    if _is_year(figure):
        others = [each for each in others if not _is_compared_with(each, source.tokens)]
    rivals = [each for each in figures if each != figure and _is_rival(each, figure)]
    if len(others) > _DENSE or len(rivals) > 1:
        # Among many figures words do not tell whose each one is.
        return None
    context = _read_context(tokens, figure, figures, rivals, source.language)
    best = max(sum(_score(context, each, source)) for each in stated)
    scored = (_score(context, each, source) for each in others)
    rival = max((sum(each) for each in scored if len(each) >= _FEWEST), default=0.0)
    came_from = reached = False
    if _word_before(tokens, figure) in _TO:
        came_from = _is_origin(stated, others, source.tokens)
        reached = any(_word_before(source.tokens, each) in _TO for each in stated)
    if came_from or (not reached and rival > best + _LEAD and rival > best * _RATIO):
        return state_fact("claim.figure_of_other", figure=shown)
    return None


def _is_compared_with(year: Figure, tokens: Sequence[Token]) -> bool:
    """Say whether a source names a year only to compare another one with it: 12 % more than in 2023."""
    before = tokens[max(0, year.start - _REACH) : year.start]
    return any(token.word in _COMPARING and token.clause == tokens[year.start].clause for token in before)


def _tells_change(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim tells a change between two figures of the source: before and after are then both meant."""
    known = [each for each in figures if any(agree(each, stated) for stated in source.figures)]
    before = {_word_before(tokens, each) for each in known}
    return not _FROM.isdisjoint(before) and not _TO.isdisjoint(before)


def _is_origin(stated: Sequence[Figure], others: Sequence[Figure], tokens: Sequence[Token]) -> bool:
    """Say whether the source names a figure only as where something came from: from 4.60 to 5.10."""
    return all(
        _word_before(tokens, each) in _FROM
        and any(
            tokens[other.start].sentence == tokens[each.start].sentence and _word_before(tokens, other) in _TO
            for other in others
        )
        for each in stated
    )


def _word_before(tokens: Sequence[Token], figure: Figure) -> str:
    return tokens[figure.start - 1].word if figure.start else ""


def _is_rival(one: Figure, other: Figure) -> bool:
    return (one.kind, one.unit, _is_year(one)) == (other.kind, other.unit, _is_year(other))


def _is_year(figure: Figure) -> bool:
    return figure.kind == "number" and not figure.unit and all(each in _YEARS for each in figure.values)


class _Context(NamedTuple):
    """What stands around a figure or name of a claim: words with what each counts, and the other figures."""

    words: dict[str, float]
    figures: tuple[Figure, ...]


def _read_context(
    tokens: Sequence[Token], place: _Place, figures: Sequence[Figure], rivals: Sequence[_Place], language: Language
) -> _Context:
    """Collect the words of a claim that belong to one of its figures or names, with what each counts."""
    names = set(find_names(tokens))
    taken = {at for figure in figures for at in range(figure.start, figure.end)}
    weights: dict[str, float] = {}
    for at, token in enumerate(tokens):
        if token.sentence != tokens[place.start].sentence or at in taken or place.start <= at < place.end:
            continue
        if token.word in _SMALL or not token.word[0].isalnum():
            continue
        mine = _closeness(at, place, tokens)
        if any(_closeness(at, each, tokens) > mine for each in rivals):
            continue  # the word belongs to another one of the same kind
        weights[_reduce(token.word, language)] = _NAME if at in names else 1.0
    return _Context(weights, tuple(each for each in figures if each.start != place.start and each not in rivals))


def _score(context: _Context, place: _Place, source: SourceReading) -> list[float]:
    """Measure how close each word and figure of a claim stands to a place in the source."""
    found: dict[str | int, float] = {}
    here = source.tokens[place.start].sentence
    for at in source.sentences[here]:
        word = source.reduced[at]
        if word in context.words and not place.start <= at < place.end:
            found[word] = max(found.get(word, 0.0), _closeness(at, place, source.tokens) * context.words[word])
    for figure in source.figures:
        if source.tokens[figure.start].sentence != here or figure.start == place.start:
            continue
        for number, mine in enumerate(context.figures):
            if agree(mine, figure):
                at = figure.end - 1 if figure.end <= place.start else figure.start
                found[number] = max(found.get(number, 0.0), _FIGURE * _closeness(at, place, source.tokens))
    return list(found.values())


def _closeness(at: int, place: _Place, tokens: Sequence[Token]) -> float:
    before = at < place.start
    distance = place.start - at if before else at - place.end + 1
    close = 1 / (1 + distance / _REACH)
    if tokens[at].clause == tokens[place.start].clause:
        return max(_SAME_CLAUSE, close)
    # What a sentence began with holds for its later clauses; what follows belongs to the next figure.
    return max(_CARRIED, close / 2) if before else close / 4


def _reduce(word: str, language: Language) -> str:
    side = find_side(word)
    if side is not None:
        return f"{side}"
    return stem(word, language) if word.isalpha() else word


def _name_stranger(tokens: Sequence[Token], source: SourceReading, known_names: Collection[str]) -> Fact | None:
    strangers = find_strangers(tokens, source.tokens, known_names)
    return state_fact("claim.figure_absent", figure=strangers[0]) if strangers else None


def _find_denials(tokens: Sequence[Token], source: SourceReading) -> Fact | None:
    if len(tokens) > _LONG:
        # What a statement of many parts denies, words alone do not tell.
        return None
    read = read_statement(tokens, source.language)
    return next(filter(None, (find_denial(each, source.passages) for each in read)), None)
