"""Every format people have: a sample of each, and what the reasoners are shown of it as a golden file.

`UPDATE_GOLDEN=1 pytest tests/knowledge/incidents/test_log_samples.py` writes the golden files again.
"""

import os
from pathlib import Path

import pytest

from moot.knowledge.incidents import read_incident
from moot.prompts import view_incident
from tests.support.words import english

SAMPLES = Path(__file__).parents[2] / "data" / "logs"
NAMES = sorted(path.name for path in SAMPLES.iterdir() if path.is_file())
WRITTEN = 1772450000
"""When the samples were written, for dates without a year."""

CASES = {
    "access_combined.log": ("access", "ERROR", "POST /checkout 504 Gateway Timeout 30.001s"),
    "access_common.log": ("access", "ERROR", "502 Bad Gateway"),
    "bunyan.json": ("json", "ERROR", "TypeError: Cannot read properties of undefined (reading 'price')"),
    "collected.json": ("json", "ERROR", "cache get failed error=PoolTimeout: no connection after 500ms"),
    "compose.log": ("prefixed", "ERROR", "OOM command not allowed"),
    "cri.log": ("cri", "ERROR", "no space left on device"),
    "django.log": ("generic", "ERROR", "ConnectionRefusedError: [Errno 111] Connection refused: cache-b:11211"),
    "docker.json": ("docker", "ERROR", "Error -2 connecting to cache-b:6379"),
    "ecs.json": ("json", "ERROR", "java.util.concurrent.TimeoutException: no answer of shard 4"),
    "go.log": ("generic", "ERROR", "invalid memory address or nil pointer dereference"),
    "indonesian.log": ("generic", "ERROR", "koneksi ditolak"),
    "java.log": ("generic", "ERROR", "canceling statement due to statement timeout"),
    "journal.export": ("json", "ERROR", "OSError: [Errno 28] No space left on device"),
    "journald.json": ("json", "ERROR", "disco cheio em /var/lib/containerd"),
    "klog.log": ("klog", "ERROR", "i/o timeout"),
    "kubernetes.json": ("json", "WARN", 'secret "orders-db" not found'),
    "kubernetes_events.json": ("json", "ERROR", "Memory cgroup out of memory"),
    "logfmt.log": ("logfmt", "ERROR", "per-user series limit of 10000 exceeded"),
    "logrus.json": ("json", "ERROR", "cannot unmarshal string into Go struct field"),
    "mongodb.json": ("json", "ERROR", "attr.message=No space left on device"),
    "node.log": ("generic", "ERROR", "getaddrinfo ENOTFOUND prices"),
    "plain.log": ("generic", "ERROR", "out of memory allocating"),
    "portuguese.log": ("generic", "ERROR", "conexão recusada por banco-1:5432"),
    "postgres.log": ("postgres", "ERROR", "deadlock detected"),
    "python.log": ("generic", "ERROR", "KeyError: 'S3_BUCKET'"),
    "redis.log": ("generic", "ERROR", "OOM command not allowed"),
    "ruby.log": ("generic", "ERROR", "ActiveRecord::ConnectionTimeoutError"),
    "serilog.json": ("json", "ERROR", "System.TimeoutException: no connection in 15 s"),
    "spring.log": ("generic", "ERROR", "HikariPool-1 - Connection is not available"),
    "structlog.json": ("json", "ERROR", "KeyError: 'S3_BUCKET'"),
    "syslog.log": ("syslog", "ERROR", "Connection timed out"),
    "syslog_rfc5424.log": ("syslog", "ERROR", "invalid credentials"),
    "windows.log": ("generic", "ERROR", "access denied to"),
    "zap.json": ("json", "ERROR", "certificate has expired"),
}
"""The format, and how severe what is told."""


@pytest.fixture(autouse=True)
def written() -> None:
    for name in NAMES:
        os.utime(SAMPLES / name, (WRITTEN, WRITTEN))


def test_every_sample_has_a_case() -> None:
    assert sorted(CASES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_read(name: str) -> None:
    """R-53, R-60: the format, how severe the trouble is, and its innermost cause with its words."""
    log_format, severity, told = CASES[name]
    incident, parsed = read_incident(str(SAMPLES / name))
    assert parsed.formats == (log_format,)
    assert [event.severity for event in incident.events if told in event.message] == [severity]
    assert incident.started[:10] == "2026-03-02"


@pytest.mark.parametrize("name", NAMES)
def test_the_reasoners_see_the_golden_file(name: str) -> None:
    golden = Path(__file__).parent / "golden" / f"{name}.txt"
    shown = view_incident(read_incident(str(SAMPLES / name))[0], "log_focused")[0] + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


def test_several_logs_share_one_time(tmp_path: Path) -> None:
    """Time zones: lines of two logs stand in the order in which they happened, and are cited by log and line."""
    (tmp_path / "db.log").write_text("2026-03-02T12:00:05+02:00 ERROR lock timeout\n", encoding="utf-8")
    (tmp_path / "web.log").write_text("2026-03-02T10:00:07Z ERROR no answer\n", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    incident, _ = read_incident(str(tmp_path))
    assert [(event.id, event.timestamp, event.component) for event in incident.timeline] == [
        ("F1L1", "2026-03-02T10:00:05", "db"),
        ("F3L1", "2026-03-02T10:00:07", "web"),
    ]
    assert any("picture.png: binary" in warning for warning in english(incident.warnings))
