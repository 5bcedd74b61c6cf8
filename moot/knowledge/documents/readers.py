"""Reads a document of any known format into passages, within limits, and says in one line why one cannot be read.

Markdown, plain text and HTML are read by `markup`. JSON, JSON lines and YAML give one passage per record: a record's
text is its `text` (or `content`, `body`, `passage`), under its `title` (or `heading`, `name`, `question`); a record
without a text is written out field by field. Its `id` only names its place, because chunks have ids of our own. PDF
files need the extra `pdf` and are read page by page.
"""

import json
import logging
import os
import stat
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from moot.configs import MAX_YAML_BYTES as YAML_LIMIT
from moot.configs import parse_yaml
from moot.errors import InputError, ProfileError
from moot.knowledge.documents.chunks import MAX_HEADING_CHARS, DocumentText, Passage, join_headings
from moot.knowledge.documents.markup import read_html, read_markdown, read_plain_text
from moot.program import name_extra

_MAX_RECORD_CHARS = 1_000_000
"""Characters of one record."""
_MAX_DEPTH = 20

_TEXT_KEYS = ("text", "content", "page_content", "body", "passage")
_TITLE_KEYS = ("title", "heading", "name", "question")
_ID_KEYS = ("id", "chunk_id", "key")
_SHOWN_NOTES = 3


def _read_json_lines(text: str) -> DocumentText:
    """Read one record per line; a line that is none is left out and told."""
    passages: list[Passage] = []
    bad: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                passages += _read_record(_parse_json(line), f"record {number}")
            except InputError as error:
                bad.append(f"line {number} left out: {error}")
    if bad and not passages:
        raise InputError(bad[0])
    more = len(bad) - _SHOWN_NOTES
    return DocumentText(passages, (*bad[:_SHOWN_NOTES], *((f"{more} more lines left out",) if more > 0 else ())))


def _read_json(text: str) -> DocumentText:
    """Read one JSON document: a list of records, or one record."""
    document = _parse_json(text, limit=len(text))
    records = document if isinstance(document, list) else [document]
    several = len(records) > 1
    places = (f"record {number}" if several else "" for number in range(1, len(records) + 1))
    return DocumentText(
        [found for record, place in zip(records, places, strict=True) for found in _read_record(record, place)]
    )


def _read_yaml(text: str) -> DocumentText:
    """Read one YAML document, as JSON is read."""
    if len(text) > YAML_LIMIT:
        raise InputError(f"larger than {YAML_LIMIT:,} characters of YAML; use JSON lines")
    try:
        document = parse_yaml(text, "YAML")
    except ProfileError as error:
        raise InputError(str(error)) from error
    records = document if isinstance(document, list) else [document]
    return DocumentText([passage for record in records for passage in _read_record(record, "")])


def _parse_json(text: str, limit: int = _MAX_RECORD_CHARS) -> Any:
    if len(text) > limit:
        raise InputError(f"longer than {limit:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise InputError("nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}") from error


def _read_record(record: Any, place: str) -> list[Passage]:
    if not isinstance(record, Mapping):
        return [Passage(_replace_surrogates(text), place=place) for text in _list_leaves(record, ())]
    name = next((_shorten(record[key]) for key in _ID_KEYS if isinstance(record.get(key), str | int)), "")
    title = next((str(record[key]) for key in _TITLE_KEYS if isinstance(record.get(key), str)), "")
    body = next((record[key] for key in _TEXT_KEYS if isinstance(record.get(key), str)), None)
    where = name or place
    if body is not None:
        return (
            [Passage(_replace_surrogates(body), join_headings([_replace_surrogates(title)]), where)]
            if body.strip()
            else []
        )
    fields = []
    for key, value in record.items():
        below = isinstance(value, Mapping | list)
        heading = join_headings([_replace_surrogates(title), *([_replace_surrogates(str(key))] if below else [])])
        fields += [
            Passage(_replace_surrogates(line), heading, where)
            for line in _list_leaves(value, () if below else (str(key),))
        ]
    return fields


def _list_leaves(value: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """Write every leaf of a value on a line of its own, after its keys."""
    if len(keys) > _MAX_DEPTH:
        raise InputError(f"nested more than {_MAX_DEPTH} levels deep")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _list_leaves(inner, (*keys, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _list_leaves(inner, (*keys, ""))
    elif value is not None and str(value).strip():
        label = " ".join(key for key in keys if key)
        yield f"{label}: {value}" if label else str(value)


def _shorten(value: Any) -> str:
    return " ".join(_replace_surrogates(str(value)).split())[:MAX_HEADING_CHARS]


def _replace_surrogates(text: str) -> str:
    """JSON may name half of a character, which nothing can store."""
    return text.strip() if text.isascii() else text.encode("utf-8", "replace").decode("utf-8").strip()


_MAX_PDF_PAGES = 5000
_MAX_PDF_CHARS = 32_000_000
"""Characters: what compressed pages may unfold to; the library bounds each page, and we all of them together."""
_MAX_PDF_SECONDS = 60.0
"""Pages may share one costly drawing: a small file can take hours."""

_PDF_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, OSError, RecursionError,
    TypeError, ValueError, zlib.error,
)  # fmt: skip
"""What the PDF library raises, besides its own errors, for files that are not what they seem."""


def _read_pdf(raw: bytes) -> Iterator[Passage]:
    """Split a PDF file into paragraphs, page by page."""
    size = found = 0
    end = time.monotonic() + _MAX_PDF_SECONDS
    for number, text in enumerate(_read_pdf_pages(raw), start=1):
        size += len(text)
        if number > _MAX_PDF_PAGES or size > _MAX_PDF_CHARS:
            raise InputError("more text than a document may have; split it into several files")
        if time.monotonic() > end:
            raise InputError(
                f"takes longer than {_MAX_PDF_SECONDS:g} s to read, page {number} is not the last; split it"
            )
        for passage in read_plain_text(text):
            found += 1
            yield passage._replace(place=f"page {number}")
    if not found:
        raise InputError("a PDF without text, perhaps scanned; recognise its text first")


def _read_pdf_pages(raw: bytes) -> Iterator[str]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError as error:
        raise InputError(f"PDF files need the extra: {name_extra('pdf')}") from error
    # Its warnings are about the inside of the file; what matters is whether text comes out.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        for page in PdfReader(BytesIO(raw)).pages:
            yield page.extract_text()
    except (PyPdfError, *_PDF_ERRORS) as error:
        detail = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError(f"not a readable PDF: {detail}") from error


_MAX_DOCUMENT_BYTES = 32_000_000
"""Bytes of one document; a longer one is split by whoever knows where."""

_HEAD_BYTES = 8192
_CONTROL_BYTES = bytes([*range(9), 11, *range(14, 27), *range(28, 32), 127])
_MAX_CONTROL_SHARE = 0.01

_TextReader = Callable[[str], DocumentText]

_READERS: dict[str, _TextReader] = {
    ".md": lambda text: DocumentText(list(read_markdown(text))),
    ".markdown": lambda text: DocumentText(list(read_markdown(text))),
    ".txt": lambda text: DocumentText(list(read_plain_text(text))),
    ".text": lambda text: DocumentText(list(read_plain_text(text))),
    ".html": lambda text: DocumentText(list(read_html(text))),
    ".htm": lambda text: DocumentText(list(read_html(text))),
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".json": _read_json,
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
}
"""How text formats are read, by the end of the name."""

DOCUMENT_FORMATS = (*_READERS, ".pdf")


def is_document(name: str) -> bool:
    """Say whether a file's name promises a format that is read here."""
    return Path(name).suffix.lower() in DOCUMENT_FORMATS


def read_file_bytes(path: Path, limit: int = _MAX_DOCUMENT_BYTES) -> bytes:
    """Read a plain file; links, devices and files beyond the limit are refused."""
    try:
        # Without waiting: a pipe would otherwise block until somebody writes to it.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(number, "rb") as stream:  # noqa: PTH123  # an open file has no path
            found = os.fstat(number)
            plain = stat.S_ISREG(found.st_mode)
            raw = stream.read(limit + 1) if plain and found.st_size <= limit else b""
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}") from error
    if not plain:
        raise InputError("not a plain file")
    if found.st_size > limit:
        raise InputError(f"{found.st_size / 1e6:,.0f} MB, at most {limit / 1e6:,.0f} are read; split it")
    if len(raw) > limit:
        raise InputError(f"grows beyond {limit / 1e6:,.0f} MB while it is read")
    return raw


def read_document(name: str, raw: bytes) -> DocumentText:
    """Find the passages of a document; its name tells its format."""
    suffix = Path(name).suffix.lower()
    reading = DocumentText(list(_read_pdf(raw))) if suffix == ".pdf" else _READERS[suffix](_decode_document(raw))
    if not reading.passages:
        raise InputError("nothing to read in it")
    return reading


def _decode_document(raw: bytes) -> str:
    """Read bytes as text; anything but clean UTF-8 is refused, for what is guessed cannot be quoted."""
    head = raw[:_HEAD_BYTES]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("UTF-16; save it as UTF-8")
    if b"\0" in raw or len(head) - len(head.translate(None, _CONTROL_BYTES)) > len(head) * _MAX_CONTROL_SHARE:
        raise InputError("binary, not text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 at byte {error.start}; save it as UTF-8") from error
