"""A reasoner asks the whole log within bounds: words, spans, neighbours, counts, components."""

import gzip
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
    index_logs,
    read_and_index,
    read_cited_lines,
    read_given_logs,
)
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
    with index_logs(str(place)) as opened:
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
    found = read_cited_lines(index, ["L202", "L99999"], seat="log_focused", round_number=2)
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
    with read_given_logs(["\n".join(f"14:00:00 INFO orders: line {number}" for number in range(1, 120))])[1] as small:
        found = answer_request(small, request, name="log_q3", seat="log_focused", round_number=1)
    assert len(found.lines) <= 41
    assert found.number == 3


def test_texts_are_one_log_and_stdin_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    incident, index = read_given_logs(
        ["2024-03-01 10:00:00 ERROR db: disk full", "2024-03-01 10:00:01 INFO db: closed"]
    )
    with index:
        assert (index.lines, index.sources) == (2, ())
        assert incident.outline is not None
        assert (incident.outline.lines, incident.outline.errors) == (2, 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"10:00:00 ERROR a: broken\n")))
    with read_and_index("-")[2] as piped:
        assert [(line.id, line.component, line.time) for line in piped.read(1, 9)] == [("L1", "a", "10:00:00")]
        assert piped.sources == ()


def test_the_outline_counts_entries_not_the_frames_of_their_traces() -> None:
    incident, index = read_given_logs([write_log()])
    index.close()
    outline = incident.outline
    assert outline is not None
    assert (outline.lines, outline.errors) == (630, 29)
    assert sum(bucket.lines for bucket in outline.buckets) == outline.lines
    assert [bucket.start[11:] for bucket in outline.buckets[4:6]] == ["14:04:00", "14:05:00"]
    assert [bucket.errors for bucket in outline.buckets] == [0, 0, 0, 0, 0, 5, 6, 6, 6, 6]


@pytest.mark.parametrize("packed", ["plain", "gzip", "utf-16", "with a mark"])
def test_a_line_is_found_again_however_the_log_is_packed(tmp_path: Path, packed: str) -> None:
    text = write_log()
    given = {
        "plain": text.encode(),
        "gzip": gzip.compress(text.encode()),
        "utf-16": text.encode("utf-16"),
        "with a mark": b"\xef\xbb\xbf" + text.encode(),
    }
    place = tmp_path / "a.log"
    place.write_bytes(given[packed])
    with index_logs(str(place)) as index:
        lines = text.split("\n")
        assert index.lines == len(lines)
        for number in (1, 202, len(lines)):
            (line,) = index.read(number, number)
            assert line.text == lines[number - 1]


@pytest.mark.parametrize("change", ["replaced", "cut short", "gone"])
def test_a_log_that_changed_has_no_lines(tmp_path: Path, change: str) -> None:
    """What cannot be looked up does not hold: nothing is shown of another file under the same name."""
    place = tmp_path / "a.log"
    place.write_text(write_log(), encoding="utf-8")
    with index_logs(str(place)) as index:
        if change == "cut short":
            place.write_text("2025-03-11 14:00:00 INFO [a] new\n", encoding="utf-8")
        else:
            place.rename(tmp_path / "old.log")
        if change == "replaced":
            place.write_text(write_log().replace("full_history", "nothing"), encoding="utf-8")
        assert ask(index, "search", "order_list").lines == ()
        assert read_cited_lines(index, ["L202"], seat="log_focused", round_number=1).lines == ()


def test_several_logs_are_asked_and_cited_by_their_own_numbers(tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text(
        "2025-03-11 14:00:00 INFO [app] started\n2025-03-11 14:00:09 ERROR [app] lost db\n"
    )
    (tmp_path / "db.log").write_text("2025-03-11 16:00:08+02:00 ERROR out of disk\n")
    with read_and_index(str(tmp_path / "app.log"), str(tmp_path / "db.log"))[2] as index:
        found = ask(index, "search", "error")
        assert [(line.id, line.time) for line in found.lines] == [
            ("F1L2", "2025-03-11T14:00:09"),
            ("F2L1", "2025-03-11T14:00:08"),
        ]
        assert ask(index, "window", start="14:00:08", end="14:00:08").lines[0].id == "F2L1"
        assert [line.id for line in ask(index, "component", "db").lines] == ["F2L1"]
        assert ask(index, "neighbours", "F2L1").total == 1
        assert "F2L17" in ask(index, "neighbours", "L1").note
        cited = read_cited_lines(index, ["F2L1", "F1L9", "L1"], seat="log_focused", round_number=1)
        assert [line.id for line in cited.lines] == ["F2L1"]


def test_a_window_keeps_the_ordinary_lines_that_occur_once() -> None:
    """What starts an incident is often an ordinary line: errors and their traces must not crowd it out."""
    lines = []
    for second in range(120):
        at = f"2025-03-11 14:{second // 60:02}:{second % 60:02}"
        lines.append(f"{at} INFO [api] [req-{second * 7919:08x}] GET /cart 200 {second}ms")
        if second == 61:
            lines.append(f"{at} INFO [scheduler] starting job raid-check")
        if second > 70:
            lines.append(f"{at} ERROR [api] {'abcdefghijklmnopqrstuvwxyz'[second % 26]}{second % 26} went wrong badly")
            lines += [f"    at com.shop.Frame{frame}.call(Frame.java:{second})" for frame in range(5)]
    with read_given_logs(["\n".join(lines)])[1] as index:
        found = ask(index, "window", start="14:01", end="14:02", limit=12)
    assert any("raid-check" in line.text for line in found.lines)
    assert sum("GET /cart" in line.text for line in found.lines) == 1
    assert not any(line.text.startswith("at ") for line in found.lines)


def write_json_log() -> str:
    """Six minutes of a shop that logs JSON: statistics each minute, requests, and one change of a setting."""
    lines = []
    for second in range(360):
        at = f"2026-11-17T14:{second // 60:02}:{second % 60:02}.{second * 7 % 1000:03}Z"
        head = f'{{"ts": "{at}", "level": "INFO", "logger": "shop", "host": "app-{second % 3}", '
        lines.append(f'{head}"msg": "page rendered", "request_id": "{second * 65_537:08x}", "ms": {second % 90}}}')
        if second % 60 == 2:
            lines.append(f'{head}"msg": "cache stats", "cache": "price", "hit_ratio": 0.{90 - second // 10}}}')
            lines.append(f'{head}"msg": "cache stats", "cache": "image", "hit_ratio": 0.91}}')
        if second == 100:
            lines.append(f'{head}"msg": "config applied", "key": "pricing.cache.ttl_ms", "new": 3000}}')
        if second == 200:
            lines.append(f'{head}"msg": "conex\\u00e3o recusada", "status": 504, "upstream": "pricing"}}')
    return "\n".join(lines)


@pytest.fixture(scope="module")
def json_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LogIndex]:
    place = tmp_path_factory.mktemp("json") / "app.log"
    place.write_text(write_json_log(), encoding="utf-8")
    with index_logs(str(place)) as opened:
        yield opened


@pytest.mark.parametrize("kind", ["search", "count"])
@pytest.mark.parametrize(
    ("pattern", "total"),
    [
        pytest.param("cache=price", 6, id="as the selection writes a field"),
        pytest.param("cache: price", 6, id="with a colon"),
        pytest.param('"cache": "price"', 6, id="as the log writes it"),
        pytest.param('{"cache": "price"}', 6, id="a piece of the line itself"),
        pytest.param("cache price", 6, id="in plain words"),
        pytest.param('"cache stats cache=price"', 6, id="message and field as the selection shows them"),
        pytest.param("cache=price | upstream=pricing", 7, id="alternatives"),
        pytest.param("new=3000", 1, id="a figure"),
        pytest.param("new=300", 0, id="a figure stands for itself"),
        pytest.param('"new": 300', 0, id="however it is written"),
        pytest.param("cache=pricing", 0, id="another value"),
        pytest.param("conexão", 1, id="a letter that JSON writes as its number"),
    ],
)
def test_a_field_is_found_however_it_is_written(json_index: LogIndex, kind: Any, pattern: str, total: int) -> None:
    assert ask(json_index, kind, pattern).total == total


def test_a_line_is_found_by_what_the_selection_says_of_it(tmp_path: Path) -> None:
    place = tmp_path / "access.log"
    place.write_text(
        '10.0.0.1 - - [17/Nov/2026:14:00:03 +0000] "GET /a HTTP/1.1" 504 167 "-" "x" rt=5.0\n'
        '10.0.0.1 - - [17/Nov/2026:14:00:07 +0000] "GET /a HTTP/1.1" 200 167 "-" "x" rt=0.1\n',
        encoding="utf-8",
    )
    with index_logs(str(place)) as index:
        found = ask(index, "search", '"504 Gateway Timeout"')
        assert [(line.id, line.said) for line in found.lines] == [("L1", "GET /a 504 Gateway Timeout 5.0s")]
        assert ask(index, "search", '"503 Gateway Timeout"').total == 0


def test_of_like_lines_in_json_one_is_shown_and_what_is_rare_is(json_index: LogIndex) -> None:
    found = ask(json_index, "window", start="14:00", end="14:04", limit=8)
    assert [(line.count, line.said.partition(" ")[0]) for line in found.lines if line.count > 1] == [
        (300, "page"),
        (5, "cache"),
        (5, "cache"),
    ]
    said = [line.said for line in found.lines]
    assert any("pricing.cache.ttl_ms" in text for text in said), "what occurs once is shown"
    assert len(found.lines) == 8
    assert "not shown" not in found.note


def test_of_too_many_forms_a_spread_is_shown_and_the_rest_counted(tmp_path: Path) -> None:
    names = [f"{one}{other}" for one in "abcdefghij" for other in "klmnopqrst"]
    place = tmp_path / "jobs.log"
    lines = [f"2026-11-17T14:{at // 60:02}:{at % 60:02}Z INFO [jobs] ran {name}" for at, name in enumerate(names)]
    place.write_text("\n".join([*lines, *lines]), encoding="utf-8")
    with index_logs(str(place)) as index:
        found = ask(index, "window", start="L1", end="L200", limit=5)
        assert [line.id for line in found.lines] == ["L1", "L26", "L51", "L75", "L100"]
        assert "95 more forms, 190 lines, are not shown" in found.note
