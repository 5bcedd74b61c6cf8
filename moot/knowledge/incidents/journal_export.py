"""Reads the form in which a systemd journal is exported (`journalctl -o export`), as objects on one line each.

An entry is a block of `FIELD=value` lines, with a blank line behind it. A value of several lines, or one that is no
text, stands behind its name alone, its length in eight bytes and a line break. Each entry is put onto the line it
begins on, with blank lines for the rest of it, so that numbers of lines stay those of the file.
"""

import json
from collections.abc import Iterator

JOURNAL_START = b"__CURSOR="
_LENGTH_BYTES = 8
_MAX_VALUE_BYTES = 1 << 24
"""What is said to be longer is damaged, or means ill."""


def read_journal(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Give the entries of an exported journal as objects, a piece at a time."""
    rest, fields, lines = b"", dict[str, str](), 0
    for piece in pieces:
        data, at, told = rest + piece, 0, list[bytes]()
        while (found := _find_field(data, at)) is not None:
            name, value, end = found
            lines += data.count(b"\n", at, end)
            at = end
            if name:
                fields[name] = value
                continue
            told.append(_write_entry(fields, lines))
            fields, lines = {}, 0
        rest = data[at:]
        if told:
            yield b"".join(told)
    if fields:
        yield _write_entry(fields, lines)


def _write_entry(fields: dict[str, str], lines: int) -> bytes:
    return (json.dumps(fields) if fields else "").encode() + b"\n" * max(1, lines)


def _find_field(data: bytes, at: int) -> tuple[str, str, int] | None:
    """Read the field at a place: name, value and end; no name at a blank line, None where more follows."""
    end = data.find(b"\n", at)
    if end < 0:
        return None
    name, equals, value = data[at:end].partition(b"=")
    if equals or not name:
        return name.decode("utf-8", "replace"), value.decode("utf-8", "replace"), end + 1
    start = end + 1 + _LENGTH_BYTES
    size = int.from_bytes(data[end + 1 : start], "little")
    if len(data) >= start and size > _MAX_VALUE_BYTES:
        raise ValueError("a field of this exported journal has no length; export it again, or with -o json")
    if len(data) <= start + size:
        return None
    return name.decode("utf-8", "replace"), data[start : start + size].decode("utf-8", "replace"), start + size + 1
