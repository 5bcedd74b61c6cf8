"""The incident graph: past incidents with their events, entities, errors and causes, in one SQLite file (R-54, R-55).

Nodes and relations have a table each. An incident is added or replaced as a whole, in one transaction: a crash leaves
the graph as it was. What no incident refers to any more is removed with the last one that did.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from moot.errors import StoreError
from moot.knowledge.incidents.log_facts import name_error
from moot.knowledge.incidents.log_templates import mask
from moot.knowledge.incidents.past import PastError, PastEvent, PastIncident, read_category, read_severity
from moot.knowledge.incidents.schema import SCHEMA

MEMORY = "memory:"

_SHARED = {"entity": "involves", "error": "reports", "template": "matches", "root_cause": "has_root_cause"}
"""Nodes that several incidents may share, and the relation that leads to each."""
_ADDRESS = re.compile(r"/?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?")


@contextmanager
def open_graph(place: str, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the graph in a file, or an empty one for `memory:`; only one opened to write is made where there is none."""
    try:
        with closing(_connect(place, write=write)) as graph:
            graph.execute("PRAGMA foreign_keys=ON")
            if write or place == MEMORY:
                graph.execute("PRAGMA journal_mode=WAL")
                graph.executescript(SCHEMA)
            yield graph
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"incident graph {place}: {error}") from error


def _connect(place: str, *, write: bool) -> sqlite3.Connection:
    if place == MEMORY:
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
        _remove(graph, list(new))
        for incident in new.values():
            _add_incident(graph, incident)
        _tidy(graph)
    return list(new)


def remove_incident(graph: sqlite3.Connection, incident_id: str) -> bool:
    """Remove an incident and what only it refers to; False when there is none."""
    with graph:
        found = _remove(graph, [incident_id])
        _tidy(graph)
    return found > 0


def _remove(graph: sqlite3.Connection, incidents: Sequence[str]) -> int:
    wanted = json.dumps(incidents)
    listed = "IN (SELECT value FROM json_each(?))"
    events = graph.execute(f"SELECT event FROM contains WHERE incident {listed}", (wanted,)).fetchall()  # noqa: S608
    found = graph.execute(f"DELETE FROM incident WHERE id {listed}", (wanted,)).rowcount  # noqa: S608
    graph.executemany("DELETE FROM event WHERE id = ?", events)
    return found


def _tidy(graph: sqlite3.Connection) -> None:
    """Drop the nodes nobody refers to, and bring up to date how often each of the others is referred to."""
    for node, relation in _SHARED.items():
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
        row = (event.timestamp, event.component, event.action, read_severity(event), event.message, event.template_id)
        graph.execute(
            "INSERT OR REPLACE INTO event VALUES (?,?,?,?,?,?,?,?)", (node, *row, json.dumps(event.parameters))
        )
        graph.execute("INSERT OR REPLACE INTO contains VALUES (?,?,?)", (incident.id, node, sequence))
        pattern = form_of(event.message or event.action)
        if pattern:
            template = _digest(pattern)
            form = (template, pattern, incident.dataset, pattern.count("<*>"))
            graph.execute("INSERT OR IGNORE INTO template VALUES (?,?,?,0,?)", form)
            graph.execute("INSERT OR IGNORE INTO matches VALUES (?,?)", (node, template))


def _add_entities(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for entity in incident.entities:
        name = plain_name(entity.name)
        node = f"{entity.type}:{name}"
        row = (node, entity.type, name, entity.context, json.dumps(entity.properties))
        graph.execute("INSERT OR IGNORE INTO entity VALUES (?,?,?,?,?)", row)
        for event in _mentioning(incident, name):
            role = "component" if event.component == entity.name else "mentioned"
            graph.execute("INSERT OR IGNORE INTO involves VALUES (?,?,?)", (_event_id(incident, event.id), node, role))


def _mentioning(incident: PastIncident, name: str) -> Iterable[PastEvent]:
    """The events that name an entity; one that none names belongs to the first."""
    found = [event for event in incident.events if event.component == name or name in event.message]
    return found or incident.events[:1]


def _add_errors(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for error in incident.errors:
        node = _digest(f"{error.error_type}|{error.component}|{form_of(error.message)}")
        row = (node, error.error_type, error.message, error.component, error.stack_trace, error.frequency)
        graph.execute("INSERT OR IGNORE INTO error VALUES (?,?,?,?,?,?)", row)
        for event in _reporting(incident, error):
            graph.execute("INSERT OR IGNORE INTO reports VALUES (?,?)", (_event_id(incident, event.id), node))


def _reporting(incident: PastIncident, error: PastError) -> Iterable[PastEvent]:
    """The events that report an error; one that none reports belongs to the last."""
    found = [
        event
        for event in incident.events
        if (not error.component or event.component == error.component)
        and (error.error_type in event.message or name_error(event.message) == error.error_type)
    ]
    return found or [event for event in incident.events if event.message == error.message] or incident.events[-1:]


def _add_order(graph: sqlite3.Connection, incident: PastIncident) -> None:
    for before, after in pairwise(incident.events):
        row = (_event_id(incident, before.id), _event_id(incident, after.id), _delay(before.timestamp, after.timestamp))
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


def form_of(message: str) -> str:
    """The form of a message, the same in every log: what varies is masked, case and blanks do not matter."""
    return " ".join(mask(message).casefold().split())[:500]


def plain_name(name: str) -> str:
    """An entity's name without the slash and port that some logs put around an address."""
    address = _ADDRESS.fullmatch(name)
    return address[1] if address else name


def _event_id(incident: PastIncident, event_id: str) -> str:
    return f"{incident.id}/{event_id}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:20]


def _delay(before: str, after: str) -> float | None:
    """The seconds between two times, where both can be read."""
    try:
        start, end = datetime.fromisoformat(before), datetime.fromisoformat(after)
        return (end - start).total_seconds()
    except (ValueError, TypeError):
        return None
