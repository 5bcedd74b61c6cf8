"""Writes an incident as bounded text for a prompt; hypotheses about it are in hypotheses.py.

A log reasoner sees the log only, a graph reasoner the history only, everyone else both (R-50). Of the events the
severe ones are kept first, then the earliest; they are shown in the order of time.
"""

from collections.abc import Sequence

from moot.prompts.clip import bullet
from moot.state.incident import Incident, LogEvent

LOG_ONLY, GRAPH_ONLY = "log_focused", "kg_focused"
_SEVERITIES = ("ERROR", "WARN", "INFO")


def _event(event: LogEvent) -> str:
    often = f"x{event.count}" if event.count > 1 else ""
    parts = (event.id, event.timestamp, event.severity, often, event.component, event.message or event.action)
    return " ".join(part for part in parts if part)


def _events(incident: Incident, count: int) -> list[str]:
    timeline = incident.timeline or incident.events
    ranked = sorted(range(len(timeline)), key=lambda index: (_SEVERITIES.index(timeline[index].severity), index))
    return [_event(timeline[index]) for index in sorted(ranked[:count])]


def _section(name: str, texts: Sequence[str], limit: int) -> list[str]:
    return [f"{name}:", bullet(texts, limit)] if texts else []


def _errors(incident: Incident) -> list[str]:
    return [f"{each.error_type} {each.component}: {each.message}" for each in incident.error_messages]


def view_log(incident: Incident, *, limit: int = 8000) -> str:
    """Show what the log says: at most 20 events, the errors, who is involved, what led to what (R-51)."""
    entities = [f"{each.type} {each.name} {each.context}" for each in incident.entities]
    relations = [f"{each.source} {each.type} {each.target}" for each in incident.relationships]
    sections = [
        *_section("events", _events(incident, 20), limit // 2),
        *_section("errors", _errors(incident), limit // 5),
        *_section("entities", entities, limit // 10),
        *_section("relations", relations, limit // 10),
    ]
    return "\n".join(sections)


def view_history(incident: Incident, *, limit: int = 4000) -> str:
    """Show what the incident graph knows: similar incidents, causal paths, entities, patterns (R-50)."""
    similar = [
        f"{each.incident_id} (similarity {each.similarity_score:g}) {each.root_cause_category} {each.root_cause}: "
        f"{each.root_cause_description} [{', '.join(each.components)}]"
        for each in incident.similar_incidents[:5]
    ]
    paths = [
        f"P{number} {' -> '.join(each.events)} ends in {each.error_type}"
        for number, each in enumerate(incident.causal_paths[:3], start=1)
    ]
    context = [
        f"{name} ({each.type}): {each.event_count} events in {each.incident_count} incidents {each.context}"
        for name, each in incident.entity_context.items()
    ]
    patterns = [f"{each.pattern} (seen {each.frequency} times)" for each in incident.patterns]
    sections = [
        *_section("similar incidents", similar, limit // 2),
        *_section("causal paths", paths, limit // 5),
        *_section("entities", context, limit // 10),
        *_section("patterns", patterns, limit // 10),
    ]
    return "\n".join(sections)


def view_incident(incident: Incident, seat: str) -> tuple[str, str]:
    """Give a reasoner its own view as (log, history); what it may not see is empty."""
    log = "" if seat == GRAPH_ONLY else view_log(incident)
    history = "" if seat == LOG_ONLY else view_history(incident)
    return log, history


def view_for_judge(incident: Incident, *, limit: int = 3000) -> str:
    """Show the judge at most ten events and all errors (R-47)."""
    events = _section("events", _events(incident, 10), limit // 2)
    return "\n".join([*events, *_section("errors", _errors(incident), limit // 2)])
