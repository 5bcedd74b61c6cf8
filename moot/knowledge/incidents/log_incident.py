"""Makes the input of a root-cause debate out of a log: events, errors, who is involved, what led to what (R-53).

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
from moot.knowledge.incidents.log_files import Watch
from moot.knowledge.incidents.log_parser import Group, ParsedLog, parse_log
from moot.knowledge.incidents.log_selection import MAX_EVENTS, select_groups
from moot.knowledge.incidents.log_templates import OTHER
from moot.state.incident import Entity, ErrorMessage, Incident, LogEvent, Relationship

MAX_ERRORS, MAX_ENTITIES, MAX_RELATIONS, MAX_TEMPLATES = 20, 30, 12, 20
_MESSAGE, _CONTEXT = 400, 80
_UNPRINTABLE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f\x7f]")
_REASON = re.compile(r"\b(?:due to|caused by:?|because of)\s+([^,;.|()]{3,80})", re.IGNORECASE)
_FULL_DATE = re.compile(r"\d{4}-\d\d-\d\dT")


def read_incident(source: str, watch: Watch | None = None, limit: int = MAX_EVENTS) -> tuple[Incident, ParsedLog]:
    """Read a log, or stdin for `-`, into the input of a root-cause debate, and tell how it was read."""
    parsed = parse_log(source, watch)
    return build_incident(parsed, limit), parsed


def build_incident(parsed: ParsedLog, limit: int = MAX_EVENTS) -> Incident:
    """Show a parsed log by its most telling lines."""
    shown = select_groups(parsed.groups, limit)
    events = tuple(_event(group, parsed) for group in shown)
    timeline = sort_by_time(events)
    traces = {f"L{group.first}": group.trace for group in shown}
    return Incident(
        events=events,
        entities=tuple(_entities(events, shown)),
        error_messages=tuple(_errors(events, traces)),
        relationships=tuple(_relations(timeline, traces)),
        timeline=timeline,
        templates=tuple(_describe_templates(parsed)),
        warnings=tuple(_warn(parsed, len(events))),
    )


def sort_by_time(events: Sequence[LogEvent]) -> tuple[LogEvent, ...]:
    """Order events by time where every one has a full date, else as the log has them."""
    if all(_FULL_DATE.match(event.timestamp) for event in events):
        return tuple(sorted(events, key=lambda event: event.timestamp))
    return tuple(events)


def _event(group: Group, parsed: ParsedLog) -> LogEvent:
    fields = group.format.read(group.line)
    message = _clean(fields[2] if fields else group.line)
    cause = _innermost(group.trace)
    return LogEvent(
        id=f"L{group.first}",
        timestamp=group.format.head(group.line)[0],
        component=shorten(group.component),
        action=_clean(parsed.templates.describe(group.template))[:_MESSAGE],
        severity=group.severity,
        message=f"{message} ({cause})" if cause and cause not in message else message,
        template_id=f"T{group.template}" if group.template != OTHER else "",
        count=group.count,
    )


def shorten(component: str) -> str:
    """A class without its package: the name by which people, and past incidents, know it."""
    package, _, last = component.rpartition(".")
    return last if package and last[:1].isupper() else component


def _clean(text: str) -> str:
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:_MESSAGE]


def _innermost(trace: Sequence[str]) -> str:
    """The line of a stack trace that names the cause: the last `Caused by`, else the first exception."""
    causes = [line for line in trace if line.startswith("Caused by:")]
    named = causes[-1:] or [line for line in trace if find_exceptions(line) and not line.startswith("at ")][:1]
    return _clean(named[0].removeprefix("Caused by:"))[:200] if named else ""


def _errors(events: Sequence[LogEvent], traces: dict[str, list[str]]) -> Iterator[ErrorMessage]:
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
    yield from list(found.values())[:MAX_ERRORS]


def _entities(events: Sequence[LogEvent], shown: Sequence[Group]) -> Iterator[Entity]:
    found: dict[tuple[str, str], Entity] = {}
    severity = {"ERROR": 0, "WARN": 1, "INFO": 2}
    for event, group in sorted(zip(events, shown, strict=True), key=lambda pair: severity[pair[0].severity]):
        host = group.format.head(group.line)[1]
        context = event.message[:_CONTEXT]
        named = [*([("host", host)] if host else []), *find_entities(event.message)]
        if event.component:
            named.append(("component", event.component))
        for kind, name in named:
            entity = Entity.model_validate({"type": kind, "name": name, "context": context})
            found.setdefault((kind, name), entity)
    yield from list(found.values())[:MAX_ENTITIES]


def _relations(timeline: Sequence[LogEvent], traces: dict[str, list[str]]) -> Iterator[Relationship]:
    for found in (_causes(timeline, traces), _triggers(timeline), _dependencies(timeline), _order(timeline)):
        yield from list(dict.fromkeys(found))[:MAX_RELATIONS]


def _causes(timeline: Iterable[LogEvent], traces: dict[str, list[str]]) -> Iterator[Relationship]:
    for event in timeline:
        chain = find_exceptions("\n".join(line for line in traces[event.id] if not line.startswith("at ")))
        chain = list(dict.fromkeys((*find_exceptions(event.message.partition(" (")[0]), *chain)))
        for outer, inner in pairwise(chain):
            yield Relationship(source=inner, target=outer, type="causes")
        if reason := _REASON.search(event.message):
            yield Relationship(source=reason[1].strip(), target=event.id, type="causes")


def _triggers(timeline: Iterable[LogEvent]) -> Iterator[Relationship]:
    last: dict[str, str] = {}
    for event in timeline:
        if event.severity == "INFO":
            continue
        for _, name in find_entities(event.message):
            if name in last and last[name] != event.id:
                yield Relationship(source=last[name], target=event.id, type="triggers")
            last[name] = event.id


def _dependencies(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    short = {event.component: re.split(r"[.$/]", event.component)[-1] for event in timeline if event.component}
    for event in timeline:
        for component, name in short.items():
            if component != event.component and len(name) >= 4 and re.search(rf"\b{re.escape(name)}\b", event.message):
                yield Relationship(source=event.component, target=component, type="depends_on")


def _order(timeline: Sequence[LogEvent]) -> Iterator[Relationship]:
    named = [event.component for event in timeline if event.component]
    for before, after in pairwise(named):
        if before != after:
            yield Relationship(source=before, target=after, type="precedes")


def _describe_templates(parsed: ParsedLog) -> Iterator[str]:
    counts: dict[int, int] = {}
    for group in parsed.groups:
        counts[group.template] = counts.get(group.template, 0) + group.count
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MAX_TEMPLATES]
    for number, count in ranked:
        yield f"T{number} ({count} lines): {_clean(parsed.templates.describe(number))[:200]}"


def _warn(parsed: ParsedLog, shown: int) -> Iterator[str]:
    noticed = parsed.noticed
    if shown < len(parsed.groups):
        yield f"{shown} of {len(parsed.groups)} kinds of lines are shown; the rare and the severe first"
    if noticed.cut_lines:
        yield f"{noticed.cut_lines} very long line(s) were cut"
    if noticed.broken_lines:
        yield f"{noticed.broken_lines} line(s) hold bytes that are not UTF-8"
    if parsed.templates.full:
        yield "the log has more forms of lines than are told apart; the rest is counted together"
