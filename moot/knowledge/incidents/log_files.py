"""Reads logs as streams of lines, whatever their size: never more than one piece of one is in memory.

A file of one endless line, a binary file, an empty one and one that cannot be opened are refused with one line; in a
folder they are passed over, and named. A very long line among others is cut, bytes that are no text become a
replacement character, and both are counted.
"""

import codecs
import gzip
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import tzinfo
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, cast

from moot.errors import InputError
from moot.knowledge.incidents.journal_export import JOURNAL_START, read_journal
from moot.knowledge.incidents.log_times import LogClock, find_named_zone

_PIECE_BYTES = 1 << 20
"""Bytes read at a time; a file whose first line is longer has no lines."""
_MAX_LINE_CHARS = 16_384
"""Characters of one line; what follows is dropped."""
_BOMB_BYTES, _BOMB_RATIO = 1 << 30, 500
"""A packed log that unpacks to more than both of these is a trap: logs shrink a lot, but not this much."""

_MAX_SLIPS, _MAX_GARBAGE_SHARE = 2, 0.10
"""More unreadable characters than this, and so large a share of the first piece, are no text."""
_GZIP_START, _UTF16_STARTS = b"\x1f\x8b", (b"\xff\xfe", b"\xfe\xff")
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_UTF8_MARK = b"\xef\xbb\xbf"

WatchBytes = Callable[[int, int | None], None]
"""Told after each piece: bytes read so far, and bytes in all where that is known."""
KeepPlace = Callable[[int, int, Sequence[str], bool], None]
"""Told of each list of lines from which byte to which it stands in its file, and whether the file holds it as it is: a
packed one, one in UTF-16 and stdin do not."""


@dataclass(slots=True)
class LineDefects:
    """Counts the lines of a log that could not be read as they are."""

    cut_lines: int = 0
    broken_lines: int = 0
    passed_over: list[str] = field(default_factory=list)
    """Files of a folder that are no logs, each with the reason."""
    documents: list[str] = field(default_factory=list)
    """Those that are none by their names."""
    zoned: list[str] = field(default_factory=list)
    unzoned: list[str] = field(default_factory=list)
    """Logs whose times state their zone, and logs whose times do not."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """Is one of the logs of an incident."""

    number: int
    """Its place among them, from 1."""
    source: str
    """Its path, or `-` for stdin."""
    name: str
    """What it is called beside the others."""
    found: bool = False
    """Whether it was found in a folder, not named by anybody."""
    zone: tzinfo | None = None
    """That of its times where they state none; UTC where nobody says."""

    @property
    def component(self) -> str:
        """What wrote it, as far as its name tells: the log of another day is by the same."""
        stem = Path(self.name).name.partition(".")[0]
        return _WHEN_ROTATED.sub("", stem) or stem

    @property
    def is_document(self) -> bool:
        """Tell whether it lies in a folder of logs and is none by its name: a note, a setting, a program."""
        return self.found and Path(self.name.removesuffix(".gz")).suffix.casefold() in _NO_LOGS

    def make_clock(self) -> LogClock:
        """Make the clock that reads its times."""
        return LogClock(self.written, zone=self.zone)

    @property
    def written(self) -> float | None:
        """When it was last written to, in seconds since 1970; None where nobody knows."""
        return None if self.source == "-" else Path(self.source).stat().st_mtime


_MAX_FILES = 1000
_WHEN_ROTATED = re.compile(
    r"[-_](?:(?:\d{4}[-_]\d\d[-_]\d\d|\d{8}|\d{10})(?:[-_T]\d{2,6}(?:[-_]\d\d){0,2})?|Mon|Tue|Wed|Thu|Fri|Sat|Sun)$"
)
"""What is put behind the name of a log when another is begun: a date, with a time or without, or a day of the week."""
_NO_LOGS = frozenset(
    (
        ".md",
        ".rst",
        ".html",
        ".htm",
        ".css",
        ".js",
        ".ts",
        ".py",
        ".go",
        ".java",
        ".sh",
        ".sql",
        ".yaml",
        ".yml",
        ".toml",
    )
) | {".ini", ".conf", ".cfg", ".xml", ".properties", ".ipynb"}
"""How files are called that lie beside logs and are none; named by themselves they are read."""


def list_log_files(sources: Sequence[str], zone: str = "") -> list[LogFile]:
    """List the logs that were named, and those in folders that were, in the order of their names."""
    files: list[LogFile] = []
    own = find_named_zone(zone) if zone else None
    for source in dict.fromkeys(sources):
        folder = Path(source)
        if source == "-" or not folder.is_dir():
            files.append(LogFile(len(files) + 1, source, "stdin" if source == "-" else folder.name, zone=own))
            continue
        inside = sorted(each for each in folder.rglob("*") if each.is_file() and not _is_hidden(each, folder))
        if not inside:
            raise InputError(f"{source}: a folder without files; name a log, or a folder with logs")
        for each in inside:
            files.append(LogFile(len(files) + 1, str(each), str(each.relative_to(folder)), found=True, zone=own))
    if len(files) > _MAX_FILES:
        raise InputError(f"{len(files):,} files; at most {_MAX_FILES:,} are read, name the ones that matter")
    return files


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def name_log_source(source: str) -> str:
    """Name the log as messages say it."""
    return "stdin" if source == "-" else source


def read_log_lines(
    source: str, noticed: LineDefects, watch: WatchBytes | None = None, keep: KeepPlace | None = None
) -> Iterator[list[str]]:
    """Give the lines of a file, packed with gzip or not, or of stdin for `-`, in lists of whole lines."""
    where = name_log_source(source)
    try:
        with _open(source) as raw:
            size = None if source == "-" else Path(source).stat().st_size
            written = (_GZIP_START, JOURNAL_START, *_UTF16_STARTS)
            plain = size is not None and not raw.peek(len(JOURNAL_START)).startswith(written)
            for start, end, lines in _split_lines(_read_text(_read_pieces(raw, where, size, watch)), where, noticed):
                if keep is not None:
                    keep(start, end, lines, plain)
                yield lines
    except InputError:  # a ValueError too, and already says it all
        raise
    except (OSError, EOFError, zlib.error, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "it is damaged"
        raise InputError(f"{where}: cannot be read: {reason}; check the path") from error


@contextmanager
def _open(source: str) -> Iterator["io.BufferedReader[Any]"]:
    if source == "-":
        stdin = io.BufferedReader(cast("Any", sys.stdin.buffer))
        yield stdin
        stdin.detach()  # stdin stays open: it is not ours
        return
    with Path(source).open("rb") as file:
        yield file


def _read_pieces(
    raw: "io.BufferedReader[Any]", where: str, size: int | None, watch: WatchBytes | None
) -> Iterator[bytes]:
    packed = raw.peek(2).startswith(_GZIP_START)
    stream = gzip.GzipFile(fileobj=raw) if packed else raw
    done = 0
    while piece := _read_piece(cast("BinaryIO", stream)):
        done += len(piece)
        if packed and size is not None and done > max(_BOMB_BYTES, size * _BOMB_RATIO):
            raise InputError(f"{where}: unpacks to more than {_BOMB_RATIO} times its size; no log does that")
        yield piece
        if watch is not None:
            watch(raw.tell() if packed and size is not None else done, size)
    if not done:
        raise InputError(f"{where}: empty; there is nothing to look for a cause in")


def _read_text(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Give UTF-16 as UTF-8, an exported journal as objects, and everything else as it is."""
    first = next(pieces, b"")
    if first.startswith(JOURNAL_START):
        yield from read_journal(chain((first,), pieces))
        return
    if not first.startswith(_UTF16_STARTS):
        yield from chain((first,), pieces)
        return
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    for piece in chain((first,), pieces):
        yield decoder.decode(piece).encode("utf-8", "replace")


def _read_piece(stream: BinaryIO) -> bytes:
    """Read a whole piece, even from a pipe that gives less at a time."""
    parts, left = [], _PIECE_BYTES
    while left and (part := stream.read(left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _split_lines(pieces: Iterator[bytes], where: str, noticed: LineDefects) -> Iterator[tuple[int, int, list[str]]]:
    """Give lists of whole lines, each with the bytes it stands between."""
    rest, begun, start, done = b"", False, 0, 0
    for number, piece in enumerate(pieces):
        if number == 0:
            _check_text(piece, where)
        done += len(piece)
        block = rest + (piece if number else piece.removeprefix(_UTF8_MARK))
        head, newline, tail = block.rpartition(b"\n")
        if newline:
            begun = True
            end = done - len(tail)
            yield start, end, _decode(head, noticed)
            rest, start = tail, end
        elif not begun and len(block) >= _PIECE_BYTES:
            raise InputError(f"{where}: its first line is longer than {_PIECE_BYTES:,} bytes; a log has lines")
        else:
            rest = block[: 4 * _MAX_LINE_CHARS]  # the end of this line is still to come, and is not wanted
    if rest:
        yield start, done, _decode(rest, noticed)


def decode_lines(piece: bytes) -> list[str]:
    """Give the lines that stand between two places of a file, the way they were read at first."""
    return _decode(piece.removeprefix(_UTF8_MARK).removesuffix(b"\n"), LineDefects())


def _check_text(piece: bytes, where: str) -> None:
    text = piece.decode("utf-8", "replace")
    garbage = text.count("\ufffd") + sum(text.count(chr(code)) for code in range(32) if chr(code) not in "\t\n\r\x1b")
    if b"\0" in piece or garbage > max(_MAX_SLIPS, _MAX_GARBAGE_SHARE * len(text)):
        raise InputError(f"{where}: binary, not a text log; name the log itself, unpacked or packed with gzip")
    if not text.strip():
        raise InputError(f"{where}: only blank lines; there is nothing to look for a cause in")


def _decode(block: bytes, noticed: LineDefects) -> list[str]:
    text = block.decode("utf-8", "replace")
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    lines = text.split("\n")
    if "\r" in text:
        lines = [line.rstrip("\r") for line in lines]
    if "\ufffd" in text:
        noticed.broken_lines += sum("\ufffd" in line for line in lines)
    if max(map(len, lines)) > _MAX_LINE_CHARS:
        noticed.cut_lines += sum(len(line) > _MAX_LINE_CHARS for line in lines)
        lines = [line[:_MAX_LINE_CHARS] for line in lines]
    return lines
