"""A log becomes groups of like lines, and the telling ones are shown."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import InputError
from moot.knowledge.incidents import log_parser
from moot.knowledge.incidents.log_parser import LogParser, parse_blocks, parse_log
from moot.knowledge.incidents.log_selection import MAX_EVENTS, select_groups


def parse(*lines: str) -> LogParser:
    parser = parse_blocks(iter([list(lines)]))
    assert parser is not None
    return parser


def shown(lines: Iterable[str]) -> list[int]:
    return [group.first for group in select_groups(parse(*lines).groups)]


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
    monkeypatch.setattr(log_parser, "MAX_GROUPS", 3)
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
    chosen = select_groups(parser.groups, limit)
    assert 0 < len(chosen) <= max(limit, MAX_EVENTS)
    assert len(chosen) == min(limit, len(parser.groups)) or limit < 4
    assert chosen == select_groups(tuple(reversed(parser.groups)), limit)
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
    one, many = parse(*whole), parse_blocks(iter([[line] for line in whole]))
    assert many is not None
    assert [(g.first, g.count) for g in one.groups] == [(g.first, g.count) for g in many.groups]


def test_nothing_to_parse(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="empty"):
        parse_log(str(path))
