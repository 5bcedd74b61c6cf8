"""Reads a source once for all claims that cite it: its words, sentences, figures and what it denies."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from moot.policies.critique.ledger.clauses import Token, reduce_to_root, split_clauses
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.denials import StatedPassage, read_passages, read_stretches
from moot.policies.critique.ledger.figures import read_figures
from moot.policies.critique.ledger.opposites import find_side
from moot.policies.language import STOP_WORDS, Language, guess_language

_BEGINNING = 5


class SourceReading(NamedTuple):
    """A source, read once for all claims that cite it."""

    tokens: tuple[Token, ...]
    reduced: tuple[str, ...]
    """The tokens as they are compared."""
    sentences: tuple[range, ...]
    """Where each sentence stands among them, by its number."""
    figures: tuple[Figure, ...]
    passages: tuple[StatedPassage, ...]
    parts: tuple[StatedPassage, ...]
    """Each part of each sentence by itself."""
    whole: tuple[StatedPassage, ...]
    """Each sentence."""
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
        reduced=tuple(reduce_word(token.word, language) for token in tokens),
        sentences=tuple(range(*_span(places.get(number, []))) for number in range(last + 1)),
        figures=read_figures(tokens),
        passages=read_passages(tokens, language),
        parts=read_stretches(tokens, language, "part"),
        whole=read_stretches(tokens, language, "sentence"),
        language=language,
    )


def reduce_word(word: str, language: Language) -> str:
    """Reduce a word to what is compared: its stem, or the side of its pair (rose and grew are the same)."""
    side = find_side(word)
    if side is not None:
        return f"{side}"
    return reduce_to_root(word, language) if word.isalpha() else word


def speaks_of(claimed: Sequence[Token], number: int, source: SourceReading) -> bool:
    """Say whether a sentence of a source has a word with content of a claim, also as another part of speech."""
    small = STOP_WORDS[source.language]
    said = {source.reduced[at][:_BEGINNING] for at in source.sentences[number]}
    told = (token.word for token in claimed if token.word.isalpha() and token.word not in small)
    return any(reduce_word(each, source.language)[:_BEGINNING] in said for each in told)


def list_numbers(text: str, source: SourceReading) -> tuple[float, ...]:
    """List every value that the numbers of a source, and of a text beside it, may mean.

    A percentage is also known as what something grows by, 4.1 % as 1.041, and as what it leaves, 30 % as 70.
    """
    beside = read_figures(split_clauses(text, source.language))
    numbers = [each for each in (*source.figures, *beside) if each.kind == "number"]
    shares = [value for each in numbers if each.unit == "%" for value in each.values]
    growth = [*(1 + each / 100 for each in shares), *(100 - each for each in shares if 0 < each < 100)]
    stated = [value for each in numbers for value in (*each.values, *each.written, *each.parts)]
    return tuple(dict.fromkeys((*stated, *growth)))


def _span(places: Sequence[int]) -> tuple[int, int]:
    return (places[0], places[-1] + 1) if places else (0, 0)
