"""A log becomes groups of like lines, which share a template (R-62), and the telling ones are shown."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import InputError, UsageError
from moot.knowledge.incidents import log_parser
from moot.knowledge.incidents.log_incident import _MAX_EVENTS, _select_groups
from moot.knowledge.incidents.log_parser import (
    OTHER_TEMPLATE,
    LineTemplates,
    _LogParser,
    _parse_blocks,
    mask_variables,
    parse_log,
)


def parse(*lines: str) -> _LogParser:
    parser = _parse_blocks(iter([list(lines)]))
    assert parser is not None
    return parser


def shown(lines: Iterable[str]) -> list[int]:
    return [group.first for group in _select_groups(parse(*lines).groups)]


def quiet(count: int) -> list[str]:
    return [f"12:00:00 INFO web: request {number} served" for number in range(count)]


def test_like_lines_are_one_group() -> None:
    parser = parse(*quiet(3), "12:00:01 ERROR web: disk full", *quiet(2))
    assert [(group.first, group.last, group.count) for group in parser.groups] == [(1, 6, 5), (4, 4, 1)]
    assert parser.lines == 6


def test_severe_lines_are_told_apart_even_when_they_are_alike() -> None:
    """Drain would make one template of two short errors; the rarer one may be the cause."""
    groups = parse("ERROR db: connection refused", "ERROR db: connection reset").groups
    assert [group.first for group in groups] == [1, 2]


def test_a_stack_trace_belongs_to_its_entry() -> None:
    trace = ["java.io.IOException: broken", "\tat a.b.C(C.java:1)", "Caused by: java.net.ConnectException: refused"]
    parser = parse("2015-10-18 18:01:47,978 INFO [main] a.B: it went wrong", *trace)
    (group,) = parser.groups
    assert group.trace == [line.strip() for line in trace]
    assert group.severity == "WARN"  # an exception in the trace of a harmless line


def test_another_format_in_between_is_an_entry_of_its_own() -> None:
    hadoop = "2015-10-18 18:01:47,978 INFO [main] a.B: fine"
    parser = parse(hadoop, hadoop, "2015-10-18 18:02:00 kernel: Out of memory", hadoop)
    assert [(group.first, group.severity) for group in parser.groups] == [(1, "INFO"), (3, "ERROR")]


def test_blank_and_leading_lines_are_no_trouble() -> None:
    parser = parse("", "   indented beginning", "", "ERROR x: y failed", "")
    assert [group.first for group in parser.groups] == [2, 4]


def test_too_many_groups_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_parser, "_MAX_GROUPS", 3)
    lines = [f"ERROR c: {word * 2} {word} failed" for word in ("aa", "bb", "cc", "dd", "ee", "ff")]
    groups = parse(*lines, lines[0]).groups
    assert sum(group.count for group in groups) == 7
    assert len(groups) == 4


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_parser, "_MAX_REMEMBERED", 2)
    lines = [f"ERROR c: {word} failed" for word in ("aa", "bb", "cc", "aa", "bb", "cc")]
    assert [group.count for group in parse(*lines).groups] == [2, 2, 2]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param([*quiet(500), "12:00:01 ERROR db: disk full"], [1, 501], id="R-51 one error among many lines"),
        pytest.param(
            ["12:00:00 ERROR a: often fails"] * 900 + ["12:00:01 ERROR b: rarely fails"],
            [1, 901],
            id="R-51 the rare beside the frequent",
        ),
        pytest.param(["x: y"], [1], id="one line"),
    ],
)
def test_the_rare_and_the_severe_are_kept(lines: list[str], expected: list[int]) -> None:
    assert shown(lines) == expected


WORDS = [a + b for a in ("ba", "ce", "di", "fo", "gu", "ha") for b in ("lim", "nor", "sta", "vek", "zud", "mip")]


def test_every_severity_keeps_its_places() -> None:
    """Half for errors, a quarter for warnings, a quarter for the ordinary lines before the first error."""
    ordinary = [f"INFO c: {word} {word} begins {word}" for word in WORDS]
    warnings = [f"WARN c: {word} {word} {word}" for word in WORDS]
    errors = [f"ERROR c: {word} {word}" for word in WORDS]
    numbers = shown([*ordinary, *warnings, *errors])
    size = len(WORDS)
    kinds = [(number - 1) // size for number in numbers]
    assert [kinds.count(kind) for kind in range(3)] == [5, 5, 10]


def test_the_ordinary_line_before_the_first_error_is_kept() -> None:
    ordinary = [f"INFO c: {word} step {word} {word}" for word in WORDS]
    cause = "INFO config: setting pool_size changed to zero by nobody"
    errors = [f"ERROR c: {word} {word}" for word in WORDS]
    lines = [*ordinary, cause, *errors, *ordinary]
    assert len(ordinary) + 1 in shown(lines)


@given(
    st.lists(
        st.sampled_from(
            ["INFO a: fine", "WARN b: slow disk", "ERROR c: it failed", "ERROR d: no space left", "text", ""]
        ),
        max_size=60,
    ),
    st.integers(1, 30),
)
def test_a_selection_is_bounded_and_always_the_same(lines: list[str], limit: int) -> None:
    parser = parse("first line", *lines)
    chosen = _select_groups(parser.groups, limit)
    assert 0 < len(chosen) <= max(limit, _MAX_EVENTS)
    assert len(chosen) == min(limit, len(parser.groups)) or limit < 4
    assert chosen == _select_groups(tuple(reversed(parser.groups)), limit)
    assert sum(group.count for group in parser.groups) <= parser.lines
    if any(group.severity == "ERROR" for group in parser.groups) and limit > 1:
        assert any(group.severity == "ERROR" for group in chosen)


def test_a_file_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("081109 203615 148 WARN dfs.X: slow\n" * 3, encoding="utf-8")
    parsed = parse_log(str(path))
    assert (parsed.format, parsed.lines, parsed.entries) == ("hdfs", 3, 3)


def test_pieces_of_a_log_are_one_log() -> None:
    whole = [*quiet(5), "ERROR db: x failed", *quiet(5)]
    one, many = parse(*whole), _parse_blocks(iter([[line] for line in whole]))
    assert many is not None
    assert [(g.first, g.count) for g in one.groups] == [(g.first, g.count) for g in many.groups]


def test_nothing_to_parse(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="empty"):
        parse_log(str(path))


@pytest.mark.parametrize(
    ("message", "masked"),
    [
        pytest.param("disk at 95% of 64172MB", "disk at <*> of <*>", id="numbers with units"),
        pytest.param("took 12.5 ms, -3 left", "took <*> ms, <*> left", id="decimals and signs"),
        pytest.param("from /10.251.42.84:50010", "from /<*>", id="an address with a port"),
        pytest.param("block blk_-6952295868487656571 done", "block blk_<*> done", id="a block"),
        pytest.param("b9000564-fe1a-409b-b8cc-1e88b294cd1d_del", "<*>_del", id="a UUID that begins with a letter"),
        pytest.param("/v2/54fadb412c4e40cdbaed9335e4c35a9e/servers", "/v2/<*>/servers", id="a long hex number"),
        pytest.param("at 0x7ffee4", "at <*>", id="a pointer"),
        pytest.param("node12 uses x86 and utf8", "node12 uses x86 and utf8", id="names with digits stay"),
        pytest.param("user483920 on req77", "user<*> on req77", id="a long number behind letters"),
        pytest.param("face added bad decade", "face added bad decade", id="words of hex letters stay"),
        pytest.param("12:30:59 and 2024-05-01", "<*> and <*>-<*>-<*>", id="times and dates"),
    ],
)
def test_what_varies_is_masked(message: str, masked: str) -> None:
    assert mask_variables(message) == masked


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param("Took 5 s to spawn it", "Took 7 s to spawn it", True, id="another number"),
        pytest.param("ask 1.2.3.4:5 to delete blk_1 blk_2 blk_3", "ask 1.2.3.4:6 to delete blk_9", True, id="a list"),
        pytest.param('10.0.0.1 "GET /a 1"', '10.0.0.2,10.0.0.3 "GET /b 2"', True, id="a list of addresses in front"),
        pytest.param('10.0.0.1 "GET /a" ok', '10.0.0.1 "POST /a" ok', False, id="the word behind the front decides"),
        pytest.param(
            "[instance: 1] Claim successful", "[instance: 2] Terminating instance", False, id="a named part in front"
        ),
        pytest.param("disk is full", "the network is down", False, id="another length"),
    ],
)
def test_templates(first: str, second: str, same: bool) -> None:
    templates = LineTemplates()
    assert (templates.find(mask_variables(first)) == templates.find(mask_variables(second))) is same


def test_a_template_shows_what_varies() -> None:
    templates = LineTemplates()
    number = templates.find(mask_variables("10.0.0.1 Served block blk_1 to alice"))
    assert templates.find(mask_variables("10.0.0.9 Served block blk_7 to bob")) == number
    assert templates.describe(number) == "<*> Served block blk_<*> to <*>"


def test_too_many_forms_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_parser, "_MAX_TEMPLATES", 3)
    templates = LineTemplates()
    kept = [templates.find(word) for word in ("alpha", "beta beta", "gamma gamma gamma")]
    assert templates.full
    assert templates.find("delta delta delta delta") == OTHER_TEMPLATE
    assert templates.find("beta beta") == kept[1]
    assert templates.describe(OTHER_TEMPLATE) == "(other forms)"


@given(st.text(st.sampled_from("1a,.:- fx%"), max_size=400))
def test_masking_is_stable(message: str) -> None:
    assert mask_variables(mask_variables(message)) == mask_variables(message)


@pytest.mark.parametrize("unit", ["1,", "1.", "f", "1", "a1:", "0x", "-", "[instance: 1] "])
def test_a_hostile_line_takes_no_time(unit: str) -> None:
    line = unit * (16_000 // len(unit)) + "z"
    began = time.process_time()
    templates = LineTemplates()
    templates.find(mask_variables(line))
    assert time.process_time() - began < 1


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "drain3.drain", None)
    with pytest.raises(UsageError, match=r"pip install 'moot\[rca\]'"):
        LineTemplates()
