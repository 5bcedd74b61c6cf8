"""Reads text the same way everywhere: its language, words and stems."""

from moot.policies.language.other_languages import find_other_language
from moot.policies.language.placeholders import declines, is_placeholder
from moot.policies.language.stopwords import LANGUAGES, STOP_WORDS, Language
from moot.policies.language.text import (
    find_language,
    fold,
    guess_language,
    jaccard,
    likely_languages,
    rough_words,
    stem,
    words,
    words_of,
)

__all__ = [
    "LANGUAGES",
    "STOP_WORDS",
    "Language",
    "declines",
    "find_language",
    "find_other_language",
    "fold",
    "guess_language",
    "is_placeholder",
    "jaccard",
    "likely_languages",
    "rough_words",
    "stem",
    "words",
    "words_of",
]
