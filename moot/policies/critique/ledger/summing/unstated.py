"""Finds figures of whoever summed up a debate that nobody in it stated, and reasons that a council struck out.

A figure is stated where the question, a source or a seat has one that agrees with it, by the rules for claims
(figures.py). A bare number that is no greater than the number of seats counts them, and ids are no figures. What a rule
composed of the positions states nothing of its own.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from moot.policies.critique.ledger.clauses import Token, split_clauses
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree, read_figures
from moot.policies.language import LANGUAGES, STOP_WORDS, Language, words
from moot.state.base import Texts
from moot.state.facts import Sayings, state_fact

_ID = re.compile(
    r"\b(?:[A-Z]{1,5}\d+(?:[.:]\d+)*"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?=\w{7})(?:\d+[a-f]|[a-f]+\d)[0-9a-f]*"
    r"|[^\W\d_]+\d+[^\W\d_]+\d\w*)\b"
)
"""E12 and C1.2, the ids of requests and commits, and names in which letters and digits alternate: node7b2."""
_HALF = 2


def find_unstated(texts: Texts, known: Iterable[str], seats: int, language: str) -> Texts:
    """List the figures of texts, each with the word behind it, that no text which is known states.

    What is known is read only until all figures were found in it.
    """
    claimed, read = _read_claimed(texts, seats, language), set[str]()
    if not claimed:
        return ()
    for text in known:
        if text in read:
            continue  # much is said again, word for word
        read.add(text)
        stated = _read_stated(text, language)
        claimed = [(name, each) for name, each in claimed if not any(agree(each, other) for other in stated)]
        if not claimed:
            return ()
    return tuple(dict.fromkeys(name for name, _ in claimed))


def name_unstated(texts: Iterable[str], known: Iterable[str], seats: int, language: str) -> Sayings:
    """Say which figures of whoever summed up nobody stated."""
    found = find_unstated(tuple(texts), known, seats, language)
    return (state_fact("outcome.unstated", figures=found),) if found else ()


def _read_claimed(texts: Texts, seats: int, language: str) -> list[tuple[str, Figure]]:
    return [
        (name, figure)
        for name, figure in _read("\n".join(texts), language)
        if figure.unit or figure.kind != "number" or max(figure.values, default=0) > seats
    ]


@lru_cache(maxsize=1024)  # a debate tells its ending, its result and its report of the same texts
def _read_stated(text: str, language: str) -> tuple[Figure, ...]:
    return tuple(figure for _, figure in _read(text, language))


def keep_standing(points: Iterable[str], modifications: Iterable[str], language: str) -> Texts:
    """Keep the reasons that no modification of a council is about: none has a figure of it, or half of its words."""
    changed = [(text, [figure for _, figure in _read(text, language)]) for text in modifications]
    return tuple(
        point for point in points if not any(_is_about(point, text, figures, language) for text, figures in changed)
    )


def _is_about(point: str, text: str, figures: list[Figure], language: str) -> bool:
    own, other = _telling(point, language), _telling(text, language)
    shared = own & other
    if own and _HALF * len(shared) >= len(own):
        return True
    exact = [one for _, one in _read(point, language) if one.unit or one.kind == "date"]
    return bool(shared) and any(agree(one, each) for one in exact for each in figures)


def _telling(text: str, language: str) -> frozenset[str]:
    """List the words of a text that matter, without those of its figures."""
    tokens = split_clauses(_ID.sub(" ", text), _known(language))
    figures = {token.word for each in read_figures(tokens) for token in tokens[each.start : each.end]}
    return frozenset(words(text)) - STOP_WORDS[_known(language)] - figures


def _known(language: str) -> Language:
    """Read a text of any other language by the rules of English."""
    return next((each for each in LANGUAGES if each == language), "en")


def _read(text: str, language: str) -> Iterator[tuple[str, Figure]]:
    """Read the figures of a text, each with its words and the one behind them."""
    tokens = split_clauses(_ID.sub(" ", text), _known(language))
    yield from ((_name(tokens, figure), figure) for figure in read_figures(tokens))


def _name(tokens: tuple[Token, ...], figure: Figure) -> str:
    parts = tokens[figure.start : figure.end + (not figure.unit and figure.kind == "number")]
    same = [token.text for token in parts if token.sentence == tokens[figure.start].sentence]
    return " ".join(same)
