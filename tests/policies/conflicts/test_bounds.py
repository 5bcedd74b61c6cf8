"""Amounts with their bounds: at most, no more than, at least, not below, in three languages (X-52)."""

from math import inf

import pytest

from moot.policies.conflicts.reading.lexicon_index import tokenize
from moot.policies.conflicts.reading.quantities import bound_amount
from moot.policies.language import Language
from tests.policies.conflict_cases import LEXICONS


@pytest.mark.parametrize(
    ("language", "text", "low", "high"),
    [
        ("en", "no more than 60", 0, 60),
        ("en", "must never exceed 60", 0, 60),
        ("en", "more than 60", 60, inf),
        ("en", "at least $ 60", 60, inf),
        ("en", "not less than 60", 60, inf),
        ("en", "less than 60", 0, 60),
        ("en", "we need 60", 60, 60),
        ("pt", "não deveria passar de R$ 60", 0, 60),
        ("pt", "no máximo R$ 60", 0, 60),
        ("pt", "ao menos R$ 60", 60, inf),
        ("pt", "não menos de 60", 60, inf),
        ("pt", "menos de 60", 0, 60),
        ("id", "paling sedikit Rp 60", 60, inf),
        ("id", "paling banyak Rp 60", 0, 60),
        ("id", "tidak lebih dari 60", 0, 60),
        ("id", "tidak boleh melebihi Rp 60", 0, 60),
    ],
)
def test_the_words_before_a_number_make_it_a_range(language: Language, text: str, low: float, high: float) -> None:
    words = tokenize(text)
    assert bound_amount(60.0, words, len(words) - 1, LEXICONS.index(language)) == (low, high)
