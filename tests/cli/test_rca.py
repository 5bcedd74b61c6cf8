"""`moot rca`: from a log file to the report, and what it says about files it cannot use."""

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Program

LOG = """\
2024-03-01 10:00:00,000 WARN [main] org.hdfs.DataNode: Disk usage at 95% on /10.0.1.5:50010
2024-03-01 10:00:04,000 WARN [main] org.hdfs.DataNode: Disk usage threshold exceeded on /10.0.1.5:50010
2024-03-01 10:00:08,000 ERROR [main] org.hdfs.DataNode: DiskFullException: no space left on device
"""
PAST = [
    {
        "id": "HDFS_001",
        "root_cause": "disk full",
        "events": [{"component": "DataNode", "message": "DiskFullException: no space left on device"}],
    }
]


def answers(**fields: Any) -> list[dict[str, Any]]:
    best = {
        "hypothesis": "The disk filled up",
        "category": "resource",
        "confidence": 90,
        "affected_components": ["DataNode"],
        "evidence": ["Log: L3 DiskFullException"],
        "suggested_resolution": ["Free space"],
        **fields,
    }
    marks = {"evidence_quality": 28, "reasoning_strength": 22, "confidence_calibration": 18, "completeness": 12}
    judged = [{"hypothesis_id": f"{seat}_1", **marks, "consistency": 9} for seat in ("log", "kg", "hybrid")]
    return [
        {"when": {"phase": ["position", "revise"]}, "reply": {"hypotheses": [best]}},
        {"when": {"phase": "judge"}, "reply": {"evaluations": judged}},
    ]


@pytest.fixture(autouse=True)
def own_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test may touch the user's incident graph."""
    place = tmp_path / "incidents.db"
    monkeypatch.setenv("MOOT_INCIDENTS", str(place))
    return place


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "hdfs.log"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


def test_a_log_becomes_a_report(moot: Program, log: str) -> None:
    """R-32, R-35: the report on stdout, what happened on stderr."""
    done = moot("rca", log, "--model", moot.script(*answers()), "--thread", "t1")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[:2] == ["=" * 70, "DEBATE PROTOCOL - 1 ROUND"]
    assert "  Hypothesis: The disk filled up" in lines
    assert "    - Log: L3 DiskFullException" in lines
    assert "    1. Free space" in lines
    assert "hdfs.log: 3 entries, read as hadoop; 3 kinds of lines, of which those that tell most" in done.err
    assert "moot review t1" in done.err


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        pytest.param(["--since", "soon"], "--since soon: no time", id="no time"),
        pytest.param(["--since", "12:00", "--until", "11:00"], "nothing between", id="the wrong way round"),
    ],
)
def test_a_window_that_cannot_be_is_refused(moot: Program, log: str, asked: list[str], told: str) -> None:
    """INTERFACES 2: `--since` and `--until` steer what is read; bad input is one line, exit 2."""
    done = moot("rca", log, *asked, "--model", moot.script(*answers()))
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_several_logs_and_a_window(moot: Program, log: str, tmp_path: Path) -> None:
    """INTERFACES 2: several logs at once; stderr says what is looked at."""
    other = tmp_path / "web.log"
    other.write_text("2024-03-01T11:00:09+01:00 ERROR web: no answer of DataNode\n", encoding="utf-8")
    done = moot("rca", log, str(other), "--since", "10:00:05", "--model", moot.script(*answers()))
    assert "hdfs.log and 1 more: 4 entries, read as hadoop and plain lines" in done.err
    assert "looked at: 2024-03-01T10:00:05 to 2024-03-01T10:00:09, 2 errors and warnings" in done.err


def test_without_a_cause_there_is_nothing_to_keep(moot: Program, log: str) -> None:
    nothing = {"when": {"phase": ["position", "revise"]}, "reply": {"hypotheses": []}}
    done = moot("rca", log, "--model", moot.script(nothing), "--thread", "t1")
    assert "when the cause is right" not in done.err


def test_one_json_document(moot: Program, log: str, tmp_path: Path) -> None:
    """INTERFACES 2, 3, R-17..R-19: stdout is the result, with the root cause's own fields."""
    past = tmp_path / "past.json"
    past.write_text(json.dumps(PAST), encoding="utf-8")
    done = moot("rca", log, "--incidents", str(past), "--json", "--quiet", "--model", moot.script(*answers()))
    assert (done.code, done.err) == (0, "")
    document = done.document
    assert (document["profile"], document["question"]) == ("rca", "What is the root cause of the incident in hdfs.log?")
    assert {"rounds", "final_hypothesis", "convergence_achieved", "total_rounds", "improvement_trajectory"} <= set(
        document["rca"]
    )
    assert {"stop_reason", "best_round", "refinements"} <= set(document["rca"])


def test_the_question_may_be_another(moot: Program, log: str) -> None:
    script = moot.script(*answers())
    done = moot("rca", log, "--question", "Why did writes fail at ten?", "--json", "--model", script)
    assert done.document["question"] == "Why did writes fail at ten?"


def test_records_are_written(moot: Program, log: str, tmp_path: Path) -> None:
    done = moot("rca", log, "--out", str(tmp_path / "records"), "--model", moot.script(*answers()))
    assert done.out == (tmp_path / "records" / "report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("way", ["stdin", "gzip"])
def test_other_ways_to_give_a_log(
    moot: Program, log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "stdin":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOG.encode())))
        name = "-"
    else:
        name = str(tmp_path / "hdfs.log.gz")
        Path(name).write_bytes(gzip.compress(LOG.encode()))
    done = moot("rca", name, "--model", moot.script(*answers()))
    assert done.code == 0
    assert "3 entries, read as hadoop" in done.err


def test_past_incidents_are_kept(moot: Program, log: str, tmp_path: Path, own_graph: Path) -> None:
    """R-54, R-56: what --incidents brings is known the next time too."""
    past = tmp_path / "past.json"
    past.write_text(json.dumps([{**PAST[0], "owner": "me"}]), encoding="utf-8")
    script = moot.script(*answers())
    done = moot("rca", log, "--incidents", str(past), "--model", script)
    assert "1 similar incident" in done.err
    assert "the key 'owner' is not known and was skipped" in done.err
    assert own_graph.exists()
    assert "1 similar incident" in moot("rca", log, "--model", script).err
    assert "0 similar incidents" in moot("rca", log, "--history", "memory:", "--model", script).err


def test_who_confirmed_a_cause_is_told_wherever_it_is_shown(
    moot: Program, log: str, own_graph: Path, tmp_path: Path
) -> None:
    """The one who stands for a cause is named by show, in the result and in the report; another word replaces it."""
    script = moot.script(*answers())
    assert moot("rca", log, "--thread", "t1", "--model", script).code == 0
    before = json.loads(moot("show", "t1", "--json").out)["rca"]
    assert before["reviewed"] is None
    kept = tmp_path / "kept"
    assert moot("review", "t1", "--approve", "--reviewer", "Rita", "--out", str(kept)).code == 0
    assert "confirmed by Rita" in (kept / "report.html").read_text(encoding="utf-8")
    assert "confirmed by Rita" in (kept / "report.txt").read_text(encoding="utf-8")
    assert json.loads(moot("show", "t1", "--json").out)["rca"]["reviewed"]["reviewer"] == "Rita"
    assert "Reviewed: confirmed by Rita" in moot("show", "t1").out
    assert moot("review", "t1", "--edit", "A log rotated badly", "--reviewer", "Ana").code == 0
    shown = moot("show", "t1").out
    assert "Ana names another cause: A log rotated badly" in " ".join(shown.split())
    assert moot("list").out.count("t1") == 1


def test_a_cause_is_learned_and_confirmed(moot: Program, log: str, own_graph: Path) -> None:
    """Every root cause a person approved feeds the graph; an unconfirmed one says so."""
    script = moot.script(*answers())
    assert moot("rca", log, "--thread", "t1", "--model", script).code == 0
    assert not own_graph.exists()
    assert moot("rca", log, "--thread", "t2", "--learn", "--model", script).code == 0
    told = moot("rca", log, "--thread", "t3", "--model", script)
    assert "1 similar incident" in told.err
    assert moot("review", "t1", "--approve").code == 0
    assert moot("review", "t2", "--reject").code == 0
    assert "1 similar incident" in moot("rca", log, "--thread", "t4", "--model", script).err
    assert moot("review", "t3", "--edit", "A log rotated badly").code == 0
    assert "2 similar incidents" in moot("rca", log, "--thread", "t5", "--model", script).err


def test_guidance_for_a_finished_search_is_refused(moot: Program, log: str) -> None:
    moot("rca", log, "--thread", "t1", "--model", moot.script(*answers()))
    done = moot("review", "t1", "--respond", "look again")
    assert done.code == 2
    assert "respond" in done.err


def test_a_broken_graph_stops_nothing(moot: Program, log: str, own_graph: Path) -> None:
    """R-59."""
    own_graph.mkdir()
    done = moot("rca", log, "--learn", "--model", moot.script(*answers()))
    assert done.code == 0
    assert "the debate goes on without its history" in done.err
    assert "the cause was not kept" in done.err
    assert "goes on without its history" in done.out  # among the report's warnings


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(None, "cannot be read: No such file or directory", id="missing"),
        pytest.param(b"", "empty", id="empty"),
        pytest.param(bytes(range(256)) * 8, "binary, not a text log", id="binary"),
        pytest.param(b"\xff\xfa\xc0 " * 400, "binary, not a text log", id="no UTF-8 at all"),
        pytest.param(b"word " * 300_000, "its first line is longer than", id="one endless line"),
    ],
)
def test_a_hostile_log_is_refused(moot: Program, tmp_path: Path, content: bytes | None, message: str) -> None:
    """One clear line, exit code 2, and no model was asked."""
    path = tmp_path / "bad.log"
    if content is not None:
        path.write_bytes(content)
    done = moot("rca", str(path), "--model", "scripted:nowhere.yaml")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert f"{path}: " in done.err
    assert message in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--incidents", "none.json"], "none.json: cannot be read", id="no file of incidents"),
        pytest.param(["--profile", "conclave"], "--profile conclave: looks for no root cause", id="another protocol"),
        pytest.param(["--thread", "a b"], "--thread 'a b'", id="a thread that cannot be typed"),
    ],
)
def test_wrong_usage(moot: Program, log: str, arguments: list[str], message: str) -> None:
    done = moot("rca", log, *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_the_usual_profile_of_the_environment_is_left_aside(
    moot: Program, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOOT_PROFILE", "conclave")
    done = moot("rca", log, "--json", "--model", moot.script(*answers()))
    assert done.document["profile"] == "rca"


def test_without_a_log_nothing_is_decided(moot: Program) -> None:
    """INTERFACES 2, 3: no data is no decision, exit code 4, and what would help is said."""
    done = moot("run", "Why did checkout fail?", "--profile", "rca", "--model", moot.script(*answers()), "--json")
    assert done.code == 4
    result = json.loads(done.out)
    assert (result["status"], result["stop_reason"], result["decision"]) == ("inconclusive", "no_data", None)
    assert result["usage"]["calls"] == 0
    assert "moot rca LOGFILE" in result["rca"]["what_would_help"][0]


def test_a_context_is_read_as_a_log_where_causes_are_looked_for(moot: Program, log: str) -> None:
    script = moot.script(*answers())
    done = moot("run", "Why did the DataNode fail?", "--profile", "rca", "--context", log, "--model", script, "--json")
    assert done.code == 0
    result = json.loads(done.out)
    assert result["decision"] == "The disk filled up"
    assert result["rca"]["outline"]["lines"] == 3
    assert "hdfs.log: 3 entries, read as hadoop" in done.err


def test_a_score_below_the_floor_decides_nothing(moot: Program, log: str) -> None:
    found = answers()
    for marks in found[1]["reply"]["evaluations"]:
        marks |= {"evidence_quality": 2, "reasoning_strength": 2, "confidence_calibration": 1, "completeness": 1}
        marks["consistency"] = 0
    done = moot("rca", log, "--model", moot.script(*found))
    assert done.code == 4
    assert "NO ROOT CAUSE: the best hypothesis is not argued well enough" in done.out
    assert "--approve" not in done.err
