"""Reads the text of an agent into a stand, and finds where two stands are opposed."""

from moot.policies.conflicts.reading.languages import Output, needed_languages, output_text
from moot.policies.conflicts.reading.lexicon_index import CompiledLexicons, compile_lexicons
from moot.policies.conflicts.reading.stands import (
    Pair,
    Stand,
    find_pairs,
    find_reversal,
    puts_first,
    read_stands,
    starts_elsewhere,
)
from moot.policies.conflicts.reading.text_reading import TextReading

__all__ = [
    "CompiledLexicons",
    "Output",
    "Pair",
    "Stand",
    "TextReading",
    "compile_lexicons",
    "find_pairs",
    "find_reversal",
    "needed_languages",
    "output_text",
    "puts_first",
    "read_stands",
    "starts_elsewhere",
]
