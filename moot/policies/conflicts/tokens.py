"""Splits a text into folded words, numbers and punctuation, fast enough to read every output of a debate at once."""

import re
from itertools import chain

from moot.policies.conflicts.lexicon_index import Memo
from moot.policies.language import fold

_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*[^\W\d_]*"  # a number with its separators and unit: 1,200.50 or 500k
    r"|[^\W\d_][^\W_]*(?:'[^\W_]+)*"  # a word
    r"|[.!?;:,()$€£]|^-+$"
)
_PARAGRAPH = re.compile(r"\n(?=[ \t]*(?:\n|[-*\u2022]|\d+[.)]))")
"""A blank line or a list item ends a sentence; a wrapped line does not."""


def _split(chunk: str) -> tuple[str, ...]:
    return ("-",) if chunk.startswith("-") and not chunk.strip("-") else tuple(_TOKEN.findall(chunk))


# Texts repeat their words: a run without blanks is taken apart once and then looked up.
_CHUNKS: Memo[tuple[str, ...]] = Memo(_split)


def tokenize(text: str) -> list[str]:
    """Split a text into folded words, numbers and the marks that end clauses and sentences."""
    folded = fold(text)
    if "\n" in folded:
        folded = _PARAGRAPH.sub(" . ", folded)
    return list(chain.from_iterable(map(_CHUNKS.__getitem__, folded.split())))
