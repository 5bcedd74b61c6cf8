"""Finds any line of the logs of an incident again: by its number, by its words, by time.

While the logs are read it is noted where every piece of them stands in its file, and which times it holds; nothing else
is kept, so neither memory nor time grows with what nobody asks for. Whoever asks has the pieces that may hold an answer
read again. What a file does not hold as it is (packed, in UTF-16, from stdin) is kept in a temporary file. A log that
was replaced or cut short in the meantime has no lines any more: nothing is shown, and nothing cited from it holds.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Self

from moot.knowledge.incidents.line_search import LineQuery, fold_lines
from moot.knowledge.incidents.log_facts import judge_severity
from moot.knowledge.incidents.log_files import KeepPlace, LogFile, decode_lines
from moot.knowledge.incidents.log_formats import GENERIC_FORMAT, LogFormat, starts_entry
from moot.knowledge.incidents.log_times import LogClock, format_time, write_iso
from moot.state.incident import name_line

_LOOK_BACK = 200
"""So many lines before one are looked at for the entry it belongs to."""
_FIRST_LINES = 2_000
"""So many lines of a log are looked at for who writes it."""
_NO_DATE = 400 * 86_400
"""A time so early has no date: its log writes the time of day only."""

PieceTest = Callable[[str, str], bool]
"""Tells by the earliest and the latest time of a piece whether it may hold what is looked for."""


class LogLine(NamedTuple):
    """One line of a log, and what the reader knows of the entry it belongs to."""

    id: str
    number: int
    time: str
    component: str
    severity: str
    message: str
    """What it says without its time, level and component, as the selection writes it: fields of JSON as key=value."""
    text: str
    """The whole line."""
    goes_on: bool = False
    """Whether it belongs to the entry before it, as the frames of a stack trace do."""


class _Piece(NamedTuple):
    """Says where some lines stand."""

    first: int
    lines: int
    start: int
    end: int

    @property
    def last(self) -> int:
        return self.first + self.lines - 1


@dataclass(slots=True)
class _IndexedLog:
    """Is one log, with where its lines are."""

    file: LogFile
    component: str
    """What wrote it, where its lines do not say."""
    place: Path
    identity: tuple[int, int] | None = None
    """Which file it was, to know it again; None for one of our own."""
    format: LogFormat | None = None
    """How its lines are read; None for a file that turned out to be no log."""
    clock: LogClock = field(default_factory=LogClock)
    pieces: list[_Piece] = field(default_factory=list)
    times: list[tuple[int, int, float, float]] = field(default_factory=list)
    """From which line to which, and the earliest and the latest time there."""

    @property
    def lines(self) -> int:
        return self.pieces[-1].last if self.pieces else 0


class LogIndex:
    """Finds lines of logs again for as long as a debate runs."""

    def __init__(self) -> None:
        self.sources: tuple[str, ...] = ()
        """Where the logs can be read again after this one is closed; empty where they cannot."""
        self._folder = tempfile.TemporaryDirectory(prefix="moot-log-")
        self.lock = Lock()
        """Held while a request is answered: those of seats that speak at once come from several threads."""
        self._logs: list[_IndexedLog] = []
        self._read_piece = lru_cache(maxsize=4)(self._read_piece_again)

    @property
    def lines(self) -> int:
        """Count the lines of all logs."""
        return sum(log.lines for log in self._list_logs())

    @property
    def several(self) -> bool:
        """Tell whether lines are named by their log too."""
        return len(self._list_logs()) > 1

    @property
    def span(self) -> tuple[str, str]:
        """Say from when to when the logs go; empty where they have no dates."""
        times = [each[2:] for log in self._list_logs() for each in log.times]
        if not times or min(each[0] for each in times) < _NO_DATE:
            return "", ""
        return format_time(min(each[0] for each in times)), format_time(max(each[1] for each in times))

    def name_components(self, most: int) -> list[str]:
        """Name those who wrote the first lines of each log, most lines first."""
        found = Counter(line.component for log in self._list_logs() for line in self._read_first(log) if line.component)
        return [name for name, _ in found.most_common(most)]

    def _read_first(self, log: _IndexedLog) -> Iterator[LogLine]:
        if log.pieces:
            lines = self._read_piece(log.place, log.identity, log.pieces[0])
            yield from self._describe(log, log.pieces[0], lines, range(min(len(lines), _FIRST_LINES)))

    def _list_logs(self) -> list[_IndexedLog]:
        return [log for log in self._logs if log.format is not None]

    def keep_text(self, parts: Iterable[str]) -> str:
        """Write texts down as a log that lasts as long as the index does."""
        place = Path(self._folder.name) / "given.log"
        with place.open("w", encoding="utf-8", errors="replace") as file:
            for part in parts:
                file.write(part if part.endswith("\n") else f"{part}\n")
        return str(place)

    def start_log(self, file: LogFile, component: str) -> KeepPlace:
        """Begin with a log; what is given back is told where its lines stand."""
        log = _IndexedLog(file, component, Path(file.source))
        self._logs.append(log)

        def keep(start: int, end: int, lines: Sequence[str], plain: bool) -> None:
            if plain:
                log.identity = log.identity or _identify(log.place)
            else:
                start, end = self._copy(log, lines)
            log.pieces.append(_Piece(log.lines + 1, len(lines), start, end))

        return keep

    def _copy(self, log: _IndexedLog, lines: Sequence[str]) -> tuple[int, int]:
        log.place = Path(self._folder.name) / f"{log.file.number}.log"
        with log.place.open("ab") as copy:
            start = copy.tell()
            copy.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
            return start, copy.tell()

    def name_format(self, log_format: LogFormat) -> None:
        """Say how the lines of the log that was begun last are read."""
        log = self._logs[-1]
        log.format, log.clock = log_format, log.file.make_clock()

    def note_times(self, first: int, last: int, span: tuple[float, float]) -> None:
        """Say which times some lines of the log that was begun last have."""
        self._logs[-1].times.append((first, last, *span))

    def read(self, first: int, last: int, log: int = 0) -> Iterator[LogLine]:
        """Give the lines of a log with these numbers and those between; only a single one needs no number."""
        for each in self._list_logs():
            if log != (each.file.number if self.several else 0):
                continue
            for piece in each.pieces:
                if piece.last >= first and piece.first <= last:
                    lines = self._read_piece(each.place, each.identity, piece)
                    low, high = max(first, piece.first) - piece.first, min(last, piece.last) - piece.first
                    yield from self._describe(each, piece, lines, range(low, high + 1))

    def find(
        self,
        alternatives: Iterable[Iterable[str]] = (),
        *,
        component: str = "",
        may_hold: PieceTest = lambda _start, _end: True,
    ) -> Iterator[LogLine]:
        """Give the lines that hold all terms of one alternative, in their order; no alternative means every line."""
        query = LineQuery(alternatives)
        for log in self._list_logs():
            # The name of a log's file stands in none of its lines.
            named = component and component not in log.component.casefold()
            # Of the kind and the name of an object the name stands in the line.
            name = component.rpartition("/")[2] if named else ""
            for piece in log.pieces:
                if not self._may_hold(log, piece, may_hold):
                    continue
                lines = self._read_piece(log.place, log.identity, piece)
                folded = fold_lines(lines)
                if not query.may_be_in(folded):
                    continue
                render = partial(self._render, log, lines)
                places = query.find_places(folded.split("\n"), name, render)
                found = self._describe(log, piece, lines, places)
                yield from (line for line in found if not component or component in line.component.casefold())

    def _render(self, log: _IndexedLog, lines: Sequence[str], place: int) -> str:
        facts = self._read_entry(log, lines[place]) if place < len(lines) else None
        return facts[3] if facts is not None else ""

    def _may_hold(self, log: _IndexedLog, piece: _Piece, may_hold: PieceTest) -> bool:
        spans = [each for each in log.times if each[1] >= piece.first and each[0] <= piece.last]
        if not spans or min(each[2] for each in spans) < _NO_DATE:
            return True
        return may_hold(format_time(min(each[2] for each in spans)), format_time(max(each[3] for each in spans)))

    @staticmethod
    def _read_piece_again(place: Path, identity: tuple[int, int] | None, piece: _Piece) -> list[str]:
        try:
            with place.open("rb") as file:
                if identity is not None and _identify(place) != identity:
                    return []
                file.seek(piece.start)
                lines = decode_lines(file.read(piece.end - piece.start))
        except OSError:
            return []
        return lines if len(lines) == piece.lines else []

    def _describe(
        self, log: _IndexedLog, piece: _Piece, lines: Sequence[str], places: Iterable[int]
    ) -> Iterator[LogLine]:
        """Say of the lines at some places of a piece what the entries they belong to say."""
        known: tuple[int, tuple[str, str, str, str]] | None = None
        for place in places:
            if place >= len(lines):
                return
            if not lines[place].strip():
                continue
            for at in range(place, max(-1, place - _LOOK_BACK), -1):
                if known is not None and at == known[0]:
                    break
                if lines[at].strip() and (facts := self._read_entry(log, lines[at])) is not None:
                    time = facts[0] or (known[1][0] if known is not None else "")
                    known = at, (time, *facts[1:])
                    break
            head, (time, component, severity, said) = known or (place, ("", log.component, "INFO", lines[place]))
            number = piece.first + place
            name = name_line(number, log.file.number if self.several else 0)
            said = said if head == place else lines[place]
            yield LogLine(name, number, time, component, severity, said, lines[place], head != place)

    def _read_entry(self, log: _IndexedLog, text: str) -> tuple[str, str, str, str] | None:
        """Read when, where, how severe and what an entry is; None for a line that goes on with the one before it."""
        log_format = log.format or GENERIC_FORMAT
        fields = log_format.read(text)
        if fields is None:
            inside = log_format.unwrap(text) if log_format.unwrap is not None else text
            if log_format is GENERIC_FORMAT or not starts_entry(inside) or log_format.goes_on(text):
                return None
            fields = GENERIC_FORMAT.read(inside.lstrip())
        if fields is None:
            return None
        stamp, level, component, message, _ = fields
        moment = log.clock.read(stamp) if stamp else None
        time = format_time(moment) if moment is not None and moment >= _NO_DATE else write_iso(stamp)
        return time, component or log.component, judge_severity(level, message.partition("\n")[0]), message

    def close(self) -> None:
        """Give the space back."""
        self._read_piece.cache_clear()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _identify(place: Path) -> tuple[int, int]:
    found = place.stat()
    return found.st_dev, found.st_ino
