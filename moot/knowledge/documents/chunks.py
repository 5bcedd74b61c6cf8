"""Defines passages, cuts them into chunks that can be shown and cited, and gives documents and chunks their ids.

- A chunk never crosses a heading, nor the place (page, record) its passages stand in.
- Passages are put together while they stay within `_TARGET_CHARS` characters.
- A passage longer than `_MAX_CHUNK_CHARS` is cut at the end of a sentence, else between words, else anywhere.

The id of `customer_growth.md` is `CG001`, so that its chunks are `CG001_042`:

- A name that begins with such an id keeps it.
- Otherwise the letters are the initials of the name (of a single word the first two), and the number follows from the
  path, so the same file gets the same id in every store. When the id is taken by another path, more digits of the same
  number are used.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import NamedTuple

from moot.errors import InputError
from moot.policies.language import words


class Passage(NamedTuple):
    """Holds a paragraph and where it stands."""

    text: str
    heading: str = ""
    """The headings above it, from the outermost to the nearest."""
    place: str = ""
    """What a heading does not say: a page, a record's name."""


class DocumentText(NamedTuple):
    """Holds what was read from a document."""

    passages: list[Passage]
    notes: tuple[str, ...] = ()
    """What had to be left out, one line each."""


_HEADING_SEPARATOR = " > "
MAX_HEADING_CHARS = 200


def join_headings(headings: list[str]) -> str:
    """Write a trail of headings on one bounded line; the nearest is the last to be cut."""
    trail = _HEADING_SEPARATOR.join(" ".join(each.split()) for each in headings if each.strip())
    return trail if len(trail) <= MAX_HEADING_CHARS else f"…{trail[1 - MAX_HEADING_CHARS :]}"


class HeadingTrail:
    """Keeps the headings above the place a reader has come to."""

    def __init__(self) -> None:
        self.text = ""
        self._titles: list[tuple[int, str]] = []
        self._bare = False
        """Nothing has been said under the nearest heading yet."""

    def enter(self, level: int, title: str) -> list[Passage]:
        """Go on under another heading; the last one is kept as text if nothing stands under it."""
        left = self.leave() if self._titles and self._titles[-1][0] >= level else []
        self._titles = [each for each in self._titles if each[0] < level] + [(level, title.strip())]
        self.text, self._bare = join_headings([each[1] for each in self._titles]), bool(title.strip())
        return left

    def say(self, text: str) -> Passage:
        """Put a paragraph under the headings."""
        self._bare = False
        return Passage(text, self.text)

    def leave(self) -> list[Passage]:
        """Return the nearest heading, if nothing stands under it."""
        return [Passage(self._titles[-1][1], self.text)] if self._bare else []


_TARGET_CHARS = 900
_MAX_CHUNK_CHARS = 1200
_MAX_CHUNKS = 100_000
"""A document of more chunks is not one that people wrote."""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]?\s")


def cut_chunks(passages: Iterable[Passage]) -> list[Passage]:
    """Cut a document into chunks, in its own order."""
    chunks: list[Passage] = []
    for chunk in _gather_pieces(piece for passage in passages for piece in _split_passage(passage)):
        chunks.append(chunk)
        if len(chunks) > _MAX_CHUNKS:
            raise InputError(f"more than {_MAX_CHUNKS:,} chunks; split it into several documents")
    return chunks


def _gather_pieces(pieces: Iterable[Passage]) -> Iterator[Passage]:
    waiting: list[Passage] = []
    size = 0
    for piece in pieces:
        fits = size + len(piece.text) <= _TARGET_CHARS
        if waiting and not (fits and piece[1:] == waiting[0][1:]):
            yield _join_passages(waiting)
            waiting, size = [], 0
        waiting.append(piece)
        size += len(piece.text) + 2
    if waiting:
        yield _join_passages(waiting)


def _join_passages(pieces: list[Passage]) -> Passage:
    if len(pieces) == 1:
        return pieces[0]
    return pieces[0]._replace(text="\n\n".join(piece.text for piece in pieces))


def _split_passage(passage: Passage) -> Iterator[Passage]:
    text = passage.text
    start = 0
    while len(text) - start > _MAX_CHUNK_CHARS:
        end = _find_cut(text, start)
        yield passage._replace(text=text[start:end].strip())
        start = end
    rest = text[start:].strip() if start else text
    if rest:
        yield passage._replace(text=rest)


def _find_cut(text: str, start: int) -> int:
    """Find where to cut: after the last sentence that fits, else after the last word."""
    window = text[start : start + _MAX_CHUNK_CHARS]
    ends = [found.end() for found in _SENTENCE_END.finditer(window)]
    if ends and ends[-1] > _MAX_CHUNK_CHARS // 3:
        return start + ends[-1]
    blank = max(window.rfind(" "), window.rfind("\n"))
    return start + (blank + 1 if blank > _MAX_CHUNK_CHARS // 3 else _MAX_CHUNK_CHARS)


_GIVEN_ID = re.compile(r"([a-z]{1,8}\d{2,6})(?![a-z0-9])")
_MAX_ID_LETTERS = 4
_MIN_ID_DIGITS = 3


def name_document(path: str, is_taken: Callable[[str], bool]) -> str:
    """Choose the id of a document; `is_taken` says whether another one has it."""
    parts = [word for word in words(PurePosixPath(path).stem.replace("_", " ")) if word.isascii()]
    given = _GIVEN_ID.fullmatch(parts[0]) if parts else None
    if given and not is_taken(given[1].upper()):
        return given[1].upper()
    names = [word for word in parts if word[0].isalpha()]
    letters = names[0][:2] if len(names) == 1 else "".join(word[0] for word in names[:_MAX_ID_LETTERS])
    digits = str(int.from_bytes(blake2b(path.encode(), digest_size=16).digest())).zfill(39)
    ids = (f"{letters.upper() or 'D'}{digits[-count:]}" for count in range(_MIN_ID_DIGITS, len(digits)))
    return next(each for each in ids if not is_taken(each))


def name_chunk(source: str, number: int) -> str:
    """Write a chunk's id."""
    return f"{source}_{number:03d}"


def split_chunk_id(chunk_id: str) -> tuple[str, int] | None:
    """Take a chunk's id apart; None when it is not one."""
    source, _, number = chunk_id.rpartition("_")
    return (source, int(number)) if source and number.isascii() and number.isdigit() and len(number) < 10 else None
