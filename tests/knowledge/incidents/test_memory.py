"""The incident graph: what it keeps, what it recalls, and that it never stops a debate."""

import json
import sqlite3
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from moot.errors import StoreError
from moot.knowledge.incidents.memory import incident_graph
from moot.knowledge.incidents.memory.incident_graph import add_incidents, open_graph, plain_entity_name, remove_incident
from moot.knowledge.incidents.memory.memory import (
    _add_and_relate,
    _forget_cause,
    find_incident_graph,
    learn_cause,
    learn_review,
    recall_history,
)
from moot.knowledge.incidents.memory.past_incidents import PastIncident, read_past_incidents
from moot.knowledge.incidents.memory.similar import find_causal_paths, find_patterns
from moot.state.hypotheses import FinalHypothesis
from moot.state.incident import Entity, ErrorMessage, Incident, LogEvent
from moot.state.outcome import ReviewResponse

HDFS_001: dict[str, Any] = {
    "id": "HDFS_001",
    "timestamp": "2024-01-05T08:00:00",
    "dataset": "HDFS",
    "label": "disk_full",
    "severity": "high",
    "duration": 20,
    "resolved": True,
    "root_cause": {"description": "Replication filled the volume", "category": "resource", "confidence": 0.9},
    "description": "A DataNode ran out of space",
    "events": [
        {"id": "a", "timestamp": "2024-01-05T08:00:00", "component": "DataNode", "message": "Disk usage at 91%"},
        {
            "id": "b",
            "timestamp": "2024-01-05T08:00:04",
            "component": "DataNode",
            "message": "Disk usage threshold exceeded",
        },
        {
            "id": "c",
            "timestamp": "2024-01-05T08:00:09",
            "component": "DataNode",
            "message": "DiskFullException: no space left",
            "severity": "ERROR",
        },
    ],
    "entities": [{"type": "host", "name": "/10.0.1.5"}],
    "errors": [{"error_type": "DiskFullException", "component": "DataNode"}],
    "causes": [["a", "b"], {"source": "b", "target": "c", "confidence": 0.8, "delay": 5}],
}
INCIDENT = Incident(
    events=(
        LogEvent(id="L1", component="DataNode", severity="WARN", message="Disk usage at 95%"),
        LogEvent(id="L2", component="DataNode", severity="WARN", message="disk usage threshold exceeded"),
        LogEvent(id="L3", component="DataNode", severity="ERROR", message="DiskFullException: no space left"),
    ),
    entities=(Entity(type="ip", name="10.0.1.5"), Entity(type="block", name="blk_123")),
    error_messages=(ErrorMessage(error_type="DiskFullException", message="no space left", component="DataNode"),),
)
CAUSE = FinalHypothesis(
    hypothesis="The disk filled up",
    confidence=0.9,
    judge_score=92,
    source="hybrid",
    reasoning="The disk warning came first.",
    evidence=("Log: L1",),
    resolution=("Free space",),
    rounds_refined=3,
    refinements=2,
    category="resource",
    affected_components=("DataNode",),
    hypothesis_id="hybrid_1",
    final_round=3,
)


SIMILAR, TOLD = 0.918, 0.583
"""What the incident has in common with the one of R-63, and with one told in a sentence."""


def write(folder: Path, *incidents: object) -> str:
    path = folder / "past.json"
    path.write_text(json.dumps(list(incidents)), encoding="utf-8")
    return str(path)


def past(folder: Path, *incidents: dict[str, Any]) -> list[PastIncident]:
    return read_past_incidents(write(folder, *incidents))[0]


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "graph" / "incidents.db")


def test_the_history_of_the_disk_example(tmp_path: Path, place: str) -> None:
    """R-63, W-R15, R-56..R-58: HDFS_001 is alike, one causal path of length 2, the pattern seen twice, the host."""
    found = recall_history(INCIDENT, place, past(tmp_path, HDFS_001))
    (similar,) = found.similar_incidents
    assert (similar.incident_id, similar.similarity_score) == ("HDFS_001", SIMILAR)
    assert (similar.root_cause, similar.root_cause_category) == ("Replication filled the volume", "resource")
    assert (similar.dataset, similar.label, similar.components) == ("HDFS", "disk_full", ("DataNode",))
    (path,) = found.causal_paths
    assert (path.path_length, path.error_type) == (2, "DiskFullException")
    assert path.events[0] == "DataNode: Disk usage at 91%"
    assert path.relationships == ("CAUSES", "CAUSES")
    assert [(each.pattern, each.frequency) for each in found.patterns] == [("DataNode → DataNode", 2)]
    context = found.entity_context["10.0.1.5"]
    assert (context.type, context.incident_count) == ("host", 1)
    assert "blk_123" not in found.entity_context
    assert found.events == INCIDENT.events
    assert found.warnings == ()


def test_the_graph_remembers(tmp_path: Path, place: str) -> None:
    """What was added once is found without the file; adding it again changes nothing."""
    known = past(tmp_path, HDFS_001)
    first = recall_history(INCIDENT, place, known)
    assert recall_history(INCIDENT, place) == first
    with open_graph(place, write=True) as graph:
        assert add_incidents(graph, known) == []


def test_an_edited_incident_replaces_itself(tmp_path: Path, place: str) -> None:
    recall_history(INCIDENT, place, past(tmp_path, HDFS_001))
    edited = {**HDFS_001, "root_cause": "A cleaner was off", "events": HDFS_001["events"][:1], "causes": []}
    found = recall_history(INCIDENT, place, past(tmp_path, edited))
    assert [each.root_cause for each in found.similar_incidents] == ["A cleaner was off"]
    assert found.causal_paths == ()
    with open_graph(place) as graph:
        counted = [graph.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in ("event", "root_cause")]
    assert counted == [1, 1]


def test_nodes_and_relations(tmp_path: Path, place: str) -> None:
    """R-54, R-55: every kind of node and relation has its table, ids are unique, frequencies count."""
    other = {**HDFS_001, "id": "HDFS_002"}
    with open_graph(place, write=True) as graph:
        _add_and_relate(graph, past(tmp_path, HDFS_001, other))
        count = {
            name: graph.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]
            for (name,) in graph.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        }
        assert count == {
            "incident": 2,
            "event": 6,
            "entity": 1,
            "error": 1,
            "template": 3,
            "root_cause": 1,
            "contains": 6,
            "involves": 2,
            "reports": 2,
            "causes": 4,
            "precedes": 4,
            "similar_to": 2,
            "has_root_cause": 2,
            "matches": 6,
        }
        assert graph.execute("SELECT similarity, method FROM similar_to").fetchall() == [(1.0, "shared")] * 2
        assert graph.execute("SELECT frequency FROM root_cause").fetchone() == (2,)
        assert graph.execute("SELECT delay FROM precedes ORDER BY source LIMIT 2").fetchall() == [(4.0,), (5.0,)]
        with pytest.raises(sqlite3.IntegrityError):
            graph.execute("INSERT INTO incident (id) VALUES ('HDFS_001')")
        assert remove_incident(graph, "HDFS_001")
        assert not remove_incident(graph, "HDFS_001")
        assert graph.execute("SELECT frequency FROM root_cause").fetchone() == (1,)


def test_what_shares_nothing_is_not_similar(tmp_path: Path, place: str) -> None:
    """R-56: a score of 0 is no likeness."""
    other = {"id": "NET_1", "events": [{"component": "switch", "message": "port flapped"}], "entities": ["sw-9"]}
    assert recall_history(INCIDENT, place, past(tmp_path, other)).similar_incidents == ()


def test_what_fixed_it_last_time_is_carried_along(tmp_path: Path, place: str) -> None:
    """R-56 amended: the past resolution, and what both incidents have in common."""
    cause = {"description": "Volume too small", "resolution": ["Volume extended", "Alert at 80 %"]}
    (similar,) = recall_history(INCIDENT, place, past(tmp_path, {**HDFS_001, "root_cause": cause})).similar_incidents
    assert similar.resolution == ("Volume extended", "Alert at 80 %")
    assert similar.shared[0] == "DiskFullException"


def test_a_long_incident_scores_like_a_short_one(tmp_path: Path, place: str) -> None:
    """R-56 amended: 1 is identical, however many events there are."""
    events = [{"component": "c", "severity": "ERROR", "message": f"{chr(97 + n) * 3} failed"} for n in range(20)]
    known = past(tmp_path, {"id": "LONG", "events": events}, {"id": "SHORT", "events": events[:1]})
    for id_, size in (("LONG", 20), ("SHORT", 1)):
        shown = tuple(LogEvent(id=f"L{n}", severity="ERROR", message=e["message"]) for n, e in enumerate(events[:size]))
        errors = tuple(ErrorMessage(error_type=error.error_type, message="") for error in known[id_ == "SHORT"].errors)
        incident = Incident(events=shown, error_messages=errors)
        best = recall_history(incident, place, known).similar_incidents[0]
        assert (best.incident_id, best.similarity_score) == (id_, 1.0)


def test_contradictory_orders_are_merged(tmp_path: Path, place: str) -> None:
    """Of two components that follow each other both ways, one is told only if it is no chance."""
    orders = [*["ab"] * 4, *["ba"] * 2, *["cd"] * 2, *["dc"] * 2, *["ef"] * 3, *["fe"] * 2]
    many = [
        {"id": f"I{number}", "events": [{"component": name, "message": f"{name} odd"} for name in order]}
        for number, order in enumerate(orders)
    ]
    found = recall_history(Incident(), place, past(tmp_path, *many)).patterns
    assert [(each.pattern, each.frequency) for each in found] == [("a → b", 4)]


def test_the_best_ten(tmp_path: Path, place: str) -> None:
    """R-56: at most ten, best first; equals by id."""
    many = [{**HDFS_001, "id": f"I{number:02}"} for number in range(12)]
    weak = {"id": "A", "entities": ["10.0.1.5"], "description": "something else"}
    found = recall_history(INCIDENT, place, past(tmp_path, *many, weak)).similar_incidents
    assert [each.incident_id for each in found] == [f"I{number:02}" for number in range(10)]


def chain(length: int, **extra: Any) -> dict[str, Any]:
    events = [{"id": f"e{number}", "message": f"step {chr(97 + number)}"} for number in range(length)]
    events.append({"id": "end", "message": "BoomException", "severity": "ERROR"})
    ids = [event["id"] for event in events]
    return {"id": "C", "events": events, "causes": [list(pair) for pair in pairwise(ids)], **extra}


@pytest.mark.parametrize(
    ("incident", "wanted", "lengths"),
    [
        pytest.param(chain(1), ["BoomException"], [1], id="R-57 length 1"),
        pytest.param(chain(5), ["BoomException"], [5], id="R-57 length 5"),
        pytest.param(chain(9), ["BoomException"], [5], id="R-57 never longer than 5"),
        pytest.param(chain(3), [], [], id="R-57 no error types, no paths"),
        pytest.param(chain(3), ["OtherException"], [], id="R-57 another error"),
        pytest.param(chain(3, causes=[]), ["BoomException"], [], id="R-57 nothing caused it"),
        pytest.param(chain(1, causes=[["end", "e0"], ["e0", "end"]]), ["BoomException"], [1], id="a circle ends"),
        pytest.param(
            chain(3, causes=[["e0", "e1"], ["e1", "end"], ["e2", "end"]]),
            ["BoomException"],
            [2, 1],
            id="R-57 longest first",
        ),
    ],
)
def test_causal_paths(tmp_path: Path, incident: dict[str, Any], wanted: list[str], lengths: list[int]) -> None:
    with open_graph("memory:") as graph:
        _add_and_relate(graph, past(tmp_path, incident))
        assert [path.path_length for path in find_causal_paths(graph, wanted)] == lengths


def test_a_dense_graph_of_causes_takes_no_time(tmp_path: Path) -> None:
    ids = [f"e{number}" for number in range(30)]
    dense = chain(30, causes=[[a, b] for a in ids for b in (*ids, "end") if a != b])
    with open_graph("memory:") as graph:
        _add_and_relate(graph, past(tmp_path, dense))
        assert len(find_causal_paths(graph, ["BoomException"])) == 10


def test_patterns_need_to_be_seen_twice(tmp_path: Path) -> None:
    """R-58: pairs that follow each other more than once, ten at most; those of the incident where it names any."""
    twice = [{"component": each, "message": "x"} for each in ("a", "b", "a", "b")]
    once = [{"component": each, "message": "x"} for each in ("c", "d")]
    with open_graph("memory:") as graph:
        _add_and_relate(graph, past(tmp_path, {"id": "1", "events": twice}, {"id": "2", "events": once}))
        assert [(each.pattern, each.frequency) for each in find_patterns(graph, ["b"])] == [("a → b", 2)]
        assert [each.pattern for each in find_patterns(graph, [])] == ["a → b"]
        assert find_patterns(graph, ["d"]) == ()


def test_recent_severities_are_bounded(tmp_path: Path, place: str) -> None:
    """R-58: the five latest, newest first."""
    events = [
        {"timestamp": f"2024-01-0{day}", "message": "10.0.1.5 replied", "severity": "ERROR" if day > 6 else "INFO"}
        for day in range(1, 9)
    ]
    found = recall_history(INCIDENT, place, past(tmp_path, {"id": "X", "events": events, "entities": ["10.0.1.5"]}))
    context = found.entity_context["10.0.1.5"]
    assert context.event_count == 8
    assert context.recent_severities == ("ERROR", "ERROR", "INFO", "INFO", "INFO")


def test_an_incident_told_in_one_sentence_is_found_too(tmp_path: Path, place: str) -> None:
    """R-54: the fields of the incident alone; errors and entities are read off its words."""
    told = {"id": "OLD", "description": "host 10.0.1.5 died with DiskFullException", "root_cause": "disk full"}
    (similar,) = recall_history(INCIDENT, place, past(tmp_path, told)).similar_incidents
    assert (similar.incident_id, similar.similarity_score) == ("OLD", TOLD)


@pytest.mark.parametrize("trouble", ["not a database", "a folder", "another database"])
def test_an_unreachable_graph_never_stops_a_debate(tmp_path: Path, trouble: str) -> None:
    """R-59: empty context and a warning."""
    path = tmp_path / "graph.db"
    if trouble == "a folder":
        path.mkdir()
    elif trouble == "not a database":
        path.write_text("this is no database, and long enough to be noticed as such" * 20, encoding="utf-8")
    else:
        sqlite3.connect(path).execute("CREATE TABLE debates (id)").connection.close()
    found = recall_history(INCIDENT, str(path))
    assert (found.similar_incidents, found.entity_context, found.events) == ((), {}, INCIDENT.events)
    (warning,) = found.warnings
    assert "the debate goes on without its history" in warning


def test_incidents_are_used_even_when_they_cannot_be_kept(tmp_path: Path) -> None:
    """R-59: a graph that cannot be written costs the memory, not the debate."""
    (tmp_path / "graph.db").mkdir()
    found = recall_history(INCIDENT, str(tmp_path / "graph.db"), past(tmp_path, HDFS_001))
    assert [each.incident_id for each in found.similar_incidents] == ["HDFS_001"]
    assert len(found.warnings) == 1


def test_an_empty_graph_makes_no_file(place: str) -> None:
    assert recall_history(INCIDENT, place) == INCIDENT
    assert not Path(place).exists()


def test_a_graph_is_left_whole_by_a_crash(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All incidents of a call are added, or none."""
    known = past(tmp_path, HDFS_001, {"id": "B", "description": "x failed"})

    def crash(graph: sqlite3.Connection, incident: PastIncident) -> None:
        if incident.id == "B":
            raise KeyboardInterrupt

    monkeypatch.setattr(incident_graph, "_add_root_cause", crash)
    with pytest.raises(KeyboardInterrupt), open_graph(place, write=True) as graph:
        add_incidents(graph, known)
    with open_graph(place) as graph:
        assert graph.execute("SELECT COUNT(*) FROM incident").fetchone() == (0,)


def test_a_cause_is_learned(place: str) -> None:
    """A cause nobody has confirmed says so; the incident itself is never its own history."""
    learn_cause(INCIDENT, CAUSE, place, name="T1")
    (similar,) = recall_history(INCIDENT, place).similar_incidents
    assert (similar.incident_id, similar.root_cause) == ("T1", "The disk filled up")
    assert "nobody has confirmed" in similar.root_cause_description
    assert recall_history(INCIDENT, place, besides="T1").similar_incidents == ()


@pytest.mark.parametrize(
    ("kind", "text", "causes"),
    [
        pytest.param("approve", "", ["The disk filled up"], id="approved: confirmed"),
        pytest.param("edit", "A log rotated badly", ["A log rotated badly"], id="corrected: the person's words"),
        pytest.param("reject", "", [], id="rejected: forgotten"),
        pytest.param("respond", "look again", ["The disk filled up"], id="guidance decides nothing"),
    ],
)
def test_what_a_person_says_of_a_cause(place: str, kind: str, text: str, causes: list[str]) -> None:
    learn_cause(INCIDENT, CAUSE, place, name="T1")
    response = ReviewResponse.model_validate({"type": kind, "text": text})
    learn_review(INCIDENT, CAUSE, response, place, name="T1")
    found = recall_history(INCIDENT, place).similar_incidents
    assert [each.root_cause for each in found] == causes
    confirmed = [each.root_cause_description == "" for each in found]
    assert confirmed == ([] if not causes else [kind in ("approve", "edit")])


def test_nothing_to_forget(place: str) -> None:
    assert not _forget_cause(place, "T1")
    assert not _forget_cause("memory:", "T1")


def test_a_graph_that_cannot_be_written_is_an_error_for_who_asked(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="incident graph"):
        learn_cause(INCIDENT, CAUSE, str(tmp_path), name="T1")


def test_where_the_graph_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_incident_graph("here.db") == "here.db"
    monkeypatch.setenv("MOOT_INCIDENTS", "there.db")
    assert find_incident_graph() == "there.db"
    monkeypatch.delenv("MOOT_INCIDENTS")
    assert find_incident_graph().endswith("incidents.db")


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        pytest.param("/10.0.1.5", "10.0.1.5", id="R-63 a slash in front"),
        pytest.param("10.0.1.5:50010", "10.0.1.5", id="a port behind"),
        pytest.param("blk_123", "blk_123", id="anything else"),
        pytest.param("/var/log", "/var/log", id="a file"),
    ],
)
def test_names_of_addresses(name: str, plain: str) -> None:
    assert plain_entity_name(name) == plain


TTL = "runtime config applied revision=4817 keys_changed=1 key=pricing.cache.ttl_ms old=300000 new=3000"


@pytest.mark.parametrize(
    ("told", "similar"),
    [
        pytest.param("A runtime config revision set catalog.cache.ttl_ms to 2000 instead of 200000", True, id="alike"),
        pytest.param("Someone cut the TTL of the cache in a revision of the config", True, id="in other words"),
        pytest.param("The external payment provider was down for 40 minutes", False, id="another cause"),
        pytest.param("Checkout failed with 502, payment upstream connection refused", False, id="the same service"),
        pytest.param("The certificate of the config service expired", False, id="one word in common"),
        pytest.param("The cache was full", False, id="a common word"),
    ],
)
def test_what_is_told_of_an_incident_is_compared_by_its_words(
    tmp_path: Path, place: str, told: str, similar: bool
) -> None:
    incident = Incident(
        events=(
            LogEvent(id="L1", component="config.watcher", message=TTL, reasons=("change",)),
            LogEvent(id="L2", component="catalog", severity="ERROR", message="price lookup timed out upstream=pricing"),
            LogEvent(id="L3", component="checkout", severity="ERROR", message="checkout aborted: no answer in time"),
        )
    )
    others = [{"id": f"O{at}", "root_cause": f"The {name} broke"} for at, name in enumerate(("fan", "index", "dam"))]
    known = past(tmp_path, {"id": "A", "root_cause": told}, *others)
    found = recall_history(incident, place, known)
    assert [each.incident_id for each in found.similar_incidents] == (["A"] if similar else [])
    assert found.past_incidents == 4
    assert all(0 < each.similarity_score < 1 for each in found.similar_incidents)
