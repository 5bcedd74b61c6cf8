"""Keeps the whole log of an incident where it can be asked: every line, its time, component and severity.

Lines are packed in blocks, and each block is one document of a full-text index (SQLite FTS5): that is several times
smaller and quicker to build than an index of single lines, and the few blocks that may hold an answer are looked
through line by line. Everything is in one temporary file, so memory does not grow with the log.

The index knows of a log only what `LogLine` says, whoever read it.
"""

import json
import re
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Self

from moot.knowledge.incidents.log_facts import judge_severity
from moot.knowledge.incidents.log_files import LineDefects, read_log_lines
from moot.knowledge.incidents.log_formats import GENERIC_FORMAT, SAMPLE_LINES, LogFormat, recognise_format, starts_entry
from moot.knowledge.incidents.log_outline import LogTally
from moot.knowledge.incidents.log_times import write_iso
from moot.state.inspection import LogOutline

_BLOCK_LINES = 200
_MAX_TOKENS = 400
"""A word that is part of more different tokens than this rules no block out."""
_WORD = re.compile(r"[^\W_]+")


_ONE_FIGURE = str.maketrans("23456789", "11111111")
"""Makes figures alike; none at all is not alike: "0 errors" says something else than "3 errors"."""


class LogLine(NamedTuple):
    """One line of a log, and what the reader knows of the entry it belongs to."""

    number: int
    time: str
    component: str
    severity: str
    text: str


class LogIndex:
    """Holds a log's lines for as long as a debate runs."""

    def __init__(self, source: str = "") -> None:
        self.source = source
        self._folder = tempfile.TemporaryDirectory(prefix="moot-log-")
        place = Path(self._folder.name) / "lines.db"
        self.lock = Lock()
        """Held while a request is answered: those of seats that speak at once come from several threads."""
        self._db = sqlite3.connect(place, check_same_thread=False, isolation_level=None)
        self._db.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "CREATE TABLE blocks (id INTEGER PRIMARY KEY, first INTEGER, last INTEGER, packed BLOB);"
            "CREATE VIRTUAL TABLE words USING fts5(body, content='', detail=none, columnsize=0,"
            " tokenize='unicode61 remove_diacritics 2');"
            "CREATE VIRTUAL TABLE tokens USING fts5vocab(words, row);"
        )
        self._buffer: list[LogLine] = []
        self._tally = LogTally()
        self.lines = 0

    def add(self, lines: Iterable[LogLine]) -> None:
        """Take lines in, in the order of the log."""
        self._db.execute("BEGIN")
        for line in lines:
            self._tally.add(line.time, line.severity)
            self._buffer.append(line)
            if len(self._buffer) >= _BLOCK_LINES:
                self._write_block()
        self._write_block()
        self._db.execute("COMMIT")

    def _write_block(self) -> None:
        block, self._buffer = self._buffer, []
        if not block:
            return
        packed = zlib.compress(json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode(), 1)
        row = self._db.execute(
            "INSERT INTO blocks (first, last, packed) VALUES (?, ?, ?)", (block[0].number, block[-1].number, packed)
        )
        self._db.execute(
            "INSERT INTO words (rowid, body) VALUES (?, ?)", (row.lastrowid, "\n".join(line.text for line in block))
        )
        self.lines = block[-1].number

    def outline(self) -> LogOutline:
        """Describe the course of the whole log."""
        return self._tally.outline()

    def read(self, first: int, last: int) -> Iterator[LogLine]:
        """Give the lines with these numbers and those between."""
        rows = self._db.execute("SELECT packed FROM blocks WHERE last >= ? AND first <= ? ORDER BY id", (first, last))
        for line in _unpack(rows):
            if first <= line.number <= last:
                yield line

    def find(self, alternatives: Iterable[Iterable[str]]) -> Iterator[LogLine]:
        """Give the lines that hold all terms of one alternative, in their order; no alternative means every line."""
        wanted = [tuple(term.casefold() for term in terms if term) for terms in alternatives]
        query = None if not wanted else " OR ".join(f"({part})" for terms in wanted if (part := self._query(terms)))
        if query == "":
            return
        if query is None or "(*)" in query:
            rows = self._db.execute("SELECT packed FROM blocks ORDER BY id")
        else:
            rows = self._db.execute(
                "SELECT packed FROM blocks WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?) ORDER BY id",
                (query,),
            )
        tests = [[_make_test(term) for term in terms] for terms in wanted]
        for line in _unpack(rows):
            text = line.text.casefold()
            if not tests or any(all(test(text) for test in every) for every in tests):
                yield line

    def _query(self, terms: Iterable[str]) -> str:
        """Write which blocks may hold all terms; `*` where any may, nothing where none does."""
        parts = []
        for word in (word for term in terms for word in _WORD.findall(term)):
            tokens = [
                token
                for (token,) in self._db.execute(
                    "SELECT term FROM tokens WHERE term LIKE ? LIMIT ?", (f"%{word}%", _MAX_TOKENS + 1)
                )
            ]
            if not tokens:
                # Accents are folded in the index: a word with one is looked for line by line.
                if word.isascii():
                    return ""
            elif len(tokens) <= _MAX_TOKENS:
                parts.append("(" + " OR ".join(f'"{token}"' for token in tokens) + ")")
        return " AND ".join(parts) or "*"

    def close(self) -> None:
        """Give the space back."""
        self._db.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _make_test(term: str) -> Callable[[str], object]:
    """Make what finds a term in a line: a figure stands for itself, 503 is no part of 0.503 or of an id."""
    if term.isdecimal():
        return re.compile(rf"(?<![\w.]){term}(?!\w)").search
    return lambda text: term in text


def _unpack(rows: Iterable[tuple[bytes]]) -> Iterator[LogLine]:
    for (packed,) in rows:
        for number, time, component, severity, text in json.loads(zlib.decompress(packed)):
            yield LogLine(number, time, component, severity, text)


def index_log(source: str) -> LogIndex:
    """Read a log into an index."""
    index = LogIndex(source)
    try:
        index.add(stream_lines(source))
    except BaseException:
        index.close()
        raise
    return index


def stream_lines(source: str) -> Iterator[LogLine]:
    """Read a log line by line; what goes on with an entry has its time, component and severity."""
    number, log_format = 0, None
    last = LogLine(0, "", "", "INFO", "")
    for lines in read_log_lines(source, LineDefects()):
        log_format = log_format or recognise_format(lines[: 2 * SAMPLE_LINES])
        for text in lines:
            number += 1
            if not text.strip():
                continue
            last = _describe(number, text, log_format, last)
            yield last


def _describe(number: int, text: str, log_format: LogFormat, before: LogLine) -> LogLine:
    fields = log_format.read(text)
    if fields is None and log_format is not GENERIC_FORMAT and starts_entry(text):
        log_format, fields = GENERIC_FORMAT, GENERIC_FORMAT.read(text)
    if fields is None:
        return before._replace(number=number, text=text)
    stamp, level, component, message, _ = fields
    time = _read_plain_time(text) or write_iso(stamp or "") or before.time
    return LogLine(number, time, component or "", _judge_form(level, message.translate(_ONE_FIGURE)), text)


def _read_plain_time(text: str) -> str:
    """Read a full date and time at the beginning of a line, as most logs have it, without a search."""
    if text[4:5] != "-" or text[7:8] != "-" or text[13:14] != ":" or text[16:17] != ":" or not text[:4].isdecimal():
        return ""
    fraction = text[19:23].replace(",", ".") if text[19:20] in (".", ",") and text[20:23].isdecimal() else ""
    return f"{text[:10]}T{text[11:19]}{fraction}"


@lru_cache(maxsize=20_000)
def _judge_form(level: str | None, message: str) -> str:
    """Say how severe lines of a form are: figures make no difference."""
    return judge_severity(level, message)
