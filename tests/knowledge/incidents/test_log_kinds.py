"""Entries are counted by kind and over time, in bounded memory."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.errors import InputError
from moot.knowledge.incidents import line_kinds, log_entries, log_kinds
from moot.knowledge.incidents.line_kinds import LineKind
from moot.knowledge.incidents.log_files import LineDefects, LogFile
from moot.knowledge.incidents.log_kinds import ParsedLog, parse_logs

SAMPLES = Path(__file__).parents[2] / "data" / "logs"
Parse = Callable[..., ParsedLog]


@pytest.fixture
def parse(tmp_path: Path) -> Parse:
    def parse_lines(*lines: str) -> ParsedLog:
        path = tmp_path / "a.log"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return parse_logs([str(path)])

    return parse_lines


def quiet(count: int) -> list[str]:
    return [f"12:00:00 INFO web: request {number} served" for number in range(count)]


def places(kinds: tuple[LineKind, ...]) -> list[tuple[int, int]]:
    return [(kind.entry.line, kind.count) for kind in kinds]


def test_like_lines_are_one_kind(parse: Parse) -> None:
    parsed = parse(*quiet(3), "12:00:01 ERROR web: disk full", *quiet(2))
    assert places(parsed.kinds) == [(1, 5), (4, 1)]
    assert parsed.lines == 6


def test_severe_lines_are_told_apart_even_when_they_are_alike(parse: Parse) -> None:
    """Drain would make one form of two short errors; the rarer one may be the cause."""
    assert places(parse("ERROR db: connection refused", "ERROR db: connection reset").kinds) == [(1, 1), (2, 1)]


def test_severe_lines_with_a_name_in_them_are_one_kind(parse: Parse) -> None:
    names = [f"{a}{b}" for a in ("ana", "bo", "cy", "di", "eva") for b in ("ka", "lo", "mi", "nu", "sy", "te")]
    assert places(parse(*(f"ERROR db: user {name} has no quota left" for name in names)).kinds) == [(1, 30)]


def test_a_rare_value_in_a_frequent_form_is_kept(parse: Parse) -> None:
    """A flag that changed, in a line that otherwise always says the same."""
    usual = [f"12:{n:02}:00 INFO flags: refreshed version={n} changed=[]" for n in range(40)]
    changed = "12:40:00 INFO flags: refreshed version=41 changed=[full_history:on]"
    kinds = parse(*usual, changed, *usual[:3]).kinds
    assert [(kind.count, kind.form_count) for kind in kinds] == [(43, 0), (1, 44)]
    assert "full_history:on" in kinds[1].entry.text


def test_a_status_tells_a_failure_from_its_kin(parse: Parse) -> None:
    """By meaning: a status of 500 and more is an error, though numbers are masked."""
    lines = ["INFO web: GET /api 200 5ms", "INFO web: GET /api 503 9ms", "INFO c: exited with code 0"]
    kinds = parse(*lines, "INFO c: exited with code 137").kinds
    assert [(kind.severity, kind.entry.line) for kind in kinds] == [
        ("INFO", 1),
        ("ERROR", 2),
        ("INFO", 3),
        ("ERROR", 4),
    ]


def test_a_stack_trace_belongs_to_its_entry(parse: Parse) -> None:
    trace = ["java.io.IOException: broken", "\tat a.b.C(C.java:1)", "Caused by: java.net.ConnectException: refused"]
    (kind,) = parse("2015-10-18 18:01:47,978 INFO [main] a.B: it went wrong", *trace).kinds
    assert list(kind.entry.trace) == trace
    assert kind.entry.text == "it went wrong (java.net.ConnectException: refused)"
    assert kind.severity == "WARN"  # an exception in the trace of a harmless line


def test_another_format_in_between_is_an_entry_of_its_own(parse: Parse) -> None:
    hadoop = "2015-10-18 18:01:47,978 INFO [main] a.B: fine"
    kinds = parse(hadoop, hadoop, "2015-10-18 18:02:00 kernel: Out of memory", hadoop).kinds
    assert [(kind.entry.line, kind.severity) for kind in kinds] == [(1, "INFO"), (3, "ERROR")]


def test_blank_and_leading_lines_are_no_trouble(parse: Parse) -> None:
    assert [line for line, _ in places(parse("", "   indented beginning", "", "ERROR x: y failed", "").kinds)] == [2, 4]


def test_too_many_kinds_are_counted_together(parse: Parse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_kinds, "_MAX_KINDS", 3)
    words = [a + b for a in ("ba", "ce", "di", "fo") for b in ("lim", "nor", "sta")]
    kinds = parse(*(f"ERROR {word}: it failed" for word in words), "ERROR balim: it failed").kinds
    assert sum(kind.count for kind in kinds) == 13
    assert len(kinds) <= 7


def test_what_is_remembered_is_bounded(parse: Parse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_kinds, "_MAX_REMEMBERED", 2)
    lines = [f"ERROR c: {word} failed" for word in ("aa", "bb", "cc", "aa", "bb", "cc")]
    assert [kind.count for kind in parse(*lines).kinds] == [2, 2, 2]


def test_steps_of_time_grow_with_the_log(parse: Parse) -> None:
    """Flat memory: never more than a few hundred steps, and every line in one of them."""
    lines = [f"2026-03-{1 + n // 24:02} {n % 24:02}:00:00 INFO a: tick" for n in range(24 * 28)]
    parsed = parse(*lines)
    (kind,) = parsed.kinds
    assert kind.count == len(lines)
    assert len(kind.steps) <= log_kinds._MAX_STEPS
    assert len(kind.samples) <= line_kinds._MAX_SAMPLES
    assert parsed.step > 3600


def test_a_wrong_clock_does_not_stretch_the_log(parse: Parse) -> None:
    lines = [f"2026-03-02 10:00:{n:02} INFO a: tick" for n in range(50)]
    lines[30] = "1970-01-01 00:00:04 INFO a: tick"
    assert parse(*lines).step == 1


def test_a_request_is_followed_through_the_log(parse: Parse) -> None:
    """Correlation: what else names the request of a troubled line."""
    lines = ["INFO web: accepted req=ab12cd34", "INFO pay: asked req=ffff0000", "ERROR db: failed req=ab12cd34"]
    kinds = parse(*lines, "ERROR web: 503 req=ab12cd34", "INFO web: idle").kinds
    failed = next(kind for kind in kinds if kind.component == "db")
    assert failed.request[0] == "ab12cd34"
    assert [entry.line for entry in failed.request[1]] == [1, 4]


def test_nothing_to_parse(parse: Parse) -> None:
    with pytest.raises(InputError, match="only blank lines"):
        parse("", "")


def at(second: int, text: str) -> str:
    return f"2026-03-02 10:{second // 60:02}:{second % 60:02},{second % 7:03} {text}"


def obj(number: int, **fields: object) -> str:
    return json.dumps({"time": f"2026-03-02T10:{number // 60:02}:{number % 60:02}.{number}Z", **fields})


STAMPED = [
    pytest.param([at(n, f"INFO [t-{n % 9}] app.Shop: order {n:06x} paid") for n in range(300)], id="one kind"),
    pytest.param([at(n, f"INFO node-{n % 3}: ping {n}") for n in range(300)], id="components that differ in a number"),
    pytest.param([at(n, f"INFO web: GET /cart status {(200, 502)[n % 9 == 0]}") for n in range(300)], id="a status"),
    pytest.param([at(n, "+0200 INFO web: ok" if n > 200 else "INFO web: ok") for n in range(300)], id="a zone later"),
    pytest.param([at(n, "WARN web: slow" if n % 9 else "went on oddly") for n in range(300)], id="two layouts"),
    pytest.param(
        [line for n in range(300) for line in (at(n, "ERROR web: broke"), *(["\tat a.B.c(B.java:1)"] * (n == 299)))],
        id="a trace in the end",
    ),
    pytest.param(
        [f"Mar {n // 40 + 5:2} 10:00:{n % 40:02} web-{n % 3} cron[{n}]: job {n} ended" for n in range(300)], id="syslog"
    ),
    pytest.param(
        [obj(n, level=(30, 50)[n % 9 == 0], msg=f"order {n} paid") for n in range(300)], id="levels in numbers"
    ),
    pytest.param([obj(n, PRIORITY="36"[n % 9 > 0], MESSAGE=f"job {n} ended") for n in range(300)], id="priorities"),
    pytest.param(
        [obj(n, level="info", msg="GET /cart", status=(200, 502)[n % 9 == 0]) for n in range(300)], id="fields"
    ),
    pytest.param([obj(n, level="info", msg="exited", exit_code=(0, 137)[n % 9 == 0]) for n in range(300)], id="exits"),
    pytest.param([obj(n, level="info", msg="took", exit_code=n % 2, other="x" * 2500) for n in range(300)], id="long"),
    pytest.param([obj(n, logger=f"node-{n % 3}", msg=f"ping {n}") for n in range(300)], id="loggers"),
    pytest.param(
        [obj(n, msg=f"a{n}", seen=f"2026-03-02T10:00:{n % 60:02}.{n}Z") for n in range(300)], id="another time"
    ),
    pytest.param([obj(n, msg="ok") if n % 50 else "panic: no object" for n in range(300)], id="a line that is none"),
    pytest.param(
        [obj(n, **{("msg", "message")[n % 7 == 0]: "cut", "n": n})[: 40 if n == 250 else 999] for n in range(300)],
        id="cut",
    ),
    pytest.param(
        [json.dumps({"ts": 1772445600.125 + n / 8, "level": "warn", "msg": f"late {n}"}) for n in range(300)],
        id="epochs",
    ),
    pytest.param(
        [
            obj(n, level="error", msg="broke", stack="E: x\n\tat a.B(B.java:1)\nCaused by: java.io.IOException: gone")
            for n in range(300)
        ],
        id="traces inside",
    ),
]


@pytest.mark.parametrize("lines", STAMPED)
def test_lines_read_by_what_follows_their_time_are_the_same_kinds(
    parse: Parse, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    """R-53: reading many lines at once loses nothing of what reading them one by one finds."""

    def told() -> list[object]:
        return [
            (kind.component, kind.severity, kind.masked, kind.count, kind.first, kind.last, kind.entry, kind.samples)
            for kind in parse(*lines).kinds
        ]

    at_once = told()
    monkeypatch.setattr(log_entries, "_MIN_STAMPED", 10**9)
    assert at_once == told()


@pytest.mark.parametrize("name", ["bunyan.json", "zap.json", "ecs.json", "logrus.json", "syslog.log", "plain.log"])
def test_lines_with_times_in_one_place_are_not_read_one_by_one(name: str, tmp_path: Path) -> None:
    """Issue 19: reading objects is as quick as reading lines."""
    line = (SAMPLES / name).read_text(encoding="utf-8").splitlines()[0]
    log = tmp_path / name
    log.write_text(f"{line}\n" * 300, encoding="utf-8")
    opened = log_entries.open_log_file(LogFile(1, str(log), name), LineDefects())
    assert opened is not None
    assert len(next(opened.blocks).rests) == 299


def test_what_is_remembered_of_stamped_lines_is_bounded(parse: Parse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_kinds, "_MAX_REMEMBERED", 10)
    lines = [at(n, f"INFO web: {'abcdef'[n % 6]}{'fedcba'[n % 5]}{n:06} served") for n in range(300)]
    assert [kind.count for kind in parse(*lines).kinds] == [300]
