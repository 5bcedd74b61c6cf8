"""Keeps past incidents with their events, entities, errors and causes as a graph in one SQLite file (R-54, R-55).

Nodes and relations have a table each. An incident is added or replaced as a whole, in one transaction: a crash leaves
the graph as it was. What no incident refers to any more is removed with the last one that did.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path

from moot.errors import StoreError
from moot.knowledge.incidents.log_facts import find_error, name_error
from moot.knowledge.incidents.log_templates import mask_variables
from moot.knowledge.incidents.memory.past_incidents import (
    PastError,
    PastEvent,
    PastIncident,
    read_category,
    read_past_severity,
)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS incident (
    id TEXT PRIMARY KEY, timestamp TEXT, dataset TEXT, label TEXT, severity TEXT, duration TEXT, resolved INTEGER,
    root_cause TEXT, description TEXT, confirmed INTEGER, digest TEXT);
CREATE TABLE IF NOT EXISTS event (
    id TEXT PRIMARY KEY, timestamp TEXT, component TEXT, action TEXT, severity TEXT, message TEXT, template_id TEXT,
    parameters TEXT);
CREATE TABLE IF NOT EXISTS entity (id TEXT PRIMARY KEY, type TEXT, name TEXT, context TEXT, properties TEXT);
CREATE TABLE IF NOT EXISTS error (
    id TEXT PRIMARY KEY, error_type TEXT, message TEXT, component TEXT, stack_trace TEXT, frequency INTEGER);
CREATE TABLE IF NOT EXISTS template (
    id TEXT PRIMARY KEY, pattern TEXT, dataset TEXT, frequency INTEGER, parameters TEXT);
CREATE TABLE IF NOT EXISTS root_cause (
    id TEXT PRIMARY KEY, description TEXT, category TEXT, confidence REAL, resolution TEXT, frequency INTEGER);
CREATE TABLE IF NOT EXISTS contains (
    incident TEXT REFERENCES incident ON DELETE CASCADE, event TEXT REFERENCES event, sequence INTEGER,
    PRIMARY KEY (incident, event));
CREATE TABLE IF NOT EXISTS involves (
    event TEXT REFERENCES event ON DELETE CASCADE, entity TEXT REFERENCES entity, role TEXT,
    PRIMARY KEY (event, entity));
CREATE TABLE IF NOT EXISTS reports (
    event TEXT REFERENCES event ON DELETE CASCADE, error TEXT REFERENCES error, PRIMARY KEY (event, error));
CREATE TABLE IF NOT EXISTS causes (
    source TEXT REFERENCES event ON DELETE CASCADE, target TEXT REFERENCES event ON DELETE CASCADE, confidence REAL,
    delay REAL, PRIMARY KEY (source, target));
CREATE TABLE IF NOT EXISTS precedes (
    source TEXT REFERENCES event ON DELETE CASCADE, target TEXT REFERENCES event ON DELETE CASCADE, delay REAL,
    PRIMARY KEY (source, target));
CREATE TABLE IF NOT EXISTS similar_to (
    a TEXT REFERENCES incident ON DELETE CASCADE, b TEXT REFERENCES incident ON DELETE CASCADE, similarity REAL,
    method TEXT, PRIMARY KEY (a, b));
CREATE TABLE IF NOT EXISTS has_root_cause (
    incident TEXT REFERENCES incident ON DELETE CASCADE, root_cause TEXT REFERENCES root_cause, confidence REAL,
    PRIMARY KEY (incident, root_cause));
CREATE TABLE IF NOT EXISTS matches (
    event TEXT REFERENCES event ON DELETE CASCADE, template TEXT REFERENCES template, PRIMARY KEY (event, template));
CREATE INDEX IF NOT EXISTS incident_timestamp ON incident (timestamp);
CREATE INDEX IF NOT EXISTS incident_dataset ON incident (dataset);
CREATE INDEX IF NOT EXISTS event_timestamp ON event (timestamp);
CREATE INDEX IF NOT EXISTS event_component ON event (component);
CREATE INDEX IF NOT EXISTS entity_name ON entity (name);
CREATE INDEX IF NOT EXISTS entity_type ON entity (type);
CREATE INDEX IF NOT EXISTS error_type ON error (error_type);
CREATE INDEX IF NOT EXISTS template_pattern ON template (pattern);
CREATE INDEX IF NOT EXISTS contains_event ON contains (event);
CREATE INDEX IF NOT EXISTS involves_entity ON involves (entity);
CREATE INDEX IF NOT EXISTS reports_error ON reports (error);
CREATE INDEX IF NOT EXISTS causes_target ON causes (target);
CREATE INDEX IF NOT EXISTS precedes_target ON precedes (target);
CREATE INDEX IF NOT EXISTS matches_template ON matches (template);
CREATE INDEX IF NOT EXISTS similar_b ON similar_to (b);
CREATE INDEX IF NOT EXISTS cause_of ON has_root_cause (root_cause);
"""


IN_MEMORY = "memory:"

_SHARED_NODES = {"entity": "involves", "error": "reports", "template": "matches", "root_cause": "has_root_cause"}
"""Nodes that several incidents may share, and the relation that leads to each."""
_STATUS_PHRASES = {str(each.value): each.phrase for each in HTTPStatus}
_ADDRESS = re.compile(r"/?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?")


@contextmanager
def open_graph(place: str, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the graph in a file, or an empty one for `memory:`; only one opened to write is made where there is none."""
    try:
        with closing(_connect(place, write=write)) as graph:
            graph.create_function("plain_error", 1, plain_error, deterministic=True)
            graph.execute("PRAGMA foreign_keys=ON")
            if write or place == IN_MEMORY:
                graph.execute("PRAGMA journal_mode=WAL")
                graph.executescript(_SCHEMA)
            yield graph
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"incident graph {place}: {error}") from error


def _connect(place: str, *, write: bool) -> sqlite3.Connection:
    if place == IN_MEMORY:
        return sqlite3.connect(":memory:")
    if "\0" in place:
        raise sqlite3.OperationalError("the name cannot be used")
    path = Path(place).absolute()
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(path, timeout=5)
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)


def add_incidents(graph: sqlite3.Connection, incidents: Sequence[PastIncident]) -> list[str]:
    """Add incidents, or replace those with their ids: all or, after a crash, none. Gives the ids of what changed."""
    known = dict(graph.execute("SELECT id, digest FROM incident").fetchall())
    new = {each.id: each for each in incidents if known.get(each.id) != _digest(each.model_dump_json())}
    with graph:
        _remove_incidents(graph, list(new))
        for incident in new.values():
            _add_incident(graph, incident)
        _remove_orphans(graph)
    return list(new)


def remove_incident(graph: sqlite3.Connection, incident_id: str) -> bool:
    """Remove an incident and what only it refers to; False when there is none."""
    with graph:
        found = _remove_incidents(graph, [incident_id])
        _remove_orphans(graph)
    return found > 0


def _remove_incidents(graph: sqlite3.Connection, incidents: Sequence[str]) -> int:
    wanted = json.dumps(incidents)
    listed = "IN (SELECT value FROM json_each(?))"
    events = graph.execute(f"SELECT event FROM contains WHERE incident {listed}", (wanted,)).fetchall()  # noqa: S608
    found = graph.execute(f"DELETE FROM incident WHERE id {listed}", (wanted,)).rowcount  # noqa: S608
    graph.executemany("DELETE FROM event WHERE id = ?", events)
    return found


def _remove_orphans(graph: sqlite3.Connection) -> None:
    """Drop the nodes nobody refers to, and bring up to date how often each of the others is referred to."""
    for node, relation in _SHARED_NODES.items():
        graph.execute(f"DELETE FROM {node} WHERE id NOT IN (SELECT {node} FROM {relation})")  # noqa: S608
        if node != "entity":
            counted = f"SELECT COUNT(*) FROM {relation} WHERE {relation}.{node} = {node}.id"  # noqa: S608
            graph.execute(f"UPDATE {node} SET frequency = ({counted})")  # noqa: S608


def _add_incident(graph: sqlite3.Connection, incident: PastIncident) -> None:
    names = ("id", "timestamp", "dataset", "label", "severity", "duration", "resolved", "root_cause", "description")
    row = [getattr(incident, name) for name in (*names, "confirmed")]
    graph.execute("INSERT INTO incident VALUES (?,?,?,?,?,?,?,?,?,?,?)", (*row, _digest(incident.model_dump_json())))
    _add_events(graph, incident)
    _add_entities(graph, incident)
    _add_errors(graph, incident)
    _add_order(graph, incident)
    _add_root_cause(graph, incident)


def _add_events(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for sequence, event in enumerate(incident.events):
        node = _event_id(incident, event.id)
        row = (
            event.timestamp,
            event.component,
            event.action,
            read_past_severity(event),
            event.message,
            event.template_id,
        )
        graph.execute(
            "INSERT OR REPLACE INTO event VALUES (?,?,?,?,?,?,?,?)", (node, *row, json.dumps(event.parameters))
        )
        graph.execute("INSERT OR REPLACE INTO contains VALUES (?,?,?)", (incident.id, node, sequence))
        pattern = mask_message(event.message or event.action)
        if pattern:
            template = _digest(pattern)
            form = (template, pattern, incident.dataset, pattern.count("<*>"))
            graph.execute("INSERT OR IGNORE INTO template VALUES (?,?,?,0,?)", form)
            graph.execute("INSERT OR IGNORE INTO matches VALUES (?,?)", (node, template))


def _add_entities(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for entity in incident.entities:
        name = plain_entity_name(entity.name)
        node = f"{entity.type}:{name}"
        row = (node, entity.type, name, entity.context, json.dumps(entity.properties))
        graph.execute("INSERT OR IGNORE INTO entity VALUES (?,?,?,?,?)", row)
        for event in _find_mentions(incident, name):
            role = "component" if event.component == entity.name else "mentioned"
            graph.execute("INSERT OR IGNORE INTO involves VALUES (?,?,?)", (_event_id(incident, event.id), node, role))


def _find_mentions(incident: PastIncident, name: str) -> Iterable[PastEvent]:
    """Find the events that name an entity; one that none names belongs to the first."""
    found = [event for event in incident.events if event.component == name or name in event.message]
    return found or incident.events[:1]


def _add_errors(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for error in incident.errors:
        node = _digest(f"{error.error_type}|{error.component}|{mask_message(error.message)}")
        row = (node, error.error_type, error.message, error.component, error.stack_trace, error.frequency)
        graph.execute("INSERT OR IGNORE INTO error VALUES (?,?,?,?,?,?)", row)
        for event in _find_reports(incident, error):
            graph.execute("INSERT OR IGNORE INTO reports VALUES (?,?)", (_event_id(incident, event.id), node))


def _find_reports(incident: PastIncident, error: PastError) -> Iterable[PastEvent]:
    """Find the events that report an error; one that none reports belongs to the last."""
    found = [
        event
        for event in incident.events
        if (not error.component or event.component == error.component)
        and (error.error_type in event.message or name_error(event.message) == error.error_type)
    ]
    return found or [event for event in incident.events if event.message == error.message] or incident.events[-1:]


def _add_order(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for before, after in pairwise(incident.events):
        row = (
            _event_id(incident, before.id),
            _event_id(incident, after.id),
            _measure_delay(before.timestamp, after.timestamp),
        )
        graph.execute("INSERT OR IGNORE INTO precedes VALUES (?,?,?)", row)
    known = {event.id for event in incident.events}
    for cause in incident.causes:
        if cause.source in known and cause.target in known:
            pair = (_event_id(incident, cause.source), _event_id(incident, cause.target))
            graph.execute("INSERT OR IGNORE INTO causes VALUES (?,?,?,?)", (*pair, cause.confidence, cause.delay))


def _add_root_cause(graph: sqlite3.Connection, incident: PastIncident) -> None:
    cause = incident.cause
    description = cause.description or incident.root_cause
    if not description:
        return
    category = read_category(cause.category)
    node = cause.id or _digest(f"{category}|{' '.join(description.casefold().split())}")
    row = (node, description, category, cause.confidence, json.dumps(cause.resolution))
    graph.execute("INSERT OR REPLACE INTO root_cause VALUES (?,?,?,?,?,0)", row)
    graph.execute("INSERT OR REPLACE INTO has_root_cause VALUES (?,?,?)", (incident.id, node, cause.confidence))


def mask_message(message: str) -> str:
    """Reduce a message to its form, the same in every log: what varies is masked, case and blanks do not matter."""
    return " ".join(mask_variables(message).casefold().split())[:500]


@lru_cache(maxsize=4096)
def plain_error(name: str) -> str:
    """Name an error as logs are read: people write a whole sentence where a log has an exception, or a status."""
    if name.isdecimal() and (phrase := _STATUS_PHRASES.get(name)):
        return name_error(phrase)
    return name_error(name) if " " in name.strip() else find_error(name) or name


def plain_entity_name(name: str) -> str:
    """Name an entity without the slash and port that some logs put around an address."""
    address = _ADDRESS.fullmatch(name)
    return address[1] if address else name


def _event_id(incident: PastIncident, event_id: str) -> str:
    return f"{incident.id}/{event_id}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:20]


def _measure_delay(before: str, after: str) -> float | None:
    """Count the seconds between two times, where both can be read."""
    try:
        start, end = datetime.fromisoformat(before), datetime.fromisoformat(after)
        return (end - start).total_seconds()
    except (ValueError, TypeError):
        return None
