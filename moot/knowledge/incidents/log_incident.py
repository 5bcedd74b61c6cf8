"""Makes the input of a root-cause debate out of a log: events, errors, who is involved, what led to what (R-53).

Few enough lines are shown for a prompt, and never without the rare and the severe (R-51). Half of the places are for
errors, a quarter for warnings, the rest for what is ordinary; places one kind leaves free go to the others, the
severest first. Within a kind a template gets one place before any gets a second. The rarer comes first; of equally rare
lines the earlier one, and of ordinary lines the one that most closely precedes the first error.

An event's id is its line's number in the log, as in L17, so that whoever reads the report finds the line. Relations are
read off the lines that are shown, never guessed beyond them:

- causes: a stack trace names an inner cause, or a message says "due to" or "caused by";
- triggers: an earlier and a later event of some severity name the same host, address, block, file or user;
- depends_on: a component's message names another component;
- precedes: components that follow each other in time.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from moot.knowledge.incidents.log_facts import find_entities, find_error, find_exceptions, name_error
from moot.knowledge.incidents.log_files import WatchBytes
from moot.knowledge.incidents.log_parser import OTHER_TEMPLATE, LineGroup, ParsedLog, parse_log
from moot.state.incident import Entity, ErrorMessage, Incident, LogEvent, LogSeverity, Relationship

_MAX_EVENTS = 20
_SHARES: tuple[tuple[LogSeverity, int], ...] = (("ERROR", 2), ("WARN", 4), ("INFO", 4))
"""The share of the places for each severity: one half, one quarter, one quarter."""


def _select_groups(groups: Sequence[LineGroup], limit: int = _MAX_EVENTS) -> tuple[LineGroup, ...]:
    """Choose the groups whose first line is shown, in the order of the log."""
    trouble = min((group.first for group in groups if group.severity == "ERROR"), default=None)
    ranked = {severity: _rank_groups(groups, severity, trouble) for severity, _ in _SHARES}
    chosen = [group for severity, share in _SHARES for group in ranked[severity][: limit // share]]
    left = [group for severity, share in _SHARES for group in ranked[severity][limit // share :]]
    return tuple(sorted([*chosen, *left[: limit - len(chosen)]], key=lambda group: group.first))


def _rank_groups(groups: Sequence[LineGroup], severity: LogSeverity, trouble: int | None) -> list[LineGroup]:
    of_kind = sorted(
        (group for group in groups if group.severity == severity),
        key=lambda group: (group.count.bit_length(), _measure_distance(group, trouble), group.first),
    )
    seen: dict[tuple[int, str], int] = {}
    turns = []
    for group in of_kind:
        place = (group.template, group.component)
        turns.append((seen.get(place, 0), group))
        seen[place] = seen.get(place, 0) + 1
    return [group for _, group in sorted(turns, key=lambda each: each[0])]


def _measure_distance(group: LineGroup, trouble: int | None) -> float:
    """Count the lines from an ordinary line to the first error; what follows it explains nothing."""
    if trouble is None or group.severity != "INFO":
        return 0
    return trouble - group.first if group.first < trouble else float("inf")


_MAX_ERRORS, _MAX_ENTITIES, _MAX_RELATIONS, _MAX_TEMPLATES_SHOWN = 20, 30, 12, 20
_MAX_MESSAGE_CHARS, _MAX_CONTEXT_CHARS = 400, 80
_UNPRINTABLE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f\x7f]")
_STATED_CAUSE = re.compile(r"\b(?:due to|caused by:?|because of)\s+([^,;.|()]{3,80})", re.IGNORECASE)
_FULL_DATE = re.compile(r"\d{4}-\d\d-\d\dT")


def read_incident(source: str, watch: WatchBytes | None = None, limit: int = _MAX_EVENTS) -> tuple[Incident, ParsedLog]:
    """Read a log, or stdin for `-`, into the input of a root-cause debate, and tell how it was read."""
    parsed = parse_log(source, watch)
    return _build_incident(parsed, limit), parsed


def _build_incident(parsed: ParsedLog, limit: int = _MAX_EVENTS) -> Incident:
    """Show a parsed log by its most telling lines."""
    shown = _select_groups(parsed.groups, limit)
    events = tuple(_build_event(group, parsed) for group in shown)
    timeline = _sort_by_time(events)
    traces = {f"L{group.first}": group.trace for group in shown}
    return Incident(
        events=events,
        entities=tuple(_list_entities(events, shown)),
        error_messages=tuple(_list_errors(events, traces)),
        relationships=tuple(_list_relations(timeline, traces)),
        timeline=timeline,
        templates=tuple(_describe_templates(parsed)),
        warnings=tuple(_list_warnings(parsed, len(events))),
    )


def _sort_by_time(events: Sequence[LogEvent]) -> tuple[LogEvent, ...]:
    """Order events by time where every one has a full date, else as the log has them."""
    if all(_FULL_DATE.match(event.timestamp) for event in events):
        return tuple(sorted(events, key=lambda event: event.timestamp))
    return tuple(events)


def _build_event(group: LineGroup, parsed: ParsedLog) -> LogEvent:
    fields = group.format.read(group.line)
    message = _clean_text(fields[2] if fields else group.line)
    cause = _find_innermost_cause(group.trace)
    return LogEvent(
        id=f"L{group.first}",
        timestamp=group.format.head(group.line)[0],
        component=_shorten_component(group.component),
        action=_clean_text(parsed.templates.describe(group.template))[:_MAX_MESSAGE_CHARS],
        severity=group.severity,
        message=f"{message} ({cause})" if cause and cause not in message else message,
        template_id=f"T{group.template}" if group.template != OTHER_TEMPLATE else "",
        count=group.count,
    )


def _shorten_component(component: str) -> str:
    """Name a class without its package, as people and past incidents do."""
    package, _, last = component.rpartition(".")
    return last if package and last[:1].isupper() else component


def _clean_text(text: str) -> str:
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:_MAX_MESSAGE_CHARS]


def _find_innermost_cause(trace: Sequence[str]) -> str:
    """Find the line of a stack trace that names the cause: the last `Caused by`, else the first exception."""
    causes = [line for line in trace if line.startswith("Caused by:")]
    named = causes[-1:] or [line for line in trace if find_exceptions(line) and not line.startswith("at ")][:1]
    return _clean_text(named[0].removeprefix("Caused by:"))[:200] if named else ""


def _list_errors(events: Sequence[LogEvent], traces: dict[str, list[str]]) -> Iterator[ErrorMessage]:
    found: dict[tuple[str, str], ErrorMessage] = {}
    severe = [event for event in events if event.severity == "ERROR"]
    odd = [event for event in events if event.severity == "WARN"]
    for event in (*severe, *odd):
        name = find_error(event.message)
        if event.severity == "WARN" and not name:
            continue
        name = name or name_error(event.message)
        for kind in dict.fromkeys((name, *find_exceptions("\n".join(traces[event.id])))):
            error = ErrorMessage(error_type=kind, message=event.message, component=event.component)
            found.setdefault((kind, event.component), error)
    yield from list(found.values())[:_MAX_ERRORS]


def _list_entities(events: Sequence[LogEvent], shown: Sequence[LineGroup]) -> Iterator[Entity]:
    found: dict[tuple[str, str], Entity] = {}
    severity = {"ERROR": 0, "WARN": 1, "INFO": 2}
    for event, group in sorted(zip(events, shown, strict=True), key=lambda pair: severity[pair[0].severity]):
        host = group.format.head(group.line)[1]
        context = event.message[:_MAX_CONTEXT_CHARS]
        named = [*([("host", host)] if host else []), *find_entities(event.message)]
        if event.component:
            named.append(("component", event.component))
        for kind, name in named:
            entity = Entity.model_validate({"type": kind, "name": name, "context": context})
            found.setdefault((kind, name), entity)
    yield from list(found.values())[:_MAX_ENTITIES]


def _list_relations(timeline: Sequence[LogEvent], traces: dict[str, list[str]]) -> Iterator[Relationship]:
    for found in (
        _list_causes(timeline, traces),
        _list_triggers(timeline),
        _list_dependencies(timeline),
        _list_order(timeline),
    ):
        yield from list(dict.fromkeys(found))[:_MAX_RELATIONS]


def _list_causes(timeline: Iterable[LogEvent], traces: dict[str, list[str]]) -> Iterator[Relationship]:
    for event in timeline:
        chain = find_exceptions("\n".join(line for line in traces[event.id] if not line.startswith("at ")))
        chain = list(dict.fromkeys((*find_exceptions(event.message.partition(" (")[0]), *chain)))
        for outer, inner in pairwise(chain):
            yield Relationship(source=inner, target=outer, type="causes")
        if reason := _STATED_CAUSE.search(event.message):
            yield Relationship(source=reason[1].strip(), target=event.id, type="causes")


def _list_triggers(timeline: Iterable[LogEvent]) -> Iterator[Relationship]:
    last: dict[str, str] = {}
    for event in timeline:
        if event.severity == "INFO":
            continue
        for _, name in find_entities(event.message):
            if name in last and last[name] != event.id:
                yield Relationship(source=last[name], target=event.id, type="triggers")
            last[name] = event.id


def _list_dependencies(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    short = {event.component: re.split(r"[.$/]", event.component)[-1] for event in timeline if event.component}
    for event in timeline:
        for component, name in short.items():
            if component != event.component and len(name) >= 4 and re.search(rf"\b{re.escape(name)}\b", event.message):
                yield Relationship(source=event.component, target=component, type="depends_on")


def _list_order(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    named = [event.component for event in timeline if event.component]
    for before, after in pairwise(named):
        if before != after:
            yield Relationship(source=before, target=after, type="precedes")


def _describe_templates(parsed: ParsedLog) -> Iterator[str]:
    counts: dict[int, int] = {}
    for group in parsed.groups:
        counts[group.template] = counts.get(group.template, 0) + group.count
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MAX_TEMPLATES_SHOWN]
    for number, count in ranked:
        yield f"T{number} ({count} lines): {_clean_text(parsed.templates.describe(number))[:200]}"


def _list_warnings(parsed: ParsedLog, shown: int) -> Iterator[str]:
    noticed = parsed.noticed
    if shown < len(parsed.groups):
        yield f"{shown} of {len(parsed.groups)} kinds of lines are shown; the rare and the severe first"
    if noticed.cut_lines:
        yield f"{noticed.cut_lines} very long line(s) were cut"
    if noticed.broken_lines:
        yield f"{noticed.broken_lines} line(s) hold bytes that are not UTF-8"
    if parsed.templates.full:
        yield "the log has more forms of lines than are told apart; the rest is counted together"
