"""Reads what a caller brings along: the question, and files of evidence (L-08)."""

import sys

from moot.errors import InputError
from moot.knowledge.documents import LIMIT, decode
from moot.knowledge.documents import read_context as read_evidence

__all__ = ["LIMIT", "read_evidence", "read_question"]


def read_question(text: str) -> str:
    """The question of the command line, or of stdin when it is `-`."""
    if text == "-":
        text = decode(sys.stdin.buffer.read(LIMIT + 1), "stdin")
    if not text.strip():
        raise InputError("the question is empty; ask something, for example 'Should we open a second shop?'")
    return text.strip()
