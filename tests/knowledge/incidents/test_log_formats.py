"""The formats of logs: recognised, and read for level, component, message, time and host."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.knowledge.incidents.json_formats import read_json_fields
from moot.knowledge.incidents.log_entries import open_log_file
from moot.knowledge.incidents.log_facts import judge_severity
from moot.knowledge.incidents.log_files import LineDefects, list_log_files
from moot.knowledge.incidents.log_formats import _KNOWN_FORMATS, GENERIC_FORMAT, recognise_format, starts_entry

HDFS = "081109 203615 148 INFO dfs.DataNode$PacketResponder: PacketResponder 1 for block blk_38 terminating"
OPENSTACK = (
    "nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server "
    '[req-38101a0b 113d3a99 - - -] 10.11.10.1 "GET /v2/x HTTP/1.1" status: 200'
)
HADOOP = "2015-10-18 18:01:47,978 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: Created MRAppMaster"
SPARK = "17/06/09 20:10:40 WARN executor.CoarseGrainedExecutorBackend: Registered signal handlers for [TERM]"
BGL = (
    "KERNDTLB 1118765360 2005.06.14 R30-M0-N7 2005-06-14-09.09.20.459609 R30-M0-N7 RAS KERNEL FATAL "
    "data TLB error interrupt"
)
SYSLOG = "Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0"
RFC5424 = "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - 'su root' failed for lonvick"
ISO_SYSLOG = "2024-05-01T12:00:00.123456+00:00 web01 kernel: Out of memory: Killed process 4711 (java)"
JSON = '{"ts": "2024-05-01T12:00:00Z", "level": "error", "logger": "checkout", "msg": "payment refused", "host": "w1"}'


@pytest.mark.parametrize(
    ("line", "name", "fields", "head"),
    [
        pytest.param(
            HDFS,
            "hdfs",
            ("INFO", "dfs.DataNode$PacketResponder", "PacketResponder 1 for block blk_38 terminating"),
            ("081109 203615", ""),
            id="R-60 HDFS",
        ),
        pytest.param(
            OPENSTACK,
            "openstack",
            ("INFO", "nova.osapi_compute.wsgi.server", '10.11.10.1 "GET /v2/x HTTP/1.1" status: 200'),
            ("2017-05-16 00:00:00.008", ""),
            id="R-60 OpenStack",
        ),
        pytest.param(
            HADOOP,
            "hadoop",
            ("INFO", "org.apache.hadoop.mapreduce.v2.app.MRAppMaster", "Created MRAppMaster"),
            ("2015-10-18 18:01:47,978", ""),
            id="R-60 Hadoop",
        ),
        pytest.param(
            "2026-03-02 10:15:04,310 WARN dfs.DataNode: Disk usage at 95% on /10.0.1.5",
            "hadoop",
            ("WARN", "dfs.DataNode", "Disk usage at 95% on /10.0.1.5"),
            ("2026-03-02 10:15:04,310", ""),
            id="R-60 Hadoop without a thread",
        ),
        pytest.param(
            "2026-03-02 10:15:04,310 ERROR datanode.DataNode (DataNode.java:run(42)) - Disk is gone",
            "hadoop",
            ("ERROR", "datanode.DataNode", "Disk is gone"),
            ("2026-03-02 10:15:04,310", ""),
            id="R-60 Hadoop with the place in the source",
        ),
        pytest.param(
            SPARK,
            "spark",
            ("WARN", "executor.CoarseGrainedExecutorBackend", "Registered signal handlers for [TERM]"),
            ("17/06/09 20:10:40", ""),
            id="R-60 Spark",
        ),
        pytest.param(
            BGL,
            "bgl",
            ("FATAL", "KERNEL", "data TLB error interrupt"),
            ("2005-06-14-09.09.20.459609", "R30-M0-N7"),
            id="R-60 BGL",
        ),
        pytest.param(
            SYSLOG,
            "syslog",
            ("", "sshd(pam_unix)", "authentication failure; logname= uid=0"),
            ("Jun 14 15:16:01", "combo"),
            id="syslog without a year",
        ),
        pytest.param(
            RFC5424,
            "syslog",
            ("34", "su", "'su root' failed for lonvick"),
            ("2003-10-11T22:14:15.003Z", "mymachine.example.com"),
            id="syslog with a priority",
        ),
        pytest.param(
            ISO_SYSLOG,
            "syslog",
            ("", "kernel", "Out of memory: Killed process 4711 (java)"),
            ("2024-05-01T12:00:00.123456+00:00", "web01"),
            id="syslog with a full date",
        ),
        pytest.param(
            JSON,
            "json",
            ("error", "checkout", "payment refused"),
            ("2024-05-01T12:00:00Z", "w1"),
            id="JSON lines",
        ),
        pytest.param(
            "2024-05-01 12:00:00.5 [ERROR] [db] no route to host",
            "generic",
            ("ERROR", "db", "no route to host"),
            ("2024-05-01 12:00:00.5", ""),
            id="generic: time, level, component in brackets",
        ),
        pytest.param(
            "12:00:00 WARN cache: evicting 5 keys",
            "generic",
            ("WARN", "cache", "evicting 5 keys"),
            ("12:00:00", ""),
            id="generic: time of day, component with a colon",
        ),
        pytest.param(
            "java.lang.OutOfMemoryError: Java heap space",
            "generic",
            ("", "", "java.lang.OutOfMemoryError: Java heap space"),
            ("", ""),
            id="generic: an exception is no component",
        ),
        pytest.param("something happened", "generic", ("", "", "something happened"), ("", ""), id="only words"),
    ],
)
def test_recognised_and_read(line: str, name: str, fields: tuple[str, ...], head: tuple[str, str]) -> None:
    found = recognise_format([line] * 3)
    assert found.name == name
    level, component, message = fields
    timestamp, host = head
    assert found.read(line) == (timestamp, level, component, message, host)


@pytest.mark.parametrize(
    ("line", "name", "component", "severity"),
    [
        pytest.param(HDFS.replace("INFO", "WARN"), "hdfs", "dfs.DataNode$PacketResponder", "WARN", id="HDFS"),
        pytest.param(
            OPENSTACK.replace("INFO", "ERROR"), "openstack", "nova.osapi_compute.wsgi.server", "ERROR", id="OpenStack"
        ),
        pytest.param(SPARK, "spark", "executor.CoarseGrainedExecutorBackend", "WARN", id="Spark"),
        pytest.param(BGL, "bgl", "KERNEL", "ERROR", id="BGL"),
        pytest.param(RFC5424, "syslog", "su", "ERROR", id="syslog with a priority"),
        pytest.param("Mar  2 10:15:04 web01 app[7]: ERROR: it is gone", "syslog", "app", "ERROR", id="syslog, told"),
        pytest.param("<36>1 2026-03-02T10:15:04Z - app - ID1 - odd", "syslog", "app", "WARN", id="syslog, no host"),
        pytest.param(JSON, "json", "checkout", "ERROR", id="JSON lines"),
        pytest.param("2026-03-02 10:15:04 ERROR app.Db: gone", "generic", "app.Db", "ERROR", id="no milliseconds"),
        pytest.param("2026-03-02T10:15:04Z warn app: odd", "generic", "app", "WARN", id="a level in small letters"),
        pytest.param("Mar  2 10:15:04 ERROR app: gone", "generic", "app", "ERROR", id="a month and no host"),
        pytest.param("2026-03-02 10:15:04,310 - app.db - ERROR - gone", "generic", "app.db", "ERROR", id="Python"),
        pytest.param("2026-03-02 10:15:04,310 [main] WARN a.b.C - odd", "generic", "a.b.C", "WARN", id="Logback"),
        pytest.param("2026-03-02 10:15:04,310 [7] WARN A.B [(null)] - odd", "generic", "A.B", "WARN", id="log4net"),
        pytest.param(
            "2026-03-02 10:15:04.310 ERROR 7 --- [main] a.b.C : gone", "generic", "a.b.C", "ERROR", id="Spring Boot"
        ),
        pytest.param("2026/03/02 10:15:04 [error] 12#0: *1 gone", "generic", "", "ERROR", id="nginx"),
        pytest.param("2026-03-02 10:15:04.310 UTC [12] ERROR:  gone", "postgres", "", "ERROR", id="PostgreSQL"),
        pytest.param(
            "2026-03-02 10:15:04.310 -03 [12] ERRO:  caiu", "postgres", "", "ERROR", id="PostgreSQL, Portuguese"
        ),
        pytest.param("W0302 10:15:04.123456 1 cache.go:12] odd", "klog", "cache.go", "WARN", id="Kubernetes"),
        pytest.param('time="2026-03-02T10:15:04Z" level=warning msg="odd"', "logfmt", "", "WARN", id="logfmt"),
        pytest.param("ERROR:root:gone", "generic", "", "ERROR", id="Python without a time"),
    ],
)
def test_a_line_is_as_severe_as_it_says(line: str, name: str, component: str, severity: str) -> None:
    """R-53, R-60: in every layout; a level is not taken for a host or a component."""
    found = recognise_format([line] * 3)
    _, level, told, message, _ = found.read(line) or ("", "", "", "", "")
    assert (found.name, told or "", judge_severity(level, message)) == (name, component, severity)


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        pytest.param([HADOOP, "\tat a.b(C.java:1)", "\tat d.e(F.java:2)"], "hadoop", id="stack traces in between"),
        pytest.param([HADOOP, *["text"] * 5], "generic", id="too few of them"),
        pytest.param(
            ["2026-03-02 10:15:04 -03 [1] ERRO:  caiu", "2026-03-02 10:15:04 -03 [1] DETALHE:  por isso"],
            "postgres",
            id="what PostgreSQL adds in any language",
        ),
        pytest.param(["", " ", SPARK], "spark", id="blank lines do not count"),
        pytest.param(["{broken", "{also broken"], "generic", id="braces are no JSON"),
        pytest.param(['{"a":' * 3000, JSON], "json", id="deeply nested JSON is skipped"),
        pytest.param([], "generic", id="nothing"),
    ],
)
def test_a_log_is_recognised_by_most_of_its_lines(lines: list[str], name: str) -> None:
    assert recognise_format(lines).name == name


@pytest.mark.parametrize(
    ("line", "own"),
    [
        pytest.param("2024-05-01 12:00:00 worker died", True, id="a time of its own"),
        pytest.param("\tat java.io.File.open(File.java:3)", False, id="a frame of a stack trace"),
        pytest.param("Caused by: java.io.IOException: No space left on device", False, id="a cause"),
    ],
)
def test_a_line_that_does_not_fit(line: str, own: bool) -> None:
    assert starts_entry(line) is own


@given(st.text(max_size=300))
def test_no_line_breaks_a_reader(line: str) -> None:
    for each in (*_KNOWN_FORMATS, GENERIC_FORMAT):
        fields = each.read(line)
        assert fields is None or [type(part) for part in fields] == [str] * 5


@pytest.mark.parametrize(
    ("about", "component", "told"),
    [
        pytest.param({"kind": "Pod", "name": "web-7d9f8b6c5d-x2x4z"}, "Pod/web", "pod=web-7d9f8b6c5d-x2x4z", id="pod"),
        pytest.param({"kind": "Pod", "name": "db-0"}, "Pod/db-0", "", id="of a stateful set"),
        pytest.param({"kind": "Pod", "name": "report-first"}, "Pod/report-first", "", id="a word"),
        pytest.param({"kind": "Node", "name": "node-x2x4z"}, "Node/node-x2x4z", "", id="no pod"),
    ],
)  # fmt: skip
def test_pods_are_named_by_what_they_belong_to(about: dict[str, str], component: str, told: str) -> None:
    """R-53: a hundred pods of one deployment are one component, and the pod stays in the message."""
    event = {"kind": "Event", "involvedObject": about, "reason": "Pulled", "message": "Image present", "type": "Normal"}
    fields = read_json_fields(event)
    assert fields is not None
    assert fields[2:4] == (component, f"Pulled: Image present {told}".rstrip())


def test_windows_writes_its_levels_out() -> None:
    fields = GENERIC_FORMAT.read("4/7/2026 2:59:00 PM  Information  SCM  The service entered the running state.")
    assert fields is not None
    assert fields[1] == "Information"


@pytest.mark.parametrize(
    ("line", "stamp"),
    [
        pytest.param(
            '10.0.0.1 - - [{stamp} +0000] "GET /{at} HTTP/1.1" 200 1', "17/Nov/2026:14:00:{at:02}", id="access"
        ),
        pytest.param(
            '{{"ts": "{stamp}", "level": "INFO", "msg": "said {at}"}}', "2026-11-17T14:00:{at:02}.9Z", id="json"
        ),
        pytest.param("{stamp} INFO [a] said {at}", "2026-11-17T14:00:{at:02}.123Z", id="iso"),
        pytest.param("{stamp} host a[1]: said {at}", "Nov 17 14:00:{at:02}", id="syslog"),
        pytest.param("{stamp} INFO [a] said {at}", "17/11/2026, 14:00:{at:02}", id="day first"),
    ],
)
def test_every_line_has_its_own_time(tmp_path: Path, line: str, stamp: str) -> None:
    path = tmp_path / "a.log"
    seconds = range(1, 40, 3)
    path.write_text("\n".join(line.format(stamp=stamp.format(at=at), at=at) for at in seconds), encoding="utf-8")
    (log,) = [open_log_file(file, LineDefects()) for file in list_log_files([str(path)])]
    assert log is not None
    times = [block.entry(place).time for block in log.blocks for place in range(len(block.numbers))]
    assert [int(time or 0) % 60 for time in times] == list(seconds)


@pytest.mark.parametrize(
    ("line", "level", "component", "message"),
    [
        pytest.param(
            "[2026-03-02T14:00:01,120][INFO ][o.e.n.Node               ] [es-1] started",
            "INFO", "o.e.n.Node", "[es-1] started", id="levels and classes padded inside of their brackets",
        ),
        pytest.param(
            "2026-03-02 14:00:02.130 | WARN  | http-nio-8080-exec-4 | c.a.orders.Orders | order 92 waits",
            "WARN", "c.a.orders.Orders", "order 92 waits", id="columns parted by bars, the thread before the class",
        ),
        pytest.param(
            "2026-03-02 14:00:02.130 | WARN | 3 rows | 4 columns", "WARN", "", "3 rows | 4 columns", id="bars in it",
        ),
        pytest.param("thread 'main' panicked at src/m.rs:4", "", "", "thread 'main' panicked at src/m.rs:4",
                     id="Rust"),
    ],
)  # fmt: skip
def test_other_layouts(line: str, level: str, component: str, message: str) -> None:
    fields = GENERIC_FORMAT.read(line)
    assert fields is not None
    assert (fields[1], fields[2], fields[3]) == (level, component, message)
    assert judge_severity(level, message) == ("ERROR" if "panicked" in message else level)


def test_an_access_log_in_json_has_its_time() -> None:
    for name, stamp in (("time_local", "02/Mar/2026:14:00:02 +0000"), ("time_iso8601", "2026-03-02T14:00:02+00:00")):
        fields = read_json_fields({name: stamp, "request": "GET /cart HTTP/1.1", "status": "502"})
        assert fields is not None
        assert fields[0] == stamp
