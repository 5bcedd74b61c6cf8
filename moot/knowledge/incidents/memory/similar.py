"""Finds what the incident graph knows that bears on an incident: likenesses, chains of causes, entities, patterns.

Ties are broken by id or name, so that the same graph always answers the same.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from moot.knowledge.incidents.memory.incident_graph import mask_message, plain_entity_name, plain_error
from moot.policies.root_cause.material import Trait, rank_similar, share_words, stake_words
from moot.state.incident import CausalPath, EntityContext, Incident, LogEvent, Pattern, SimilarIncident

_MAX_PATH_STEPS, _MAX_PATHS, _MAX_PATTERNS, _MAX_SEVERITIES = 5, 10, 10, 5
_MAX_SHOWN = 6
"""Events and errors of a past incident that are told."""
_MAX_TRAITS = 20
"""Events of an incident that are compared."""
_MAX_ENDS = 500
"""Errors whose causes are looked for, the latest first."""
_MAX_TRIED = 500
"""Partial chains looked at: a graph where everything causes everything must not take forever."""

_MAX_TOLD = 5000
"""Past incidents whose words are compared: the latest."""
_MAX_CANDIDATES = 200
"""Past incidents that are compared closely: those that share most."""

_Likeness = tuple[Literal["event", "error", "entity"], str, str, str]
_LIKENESSES: tuple[_Likeness, ...] = (
    ("event", "matches", "template", "template.pattern"),
    ("error", "reports", "error", "plain_error(error.error_type)"),
    ("entity", "involves", "entity", "entity.name"),
)
"""What two incidents may share: events of one form, errors of one type, entities of one name."""
_SOME_PART, _NO_PART, _RISES = 0.5, 0.25, 2.0
"""Which part a line has in the trouble that may have started it, one that only stands in the same log; and how much
more often one occurs that comes with the trouble."""


def find_similar(graph: sqlite3.Connection, incident: Incident, besides: str = "") -> tuple[SimilarIncident, ...]:
    """Find the past incidents that resemble this one most, best first (R-56); `besides` is left out."""
    own, telling = _list_traits(incident), _list_telling(incident)
    parts = {f"{event.component} {event.message}": _stake_event(event, incident) for event in reversed(telling)}
    words = share_words(sorted(parts, key=lambda line: -parts[line]), _list_told(graph, besides))
    stakes = {**_stake_traits(own, incident), **stake_words(words, parts)}
    past, ranked = _rank_past(graph, own, besides, words, stakes)
    return tuple(
        _describe_similar(graph, each, score, (own & past[each]) | words.get(each, frozenset()))
        for each, score in ranked
    )


def _list_told(graph: sqlite3.Connection, besides: str) -> dict[str, str]:
    """List what people wrote of past incidents, the latest first where there are very many."""
    query = "SELECT id, description, root_cause FROM incident WHERE id <> ? ORDER BY timestamp DESC, id LIMIT ?"
    return {row[0]: f"{row[1]} {row[2]}" for row in graph.execute(query, (besides, _MAX_TOLD))}


def _list_telling(incident: Incident) -> list[LogEvent]:
    """List the events that have a part in the trouble, the most telling first."""
    telling = [event for event in incident.events if event.severity != "INFO" or "change" in event.reasons]
    return sorted(telling or incident.events, key=lambda event: event.rank)[:_MAX_TRAITS]


def _stake_event(event: LogEvent, incident: Incident) -> float:
    """Say which part an event has in the trouble: all where it comes with it, little where it is a one-off."""
    window = incident.window
    if window is None or not (event.rate_before or event.rate_inside or event.count == 1):
        return 1.0
    if event.count == 1:
        inside = window.start <= event.timestamp <= f"{window.end}~"
        usual = _SOME_PART if "change" in event.reasons and event.severity == "INFO" else _NO_PART
        return 1.0 if inside else usual
    if event.rate_inside >= _RISES * event.rate_before or len(event.reasons) > ("change" in event.reasons):
        return 1.0
    return _SOME_PART if "change" in event.reasons and event.severity == "INFO" else _NO_PART


def _stake_traits(traits: Iterable[Trait], incident: Incident) -> dict[Trait, float]:
    """Say which part each trait has in the trouble: that of the event that has most of it."""
    telling = [(event, _stake_event(event, incident)) for event in _list_telling(incident)]
    errors = {(each.message, plain_error(each.error_type)) for each in incident.error_messages}
    found: dict[Trait, float] = {}
    for kind, value in traits:
        said = [
            stake
            for event, stake in telling
            if (kind == "event" and mask_message(event.message or event.action) == value)
            or (kind == "error" and (event.message, value) in errors)
            or (kind == "entity" and (event.component == value or value in event.message))
        ]
        found[kind, value] = max(said, default=1.0)
    return found


def _list_traits(incident: Incident) -> frozenset[Trait]:
    """List what describes an incident: of its events those that have a part in the trouble."""
    ranked = _list_telling(incident)
    return frozenset(
        (
            *(("event", mask_message(event.message or event.action)) for event in ranked),
            *(("error", plain_error(error.error_type)) for error in incident.error_messages),
            *(("entity", plain_entity_name(entity.name)) for entity in incident.entities),
        )
    )


def _rank_past(
    graph: sqlite3.Connection,
    own: frozenset[Trait],
    besides: str,
    words: Mapping[str, frozenset[Trait]] = MappingProxyType({}),
    stakes: Mapping[Trait, float] = MappingProxyType({}),
) -> tuple[dict[str, frozenset[Trait]], tuple[tuple[str, float], ...]]:
    """Rank the past incidents that share anything with these traits, or words; `besides` is left out."""
    shared: Counter[str] = Counter()
    for likeness in _LIKENESSES:
        wanted = [value for kind, value in own if kind == likeness[0]]
        shared.update(_count_shared(graph, likeness, wanted))
    shared.update({incident: len(found) for incident, found in words.items()})
    del shared[besides]
    candidates = sorted(shared, key=lambda each: (-shared[each], each))[:_MAX_CANDIDATES]
    past = {each: _list_past_traits(graph, each) for each in candidates}
    seen = _count_incidents(graph, own.union(*past.values()))
    (known,) = graph.execute("SELECT COUNT(*) FROM incident").fetchone()
    return past, rank_similar(own, past, seen, known, words, stakes)


def _count_shared(graph: sqlite3.Connection, likeness: _Likeness, values: Iterable[str]) -> dict[str, int]:
    """Count, by past incident, how many of these values its events lead to."""
    _, relation, node, column = likeness
    query = (
        f"SELECT contains.incident, COUNT(DISTINCT {column}) FROM {node} "  # noqa: S608  # names of our own
        f"JOIN {relation} ON {relation}.{node} = {node}.id JOIN contains ON contains.event = {relation}.event "
        f"WHERE {column} IN (SELECT value FROM json_each(?)) GROUP BY contains.incident"
    )
    return dict(graph.execute(query, (json.dumps(sorted({value for value in values if value})),)).fetchall())


def _list_past_traits(graph: sqlite3.Connection, incident_id: str) -> frozenset[Trait]:
    traits: list[Trait] = []
    for kind, relation, node, column in _LIKENESSES:
        query = (
            f"SELECT DISTINCT {column} FROM {node} JOIN {relation} ON {relation}.{node} = {node}.id "  # noqa: S608
            f"JOIN contains ON contains.event = {relation}.event WHERE contains.incident = ?"
        )
        traits += [(kind, row[0]) for row in graph.execute(query, (incident_id,))]
    return frozenset(traits)


def _count_incidents(graph: sqlite3.Connection, traits: frozenset[Trait]) -> dict[Trait, int]:
    """Count how many past incidents have each of these traits."""
    counts: dict[Trait, int] = {}
    for kind, relation, node, column in _LIKENESSES:
        wanted = json.dumps(sorted(value for each, value in traits if each == kind))
        query = (
            f"SELECT {column}, COUNT(DISTINCT contains.incident) FROM {node} "  # noqa: S608
            f"JOIN {relation} ON {relation}.{node} = {node}.id JOIN contains ON contains.event = {relation}.event "
            f"WHERE {column} IN (SELECT value FROM json_each(?)) GROUP BY {column}"
        )
        counts |= {(kind, value): often for value, often in graph.execute(query, (wanted,))}
    return counts


def _describe_similar(
    graph: sqlite3.Connection, incident_id: str, score: float, shared: frozenset[Trait]
) -> SimilarIncident:
    timestamp, dataset, label, severity, description, cause, confirmed = graph.execute(
        "SELECT timestamp, dataset, label, severity, description, root_cause, confirmed FROM incident WHERE id = ?",
        (incident_id,),
    ).fetchone()
    behind = graph.execute(
        "SELECT description, category, resolution FROM root_cause JOIN has_root_cause ON root_cause = id "
        "WHERE incident = ? ORDER BY id",
        (incident_id,),
    ).fetchone()
    explained, category, resolution = behind or ("", "", "[]")
    told = "" if explained == cause else explained
    events = _list_column(
        graph, "SELECT message FROM event JOIN contains ON event = id WHERE incident = ? ORDER BY sequence", incident_id
    )
    return SimilarIncident(
        incident_id=incident_id,
        timestamp=timestamp,
        dataset=dataset,
        label=label,
        root_cause=cause,
        root_cause_description=told if confirmed else f"{told} (nobody has confirmed this cause)".strip(),
        root_cause_category=category,
        similarity_score=score,
        components=_list_components(graph, incident_id),
        description="" if description == cause else description,
        severity=severity,
        errors=_list_column(
            graph,
            "SELECT DISTINCT error_type FROM error JOIN reports ON reports.error = error.id "
            "JOIN contains ON contains.event = reports.event WHERE incident = ? ORDER BY error_type",
            incident_id,
        )[:_MAX_SHOWN],
        # An incident without events has its description as one.
        events=tuple(each for each in events if not description or description not in each)[:_MAX_SHOWN],
        resolution=tuple(json.loads(resolution)),
        shared=tuple(value for _, value in sorted(shared, key=lambda trait: (_ORDER.index(trait[0]), trait[1]))),
    )


def _list_components(graph: sqlite3.Connection, incident_id: str) -> tuple[str, ...]:
    """List the components of an incident: those that wrote its events, and those it is said to involve."""
    wrote = _list_column(
        graph,
        "SELECT DISTINCT component FROM event JOIN contains ON event = id WHERE incident = ? ORDER BY component",
        incident_id,
    )
    involved = _list_column(
        graph,
        "SELECT DISTINCT entity.name FROM entity JOIN involves ON involves.entity = entity.id "
        "JOIN contains ON contains.event = involves.event "
        "WHERE incident = ? AND entity.type IN ('component', 'service') ORDER BY entity.name",
        incident_id,
    )
    return tuple(dict.fromkeys((*wrote, *involved)))


def _list_column(graph: sqlite3.Connection, query: str, incident_id: str) -> tuple[str, ...]:
    return tuple(row[0] for row in graph.execute(query, (incident_id,)) if row[0])


_ORDER = ("error", "event", "entity", "word")
"""What tells most comes first."""


def relate_incidents(graph: sqlite3.Connection, incidents: Iterable[str]) -> None:
    """Write down which incidents resemble each of these most: SIMILAR_TO of R-55."""
    with graph:
        for incident_id in incidents:
            _, ranked = _rank_past(graph, _list_past_traits(graph, incident_id), incident_id)
            graph.execute("DELETE FROM similar_to WHERE a = ?", (incident_id,))
            rows = [(incident_id, each, score, "shared") for each, score in ranked]
            graph.executemany("INSERT INTO similar_to VALUES (?,?,?,?)", rows)


def find_causal_paths(graph: sqlite3.Connection, error_types: Iterable[str]) -> tuple[CausalPath, ...]:
    """Find chains of causes that ended in one of these errors, longest first (R-57); only whole chains are listed."""
    wanted = json.dumps(sorted({plain_error(each) for each in error_types}))
    ends = graph.execute(
        "SELECT event.id, MIN(error.error_type), MIN(error.message) FROM error "
        "JOIN reports ON reports.error = error.id JOIN event ON event.id = reports.event "
        "WHERE plain_error(error_type) IN (SELECT value FROM json_each(?)) "
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
    """Find components that followed each other more than once (R-58); those of this incident, where it names any.

    Of two components that followed each other both ways one is told only if it was seen at least twice as often as the
    other: else the order is chance.
    """
    wanted = json.dumps(sorted({each for each in components if each}))
    rows = graph.execute(
        "SELECT a.component, b.component, COUNT(*) AS seen FROM precedes "
        "JOIN event AS a ON a.id = precedes.source JOIN event AS b ON b.id = precedes.target "
        "WHERE a.component <> '' AND b.component <> '' "
        "AND (? = '[]' OR a.component IN (SELECT value FROM json_each(?)) "
        "OR b.component IN (SELECT value FROM json_each(?))) "
        "GROUP BY a.component, b.component ORDER BY seen DESC, a.component, b.component",
        (wanted, wanted, wanted),
    ).fetchall()
    often = {(before, after): seen for before, after, seen in rows}
    told = [
        Pattern(pattern=f"{before} → {after}", frequency=seen)
        for (before, after), seen in often.items()
        if seen > 1 and (before == after or seen >= 2 * often.get((after, before), 0))
    ]
    return tuple(told[:_MAX_PATTERNS])
