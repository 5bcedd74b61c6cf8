"""Counts the entries of logs by kind and over time: bounded memory, one pass, the same result every time.

A kind is what one component says in one form, with one severity and the same words. Equal masked lines are looked up,
not searched: searching again would find the same form and change nothing. When there are too many kinds of one form, or
too many in all, what is new is counted together.

Time is counted in steps of equal length, at most a few hundred; when a log outgrows them, a longer step is taken. A log
without any times is counted by its lines. For every step in which a kind occurs one of its lines is kept, and thinned
out when there are many: values that change over time are seen in them.
"""

import gc
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice, pairwise
from operator import itemgetter
from typing import NamedTuple, cast

from moot.errors import InputError
from moot.knowledge.incidents.line_index import LogIndex
from moot.knowledge.incidents.log_entries import EntryBlock, LogEntry, open_log_file, states_times
from moot.knowledge.incidents.log_facts import find_failure_code, judge_severity
from moot.knowledge.incidents.log_files import LineDefects, LogFile, WatchBytes, list_log_files
from moot.knowledge.incidents.log_formats import FormatName, LogFormat
from moot.knowledge.incidents.log_templates import OTHER_TEMPLATE, LineTemplates, mask_quickly, mask_variables
from moot.state.incident import LogSeverity

_MAX_KINDS = 5000
_MAX_OF_FORM = 24
"""Kinds of one form that are told apart; a form with more has a name or an identifier in it that was not masked."""
_MAX_REMEMBERED = 100_000
"""Masked lines whose kind is remembered; then the memory starts anew."""
_MAX_STEPS = 300
_STEP_LENGTHS = (1, 2, 10, 30, 60, 120, 600, 1200, 3600, 7200, 21_600, 43_200, 86_400)
"""How long a step of time may be: each is a multiple of the one before, and after the last it doubles."""
_MAX_SAMPLES, _MAX_SAMPLE_CHARS, _MAX_KEPT_CHARS = 32, 300, 2000
_FAR_SECONDS = 400 * 86_400
"""A clock that jumps further than this is wrong."""
_MAX_FOLLOWED, _FOLLOWED_REACH, _MAX_OF_REQUEST = 40, 2000, 6
_REQUEST = re.compile(
    r"\b(?:req(?:uest)?|trace|corr(?:elation)?|session|order|tx|txn|transaction|job|task|span|message|x-request)"
    r"(?:[_-]?id)?[\"']?[=:]\s?[\"']?([\w-]{4,64})|\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,})\b",
    re.IGNORECASE,
)

_LineKey = tuple[str, str, str]
_LEVEL, _COMPONENT, _MESSAGE = itemgetter(1), itemgetter(2), itemgetter(3)
_Moment = tuple[int, float]
"""From which entry of a block on which time holds."""


class Sample(NamedTuple):
    """Is one line of a kind."""

    time: float
    file: int
    line: int
    text: str


@dataclass(slots=True, eq=False)
class LineKind:
    """Counts the entries of one kind, and keeps the first of them."""

    template: int
    component: str
    severity: LogSeverity
    masked: str
    """Its words, with what varies masked; empty where several wordings are counted together."""
    entry: LogEntry
    """The first of them."""
    first: float
    last: float
    steps: dict[int, int] = field(default_factory=dict)
    """How many there are in each step of time."""
    samples: list[Sample] = field(default_factory=list)
    gap: float = 0.0
    """How far apart its samples are kept."""
    files: set[int] = field(default_factory=set)
    request: tuple[str, tuple[LogEntry, ...]] = ("", ())
    """An identifier the first of them names, and what else names it nearby."""
    form_count: int = 0
    """How many entries have its form, whatever their words; 0 where it is alone in it."""

    @property
    def count(self) -> int:
        """Count its entries."""
        return sum(self.steps.values())


@dataclass(frozen=True, slots=True)
class ParsedLog:
    """Holds what was read from the logs of an incident."""

    files: tuple[LogFile, ...]
    formats: tuple[FormatName, ...]
    lines: int
    kinds: tuple[LineKind, ...]
    """In the order of their first entries."""
    step: int
    """Seconds in a step of time, or lines where the logs have no times."""
    timed: bool
    templates: LineTemplates
    noticed: LineDefects


class KindCounter:
    """Takes entries in and counts them by kind."""

    def __init__(self) -> None:
        self.templates, self.step, self.lines, self.timed = LineTemplates(), 1, 0, False
        self._forms: dict[tuple[int, str, str], dict[str, LineKind]] = {}
        self._remembered: dict[_LineKey, LineKind] = {}
        self._known: dict[_LineKey, LineKind] = {}
        self._count, self._followed = 0, 0
        self._now, self._fresh = 0.0, True
        self._low, self._high = 0, 0

    def start_log(self) -> None:
        """Begin with another log: its clock may be another, and what was remembered names lines of the one before."""
        self._forget()
        self._fresh = True

    def _forget(self) -> None:
        self._remembered.clear()
        self._known.clear()

    def feed(self, block: EntryBlock, component: str = "") -> tuple[float, float] | None:
        """Take more entries in, and tell their earliest and latest time; `component` is for those that name none.

        All of this runs for gigabytes, so nothing is done line by line that can be done for many at once.
        """
        times = list(self._list_times(block))
        earliest, latest = min(times, key=itemgetter(1))[1], max(times, key=itemgetter(1))[1]
        self._widen(earliest, latest)
        masks = mask_quickly(list(map(_MESSAGE, block.fields)))
        keys = list(zip(map(_LEVEL, block.fields), map(_COMPONENT, block.fields), masks, strict=True))
        kinds = self._find_kinds(keys, block, times, component)
        for start, end, now in _list_spans(times, self.step, len(kinds)):
            self._count_span(kinds[start:end], start, now, block)
        for kind, place in dict(zip(kinds, range(len(kinds)), strict=True)).items():
            kind.last = max(kind.last, _time_at(times, place))
        self.lines += len(kinds)
        return (earliest, latest) if self.timed else None

    def _find_kinds(
        self, keys: Sequence[_LineKey], block: EntryBlock, times: Sequence[_Moment], component: str
    ) -> list[LineKind]:
        """Find the kind of every entry: most are remembered, the others are looked at closely."""
        remembered = self._remembered.get
        found = list(map(remembered, keys))
        for place in [place for place, kind in enumerate(found) if kind is None]:
            kind = remembered(keys[place])
            if kind is None:
                kind = self._look_closely(block, place, keys[place][2], _time_at(times, place), component)
            found[place] = kind
        return cast("list[LineKind]", found)

    def _count_span(self, kinds: Sequence[LineKind], start: int, now: float, block: EntryBlock) -> None:
        """Count the entries of one step of time; the first of each kind may be kept as a sample."""
        step, firsts = int(now) // self.step, None
        for kind, often in Counter(kinds).items():
            if step in kind.steps:
                kind.steps[step] += often
                continue
            kind.steps[step] = often
            if not kind.samples or abs(now - kind.samples[-1].time) >= kind.gap:
                if firsts is None:
                    firsts = dict(zip(reversed(kinds), range(len(kinds) - 1, -1, -1), strict=True))
                _keep_sample(kind, now, block.entry(start + firsts[kind]))

    def _list_times(self, block: EntryBlock) -> Iterator[_Moment]:
        """List from where on which time holds; a line without one has that of the line before it."""
        known = any(time is not None for _, time in block.times)
        if known and not self.timed and not self.lines:
            self.timed = True
            self._now = next(time for _, time in block.times if time is not None)
        if not self.timed:
            yield from enumerate(map(float, block.numbers))
            return
        for place, time in block.times:
            if time is not None and (self._fresh or abs(time - self._now) < _FAR_SECONDS):
                self._now, self._fresh = time, False
            yield place, self._now

    def _widen(self, earliest: float, latest: float) -> None:
        """Make steps longer where there would be too many of them."""
        low, high = int(earliest) // self.step, int(latest) // self.step
        self._low, self._high = (min(self._low, low), max(self._high, high)) if self.lines else (low, high)
        while self._high - self._low >= _MAX_STEPS:
            factor = next((each for each in _STEP_LENGTHS if each > self.step), 2 * self.step) // self.step
            self.step *= factor
            self._low, self._high = self._low // factor, self._high // factor
            for kind in self._list_all():
                fewer: dict[int, int] = {}
                for number, often in kind.steps.items():
                    fewer[number // factor] = fewer.get(number // factor, 0) + often
                kind.steps = fewer

    def _list_all(self) -> Iterator[LineKind]:
        return (kind for form in self._forms.values() for kind in form.values())

    def _look_closely(self, block: EntryBlock, place: int, quick: str, now: float, component: str) -> LineKind:
        """Find the kind of an entry whose like was not remembered."""
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._forget()
        _, level, own, text, _ = block.fields[place]
        masked = f"{mask_variables(text)} {find_failure_code(text)}".rstrip()
        key = (level, own or component, masked)
        kind = self._known.get(key)
        if kind is None:
            kind = self._known[key] = self._enter(key, block, place, now)
        self._remembered[level, own, quick] = kind
        return kind

    def _enter(self, key: _LineKey, block: EntryBlock, place: int, now: float) -> LineKind:
        """Find the kind of words that are new to this log; make one if there is none."""
        level, component, masked = key
        entry = block.entry(place)
        now = entry.time if self.timed and entry.time is not None else now
        severity, template = judge_severity(level, entry.text), self.templates.find(masked)
        form = self._forms.setdefault((template, component, severity), {})
        words = masked[:200] if len(form) < _MAX_OF_FORM and self._count < _MAX_KINDS else ""
        kind = form.get(masked[:200]) or form.get(words)
        if kind is None and self._count >= 2 * _MAX_KINDS:
            form, words = self._forms.setdefault((OTHER_TEMPLATE, "", severity), {}), ""
            kind = form.get("")
        if kind is None:
            kept = entry._replace(raw=entry.raw[:_MAX_KEPT_CHARS], text=entry.text[:_MAX_KEPT_CHARS])
            kind = form[words] = LineKind(template, component, severity, words, kept, now, now)
            self._count += 1
            if severity != "INFO" and self._followed < _MAX_FOLLOWED:
                kind.request = self._follow(entry, block, place)
        elif now < kind.first:
            kind.first, kind.entry = now, entry
        kind.files.add(entry.file)
        return kind

    def _follow(self, entry: LogEntry, block: EntryBlock, place: int) -> tuple[str, tuple[LogEntry, ...]]:
        """Find what else names the request that a troubled entry names."""
        found = _REQUEST.search(entry.raw)
        name = (found[1] or found[2]) if found else ""
        if not any(each.isdigit() for each in name):
            return "", ()
        self._followed += 1
        before = [each for each in range(max(0, place - _FOLLOWED_REACH), place) if name in block.raws[each]]
        after = range(place + 1, min(len(block.raws), place + _FOLLOWED_REACH))
        told = [*before[-_MAX_OF_REQUEST // 2 :], *islice((each for each in after if name in block.raws[each]), 3)]
        return name, tuple(block.entry(each) for each in told)

    def list_kinds(self) -> tuple[LineKind, ...]:
        """List the kinds in the order of their first entries; wordings of one form that tell nothing apart are one."""
        kinds = [kind for form in self._forms.values() if form for kind in _settle_form(form)]
        return tuple(sorted(kinds, key=lambda kind: (kind.first, kind.entry.file, kind.entry.line)))


def _list_spans(times: Sequence[_Moment], step: int, size: int) -> Iterator[tuple[int, int, float]]:
    """Part a block where a step of time ends: from where, to where, and the time it begins with."""
    start, began = times[0]
    for (_, before), (place, time) in pairwise(times):
        if time // step != before // step:
            yield start, place, began
            start, began = place, time
    yield start, size, began


def _time_at(times: Sequence[_Moment], place: int) -> float:
    return times[max(0, bisect_right(times, place, key=itemgetter(0)) - 1)][1]


def _keep_sample(kind: LineKind, now: float, entry: LogEntry) -> None:
    time = now if entry.time is None or abs(entry.time - now) > _FAR_SECONDS else entry.time
    kind.samples.append(Sample(time, entry.file, entry.line, entry.text[:_MAX_SAMPLE_CHARS]))
    if len(kind.samples) > _MAX_SAMPLES:
        kind.samples = kind.samples[::2]
        kind.gap = 2 * abs(kind.samples[-1].time - kind.samples[0].time) / len(kind.samples)


_MAX_SEVERE_WORDINGS, _MAX_QUIET_WORDINGS, _RARE_SHARE, _MAX_RARE = 12, 6, 0.05, 4
_MIN_FORM_COUNT = 10


def _settle_form(form: dict[str, LineKind]) -> list[LineKind]:
    """Decide which wordings of one form are kinds of their own.

    All are, unless there are many: Drain likes to put two short lines into one, and the rarer of them may be the cause,
    or the end of one job stand under the name of another. Of many harmless ones the rare are, where there are few of
    them beside a frequent rest: a setting that changed, in a line that otherwise always says the same.
    """
    kinds = list(form.values())
    total = sum(kind.count for kind in kinds)
    if len(kinds) == 1:
        return kinds
    rare = [kind for kind in kinds if kind.masked and kind.count <= max(1, _RARE_SHARE * total)]
    if "" in form or total < _MIN_FORM_COUNT or len(rare) > _MAX_RARE or len(rare) == len(kinds):
        rare = []
    severe = kinds[0].severity != "INFO"
    if not severe:
        for kind in rare:
            kind.form_count = total
    if "" not in form and len(kinds) <= (_MAX_SEVERE_WORDINGS if severe else _MAX_QUIET_WORDINGS):
        return kinds
    for kind in rare:
        kind.form_count = total
    return [_join_kinds([kind for kind in kinds if kind not in rare]), *rare]


def _join_kinds(kinds: Sequence[LineKind]) -> LineKind:
    first = min(kinds, key=lambda kind: (kind.first, kind.entry.file, kind.entry.line))
    for kind in kinds:
        if kind is not first:
            first.samples += kind.samples
            first.files |= kind.files
            first.last = max(first.last, kind.last)
    first.steps = _join_steps([kind.steps for kind in kinds])
    first.samples = sorted(first.samples)[:: 1 + len(first.samples) // _MAX_SAMPLES]
    return first


def _join_steps(many: Iterable[dict[int, int]]) -> dict[int, int]:
    joined: dict[int, int] = {}
    for steps in many:
        for step, count in steps.items():
            joined[step] = joined.get(step, 0) + count
    return joined


@contextmanager
def _without_collector() -> Iterator[None]:
    """Switch the collector of cycles off: entries have none, and it would look through all of them again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


@_without_collector()
def parse_logs(sources: Sequence[str], watch: WatchBytes | None = None, index: LogIndex | None = None) -> ParsedLog:
    """Read logs (files, folders, `-` for stdin), recognise their formats and count what is in them.

    An index is told where every line stands, so that the logs are read once.
    """
    files, noticed, counter = list_log_files(sources), LineDefects(), KindCounter()
    read: list[tuple[LogFile, LogFormat]] = []
    # A log without times beside others must not make all of them be counted by lines.
    for file in sorted(files, key=lambda each: len(files) > 1 and not states_times(each)):
        component = file.component if len(files) > 1 else ""
        log = open_log_file(file, noticed, watch, index.start_log(file, component) if index is not None else None)
        if log is None:
            continue
        for number, block in enumerate(log.blocks):
            if number == 0:
                counter.start_log()
                read.append((file, log.format))
                if index is not None:
                    index.name_format(log.format)
            span = counter.feed(block, component)
            if index is not None and span is not None:
                index.note_times(block.numbers[0], block.numbers[-1], span)
    if not read:
        named = ", ".join(sources[:3])
        raise InputError(f"{named}: no log entry in it; name a text log with one entry per line")
    formats = tuple(dict.fromkeys(log_format.name for _, log_format in read))
    kinds = counter.list_kinds()
    names = tuple(sorted((file for file, _ in read), key=lambda file: file.number))
    return ParsedLog(names, formats, counter.lines, kinds, counter.step, counter.timed, counter.templates, noticed)
