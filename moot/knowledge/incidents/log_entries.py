"""Reads logs as a stream of entries: the line, what it says of itself, and the lines that belong to it.

An entry is named by the number of its first line, as in L17; of several logs by the number of the log too, as in F2L17.
Whoever reads the report finds the line there.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, compress, count
from operator import itemgetter, ne
from typing import NamedTuple, cast

from moot.errors import InputError
from moot.knowledge.incidents.json_documents import KeptPlaces, is_json_document, join_lines, keep_places
from moot.knowledge.incidents.log_facts import judge_severity
from moot.knowledge.incidents.log_files import KeepPlace, LineDefects, LogFile, WatchBytes, read_log_lines
from moot.knowledge.incidents.log_formats import (
    GENERIC_FORMAT,
    JSON_FORMAT,
    SAMPLE_LINES,
    LineFields,
    LogFormat,
    recognise_format,
    starts_entry,
)
from moot.knowledge.incidents.log_stamps import STEM_CHARS, TimeStamps, learn_stamp, measure_stem
from moot.knowledge.incidents.log_times import LogClock
from moot.knowledge.incidents.log_traces import (
    TRACE_STARTS,
    TraceMode,
    enter_trace,
    find_innermost_cause,
    stays_in_trace,
)
from moot.knowledge.incidents.partial_lines import join_partial_lines
from moot.state.incident import LogSeverity

_MAX_TRACE_LINES, _KEPT_END, _MAX_TRACE_CHARS = 60, 20, 500
"""Of a longer trace the beginning and the end are kept: causes stand at either."""


class LogEntry(NamedTuple):
    """Holds one entry of a log."""

    file: int
    """The number of its log, from 1."""
    line: int
    """The number of its first line in that log, from 1."""
    time: float | None
    """When it was written: whole seconds since 1970, in UTC; None where it does not say."""
    timestamp: str
    """The same, as the line writes it."""
    level: str
    component: str
    text: str
    """The message, without time, level and component."""
    host: str
    raw: str
    """The whole line."""
    trace: Sequence[str] = ()
    """The lines that follow and belong to it."""

    @property
    def severity(self) -> LogSeverity:
        """Say how severe it is, by its level and its words."""
        return judge_severity(self.level, self.text)


def _read_whole(log_format: LogFormat, line: str) -> LineFields:
    """Read the parts of a line that is an entry, also where it is not written as its log's other lines are."""
    return log_format.read(line) or GENERIC_FORMAT.read(line.lstrip()) or ("", "", "", line.strip(), "")


_read_generic_line = partial(_read_whole, GENERIC_FORMAT)


@dataclass(slots=True)
class EntryBlock:
    """Holds some entries of one log, part by part: entries are made of the few that are looked at."""

    file: int
    numbers: list[int] = field(default_factory=list)
    fields: list[LineFields] = field(default_factory=list)
    raws: list[str] = field(default_factory=list)
    times: list[tuple[int, float | None]] = field(default_factory=list)
    """From which entry on which time holds."""
    traces: dict[int, list[str]] = field(default_factory=dict)
    rests: list[str] = field(default_factory=list)
    """Each line without its time, where every line is an entry and has one in a known place: `fields` is then empty,
    since reading all of them would take longer than everything else."""
    read: Callable[[str], LineFields] = _read_generic_line
    stamps: list[str] = field(default_factory=list)
    """The times that were taken out of them."""

    def fields_at(self, place: int) -> LineFields:
        """Give the parts of the line at a place; the further lines of a message become its trace."""
        if self.fields:
            return self.fields[place]
        fields, trace = part_trace(self.read(self.raws[place]))
        if trace:
            self.traces[place] = trace
        return fields

    def read_fields(self) -> None:
        """Read the parts of every line that were left for later."""
        self.fields = list(map(self.fields_at, range(len(self.raws))))

    def entry(self, place: int) -> LogEntry:
        """Make the entry at a place."""
        found = self.fields_at(place)  # and the trace with them
        time = self.times[bisect_right(self.times, place, key=itemgetter(0)) - 1][1]
        return LogEntry(self.file, self.numbers[place], time, *found, self.raws[place], self.traces.get(place, ()))

    def split_last(self) -> "EntryBlock":
        """Take the last entry out, into a block of its own."""
        last, place = EntryBlock(self.file), len(self.numbers) - 1
        last.times = [(0, self.times[-1][1])]
        if place in self.traces:
            last.traces[0] = self.traces.pop(place)
        last.numbers, last.fields, last.raws = [self.numbers.pop()], [self.fields.pop()], [self.raws.pop()]
        if self.times[-1][0] == place:
            self.times.pop()
        return last


class OpenedLog(NamedTuple):
    """Gives the entries of one log in blocks, as they are read."""

    file: LogFile
    format: LogFormat
    clock: LogClock
    blocks: Iterator[EntryBlock]


def open_log_file(
    file: LogFile, noticed: LineDefects, watch: WatchBytes | None = None, keep: KeepPlace | None = None
) -> OpenedLog | None:
    """Open a log and recognise its format; None for a file of a folder that is no log."""
    if file.is_document:
        noticed.documents.append(file.name)
        return None
    places = KeptPlaces()
    blocks = read_log_lines(file.source, noticed, watch, lambda *told: places.append(told))
    try:
        first = next(blocks)
    except InputError as error:
        if not file.found:
            raise
        noticed.passed_over.append(str(error))
        return None
    every: Iterator[list[str]] = chain((first,), blocks)
    sample = first[: 2 * SAMPLE_LINES]  # more than needed: some may be blank
    clock = file.make_clock()
    if is_json_document(sample):
        joined = join_lines(every, places, keep)
        return OpenedLog(file, JSON_FORMAT, clock, _EntryReader(file, JSON_FORMAT, clock).read(joined))
    every = keep_places(every, places, keep)
    log_format = recognise_format(sample)
    if log_format.name == "cri":
        every = join_partial_lines(every)
    return OpenedLog(file, log_format, clock, _EntryReader(file, log_format, clock).read(every))


def states_times(file: LogFile) -> bool:
    """Tell by its first lines whether the entries of a log have times; one that cannot be read twice is taken to."""
    if file.source == "-":
        return True
    try:
        lines = next(read_log_lines(file.source, LineDefects()), [])[: 2 * SAMPLE_LINES]
    except InputError:
        return False  # whoever reads it says why it is none
    log_format, clock = recognise_format(lines), file.make_clock()
    if is_json_document(lines):
        return True
    return any(fields and fields[0] and clock.read(fields[0]) is not None for fields in map(log_format.read, lines))


_MAX_MIXED = 3
"""So many pieces of a log with lines that go on with others are read twice."""
_MIN_STAMPED = 100
"""Fewer lines than this are not worth another way of reading."""


class _EntryReader:
    """Sorts the lines of one log into entries."""

    def __init__(self, file: LogFile, log_format: LogFormat, clock: LogClock) -> None:
        self._file, self._format, self._clock = file, log_format, clock
        self._number, self._stem, self._mixed = 0, "", 0
        self._time: float | None = None
        self._mode: TraceMode = ""
        self._stamp: TimeStamps | None = None
        self._read_whole = partial(_read_whole, log_format)

    def read(self, blocks: Iterator[list[str]]) -> Iterator[EntryBlock]:
        """Give the entries in blocks; the last one of a block is held back until what follows it is known."""
        block = EntryBlock(self._file.number, times=[(0, None)])
        for whole in blocks:
            lines = whole
            if stamped := self._take_stamped(lines):
                if block.numbers:
                    yield _tell_causes(block)
                yield stamped
                block, lines = EntryBlock(self._file.number, times=[(0, self._time)]), lines[-1:]
            fields = self._read_fields(lines)
            whole_lines = len(fields) == len(lines) and lines and None not in fields
            if not whole_lines or (self._format.several and any("\n" in each[3] for each in fields if each)):
                self._read_block(lines, block, fields)
            else:
                self._take_plainly(lines, block, cast("list[LineFields]", fields))
            if len(block.numbers) > 1:
                last = block.split_last()
                yield _tell_causes(block)
                block = last
        if block.numbers:
            yield _tell_causes(block)

    def _take_stamped(self, lines: list[str]) -> EntryBlock | None:
        """Make a block of lines that all have a time in the same place, written alike; None where one has not.

        Such lines are entries, whatever follows, and most of what follows was met before. The last is left for later.
        """
        if self._mode or not self._format.time_first or len(lines) < _MIN_STAMPED:
            return None
        if self._stamp is None or not self._stamp.find_stems(self._stamp.cut(lines[:1])[0]):
            self._stamp = learn_stamp(lines[0], self._format)
        stamps, rests = self._stamp.cut(lines) if self._stamp is not None else ([], [])
        stems = self._stamp.find_stems(stamps) if self._stamp is not None else []
        if not stems:
            return None
        lines, stems = lines[:-1], stems[:-1]
        block = EntryBlock(self._file.number, read=self._read_whole, times=[(0, self._time)])
        self._note_times(block, 0, stems, lambda places: [stamps[place] for place in places])
        block.numbers = list(range(self._number + 1, self._number + 1 + len(lines)))
        block.raws, block.rests, block.stamps = lines, rests[:-1], stamps
        self._number += len(lines)
        return block

    def _note_times(
        self, block: EntryBlock, start: int, stems: list[str], stamps_at: Callable[[list[int]], list[str]]
    ) -> None:
        """Note where the time changes; a second look at the same second would only take time."""
        before = [self._stem, *stems]
        places = list(compress(count(), map(ne, before, stems)))
        if "" in stems:
            places = [place for place in places if stems[place]]
        times = self._clock.read_many(stamps_at(places))
        if times:
            self._time = times[-1]
            block.times += zip(map(start.__add__, places), times, strict=True)
        self._stem = before[-1]

    def _read_fields(self, lines: list[str]) -> list[LineFields | None]:
        """Read the parts of lines, as far as each is an entry; nothing where that has to be seen line by line."""
        if self._mode:
            return []
        # Where a few pieces had lines that go on with others, most have: looking twice would take longer.
        if self._format.read_all is None or self._mixed >= _MAX_MIXED:
            return list(map(self._format.read, lines))
        read: list[LineFields | None] = [*self._format.read_all("\n".join(lines))]
        if len(read) == len(lines):
            return read
        self._mixed += 1
        return []

    def _take_plainly(self, lines: list[str], block: EntryBlock, read: list[LineFields]) -> None:
        """Take a list of lines in of which each is an entry, as most are.

        This runs for every line of gigabytes, and so does as little as it can by itself.
        """
        length = measure_stem(read[0][0])
        stems = [each[0][:length] for each in read]
        self._note_times(block, len(block.numbers), stems, lambda places: [read[place][0] for place in places])
        block.numbers.extend(range(self._number + 1, self._number + 1 + len(lines)))
        block.fields += read
        block.raws += lines
        self._number += len(lines)

    def _read_block(self, lines: list[str], block: EntryBlock, known: list[LineFields | None]) -> None:
        """Take a list of lines in, some of which may belong to the entry before; `known` is what was read of them."""
        read, clock, several, number, stem = (
            self._format.read,
            self._clock.read,
            self._format.several,
            self._number,
            self._stem,
        )
        add_number, add_fields, add_raw = block.numbers.append, block.fields.append, block.raws.append
        read_already = known if len(known) == len(lines) else map(read, lines)
        for line, parts in zip(lines, read_already, strict=True):
            number += 1
            fields = None if self._mode else parts
            if fields is None:
                self._number, self._stem = number, stem
                self._go_on(line, block)
                stem = self._stem
                continue
            if fields[0][:STEM_CHARS] != stem:
                stem = fields[0][:STEM_CHARS]
                if stem:
                    self._time = clock(fields[0])
                    block.times.append((len(block.numbers), self._time))
            add_number(number)
            add_fields(fields)
            add_raw(line)
            if several and "\n" in fields[3]:
                block.fields[-1], block.traces[len(block.numbers) - 1] = part_trace(fields)
        self._number, self._stem = number, stem

    def _go_on(self, line: str, block: EntryBlock) -> None:
        """Take a line outside the format: an entry of its own, or the rest of the one before it."""
        text = self._format.unwrap(line) if self._format.unwrap is not None else line
        if self._mode and block.numbers and not starts_entry(text):
            stays, self._mode = stays_in_trace(self._mode, text)
            if stays:
                _add_to_trace(block, text)
                return
        self._mode = ""
        if not text.strip():
            return
        if (fields := self._format.read(line)) is not None:
            self._add(block, line, fields)
            return
        self._mode = enter_trace(text)
        if not block.numbers or (self._mode and not _is_troubled(block)) or self._stands_alone(line, text):
            self._add(block, line, GENERIC_FORMAT.read(text.lstrip()) or ("", "", "", text.strip(), ""))
        else:
            _add_to_trace(block, text)

    def _stands_alone(self, line: str, text: str) -> bool:
        return self._format is not GENERIC_FORMAT and starts_entry(text) and not self._format.goes_on(line)

    def _add(self, block: EntryBlock, line: str, fields: LineFields) -> None:
        if fields[0]:
            self._stem, self._time = fields[0][:STEM_CHARS], self._clock.read(fields[0])
            block.times.append((len(block.numbers), self._time))
        block.numbers.append(self._number)
        block.fields.append(fields)
        block.raws.append(line)


def _is_troubled(block: EntryBlock) -> bool:
    _, level, _, text, _ = block.fields[-1]
    return len(block.numbers) - 1 in block.traces or judge_severity(level, text) != "INFO"


def _add_to_trace(block: EntryBlock, line: str) -> None:
    trace = block.traces.setdefault(len(block.numbers) - 1, [])
    trace.append(line.rstrip()[:_MAX_TRACE_CHARS])
    if len(trace) > _MAX_TRACE_LINES:
        del trace[-_KEPT_END - 1]


def _cut_trace(lines: Sequence[str]) -> list[str]:
    """Keep the beginning and the end of a long trace, and of long lines their beginning."""
    kept = [line.rstrip()[:_MAX_TRACE_CHARS] for line in lines]
    return kept if len(kept) <= _MAX_TRACE_LINES else [*kept[: _MAX_TRACE_LINES - _KEPT_END], *kept[-_KEPT_END:]]


def part_trace(fields: LineFields) -> tuple[LineFields, list[str]]:
    """Part a message of several lines into the message, with the innermost cause, and its trace."""
    timestamp, level, component, message, host = fields
    text, *lines = message.split("\n")
    trace = _cut_trace(lines)
    return _tell_cause((timestamp, level, component, text, host), trace) if trace else fields, trace


def _tell_causes(block: EntryBlock) -> EntryBlock:
    for place, trace in block.traces.items():
        block.fields[place] = _tell_cause(block.fields[place], trace)
    return block


def _tell_cause(fields: LineFields, trace: Sequence[str]) -> LineFields:
    """Put the innermost cause a trace names into the message, where people look for it."""
    timestamp, level, component, text, host = fields
    cause = find_innermost_cause((text, *trace))
    if text.startswith(TRACE_STARTS):
        return timestamp, level or "ERROR", component, cause or text, host
    return (timestamp, level, component, f"{text} ({cause})", host) if cause and cause not in text else fields
