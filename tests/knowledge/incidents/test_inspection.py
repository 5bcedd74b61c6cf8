"""A reasoner asks the whole log within bounds: words, spans, neighbours, counts, components."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.knowledge.incidents import (
    LogIndex,
    answer_request,
    index_log,
    is_single_log,
    read_cited_lines,
    read_given_logs,
    spool_logs,
)
from moot.knowledge.incidents.line_index import LogLine
from moot.state.inspection import Inspected, InspectionRequest


def write_log() -> str:
    """Ten minutes of a shop: a heartbeat each second, a flag that changes, slow statements after it."""
    lines = []
    for second in range(600):
        at = f"2025-03-11 14:{second // 60:02}:{second % 60:02}"
        lines.append(f"{at} INFO [inventory] heartbeat ok req={second:04x}ab12")
        if second == 200:
            lines.append(f"{at} INFO [orders] flags refreshed changed=[order_list_full_history:on]")
        if second > 300 and second % 10 == 0:
            lines.append(f"{at} ERROR [orders] create order failed: PoolTimeoutException after 503 ms")
            lines.append("    at com.shop.Orders.create(Orders.java:42)")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LogIndex]:
    place = tmp_path_factory.mktemp("log") / "shop.log"
    place.write_text(write_log(), encoding="utf-8")
    with index_log(str(place)) as opened:
        yield opened


def ask(index: LogIndex, kind: Any, pattern: str = "", start: str = "", end: str = "", limit: int = 0) -> Inspected:
    request = InspectionRequest(kind=kind, pattern=pattern, from_=start, to=end, limit=limit)
    return answer_request(index, request, name="log_q1", seat="log_focused", round_number=1)


@pytest.mark.parametrize(
    ("kind", "pattern", "start", "end", "total"),
    [
        pytest.param("search", "full_history", "", "", 1, id="a part of a name"),
        pytest.param("search", "timeout", "", "", 29, id="inside a word, whatever its case"),
        pytest.param("search", "flags heartbeat", "", "", 0, id="all words in one line"),
        pytest.param("search", "flags|PoolTimeout", "", "", 30, id="alternatives"),
        pytest.param("search", '"create order"', "", "", 29, id="words that stand together"),
        pytest.param("search", '"order create"', "", "", 0, id="in that order"),
        pytest.param("search", "503", "", "", 29, id="a figure stands for itself"),
        pytest.param("search", "5", "", "", 0, id="and is no part of another"),
        pytest.param("search", "timeout", "14:09", "", 6, id="from a time without a date"),
        pytest.param("search", "timeout", "2025-03-11 14:09", "2025-03-11T14:09:10", 2, id="a full time"),
        pytest.param("search", "timeout", "", "14:05", 5, id="a time cut short includes all of it"),
        pytest.param("window", "", "14:03:20", "14:03:20", 2, id="a window"),
        pytest.param("window", "", "L5", "L9", 5, id="a window of lines"),
        pytest.param("component", "orders", "14:00", "14:04", 1, id="one component"),
        pytest.param("count", "PoolTimeoutException", "", "", 29, id="a count"),
        pytest.param("neighbours", "L202", "", "", 13, id="around a line"),
    ],
)
def test_what_is_found(index: LogIndex, kind: str, pattern: str, start: str, end: str, total: int) -> None:
    found = ask(index, kind, pattern, start, end)
    assert found.total == total
    assert found.outcome == ("answered" if total else "empty")
    assert len(found.lines) <= 13


@pytest.mark.parametrize(
    ("kind", "pattern", "note"),
    [
        pytest.param("search", "  ", "needs words", id="a search for nothing"),
        pytest.param("component", "", "name the component", id="no component"),
        pytest.param("window", "", "a beginning or an end", id="a window without an end"),
        pytest.param("neighbours", "the flag", "as in L17", id="no line"),
    ],
)
def test_what_is_refused(index: LogIndex, kind: str, pattern: str, note: str) -> None:
    found = ask(index, kind, pattern)
    assert (found.outcome, found.lines) == ("refused", ())
    assert note in found.note


def test_like_lines_are_shown_once_with_their_number(index: LogIndex) -> None:
    found = ask(index, "window", start="14:00", end="14:05")
    counts = {line.component: line.count for line in found.lines if line.count > 1}
    assert counts["inventory"] > 300
    assert any("changed=[order_list_full_history:on]" in line.text for line in found.lines)


def test_counts_over_time(index: LogIndex) -> None:
    found = ask(index, "count", "PoolTimeoutException")
    assert found.counts[0] == "2025-03-11T14:05: 5"
    assert sum(int(each.rpartition(": ")[2]) for each in found.counts) == found.total
    first, last = found.lines
    assert int(first.id[1:]) < int(last.id[1:])


def test_cited_lines_are_looked_up_whole(index: LogIndex) -> None:
    found = read_cited_lines(index, [202, 99_999], seat="log_focused", round_number=2)
    assert [line.id for line in found.lines] == ["L202"]
    assert "order_list_full_history:on" in found.lines[0].text


def test_a_stack_trace_belongs_to_its_entry(index: LogIndex) -> None:
    found = ask(index, "search", "Orders.java:42", limit=3)
    assert {(line.component, line.severity) for line in found.lines} == {("orders", "ERROR")}


@given(
    st.builds(
        InspectionRequest,
        kind=st.sampled_from(["search", "window", "neighbours", "count", "component"]),
        pattern=st.text(max_size=30),
        from_=st.text(max_size=12),
        to=st.text(max_size=12),
        limit=st.integers(-5, 10**6),
    )
)
def test_every_request_has_a_bounded_answer(request: InspectionRequest) -> None:
    with LogIndex() as small:
        small.add(LogLine(number, "14:00:00", "orders", "INFO", f"line {number}") for number in range(1, 120))
        found = answer_request(small, request, name="log_q3", seat="log_focused", round_number=1)
    assert len(found.lines) <= 41
    assert found.number == 3


def test_texts_are_one_log_and_stdin_becomes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    incident, index = read_given_logs(
        ["2024-03-01 10:00:00 ERROR db: disk full", "2024-03-01 10:00:01 INFO db: closed"]
    )
    with index:
        assert (index.lines, index.source) == (2, "")
        assert incident.outline == index.outline()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"10:00:00 ERROR a: broken\n")))
    with spool_logs(["-", str(tmp_path / "b")]) as (place, other):
        assert other == str(tmp_path / "b")
        with index_log(place) as spooled:
            assert [line.component for line in spooled.read(1, 9)] == ["a"]
    assert is_single_log([str(tmp_path / "b")])
    assert not is_single_log([str(tmp_path)])


def test_the_outline_marks_the_burst(index: LogIndex) -> None:
    outline = index.outline()
    assert (outline.lines, outline.errors) == (659, 58)
    assert sum(bucket.lines for bucket in outline.buckets) == outline.lines
