"""Logs as collectors and journals hand them on: what a program wrote is found inside of what they add."""

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from moot.errors import InputError
from moot.knowledge.incidents import answer_request, index_logs, read_cited_lines, read_incident
from moot.knowledge.incidents.journal_export import read_journal
from moot.knowledge.incidents.json_formats import read_json_fields
from moot.knowledge.incidents.log_formats import recognise_format
from moot.state.inspection import Inspected, InspectionRequest
from tests.knowledge.incidents.test_log_samples import SAMPLES

AT = "2026-03-02T10:00:00Z"
POD = {"pod_name": "api-7d9c5b6f4-x2x4z", "namespace_name": "shop"}

COLLECTED: list[tuple[str, Mapping[str, Any], tuple[str, ...]]] = [
    (
        "text that is an object",
        {"@timestamp": AT, "log": '{"level":"error","msg":"no room","disk":{"free":0}}', "kubernetes": POD},
        (AT, "error", "api", "no room disk.free=0", ""),
    ),
    (
        "an object that was read already",
        {"time": AT, "log": "{...", "log_processed": {"level": "warn", "msg": "slow"}, "kubernetes": POD},
        (AT, "warn", "api", "slow", ""),
    ),
    (
        "a cloud's payload",
        {"timestamp": AT, "severity": "ERROR", "jsonPayload": {"message": "refused", "order": 7}, "resource": {
            "type": "k8s_container", "labels": {"container_name": "cart"}}},
        (AT, "ERROR", "cart", "refused order=7", ""),
    ),
    (
        "a journal that carries objects",
        {"__REALTIME_TIMESTAMP": "1772445600000000", "SYSLOG_IDENTIFIER": "api", "PRIORITY": "6",
         "MESSAGE": '{"level":"fatal","msg":"gone"}'},
        ("1772445600000000", "fatal", "api", "gone", ""),
    ),
    (
        "a logger that names its service says more than the service",
        {"@timestamp": AT, "message": '{"logger":"api.pool","msg":"x"}', "kubernetes": {"container": {"name": "api"}}},
        (AT, "", "api.pool", "x", ""),
    ),
    (
        "a logger that does not is told beside it",
        {"@timestamp": AT, "message": '{"logger":"access","msg":"x"}', "kubernetes": {"container": {"name": "api"}}},
        (AT, "", "api", "x logger=access", ""),
    ),
    ("a line that was asked for", {"timestamp": AT, "line": "no room", "labels": {"app": "api"}},
     (AT, "", "api", "no room", "")),
    ("no object", {"ts": AT, "msg": "{half an object", "level": "info"}, (AT, "info", "", "{half an object", "")),
    ("an empty one", {"ts": AT, "msg": "{}", "level": "info"}, (AT, "info", "", "{}", "")),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "fields"), [pytest.param(*case, id=name) for name, *case in COLLECTED])
def test_what_a_program_wrote_is_read_as_if_it_stood_alone(entry: Mapping[str, Any], fields: tuple[str, ...]) -> None:
    """R-53: time, level, component, message and host."""
    assert read_json_fields(json.dumps(entry)) == fields


def test_the_trace_of_an_object_inside_stays_with_it() -> None:
    inner = {"msg": "failed", "stack": "Error: failed\n    at pay.js:1"}
    fields = read_json_fields(json.dumps({"time": AT, "log": json.dumps(inner), "env": "prod"}))
    assert fields is not None
    assert fields[3] == "failed env=prod\nError: failed\n    at pay.js:1"


def test_text_that_a_collector_wraps_is_read_in_its_own_format() -> None:
    """A Java service beside the odd object: the class, and the frames of its trace, are what they are elsewhere."""
    text = [
        "2026-03-02 10:00:00,000 ERROR [exec-1] com.acme.Pay - no answer",
        "java.net.ConnectException: refused",
        "\tat com.acme.Pay.call(Pay.java:7)",
        '{"level":"warn","msg":"probe failed"}',
        *(f"2026-03-02 10:00:{second:02},000 INFO [exec-1] com.acme.Pay - paid" for second in range(1, 20)),
    ]
    lines = [json.dumps({"@timestamp": AT, "stream": "stdout", "log": f"{each}\n", "kubernetes": POD}) for each in text]
    found = recognise_format(lines)
    read = [found.read(line) for line in lines]
    assert found.name == "docker"
    assert read[0] == (AT, "ERROR", "com.acme.Pay", "no answer", "")
    assert read[2] is None
    assert read[3] is not None
    assert read[3][1:4] == ("warn", "api", "probe failed")


def test_a_numbered_level_inside_tells_lines_apart(tmp_path: Path) -> None:
    """What is masked in a hurry must not hide that one of two lines is an error."""
    log = tmp_path / "a.json"
    levels = [30] * 150 + [50] * 20 + [30] * 50
    inner = [json.dumps({"level": level, "msg": "order handled"}) for level in levels]
    entries = [
        json.dumps({"@timestamp": f"2026-03-02T10:{n // 60:02}:{n % 60:02}.000Z", "message": each})
        for n, each in enumerate(inner)
    ]
    log.write_text("\n".join(entries) + "\n", encoding="utf-8")
    _, parsed = read_incident(str(log))
    assert sorted((kind.severity, kind.count) for kind in parsed.kinds) == [("ERROR", 20), ("INFO", 200)]


TRACE = "Traceback\n  File x\nKeyError: 'A'"
JOURNAL = (
    b"__CURSOR=a\nPRIORITY=3\nMESSAGE\n"
    + struct.pack("<Q", len(TRACE))
    + TRACE.encode()
    + b"\n\n__CURSOR=b\nMESSAGE=a=b\n"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000])
def test_an_exported_journal_is_read_in_pieces_of_any_size(size: int) -> None:
    pieces = (JOURNAL[at : at + size] for at in range(0, len(JOURNAL), size))
    lines = b"".join(read_journal(pieces)).split(b"\n")
    told = [(number, json.loads(line)["MESSAGE"]) for number, line in enumerate(lines, start=1) if line]
    # The second entry stands where it begins in the file.
    assert told == [(1, TRACE), (JOURNAL[: JOURNAL.index(b"__CURSOR=b")].count(b"\n") + 1, "a=b")]


def test_a_journal_with_a_hostile_length_is_refused_in_one_line(tmp_path: Path) -> None:
    log = tmp_path / "a.export"
    log.write_bytes(b"__CURSOR=a\nMESSAGE\n" + b"\xff" * 8 + b"text\n")
    with pytest.raises(InputError, match="no length"):
        read_incident(str(log))


def ask(name: str, **request: Any) -> Inspected:
    with index_logs(str(SAMPLES / name)) as index:
        wanted = InspectionRequest.model_validate(request)
        return answer_request(index, wanted, name="log_q1", seat="hybrid", round_number=1)


def test_a_field_is_found_as_the_selection_writes_it() -> None:
    found = ask("collected.json", pattern="http.status=504 http.path=/checkout")
    assert found.total == 6
    changed = ask("collected.json", pattern="sync.changed=[pricing.per-item-cache:off->on]")
    assert [line.id for line in changed.lines] == ["L28"]


def test_an_object_is_shown_by_what_it_says() -> None:
    """Cut at four hundred characters, an entry of a journal may show nothing but what the journal adds."""
    found = ask("journal.export", pattern="reloaded")
    told = "configuration reloaded: log.level=trace (was info) log.dir=/var/lib/ingestd/trace"
    assert [line.shown for line in found.lines] == [f"2026-03-02T10:04:01 INFO ingestd {told}"]


@pytest.mark.parametrize(
    ("name", "line", "around"),
    [
        ("journal.export", "L89", ["L78", "L89", "L100"]),
        ("kubernetes_events.json", "L92", ["L70", "L92", "L114"]),
    ],
)
def test_neighbours_are_the_entries_around_one(name: str, line: str, around: list[str]) -> None:
    found = ask(name, kind="neighbours", pattern=line, limit=2)
    assert [each.id for each in found.lines] == around


def test_the_events_of_a_document_can_be_asked_for_and_cited() -> None:
    found = ask("kubernetes_events.json", kind="component", pattern="Pod/orders")
    assert "L92" in [line.id for line in found.lines]
    with index_logs(str(SAMPLES / "kubernetes_events.json")) as index:
        cited = read_cited_lines(index, ["L92"], seat="hybrid", round_number=1)
    assert [(line.severity, line.component) for line in cited.lines] == [("ERROR", "Pod/orders")]
    assert "Killed process 3121" in cited.lines[0].shown


LINES = [
    ("[2026-03-02T10:00:00,123][ERROR][o.e.b.Bootstrap          ] [node-1] no room", "ERROR", "o.e.b.Bootstrap"),
    ("[2026-03-02 10:00:00] production.ERROR: connection refused", "ERROR", "production"),
    ("[2026-03-02T10:00:00.123+00:00] request.CRITICAL: uncaught exception", "CRITICAL", "request"),
    ("2026-03-02 10:00:00,000 ERRO [7] Loja.Pagamento - conexão recusada", "ERRO", "Loja.Pagamento"),
    ("[2026-03-02 10:00:00.123][1][error][upstream] [source/x.cc:3] no healthy upstream", "error", "upstream"),
    ("ERROR [main] 2026-03-02 10:00:00,123 CassandraDaemon.java:749 - port in use", "ERROR", "CassandraDaemon.java"),
    ("[ERROR]\t2026-03-02T10:00:00.123Z\tabc-123\tKeyError: 'S3_BUCKET'", "ERROR", ""),
]


@pytest.mark.parametrize(("line", "level", "component"), LINES)
def test_lines_of_common_programs(line: str, level: str, component: str) -> None:
    """R-53: when, how severe and in what, wherever a program puts them."""
    fields = recognise_format([line] * 5).read(line)
    assert fields is not None
    assert fields[0][:19].replace(" ", "T") == "2026-03-02T10:00:00"
    assert fields[1:3] == (level, component)


def test_short_names_are_those_of_mongodb_only_together() -> None:
    fields = read_json_fields('{"time": "2026-03-02T10:00:00Z", "msg": "moved", "s": "x", "c": 5}')
    assert fields == ("2026-03-02T10:00:00Z", "", "", "moved s=x c=5", "")
