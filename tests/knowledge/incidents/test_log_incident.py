"""A log becomes the input of a root-cause debate (R-14, R-53)."""

from pathlib import Path

import pytest

from moot.knowledge.incidents.log_incident import _MAX_EVENTS, _shorten_component, read_incident
from moot.state.incident import Incident
from tests.support.words import english

DISK = """\
2024-03-01 10:00:00,000 WARN [main] org.hdfs.DataNode: Disk usage at 95% on /10.0.1.5:50010
2024-03-01 10:00:04,000 WARN [main] org.hdfs.DataNode: Disk usage threshold exceeded on /10.0.1.5:50010
2024-03-01 10:00:08,000 ERROR [main] org.hdfs.DataNode: Replication of blk_123 failed due to lack of space
2024-03-01 10:00:12,000 ERROR [main] org.hdfs.DataNode: DiskFullException: no space left on device
2024-03-01 10:00:16,000 WARN [main] org.hdfs.NameNode: Block blk_123 on DataNode is under-replicated
2024-03-01 10:00:20,000 ERROR [main] org.hdfs.NameNode: Replication of blk_123 below minimum
"""


def read(tmp_path: Path, text: str) -> Incident:
    path = tmp_path / "a.log"
    path.write_text(text, encoding="utf-8")
    return read_incident(str(path))[0]


def test_the_disk_example(tmp_path: Path) -> None:
    """R-63: six lines in 20 seconds."""
    incident = read(tmp_path, DISK)
    assert [event.id for event in incident.events] == ["L1", "L2", "L3", "L4", "L5", "L6"]
    assert incident.timeline == incident.events
    first = incident.events[0]
    assert (first.timestamp, first.component, first.severity) == ("2024-03-01T10:00:00.000", "DataNode", "WARN")
    assert first.message == "Disk usage at 95% on /10.0.1.5:50010"
    named = {(entity.type, entity.name) for entity in incident.entities}
    assert {("ip", "10.0.1.5"), ("block", "blk_123"), ("component", "DataNode")} <= named
    kinds = [(error.error_type, error.component) for error in incident.error_messages]
    assert kinds == [("DiskFull", "DataNode"), ("DiskFullException", "DataNode"), ("ReplicationFailure", "NameNode")]
    assert incident.warnings == ()


@pytest.mark.parametrize(
    ("relation", "lines"),
    [
        pytest.param(("lack of space", "causes", "L1"), ["ERROR a: write failed due to lack of space"], id="due to"),
        pytest.param(
            ("ConnectException", "causes", "IOException"),
            ["ERROR a: java.io.IOException: broken", "Caused by: java.net.ConnectException: refused"],
            id="the inner cause of a stack trace",
        ),
        pytest.param(
            ("L1", "triggers", "L2"),
            ["WARN a: disk of 10.0.0.7 is slow", "ERROR b: 10.0.0.7 timed out"],
            id="the same host",
        ),
        pytest.param(
            ("web", "depends_on", "database"),
            ["ERROR database: gone", "ERROR web: no answer of database"],
            id="a component names another",
        ),
        pytest.param(("database", "precedes", "web"), ["ERROR database: gone", "ERROR web: no answer"], id="in time"),
    ],
)
def test_relations(tmp_path: Path, relation: tuple[str, str, str], lines: list[str]) -> None:
    """R-53: what led to what, as far as the lines themselves say it."""
    found = read(tmp_path, "\n".join(lines)).relationships
    assert relation in [(each.source, each.type, each.target) for each in found]


def test_the_cause_of_a_trace_is_told(tmp_path: Path) -> None:
    entry = "2024-03-01 10:00:00,000 ERROR [main] a.B: task failed"
    trace = "java.lang.RuntimeException: x\n\tat a.b(C.java:1)\nCaused by: a.DiskFullException: /d"
    incident = read(tmp_path, f"{entry}\n{trace}\n")
    assert [event.message for event in incident.events] == ["task failed (a.DiskFullException: /d)"]
    assert "DiskFullException" in [error.error_type for error in incident.error_messages]


def test_the_timeline_is_in_the_order_of_time(tmp_path: Path) -> None:
    """R-53: lines of several processes may stand out of order."""
    late, early = "2024-03-01 10:00:09 ERROR b: late", "2024-03-01 10:00:01 WARN a: early"
    incident = read(tmp_path, f"{late}\n{early}\n")
    assert [event.id for event in incident.events] == ["L1", "L2"]
    assert [event.id for event in incident.timeline] == ["L2", "L1"]


def test_without_full_dates_the_log_s_order_counts(tmp_path: Path) -> None:
    incident = read(tmp_path, "Dec 31 23:59:59 h a: x failed\nJan  1 00:00:01 h b: y failed\n")
    assert [event.id for event in incident.timeline] == ["L1", "L2"]


def test_a_large_log_is_kept_bounded(tmp_path: Path) -> None:
    """R-51: never more kinds than fit into a state, each with how often it stands there, best first."""
    words = [a + b + c for a in ("ba", "ce", "di", "fo") for b in ("lim", "nor", "sta", "vek", "wu") for c in "aeiouy"]
    text = "\n".join(f"ERROR c{word}: {word} failed" for word in words * 4)
    incident = read(tmp_path, text)
    assert len(incident.events) == _MAX_EVENTS < len(words)
    assert {event.count for event in incident.events} == {4}
    assert sorted(event.rank for event in incident.events) == list(range(1, _MAX_EVENTS + 1))
    assert len(incident.error_messages) <= 20
    assert len(incident.entities) <= 30


def test_unprintable_characters_do_not_reach_a_prompt(tmp_path: Path) -> None:
    incident = read(tmp_path, "ERROR a: \x1b[31mred\x1b[0m and\x07 bell\x1b[2J\n")
    assert incident.events[0].message == "red and bell"


def test_what_was_cut_or_broken_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"ERROR caf\xe9 failed\n" + b"x" * 20_000 + b"\n")
    warnings = english(read_incident(str(path))[0].warnings)
    assert warnings == ("1 very long line was cut", "1 line holds bytes that are not UTF-8")


@pytest.mark.parametrize(
    ("component", "short"),
    [
        pytest.param("org.apache.hadoop.hdfs.DataNode", "DataNode", id="a class without its package"),
        pytest.param("dfs.DataNode$PacketResponder", "DataNode$PacketResponder", id="an inner class"),
        pytest.param("nova.compute.manager", "nova.compute.manager", id="a module"),
        pytest.param("KERNEL", "KERNEL", id="no package"),
        pytest.param("", "", id="none"),
    ],
)
def test_the_name_of_a_component(component: str, short: str) -> None:
    assert _shorten_component(component) == short


def test_most_of_what_is_as_ever_is_left_out(tmp_path: Path) -> None:
    """What departs from the baseline is shown, with a little of what does not beside it."""
    jobs = ("alpha", "bravo", "carol", "delta", "echo", "fox", "golf", "hotel", "india", "julia", "kilo", "lima")
    usual = [f"2026-03-02 10:{n // 60:02}:{n % 60:02} INFO [{jobs[n % 12]}] work done" for n in range(1200)]
    flood = [f"2026-03-02 10:15:{n:02} ERROR [alpha] broke" for n in range(60)]
    incident = read(tmp_path, "\n".join([*usual[:900], *flood, *usual[960:]]))
    assert sum(event.severity == "INFO" for event in incident.events) == 6
    assert len(read(tmp_path, "\n".join(usual[:60])).events) == 12


def test_what_all_lines_name_connects_none_of_them(tmp_path: Path) -> None:
    lines = [
        f"2026-03-02 10:00:{n:02} WARN [c{n}] {word} service=settle" for n, word in enumerate(("late", "odd", "off"))
    ]
    assert not [each for each in read(tmp_path, "\n".join(lines)).relationships if each.type == "triggers"]
