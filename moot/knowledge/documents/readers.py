"""Which reader a document needs, and whether it can be read at all: bounded, and with one clear line if not."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from moot.errors import InputError
from moot.knowledge.documents.html_text import read_html
from moot.knowledge.documents.markdown import read_markdown, read_text
from moot.knowledge.documents.passages import Reading
from moot.knowledge.documents.pdf_text import read_pdf
from moot.knowledge.documents.record_text import read_json, read_json_lines, read_yaml_text

FILE_LIMIT = 32_000_000
"""Bytes of one document; a longer one is split by whoever knows where."""

_HEAD = 8192
_CONTROL = bytes([*range(9), 11, *range(14, 27), *range(28, 32), 127])
_MOST_CONTROL = 0.01

TextReader = Callable[[str], Reading]

READERS: dict[str, TextReader] = {
    ".md": lambda text: Reading(list(read_markdown(text))),
    ".markdown": lambda text: Reading(list(read_markdown(text))),
    ".txt": lambda text: Reading(list(read_text(text))),
    ".text": lambda text: Reading(list(read_text(text))),
    ".html": lambda text: Reading(list(read_html(text))),
    ".htm": lambda text: Reading(list(read_html(text))),
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".json": read_json,
    ".yaml": read_yaml_text,
    ".yml": read_yaml_text,
}
"""How text formats are read, by the end of the name."""

FORMATS = (*READERS, ".pdf")


def is_document(name: str) -> bool:
    """Say whether a file's name promises a format that is read here."""
    return Path(name).suffix.lower() in FORMATS


def read_bytes(path: Path, limit: int = FILE_LIMIT) -> bytes:
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


def read_document(name: str, raw: bytes) -> Reading:
    """Find the passages of a document; its name tells its format."""
    suffix = Path(name).suffix.lower()
    reading = Reading(list(read_pdf(raw))) if suffix == ".pdf" else READERS[suffix](decode(raw))
    if not reading.passages:
        raise InputError("nothing to read in it")
    return reading


def decode(raw: bytes) -> str:
    """Read bytes as text; anything but clean UTF-8 is refused, for what is guessed cannot be quoted."""
    head = raw[:_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("UTF-16; save it as UTF-8")
    if b"\0" in raw or len(head) - len(head.translate(None, _CONTROL)) > len(head) * _MOST_CONTROL:
        raise InputError("binary, not text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 at byte {error.start}; save it as UTF-8") from error
