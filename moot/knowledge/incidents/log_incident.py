"""Makes the input of a root-cause debate out of logs: events, errors, who is involved, what led to what (R-53).

The kinds that tell most are kept, with what may have started the trouble among them; how many of them fit into a prompt
is decided there. Relations are read off the best of them, never guessed beyond them:

- causes: a stack trace names an inner cause, or a message says "due to" or "caused by";
- triggers: an earlier and a later event of some severity name the same host, address, block, file or user;
- depends_on: a component in trouble names another component;
- precedes: a component's first trouble comes before another's, by a second at least. Of two directions only the first
  is kept, and trouble that is as frequent as ever precedes nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise

from moot.knowledge.incidents.focus import Focus, Stretch, find_focus
from moot.knowledge.incidents.line_index import LogIndex
from moot.knowledge.incidents.line_kinds import LineKind, Sample
from moot.knowledge.incidents.log_entries import LogEntry
from moot.knowledge.incidents.log_facts import find_entities, find_error, find_exceptions, name_error
from moot.knowledge.incidents.log_files import WatchBytes
from moot.knowledge.incidents.log_kinds import ParsedLog, parse_logs
from moot.knowledge.incidents.log_outline import describe_outline, list_defects
from moot.knowledge.incidents.log_templates import OTHER_TEMPLATE, mask_variables
from moot.knowledge.incidents.log_times import LogClock, format_time, write_iso
from moot.knowledge.incidents.ranking import RankedChange, RankedKind, find_first_shifted, rank_changes, rank_kinds
from moot.state.incident import (
    Burst,
    Entity,
    ErrorMessage,
    Incident,
    LogEvent,
    Relationship,
    RequestLines,
    name_line,
)
from moot.state.inspection import find_silent

_MAX_EVENTS, _MAX_CHANGES, _MAX_TELLING = 80, 28, 20
_MAX_ERRORS, _MAX_ENTITIES, _MAX_RELATIONS, _MAX_REQUESTS = 20, 30, 12, 3
_MAX_MESSAGE_CHARS, _MAX_CONTEXT_CHARS, _MAX_TOLD_CHARS = 400, 80, 160
_COLUMNS, _REQUEST_LINES = 24, 6
_REQUEST_SECONDS = 120
"""How far from its first line a request is looked for in other logs."""
_MAX_BETWEEN = 20_000
"""So many lines are read again to find in which of them a value changed."""
_UNPRINTABLE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f\x7f]")
_STATED_CAUSE = re.compile(r"\b(?:due to|caused by:?|because of)\s+([^,;.|()]{3,80})", re.IGNORECASE)
_PLAIN_TIME = re.compile(r"\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,]+")
_USUAL_SHARE, _MAX_USUAL = 0.7, 6
_SHORT_LOG, _TO_SECOND = 200, 19
"""Entries of a log that has a baseline; and the characters of a time down to its second."""
_FULL_DATE = re.compile(r"\d{4}-\d\d-\d\dT")


def read_incident(
    *sources: str,
    watch: WatchBytes | None = None,
    question: str = "",
    since: str | None = None,
    until: str | None = None,
    index: LogIndex | None = None,
    zone: str = "",
) -> tuple[Incident, ParsedLog]:
    """Read logs (files, folders, `-` for stdin) into the input of a root-cause debate, and tell how they were read."""
    parsed = parse_logs(sources, watch, index, zone)
    return _IncidentBuilder(parsed, find_focus(parsed, question, since, until), index).build(zone), parsed


class _IncidentBuilder:
    """Shows parsed logs by what tells most."""

    def __init__(self, parsed: ParsedLog, focus: Focus, index: LogIndex | None) -> None:
        self._parsed, self._focus, self._index = parsed, focus, index
        self._several = len(parsed.files) > 1
        self._as_stated = not self._several and all(file.zone is None for file in parsed.files)

    def build(self, zone: str = "") -> Incident:
        """Make the incident."""
        ranked = rank_kinds(self._parsed.kinds, self._focus)
        telling = [each for each in ranked if each.kind.severity != "INFO" and each.inside][:_MAX_TELLING]
        changes = rank_changes(self._parsed.kinds, self._focus, telling)[:_MAX_CHANGES]
        shown = self._leave_out_usual(_merge(ranked, changes))
        pairs = [(self._build_event(*each, rank), each[0].kind) for rank, each in enumerate(shown, start=1)]
        pairs.sort(key=lambda pair: (pair[1].entry.file, int(pair[0].id.rpartition("L")[2])))
        events = tuple(event for event, _ in pairs)
        traces = {event.id: kind.entry.trace for event, kind in pairs}
        hosts = {event.id: kind.entry.host for event, kind in pairs}
        best = sorted(events, key=lambda event: event.rank)[:_MAX_TELLING]
        timeline = _sort_by_time([event for event in events if event in best])
        return Incident(
            events=events,
            entities=tuple(_list_entities(best, hosts)),
            error_messages=tuple(_list_errors(best, traces)),
            relationships=tuple(_list_relations(timeline, traces, short=self._parsed.lines < _SHORT_LOG)),
            timeline=_sort_by_time(events),
            templates=tuple(self._describe_templates()),
            warnings=tuple(list_defects(self._parsed)),
            outline=describe_outline(self._parsed, self._describe(self._focus.burst)),
            logs=tuple(self._name_logs()),
            lines=self._parsed.lines,
            started=self._write_time(self._focus.whole.start),
            ended=self._write_time(self._focus.whole.end),
            zone=zone,
            burst=self._describe(self._focus.burst),
            window=self._describe(self._focus.window),
            histogram=self._draw_whole(),
            requests=tuple(self._list_requests(telling)),
        )

    def _leave_out_usual(
        self, shown: Sequence[tuple[RankedKind, RankedChange | None]]
    ) -> Iterator[tuple[RankedKind, RankedChange | None]]:
        """Leave out most of what is as ever; of a short log all is shown."""
        usual = 0
        for each, change in shown:
            usual += change is None and each.score <= 0
            if usual <= _MAX_USUAL or self._parsed.lines < _SHORT_LOG or change is not None or each.score > 0:
                yield each, change

    def _name_logs(self) -> Iterator[str]:
        for file in self._parsed.files:
            yield f"F{file.number} {file.name}" if self._several else file.name

    def _write_time(self, moment: float) -> str:
        return format_time(moment) if self._parsed.timed else f"line {moment:.0f}"

    def _describe(self, stretch: Stretch | None) -> Burst | None:
        if stretch is None:
            return None
        severe = [kind for kind in self._parsed.kinds if kind.severity != "INFO"]
        lines = sum(self._focus._replace(window=stretch).count_inside(kind) for kind in severe)
        return Burst(start=self._write_time(stretch.start), end=self._write_time(stretch.end), lines=lines)

    def _draw_whole(self) -> str:
        """Draw errors and warnings over the log's time, and where it has no entry at all."""
        drawn = self._draw([kind for kind in self._parsed.kinds if kind.severity != "INFO"])
        silent = find_silent(self._count_columns(self._parsed.kinds)) if self._parsed.timed else ()
        return "".join("_" if at in silent else sign for at, sign in enumerate(drawn))

    def _draw(self, kinds: Iterable[LineKind]) -> str:
        """Draw how often kinds occur over the log's time."""
        most = max(columns := self._count_columns(kinds), default=0)
        return "".join("." if not each else str(max(1, each * 9 // most)) for each in columns) if most else ""

    def _count_columns(self, kinds: Iterable[LineKind]) -> list[int]:
        low, high = int(self._focus.whole.start) // self._focus.step, int(self._focus.whole.end) // self._focus.step
        size = high - low + 1
        columns = [0] * min(_COLUMNS, size)
        for kind in kinds:
            for step, often in kind.steps.items():
                columns[min(len(columns) - 1, max(0, step - low) * len(columns) // size)] += often
        return columns

    def _build_event(self, ranked: RankedKind, change: RankedChange | None, rank: int) -> LogEvent:
        kind, entry = ranked.kind, ranked.kind.entry
        sample = self._choose_sample(ranked, change)
        before, inside = self._measure_rates(ranked)
        return LogEvent(
            id=name_line(sample.line, sample.file if self._several else 0),
            timestamp=self._write_time(sample.time) if sample.line != entry.line else self._write_stated(entry),
            component=_shorten_component(kind.component),
            action=_clean_text(self._parsed.templates.describe(kind.template))[:_MAX_MESSAGE_CHARS],
            severity=kind.severity,
            message=_clean_text(sample.text),
            template_id=f"T{kind.template}" if kind.template != OTHER_TEMPLATE else "",
            count=kind.count,
            first_seen=self._write_time(kind.first),
            last_seen=self._write_time(kind.last),
            rate_before=before,
            rate_inside=inside,
            histogram=self._draw([kind]) if kind.count > 2 else "",
            reasons=tuple(self._list_reasons(ranked, change)),
            rank=rank,
        )

    def _choose_sample(self, ranked: RankedKind, change: RankedChange | None) -> Sample:
        """Choose the line that shows a kind: the change itself, the first with the changed values, else the first."""
        kind = ranked.kind
        if change is not None:
            return change.sample
        if shifted := find_first_shifted(kind, self._focus, partial(self._read_between, kind.component)):
            return shifted
        return Sample(kind.first, kind.entry.file, kind.entry.line, kind.entry.text)

    def _read_between(self, component: str, before: Sample, after: Sample) -> list[Sample]:
        """Read the lines of one form between two samples, where there are not too many lines in all."""
        if self._index is None or before.file != after.file or after.line - before.line > _MAX_BETWEEN:
            return []
        form, clock = mask_variables(after.text), LogClock(self._focus.whole.end)
        lines = self._index.read(before.line + 1, after.line - 1, after.file if self._several else 0)
        alike = (line for line in lines if line.component == component and mask_variables(line.message) == form)
        return [Sample(clock.read(line.time) or after.time, after.file, line.number, line.message) for line in alike]

    def _write_stated(self, entry: LogEntry) -> str:
        """Write the time of an entry as its log does, but one whose zone is known, or of several logs, in UTC."""
        plain = _PLAIN_TIME.fullmatch(entry.timestamp) is not None
        if entry.time is None or not self._parsed.timed or (plain and self._as_stated):
            return write_iso(entry.timestamp)
        return format_time(entry.time)

    def _measure_rates(self, ranked: RankedKind) -> tuple[float, float]:
        """Measure how many lines a minute there are before the window, or outside one that begins with the log."""
        focus, kind = self._focus, ranked.kind
        if focus.window is None or not focus.has_baseline or not self._parsed.timed:
            return 0.0, 0.0
        inside = focus.count_steps(focus.window) * focus.step / 60
        if focus.before is not None:
            earlier = focus._replace(window=focus.before)
            usual = earlier.count_inside(kind) / (earlier.count_steps(focus.before) * focus.step / 60)
        else:
            rest = focus.count_steps(focus.whole) * focus.step / 60 - inside
            usual = (kind.count - ranked.inside) / rest
        return round(usual, 2), round(ranked.inside / inside, 2)

    def _list_reasons(self, ranked: RankedKind, change: RankedChange | None) -> Iterator[str]:
        kind = ranked.kind
        if change is not None:
            yield "change"
        if kind.form_count:
            yield f"rare value: {kind.count} of {kind.form_count} lines of this form"
        if kind.wordings > 1 or not kind.masked:
            yield "and like it: lines of this form in several wordings"
        if kind.count > 1 and self._focus.is_new(kind):
            yield "new"
        yield from ranked.shifts

    def _list_requests(self, telling: Sequence[RankedKind]) -> Iterator[RequestLines]:
        found: dict[str, RequestLines] = {}
        alone: list[RankedKind] = []
        for each in telling:
            request, others = each.kind.request
            if others and request not in found:
                entries = sorted((each.kind.entry, *others), key=lambda entry: entry.line)[:_REQUEST_LINES]
                lines = tuple(self._tell_line(entry) for entry in entries)
                found[request] = RequestLines(request=request, lines=lines)
            elif request and not others:
                alone.append(each)
        # What one log says once of a request, another may go on with.
        for each in alone[:_MAX_REQUESTS] if len(found) < _MAX_REQUESTS else ():
            if lines := tuple(self._follow_elsewhere(each.kind)):
                found.setdefault(each.kind.request[0], RequestLines(request=each.kind.request[0], lines=lines))
        yield from list(found.values())[:_MAX_REQUESTS]

    def _follow_elsewhere(self, kind: LineKind) -> Iterator[str]:
        """Find what all logs say of a request about the time at which one of them names it; nothing if only that."""
        if self._index is None or not self._several or not self._parsed.timed:
            return
        begin, end = (format_time(kind.first + away) for away in (-_REQUEST_SECONDS, _REQUEST_SECONDS))
        every = self._index.find([[kind.request[0]]], may_hold=lambda first, last: first <= end and last >= begin)
        lines = [line for line in islice(every, _MAX_BETWEEN) if begin <= line.time <= end and not line.goes_on]
        if len({line.id.partition("L")[0] for line in lines}) > 1:
            for line in sorted(lines, key=lambda line: line.time)[:_REQUEST_LINES]:
                yield f"{line.id} {line.time} {line.component} {_clean_text(line.message)[:_MAX_TOLD_CHARS]}"

    def _tell_line(self, entry: LogEntry) -> str:
        name = name_line(entry.line, entry.file if self._several else 0)
        parts = (name, self._write_stated(entry), entry.component, _clean_text(entry.text)[:_MAX_TOLD_CHARS])
        return " ".join(part for part in parts if part)

    def _describe_templates(self) -> Iterator[str]:
        counts: dict[int, int] = {}
        for kind in self._parsed.kinds:
            counts[kind.template] = counts.get(kind.template, 0) + kind.count
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MAX_TELLING]
        for number, count in ranked:
            yield f"T{number} ({count} lines): {_clean_text(self._parsed.templates.describe(number))[:200]}"


def _merge(
    ranked: Sequence[RankedKind], changes: Sequence[RankedChange]
) -> list[tuple[RankedKind, RankedChange | None]]:
    """Put what may have started it among what tells most: three kinds of trouble first, then one of each by turns."""
    started = {id(each.kind): each for each in changes}
    of_kind = {id(each.kind): each for each in ranked}
    others = [each for each in ranked if id(each.kind) not in started]
    merged: list[tuple[RankedKind, RankedChange | None]] = []
    waiting = list(changes)
    for place, each in enumerate(others):
        merged.append((each, None))
        if place >= 2 and waiting:
            change = waiting.pop(0)
            merged.append((of_kind[id(change.kind)], change))
    merged += [(of_kind[id(each.kind)], each) for each in waiting]
    return merged[:_MAX_EVENTS]


def _sort_by_time(events: Sequence[LogEvent]) -> tuple[LogEvent, ...]:
    """Order events by time where every one has a full date, else as the log has them."""
    if all(_FULL_DATE.match(event.timestamp) for event in events):
        return tuple(sorted(events, key=lambda event: event.timestamp))
    return tuple(events)


def _shorten_component(component: str) -> str:
    """Name a class without its package, as people and past incidents do."""
    package, _, last = component.rpartition(".")
    return last if package and last[:1].isupper() else component


def _clean_text(text: str) -> str:
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:_MAX_MESSAGE_CHARS]


def _list_errors(events: Sequence[LogEvent], traces: Mapping[str, Sequence[str]]) -> Iterator[ErrorMessage]:
    found: dict[tuple[str, str], ErrorMessage] = {}
    severe = [event for event in events if event.severity == "ERROR"]
    odd = [event for event in events if event.severity == "WARN"]
    for event in (*severe, *odd):
        name = find_error(event.message)
        if event.severity == "WARN" and not name:
            continue
        name = name or name_error(event.message)
        frames = (line for line in traces[event.id] if not line.lstrip().startswith("at "))
        for kind in dict.fromkeys((name, *find_exceptions("\n".join(frames)))):
            error = ErrorMessage(error_type=kind, message=event.message, component=event.component)
            found.setdefault((kind, event.component), error)
    yield from list(found.values())[:_MAX_ERRORS]


def _list_entities(events: Sequence[LogEvent], hosts: Mapping[str, str]) -> Iterator[Entity]:
    found: dict[tuple[str, str], Entity] = {}
    severity = {"ERROR": 0, "WARN": 1, "INFO": 2}
    for event in sorted(events, key=lambda each: severity[each.severity]):
        context = event.message[:_MAX_CONTEXT_CHARS]
        host = hosts[event.id]
        named = [*([("host", host)] if host else []), *find_entities(event.message)]
        if event.component:
            named.append(("component", event.component))
        for kind, name in named:
            entity = Entity.model_validate({"type": kind, "name": name, "context": context})
            found.setdefault((kind, name), entity)
    yield from list(found.values())[:_MAX_ENTITIES]


def _list_relations(
    timeline: Sequence[LogEvent], traces: Mapping[str, Sequence[str]], *, short: bool
) -> Iterator[Relationship]:
    for found in (
        _list_causes(timeline, traces),
        _list_triggers(timeline),
        _list_dependencies(timeline),
        _list_order(timeline, short=short),
    ):
        yield from list(dict.fromkeys(found))[:_MAX_RELATIONS]


def _list_causes(timeline: Iterable[LogEvent], traces: Mapping[str, Sequence[str]]) -> Iterator[Relationship]:
    for event in timeline:
        chain = find_exceptions("\n".join(line for line in traces[event.id] if not line.lstrip().startswith("at ")))
        chain = list(dict.fromkeys((*find_exceptions(event.message.partition(" (")[0]), *chain)))
        for outer, inner in pairwise(chain):
            yield Relationship(source=inner, target=outer, type="causes")
        if reason := _STATED_CAUSE.search(event.message):
            yield Relationship(source=reason[1].strip(), target=event.id, type="causes")


def _list_triggers(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    severe = [event for event in timeline if event.severity != "INFO"]
    named = Counter(name for event in severe for _, name in set(find_entities(event.message)))
    last: dict[str, LogEvent] = {}
    for event in severe:
        for _, name in find_entities(event.message):
            # What nearly all name, as a service that stands in each of its lines, connects nothing.
            if named[name] > max(2, _USUAL_SHARE * len(severe)):
                continue
            earlier = last.get(name)
            if earlier is not None and (earlier.component, earlier.action) != (event.component, event.action):
                yield Relationship(source=earlier.id, target=event.id, type="triggers")
            last[name] = event


def _list_dependencies(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    short = {event.component: re.split(r"[.$/]", event.component)[-1] for event in timeline if event.component}
    for event in (event for event in timeline if event.severity != "INFO"):
        for component, name in short.items():
            if component != event.component and len(name) >= 4 and re.search(rf"\b{re.escape(name)}\b", event.message):
                yield Relationship(source=event.component, target=component, type="depends_on")


def _list_order(timeline: Sequence[LogEvent], *, short: bool) -> Iterator[Relationship]:
    """Say whose trouble came before whose: by the first of each, so that no two components precede each other."""
    severe = [event for event in timeline if event.component and event.severity != "INFO"]
    # Where a window stands out, what is as usual in it has no part in the trouble. In a long log in which nothing
    # stands out whatever comes before something else does so by chance; a short one has no baseline to tell by.
    part = [
        event
        for event in severe
        if event.count > 1 and event.rate_inside and event.rate_inside >= 2 * event.rate_before
    ]
    part = part or (severe if short else [])
    first: dict[str, str] = {}
    for event in part:
        first.setdefault(event.component, event.timestamp)
    for (before, earlier), (after, later) in pairwise(first.items()):
        if earlier[:_TO_SECOND] != later[:_TO_SECOND] or not _FULL_DATE.match(earlier):
            yield Relationship(source=before, target=after, type="precedes")
