"""Finds what the incident graph knows that bears on an incident: likenesses, chains of causes, entities, patterns.

Ties are broken by id or name, so that the same graph always answers the same.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence

from moot.knowledge.incidents.incident_graph import mask_message, plain_entity_name
from moot.policies.root_cause import Overlap, rank_overlaps
from moot.state.incident import CausalPath, EntityContext, Incident, Pattern, SimilarIncident

_MAX_PATH_STEPS, _MAX_PATHS, _MAX_PATTERNS, _MAX_SEVERITIES = 5, 10, 10, 5
_MAX_ENDS = 500
"""Errors whose causes are looked for, the latest first."""
_MAX_TRIED = 500
"""Partial chains looked at: a graph where everything causes everything must not take forever."""

_LIKENESSES = (("matches", "template", "pattern"), ("reports", "error", "error_type"), ("involves", "entity", "name"))
"""What two incidents may share: events of one form, errors of one type, entities of one name."""


def find_similar(graph: sqlite3.Connection, incident: Incident, besides: str = "") -> tuple[SimilarIncident, ...]:
    """Find the past incidents that share most with this one, best first (R-56); `besides` is left out."""
    values = (
        [mask_message(event.message or event.action) for event in incident.events],
        [error.error_type for error in incident.error_messages],
        [plain_entity_name(entity.name) for entity in incident.entities],
    )
    shared = [_count_shared(graph, *likeness, own) for likeness, own in zip(_LIKENESSES, values, strict=True)]
    known = sorted(set().union(*shared) - {besides})
    overlaps = (Overlap(each, *(counts.get(each, 0) for counts in shared)) for each in known)
    return tuple(_describe_similar(graph, each, score) for each, score in rank_overlaps(overlaps))


def _count_shared(
    graph: sqlite3.Connection, relation: str, node: str, column: str, values: Iterable[str]
) -> dict[str, int]:
    """Count, by past incident, how many of these values its events lead to."""
    wanted = json.dumps(sorted({value for value in values if value}))
    query = (
        f"SELECT contains.incident, COUNT(DISTINCT {node}.{column}) FROM {node} "  # noqa: S608  # names of our own
        f"JOIN {relation} ON {relation}.{node} = {node}.id JOIN contains ON contains.event = {relation}.event "
        f"WHERE {node}.{column} IN (SELECT value FROM json_each(?)) GROUP BY contains.incident"
    )
    return dict(graph.execute(query, (wanted,)).fetchall())


def _describe_similar(graph: sqlite3.Connection, incident_id: str, score: float) -> SimilarIncident:
    timestamp, dataset, label, cause, confirmed = graph.execute(
        "SELECT timestamp, dataset, label, root_cause, confirmed FROM incident WHERE id = ?", (incident_id,)
    ).fetchone()
    behind = graph.execute(
        "SELECT description, category FROM root_cause JOIN has_root_cause ON root_cause = id WHERE incident = ? "
        "ORDER BY id",
        (incident_id,),
    ).fetchone()
    description, category = behind or ("", "")
    components = graph.execute(
        "SELECT DISTINCT component FROM event JOIN contains ON event = id WHERE incident = ? AND component <> '' "
        "ORDER BY component",
        (incident_id,),
    )
    told = "" if description == cause else description
    return SimilarIncident(
        incident_id=incident_id,
        timestamp=timestamp,
        dataset=dataset,
        label=label,
        root_cause=cause,
        root_cause_description=told if confirmed else f"{told} (nobody has confirmed this cause)".strip(),
        root_cause_category=category,
        similarity_score=score,
        components=tuple(row[0] for row in components),
    )


def relate_incidents(graph: sqlite3.Connection, incidents: Iterable[str]) -> None:
    """Write down which incidents resemble each of these most: SIMILAR_TO of R-55."""
    with graph:
        for incident_id in incidents:
            shared = [
                _count_shared(graph, relation, node, column, _list_own(graph, relation, node, column, incident_id))
                for relation, node, column in _LIKENESSES
            ]
            known = set().union(*shared) - {incident_id}
            overlaps = (Overlap(each, *(counts.get(each, 0) for counts in shared)) for each in known)
            rows = [(incident_id, each, score, "shared") for each, score in rank_overlaps(overlaps)]
            graph.execute("DELETE FROM similar_to WHERE a = ?", (incident_id,))
            graph.executemany("INSERT INTO similar_to VALUES (?,?,?,?)", rows)


def _list_own(graph: sqlite3.Connection, relation: str, node: str, column: str, incident_id: str) -> list[str]:
    query = (
        f"SELECT DISTINCT {node}.{column} FROM {node} JOIN {relation} ON {relation}.{node} = {node}.id "  # noqa: S608
        f"JOIN contains ON contains.event = {relation}.event WHERE contains.incident = ?"
    )
    return [row[0] for row in graph.execute(query, (incident_id,))]


def find_causal_paths(graph: sqlite3.Connection, error_types: Iterable[str]) -> tuple[CausalPath, ...]:
    """Find chains of causes that ended in one of these errors, longest first (R-57); only whole chains are listed."""
    wanted = json.dumps(sorted(set(error_types)))
    ends = graph.execute(
        "SELECT event.id, MIN(error.error_type), MIN(error.message) FROM error "
        "JOIN reports ON reports.error = error.id JOIN event ON event.id = reports.event "
        "WHERE error_type IN (SELECT value FROM json_each(?)) "
        "AND event.id IN (SELECT target FROM causes) "
        "GROUP BY event.id ORDER BY event.timestamp DESC, event.id LIMIT ?",
        (wanted, _MAX_ENDS),
    ).fetchall()
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for event, kind, message in ends:
        for chain in _find_chains(graph, event):
            found.setdefault(chain, (kind, message))
    ranked = sorted(found, key=lambda chain: (-len(chain), chain))[:_MAX_PATHS]
    return tuple(_describe_path(graph, chain, *found[chain]) for chain in ranked)


def _find_chains(graph: sqlite3.Connection, end: str) -> list[tuple[str, ...]]:
    """Find the chains that lead to an event, back to where nothing is known to have caused it, or to the limit."""
    whole: list[tuple[str, ...]] = []
    open_chains: list[tuple[str, ...]] = [(end,)]
    tried = 0
    while open_chains and tried < _MAX_TRIED:
        chain = open_chains.pop()
        tried += 1
        rows = graph.execute("SELECT source FROM causes WHERE target = ? ORDER BY source DESC", (chain[0],))
        before = [row[0] for row in rows if row[0] not in chain]
        if before and len(chain) <= _MAX_PATH_STEPS:
            open_chains += [(each, *chain) for each in before]
        elif len(chain) > 1:
            whole.append(chain)
    return whole


def _describe_path(graph: sqlite3.Connection, chain: Sequence[str], kind: str, message: str) -> CausalPath:
    rows = [
        graph.execute("SELECT component, message, action FROM event WHERE id = ?", (each,)).fetchone() for each in chain
    ]
    told = [f"{component}: {text or action}" if component else text or action for component, text, action in rows]
    return CausalPath(
        events=tuple(told),
        relationships=("CAUSES",) * (len(chain) - 1),
        error_type=kind,
        error_message=message,
        path_length=len(chain) - 1,
    )


def describe_entities(graph: sqlite3.Connection, names: Iterable[str]) -> dict[str, EntityContext]:
    """Tell what the graph knows of each of these names (R-58); names it does not know are left out."""
    return {
        name: context for name in dict.fromkeys(names) if (context := _describe_entity(graph, plain_entity_name(name)))
    }


def _describe_entity(graph: sqlite3.Connection, name: str) -> EntityContext | None:
    kind = graph.execute("SELECT type, context FROM entity WHERE name = ? ORDER BY id", (name,)).fetchone()
    if kind is None:
        return None
    involved = graph.execute(
        "SELECT DISTINCT event.id, contains.incident, event.severity FROM involves "
        "JOIN entity ON entity.id = involves.entity JOIN event ON event.id = involves.event "
        "JOIN contains ON contains.event = event.id WHERE entity.name = ? ORDER BY event.timestamp DESC, event.id DESC",
        (name,),
    ).fetchall()
    return EntityContext(
        type=kind[0],
        context=kind[1],
        event_count=len(involved),
        incident_count=len({incident for _, incident, _ in involved}),
        recent_severities=tuple(severity for *_, severity in involved[:_MAX_SEVERITIES]),
    )


def find_patterns(graph: sqlite3.Connection, components: Iterable[str]) -> tuple[Pattern, ...]:
    """Find components that followed each other more than once (R-58); those of this incident, where it names any."""
    wanted = sorted({each for each in components if each})
    rows = graph.execute(
        "SELECT a.component, b.component, COUNT(*) AS seen FROM precedes "
        "JOIN event AS a ON a.id = precedes.source JOIN event AS b ON b.id = precedes.target "
        "WHERE a.component <> '' AND b.component <> '' "
        "AND (? = '[]' OR a.component IN (SELECT value FROM json_each(?)) "
        "OR b.component IN (SELECT value FROM json_each(?))) "
        "GROUP BY a.component, b.component HAVING seen > 1 ORDER BY seen DESC, a.component, b.component LIMIT ?",
        (json.dumps(wanted), json.dumps(wanted), json.dumps(wanted), _MAX_PATTERNS),
    )
    return tuple(Pattern(pattern=f"{before} → {after}", frequency=seen) for before, after, seen in rows)
