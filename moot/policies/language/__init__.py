"""Reads text the same way everywhere, and compares numbers with thresholds."""

from moot.policies.language.other_languages import UNKNOWN_LANGUAGE, find_other_language
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
from moot.policies.language.thresholds import exceeds, keep_below, mean, reaches, tidy

__all__ = [
    "LANGUAGES",
    "STOP_WORDS",
    "UNKNOWN_LANGUAGE",
    "Language",
    "exceeds",
    "find_language",
    "find_other_language",
    "fold",
    "guess_language",
    "jaccard",
    "keep_below",
    "likely_languages",
    "mean",
    "reaches",
    "rough_words",
    "stem",
    "tidy",
    "words",
    "words_of",
]
