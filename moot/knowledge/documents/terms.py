"""Reduces a text to the terms it is found by: folded words without small ones, each reduced to its stem.

A document is stemmed in its own language. A query may be in any, so each of its words stands for its stems in all
languages of the store: whichever language a document was taken for, the same word finds it.
"""

import re
from collections.abc import Iterable, Sequence

from moot.policies.language import STOP_WORDS, Language, fold, likely_languages, stem

_MAX_WORD_CHARS = 40
"""A longer run of letters is a key or a picture in disguise, nothing anybody would ask for."""

_MAX_REMEMBERED = 300_000
_SAMPLE_CHARS = 6_000
"""So many characters tell a document's language."""

_WESTERN = "cp1252"
_WORD = re.compile(r"[^\W_]+")


def _fold_byte(code: int) -> int:
    """Map a byte of Western text to what is indexed: a letter, a blank, or 0 where one letter is not enough."""
    folded = fold(bytes([code]).decode(_WESTERN, "replace"))
    if len(folded) == 1 and folded.isascii():
        return ord(folded) if folded.isalnum() else 32
    return 0


_LETTERS = bytes(map(_fold_byte, range(256)))
_APOSTROPHES = "'\u2018\u2019".encode(_WESTERN)


class _Stems(dict[str, str]):
    """Remembers the stem of every word met so far; empty for a word that is not indexed."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, word: str) -> str:
        skipped = word in STOP_WORDS[self.language] or len(word) > _MAX_WORD_CHARS
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        self[word] = found = "" if skipped else stem(word, self.language)
        return found


_STEMS: dict[Language, _Stems] = {language: _Stems(language) for language in STOP_WORDS}


def _split_words(text: str) -> list[str]:
    """Split a text into folded words; what stands around an apostrophe is one word."""
    try:
        # Texts are split by the megabyte: one pass over bytes folds and separates at once.
        plain = text.encode(_WESTERN).translate(_LETTERS, _APOSTROPHES)
    except UnicodeEncodeError:
        plain = b"\0"
    if 0 not in plain:
        return plain.decode("ascii").split()
    return _WORD.findall(fold(text).replace("'", ""))


def guess_document_language(texts: Iterable[str]) -> Language:
    """Guess the language of a document by its first pages."""
    words: list[str] = []
    size = 0
    for text in texts:
        words += _split_words(text[:_SAMPLE_CHARS])
        size += len(text)
        if size >= _SAMPLE_CHARS:
            break
    return next(iter(likely_languages(words)), "en")


def index_terms(text: str, language: Language) -> str:
    """Write a text as the index keeps it: its stems in their order, between blanks."""
    return " ".join(filter(None, map(_STEMS[language].__getitem__, _split_words(text))))


def query_terms(text: str, languages: Sequence[Language]) -> list[tuple[str, ...]]:
    """List the words of a query, each once and in their order, as the stems it may be indexed under."""
    words = _split_words(text)
    spoken = likely_languages(words) or tuple(languages)
    small = frozenset().union(*(STOP_WORDS[each] for each in spoken))
    asked = [word for word in words if word not in small and len(word) <= _MAX_WORD_CHARS]
    stems = (tuple(dict.fromkeys(stem(word, each) for each in languages)) for word in asked)
    return list(dict.fromkeys(stems))
