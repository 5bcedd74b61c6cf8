"""Reads text the same way everywhere: folded, in words, stemmed, compared as sets.

Case, accents and typographic quotes and dashes never matter (X-36). A word is a run of letters and digits; an
apostrophe inside a word belongs to it. Two empty sets are alike, an empty and a filled one are not. When
neither small words nor the letters of the others give the language away, it is not known.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, cast

from moot.policies.language.letter_groups import score_letters
from moot.policies.language.stopwords import LANGUAGES, STOP_WORDS, Language

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_TYPOGRAPHY = str.maketrans({"‘": "'", "’": "'", "\u02bc": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u2011": "-"})
_ALGORITHMS: dict[Language, str] = {"pt": "portuguese", "en": "english", "id": "indonesian"}
_BEGINNING = 6
_VOTE_BITS = 32
_VOTES: dict[str, int] = {
    word: sum(1 << number * _VOTE_BITS for number, language in enumerate(LANGUAGES) if word in STOP_WORDS[language])
    for word in frozenset().union(*STOP_WORDS.values())
}
"""Which languages a small word speaks for, one counter beside the other in one number."""
_TELLING_WORDS: dict[Language, frozenset[str]] = {
    "pt": frozenset({"agora", "convem", "devem", "devemos", "devo", "podemos", "posso", "precisamos", "vamos", "vale"}),
    "en": frozenset({"buy", "sell", "hire", "cut", "open", "close", "move", "raise", "lower", "keep", "get", "make"}),
    "id": frozenset({"adat", "berapa", "boleh", "hukum", "kapan", "mohon", "perlu", "siapa", "tolong", "waris"}),
}
"""What short questions say that have no small word."""
_SHORT, _SMALL_WORD, _TELLING, _DIFFERENCE = 12, 6.0, 2.0, 0.4
"""Up to so many words a text is short; what a small and a telling word are worth, and the least difference."""


def _fold_any(text: str) -> str:
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text.translate(_TYPOGRAPHY).casefold()))
    if plain.isascii():
        return plain.lower()
    # A second pass makes the result stable: some letters decompose into others that have a case of their own.
    return _MARKS.sub("", unicodedata.normalize("NFKD", plain.casefold())).translate(_TYPOGRAPHY)


def _byte_table(encoding: str) -> bytes:
    """How each byte of an encoding folds; 0 where the result is not one plain character."""
    folded = (_fold_any(bytes([code]).decode(encoding, "replace")) for code in range(256))
    return bytes(ord(mark) if len(mark) == 1 and mark.isascii() else 0 for mark in folded)


_TABLES = {encoding: _byte_table(encoding) for encoding in ("latin-1", "cp1252")}


def fold(text: str) -> str:
    """Remove the differences that carry no meaning: case, accents, typographic quotes and dashes."""
    if text.isascii():
        return text.lower()
    # Ten times faster than the general way, and right for almost every text in our languages; the second encoding is
    # slower than the first and knows typographic quotes and dashes too.
    for encoding, table in _TABLES.items():
        try:
            folded = text.encode(encoding).translate(table)
        except UnicodeEncodeError:
            continue
        return folded.decode("ascii") if 0 not in folded else _fold_any(text)
    return _fold_any(text)


def words(text: str) -> tuple[str, ...]:
    """List the folded words of a text in their order."""
    return words_of(fold(text))


def words_of(folded: str) -> tuple[str, ...]:
    """List the words of a text that is folded already."""
    return tuple(_WORD.findall(folded))


@cache
def _load_stemmer(language: Language) -> Callable[[str], str]:
    # Imported on first use: the package loads some thirty languages, and detection needs none of them.
    import snowballstemmer  # type: ignore[import-untyped]

    made: Any = snowballstemmer.stemmer(_ALGORITHMS[language])
    if not type(made).__module__.startswith("snowballstemmer"):
        # The compiled stemmers of PyStemmer, which the package prefers where they are installed.
        return cast("Callable[[str], str]", made.stemWord)
    # A stemmer in Python keeps the word it works on in itself, so threads may not share one.
    return lambda word: str(type(made)().stemWord(word))


def stem(word: str, language: Language) -> str:
    """Reduce a folded word to its stem."""
    return _load_stemmer(language)(word)


def rough_words(text: str, language: Language) -> frozenset[str]:
    """Collect the beginnings of a text's words, without the small words: nearly stems, and no stemmer to load."""
    skip = STOP_WORDS[language]
    return frozenset((word.rstrip("s") or word)[:_BEGINNING] for word in words(text) if word not in skip)


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Say how much of what either set holds is held by both: 0 nothing, 1 everything (C-28)."""
    if not a and not b:
        return 1.0
    common = len(a & b)
    return common / (len(a) + len(b) - common)


def likely_languages(folded_words: Iterable[str]) -> tuple[Language, ...]:
    """List the languages whose small words occur most: one as a rule, several on a draw, none without evidence."""
    counted = sum(filter(None, map(_VOTES.get, folded_words)))
    votes = [counted >> number * _VOTE_BITS & (1 << _VOTE_BITS) - 1 for number in range(len(LANGUAGES))]
    most = max(votes)
    return tuple(language for language, got in zip(LANGUAGES, votes, strict=True) if most and got == most)


def find_language(text: str) -> Language | None:
    """Find whether a text is Portuguese, English or Indonesian; None when nothing in it tells.

    Small words decide. In a short text they are few and some are shared, so telling words and the letters of all words
    count as well.
    """
    listed = words(text)
    likely = likely_languages(listed)
    if len(listed) > _SHORT:
        return likely[0] if likely else None
    points = score_letters(text, listed)
    for language in LANGUAGES:
        small = sum(word in STOP_WORDS[language] for word in listed)
        points[language] += _SMALL_WORD * small + _TELLING * sum(word in _TELLING_WORDS[language] for word in listed)
    first, second = sorted(points.values(), reverse=True)[:2]
    if first - second < _DIFFERENCE:
        return likely[0] if len(likely) == 1 else None
    return max(points, key=lambda language: points[language])


def guess_language(text: str) -> Language:
    """Guess the language of a text; English, or the first of several likely ones, when nothing tells."""
    likely = likely_languages(words(text))
    return find_language(text) or (likely[0] if likely else "en")
