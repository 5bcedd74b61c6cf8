"""Evidence of a hypothesis is traced to events, past incidents and patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.evidence import NOT_FOUND, list_unresolved_evidence, mark_unresolved, resolve_evidence
from moot.state.hypotheses import Hypothesis
from moot.state.incident import CausalPath, EntityContext, ErrorMessage, Incident, LogEvent, Pattern, SimilarIncident

INCIDENT = Incident(
    events=(
        LogEvent(id="L1", component="DataNode", severity="WARN", message="disk at 95 percent"),
        LogEvent(id="L4", component="DataNode", severity="ERROR", message="DiskFullException: no space left"),
        LogEvent(id="L12", component="NameNode", severity="ERROR", message="replication of blk_123 below minimum"),
    ),
    error_messages=(ErrorMessage(error_type="DiskFullException", message="no space left", component="DataNode"),),
    similar_incidents=(SimilarIncident(incident_id="HDFS_001", root_cause="volume filled by replication"),),
    causal_paths=(CausalPath(events=("disk at limit", "write refused"), error_type="DiskFullException"),),
    entity_context={"10.0.1.5": EntityContext(type="host")},
    patterns=(Pattern(pattern="DataNode → NameNode", frequency=2),),
)


def propose(*evidence: str) -> Hypothesis:
    return Hypothesis(id="hybrid_1", source="hybrid", hypothesis="The disk filled up.", evidence=evidence)


@pytest.mark.parametrize(
    ("text", "origin", "ids"),
    [
        pytest.param("Log: L4 DiskFullException", "log", ("L4", "DiskFullException"), id="R-33 a line by its id"),
        pytest.param("Log: L1, then L12", "log", ("L1", "L12"), id="R-33 several lines"),
        pytest.param("log: disk usage at 95% before failure", "log", ("L1",), id="R-33 by number and words"),
        pytest.param("Log: DiskFullException error", "log", ("DiskFullException",), id="R-33 by the error's name"),
        pytest.param("Log: L1's warning about the L2 cache", "log", ("L1",), id="a cache is no line"),
        pytest.param("Log: L99 DiskFullException", "log", (), id="a line that does not exist"),
        pytest.param("Log: L1 and L99", "log", (), id="one invented line is enough"),
        pytest.param("Log: disk at 97 percent", "log", (), id="a changed number"),
        pytest.param("Log: the switch lost its power supply", "log", (), id="nothing says so"),
        pytest.param("Log: disk", "log", ("L1",), id="its only telling word"),
        pytest.param("Log: the event shows an error", "log", (), id="only words that tell nothing"),
        pytest.param("Log: HDFS_001", "log", (), id="a past incident is not in the log"),
        pytest.param("Historical: Similar incident HDFS_001", "history", ("HDFS_001",), id="R-33 an incident"),
        pytest.param("Historical: HDFS_0012", "history", (), id="another id that begins alike"),
        pytest.param("Historical: replication filled the volume", "history", ("HDFS_001",), id="by its cause"),
        pytest.param("Historical: disk limit, write refused", "history", ("path 1",), id="R-57 a causal path"),
        pytest.param("Historical: host 10.0.1.5", "history", ("10.0.1.5",), id="R-58 an entity"),
        pytest.param("Pattern: DataNode -> NameNode", "pattern", ("DataNode → NameNode",), id="R-33 another arrow"),
        pytest.param("Pattern: DataNode then NameNode sequence", "pattern", ("DataNode → NameNode",), id="in words"),
        pytest.param("Pattern: NameNode → DataNode", "pattern", (), id="the wrong way round"),
        pytest.param("HDFS_001 had the same", "unknown", ("HDFS_001",), id="without a prefix"),
        pytest.param("", "unknown", (), id="nothing at all"),
    ],
)
def test_where_evidence_leads(text: str, origin: str, ids: tuple[str, ...]) -> None:
    (link,) = resolve_evidence(propose(text), INCIDENT)
    assert (link.origin, link.ids) == (origin, ids)
    assert link.reason


def test_what_resolves_to_nothing_is_told_and_marked() -> None:
    hypothesis = propose("Log: L4", "Log: L99")
    assert list_unresolved_evidence([hypothesis], INCIDENT) == (
        "hybrid_1: the evidence 'Log: L99' resolves to nothing: there is no L99 in this incident",
    )
    (marked,) = mark_unresolved([hypothesis], INCIDENT)
    assert marked.evidence == ("Log: L4", f"Log: L99 {NOT_FOUND}")


def test_without_data_nothing_is_reported() -> None:
    """W-R11: an incident without anything has nothing to check against."""
    hypothesis = propose("Log: L99")
    assert list_unresolved_evidence([hypothesis], Incident()) == ()
    assert mark_unresolved([hypothesis], Incident()) == [hypothesis]


@given(st.lists(st.text(max_size=80), max_size=5))
def test_any_evidence_can_be_traced(texts: list[str]) -> None:
    links = resolve_evidence(propose(*texts), INCIDENT)
    assert [link.text for link in links] == texts


@given(st.sampled_from(INCIDENT.events))
def test_every_event_resolves_to_itself(event: LogEvent) -> None:
    (by_id, by_words) = resolve_evidence(propose(f"Log: {event.id}", f"Log: {event.message}"), INCIDENT)
    assert by_id.ids == (event.id,)
    assert by_words.ids
