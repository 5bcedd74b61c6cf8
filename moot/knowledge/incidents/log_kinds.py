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
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count, islice, pairwise
from operator import itemgetter, ne
from typing import NamedTuple, cast

from moot.errors import InputError
from moot.knowledge.incidents.json_formats import find_numbered_level, hides_level
from moot.knowledge.incidents.line_index import LogIndex
from moot.knowledge.incidents.line_kinds import MAX_KEPT_CHARS, LineKind, keep_sample, settle_form
from moot.knowledge.incidents.log_entries import EntryBlock, LogEntry, open_log_file, states_times
from moot.knowledge.incidents.log_facts import find_failure_code, judge_severity
from moot.knowledge.incidents.log_files import LineDefects, LogFile, WatchBytes, list_log_files
from moot.knowledge.incidents.log_formats import FormatName, LineFields, LogFormat
from moot.knowledge.incidents.log_templates import (
    OTHER_TEMPLATE,
    LineTemplates,
    mask_many,
    mask_quickly,
    mask_variables,
)

_MAX_KINDS = 5000
_MAX_OF_FORM = 24
"""Kinds of one form that are told apart; a form with more has a name or an identifier in it that was not masked."""
_MAX_REMEMBERED = 100_000
"""Masked lines whose kind is remembered; then the memory starts anew."""
_MAX_STEPS = 300

_STEP_LENGTHS = (1, 2, 10, 30, 60, 120, 600, 1200, 3600, 7200, 21_600, 43_200, 86_400)
"""How long a step of time may be: each is a multiple of the one before, and after the last it doubles."""
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


class _BlockTimes(NamedTuple):
    """Says from which entry of a block on which time holds."""

    places: list[int]
    values: list[float]

    def at(self, place: int) -> float:
        """Say which time holds at a place."""
        return self.values[max(0, bisect_right(self.places, place) - 1)]

    def list_spans(self, step: int, size: int) -> Iterator[tuple[int, int, float]]:
        """Part the block where a step of time ends: from where, to where, and the time it begins with."""
        steps = [value // step for value in self.values]
        starts = [0, *compress(count(1), map(ne, steps, islice(steps, 1, None)))]
        for start, end in pairwise((*starts, len(steps))):
            yield self.places[start], self.places[end] if end < len(steps) else size, self.values[start]


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
        self._by_rest: dict[str, LineKind] = {}
        self._by_form: dict[tuple[str, str, str], LineKind] = {}
        self._by_fields = False
        """Whether all that follows the times of this log does not tell its kinds apart."""
        self._known: dict[_LineKey, LineKind] = {}
        self._count, self._followed = 0, 0
        self._now, self._fresh = 0.0, True
        self._low, self._high = 0, 0

    def start_log(self) -> None:
        """Begin with another log: its clock may be another, and what was remembered names lines of the one before."""
        self._forget()
        self._fresh, self._by_fields = True, False

    def _forget(self) -> None:
        self._remembered.clear()
        self._by_rest.clear()
        self._by_form.clear()
        self._known.clear()

    def feed(self, block: EntryBlock, component: str = "") -> tuple[float, float] | None:
        """Take more entries in, and tell their earliest and latest time; `component` is for those that name none.

        All of this runs for gigabytes, so nothing is done line by line that can be done for many at once.
        """
        times = self._read_times(block)
        earliest, latest = min(times.values), max(times.values)
        self._widen(earliest, latest)
        kinds = self._find_by_rests(block, times, component) if block.rests and not self._by_fields else []
        if not kinds:
            kinds = self._find_by_fields(block, times, component)
        for start, end, now in times.list_spans(self.step, len(kinds)):
            self._count_span(kinds[start:end], start, now, block, times)
        for kind, place in dict(zip(kinds, range(len(kinds)), strict=True)).items():
            kind.last = max(kind.last, times.at(place))
        self.lines += len(kinds)
        return (earliest, latest) if self.timed else None

    def _find_by_rests(self, block: EntryBlock, times: _BlockTimes, component: str) -> list[LineKind]:
        """Find the kind of every entry by all that follows its time; nothing where that does not tell them apart."""
        masks = mask_quickly(block.rests)
        found = list(map(self._by_rest.get, masks))
        if None in found:
            missing = [place for place, kind in enumerate(found) if kind is None]
            if not self._remember_rests(_find_firsts(masks, missing), block, times, component):
                self._by_fields = True
                return []
            found = list(map(self._by_rest.__getitem__, masks))
        return cast("list[LineKind]", found)

    def _remember_rests(self, missing: dict[str, int], block: EntryBlock, times: _BlockTimes, component: str) -> bool:
        """Look closely at what was not met before; False where what follows the times does not tell kinds apart."""
        if self._by_rest and len(self._by_rest) + len(missing) > _MAX_REMEMBERED:
            self._forget()
            missing = _find_firsts(mask_quickly(block.rests), range(len(block.rests)))
        masks, places = list(missing), list(missing.values())
        rests = [block.rests[place] for place in places]
        closer = zip(mask_many(rests), map(find_failure_code, rests), map(find_numbered_level, rests), strict=True)
        for mask, place, form in zip(masks, places, closer, strict=True):
            kind = self._by_form.get(form)
            if kind is None:
                fields = block.fields_at(place)
                # A zone behind some times, components that differ in a number only, or a numbered level of an object
                # inside of another would be lost.
                kept = fields[0] == block.stamps[place] and _is_constant(fields[2])
                if not kept or hides_level(block.rests[place]):
                    return False
                kind = self._by_form[form] = self._look_closely(block, place, fields, times, component)
            self._by_rest[mask] = kind
        return True

    def _find_by_fields(self, block: EntryBlock, times: _BlockTimes, component: str) -> list[LineKind]:
        """Find the kind of every entry: most are remembered, the others are looked at closely."""
        if not block.fields:
            block.read_fields()
        masks = mask_quickly(list(map(_MESSAGE, block.fields)))
        keys = list(zip(map(_LEVEL, block.fields), map(_COMPONENT, block.fields), masks, strict=True))
        remembered = self._remembered.get
        found = list(map(remembered, keys))
        for place in [place for place, kind in enumerate(found) if kind is None]:
            kind = remembered(keys[place])
            if kind is None:
                kind = self._look_closely(block, place, block.fields[place], times, component)
                self._remembered[keys[place]] = kind
            found[place] = kind
        return cast("list[LineKind]", found)

    def _count_span(
        self, kinds: Sequence[LineKind], start: int, now: float, block: EntryBlock, times: _BlockTimes
    ) -> None:
        """Count the entries of one step of time; the first of each kind may be kept as a sample."""
        step, firsts = int(now) // self.step, None
        for kind, often in Counter(kinds).items():
            steps = kind.steps
            if step in steps:
                steps[step] += often
                continue
            steps[step] = often
            if not kind.sampled_from < now < kind.sampled_to:
                if firsts is None:
                    firsts = dict(zip(reversed(kinds), range(len(kinds) - 1, -1, -1), strict=True))
                place = start + firsts[kind]
                keep_sample(kind, times.at(place), block, place)

    def _read_times(self, block: EntryBlock) -> _BlockTimes:
        """Read from where on which time holds; a line without one has that of the line before it."""
        stated = [time for _, time in block.times if time is not None]
        if stated and not self.timed and not self.lines:
            self.timed, self._now = True, stated[0]
        if not self.timed:
            return _BlockTimes(list(range(len(block.numbers))), list(map(float, block.numbers)))
        places, times = [place for place, _ in block.times], [time for _, time in block.times]
        near = (stated[0] if self._fresh else self._now, *stated) if stated else ()
        if len(stated) == len(times) and max(near) - min(near) < _FAR_SECONDS:
            self._now, self._fresh = stated[-1], False
            return _BlockTimes(places, stated)
        return _BlockTimes(places, list(self._follow_times(times)))

    def _follow_times(self, times: Iterable[float | None]) -> Iterator[float]:
        """Follow a clock of which some times are missing, or wrong."""
        for time in times:
            if time is not None and (self._fresh or abs(time - self._now) < _FAR_SECONDS):
                self._now, self._fresh = time, False
            yield self._now

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

    def _look_closely(
        self, block: EntryBlock, place: int, fields: LineFields, times: _BlockTimes, component: str
    ) -> LineKind:
        """Find the kind of an entry whose like was not remembered."""
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._forget()
        _, level, own, text, _ = fields
        masked = f"{mask_variables(text)} {find_failure_code(text)}".rstrip()
        key = (level, own or component, masked)
        kind = self._known.get(key)
        if kind is None:
            kind = self._known[key] = self._enter(key, block, place, times.at(place))
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
            kept = entry._replace(raw=entry.raw[:MAX_KEPT_CHARS], text=entry.text[:MAX_KEPT_CHARS])
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
        for kind in self._list_all():
            kind.samples = [each.settle() for each in kind.samples]
        kinds = [kind for form in self._forms.values() if form for kind in settle_form(form)]
        return tuple(sorted(kinds, key=lambda kind: (kind.first, kind.entry.file, kind.entry.line)))


def _find_firsts(masks: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """Find the first of some places at which each masked line stands, in their order."""
    found: dict[str, int] = {}
    for place in places:
        found.setdefault(masks[place], place)
    return found


@lru_cache(maxsize=4096)
def _is_constant(component: str) -> bool:
    """Tell whether a name stays as it is where numbers are masked."""
    return mask_quickly([component])[0] == mask_variables(component) == component


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
def parse_logs(
    sources: Sequence[str], watch: WatchBytes | None = None, index: LogIndex | None = None, zone: str = ""
) -> ParsedLog:
    """Read logs (files, folders, `-` for stdin), recognise their formats and count what is in them.

    An index is told where every line stands, so that the logs are read once. The zone is that of times without one.
    """
    files, noticed, counter = list_log_files(sources, zone), LineDefects(), KindCounter()
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
        if log.clock.stated:
            (noticed.zoned if True in log.clock.stated else noticed.unzoned).append(file.name)
    if not read:
        named = ", ".join(sources[:3])
        raise InputError(f"{named}: no log entry in it; name a text log with one entry per line")
    formats = tuple(dict.fromkeys(log_format.name for _, log_format in read))
    kinds = counter.list_kinds()
    names = tuple(sorted((file for file, _ in read), key=lambda file: file.number))
    return ParsedLog(names, formats, counter.lines, kinds, counter.step, counter.timed, counter.templates, noticed)
