"""Cuts passages into chunks: small enough to be shown and cited, large enough to be understood.

- A chunk never crosses a heading, nor the place (page, record) its passages stand in.
- Passages are put together while they stay within `TARGET` characters.
- A passage longer than `LONGEST` is cut at the end of a sentence, else between words, else anywhere.
"""

import re
from collections.abc import Iterable, Iterator

from moot.errors import InputError
from moot.knowledge.documents.passages import Passage

TARGET = 900
LONGEST = 1200
MOST = 100_000
"""A document of more chunks is not one that people wrote."""

_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]?\s")


def cut_chunks(passages: Iterable[Passage]) -> list[Passage]:
    """Cut a document into chunks, in its own order."""
    chunks: list[Passage] = []
    for chunk in _gather(piece for passage in passages for piece in _split(passage)):
        chunks.append(chunk)
        if len(chunks) > MOST:
            raise InputError(f"more than {MOST:,} chunks; split it into several documents")
    return chunks


def _gather(pieces: Iterable[Passage]) -> Iterator[Passage]:
    waiting: list[Passage] = []
    size = 0
    for piece in pieces:
        fits = size + len(piece.text) <= TARGET
        if waiting and not (fits and piece[1:] == waiting[0][1:]):
            yield _join(waiting)
            waiting, size = [], 0
        waiting.append(piece)
        size += len(piece.text) + 2
    if waiting:
        yield _join(waiting)


def _join(pieces: list[Passage]) -> Passage:
    if len(pieces) == 1:
        return pieces[0]
    return pieces[0]._replace(text="\n\n".join(piece.text for piece in pieces))


def _split(passage: Passage) -> Iterator[Passage]:
    text = passage.text
    start = 0
    while len(text) - start > LONGEST:
        end = _find_end(text, start)
        yield passage._replace(text=text[start:end].strip())
        start = end
    rest = text[start:].strip() if start else text
    if rest:
        yield passage._replace(text=rest)


def _find_end(text: str, start: int) -> int:
    """Where to cut: after the last sentence that fits, else after the last word."""
    window = text[start : start + LONGEST]
    ends = [found.end() for found in _SENTENCE.finditer(window)]
    if ends and ends[-1] > LONGEST // 3:
        return start + ends[-1]
    blank = max(window.rfind(" "), window.rfind("\n"))
    return start + (blank + 1 if blank > LONGEST // 3 else LONGEST)
