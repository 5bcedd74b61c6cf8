"""Lists what the evidence of a hypothesis can rest on: lines of the log, past incidents, causal paths, patterns.

Everything has an id and says something. A line says its own words, as its log writes them and as the selection does;
one that a reasoner asked for is known whole. A past incident says all that is recorded of it. Causal paths are P1, P2
and so on, in the order of the incident.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from moot.state.incident import Incident, LogEvent
from moot.state.inspection import CITED, Inspected, SeenLine

Origin = Literal["log", "history", "pattern", "unknown"]


class Source(NamedTuple):
    """One thing that can be cited."""

    origin: Origin
    id: str
    text: str
    quiet: bool = False
    """An ordinary line: it matters only if its words do."""
    shown: str = ""
    """What whoever weighs the evidence is shown of it; nothing where something else says the same."""
    time: str = ""
    counts: bool = False
    """Whether it tells of many lines: an answer of the log."""


def list_sources(incident: Incident, seen: Iterable[Inspected] = ()) -> list[Source]:
    """List everything that can be cited; `seen` is what reasoners were shown of the log."""
    answers = tuple(seen)
    # What was looked up because somebody cites it is whole, and comes last.
    ordered = sorted(answers, key=lambda each: each.number == CITED)
    known = {line.id: line for each in ordered for line in each.lines}
    return [
        *_list_lines(incident, known),
        *(_make_answer(each) for each in answers if each.outcome != "refused" and each.number != CITED),
        *_list_errors(incident),
        *_list_history(incident),
        *_list_patterns(incident),
    ]


def _list_lines(incident: Incident, known: Mapping[str, SeenLine]) -> Iterator[Source]:
    shown: dict[str, LogEvent] = {}
    for number, event in enumerate(incident.events or incident.timeline, start=1):
        shown[event.id or f"event {number}"] = event
    for name, event in shown.items():
        more = known.get(name)
        told = f"{tell_event(event)} {_tell_course(event)} {event.action} {_tell_whole(more) if more else ''}"
        shown_as = more.shown if more else tell_event(event)
        yield Source("log", name, told, event.severity == "INFO", shown_as, event.timestamp)
    for name, line in known.items():
        if name not in shown:
            told = f"{line.time} {line.severity} {line.component} {_tell_whole(line)} {_tell_count(line.count)}"
            yield Source("log", name, told, line.severity == "INFO", line.shown, line.time)


def tell_event(event: LogEvent) -> str:
    """Write an event as one line: when, how severe, where, what, how often."""
    said = event.message or event.action
    parts = (event.timestamp, event.severity, event.component, said, _tell_count(event.count))
    return " ".join(part for part in parts if part)


def _tell_course(event: LogEvent) -> str:
    """Write what the selection shows of a kind over time: since when, how often a minute, what changed in it."""
    if event.count < 2:
        return ""
    rates = f"{event.rate_before:g} {event.rate_inside:g} per minute" if event.rate_before or event.rate_inside else ""
    new = "none before" if "new" in event.reasons else ""
    return " ".join((event.first_seen, event.last_seen, rates, new, *event.reasons))


def _tell_whole(line: SeenLine) -> str:
    """Write a line as its log does and as the selection does: whoever cites it may have read either."""
    return f"{line.text} {line.said}".rstrip()


def _tell_count(count: int) -> str:
    return f"x{count} {count} times" if count > 1 else ""


def _make_answer(each: Inspected) -> Source:
    told = f"{each.request.told}: {each.total} lines in all {'; '.join(each.counts)}".rstrip()
    lines = " ".join(f"{line.id} {_tell_whole(line)}" for line in each.lines)
    shown = " | ".join((told, *(f"{line.id} {_tell_count(line.count)} {line.shown}" for line in each.lines)))
    return Source("log", each.id, f"{told} {lines}", shown=shown, counts=True)


def _list_errors(incident: Incident) -> Iterator[Source]:
    for error in incident.error_messages:
        yield Source("log", error.error_type, f"{error.error_type} {error.component} {error.message}")


def _list_history(incident: Incident) -> Iterator[Source]:
    for past in incident.similar_incidents:
        told = ". ".join(past.told)
        yield Source("history", past.incident_id, f"{past.incident_id} {told}", shown=told)
    for number, path in enumerate(incident.causal_paths, start=1):
        shown = f"causal path {path.told}"
        told = f"path {number} {shown} {path.error_message} {_tell_value(path.relationships)} {path.path_length}"
        yield Source("history", f"P{number}", told, shown=shown)
    for name, context in incident.entity_context.items():
        yield Source("history", name, f"{name} {_tell_value(context.model_dump())}")


def _tell_value(value: object) -> str:
    """Write everything a record says."""
    if isinstance(value, Mapping):
        return " ".join(_tell_value(each) for each in value.values())
    if isinstance(value, list | tuple):
        return " ".join(_tell_value(each) for each in value)
    return "" if value is None else str(value)


def _list_patterns(incident: Incident) -> Iterator[Source]:
    for pattern in incident.patterns:
        yield Source("pattern", pattern.pattern, f"{pattern.pattern} seen {pattern.frequency} times")
    for link in incident.relationships:
        # Trouble comes from what is depended on.
        ends = (link.target, link.source) if link.type == "depends_on" else (link.source, link.target)
        yield Source("pattern", f"{link.source} {link.type} {link.target}", " → ".join(ends))
