"""What somebody who answered a whole search by hand found missing in what the log showed."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from moot.knowledge.incidents import answer_request, read_and_index, read_cited_lines, read_incident
from moot.knowledge.incidents.json_formats import read_json_fields
from moot.knowledge.incidents.memory.past_incidents import read_category, read_past_incidents
from moot.prompts import view_incident
from moot.state.inspection import Inspected, InspectionRequest

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def write_log(place: Path, lines: list[str]) -> str:
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(place)


def ask(log: str, **request: str) -> Inspected:
    _, _, index = read_and_index(log)
    with index:
        wanted = InspectionRequest.model_validate(request)
        return answer_request(index, wanted, name="log_q1", seat="log_focused", round_number=1)


def make_minutes(*minutes: int) -> list[str]:
    return [f"{START + timedelta(minutes=each):%Y-%m-%d %H:%M:%S} INFO broker: accepted a" for each in minutes]


def test_a_count_tells_when_there_was_nothing(tmp_path: Path) -> None:
    found = ask(write_log(tmp_path / "a.log", make_minutes(0, 1, 2, 30, 31)), kind="count", pattern="accepted")
    assert found.counts[3] == "2026-05-04T09:03 to 2026-05-04T09:29: 0"
    assert found.total == 5


def test_an_empty_answer_says_why(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.log", make_minutes(*range(20)))
    assert (
        "no component has this name; some that wrote lines: broker" in ask(log, kind="component", pattern="kafka").note
    )
    assert "outside the log" in ask(log, kind="window", from_="2026-05-04 12:00").note
    assert ask(log, kind="search", pattern="nowhere").note == ""


def test_a_cited_entry_is_read_with_what_its_trace_says(tmp_path: Path) -> None:
    lines = [
        "2026-05-04 09:00:00 ERROR orders: failed",
        "java.io.IOException: closed",
        "\tat a.B.c(B.java:1)",
        "Caused by: java.net.UnknownHostException: inv.internal",
        "2026-05-04 09:00:01 INFO orders: placed",
    ]
    _, _, index = read_and_index(write_log(tmp_path / "a.log", lines))
    with index:
        (line,) = read_cited_lines(index, ["L1"], seat="log_focused", round_number=1).lines
    assert "UnknownHostException: inv.internal" in line.text
    assert "B.java" not in line.text
    assert "placed" not in line.text


def test_a_name_that_is_not_the_component_is_told() -> None:
    fields = read_json_fields(json.dumps({"ts": "1", "service": "deployer", "msg": "rollout", "app": "tracker"}))
    assert fields is not None
    assert (fields[2], fields[3]) == ("deployer", "rollout app=tracker")


def test_log_is_a_level_in_capitals_only(tmp_path: Path) -> None:
    lines = [
        "2026-05-04 09:00:00.413 LOG pgbouncer: stats: waiting=0",
        "2026-05-04 09:00:01.413 Log rotated by hand",
    ]
    first, second = read_incident(write_log(tmp_path / "a.log", lines))[0].events
    assert (first.component, first.message) == ("pgbouncer", "stats: waiting=0")
    assert second.message == "Log rotated by hand"


def test_a_log_that_is_only_slow_has_an_incident(tmp_path: Path) -> None:
    draw, lines = random.Random(3), []
    for second in range(0, 5400, 2):
        took = draw.uniform(4, 9) if 3600 <= second < 4500 else draw.uniform(0.02, 0.09)
        moment = START + timedelta(seconds=second)
        lines.append(f'10.0.0.1 - - [{moment:%d/%b/%Y:%H:%M:%S} +0000] "GET /a HTTP/1.1" 200 99 "-" "x" {took:.3f}')
    incident, _ = read_incident(write_log(tmp_path / "slow.log", lines))
    assert incident.burst is not None
    assert "2026-05-04T09:59:00" <= incident.burst.start <= "2026-05-04T10:03:00"
    assert "durations stand out" in view_incident(incident, "log_focused")[0]
    calm, _ = read_incident(write_log(tmp_path / "calm.log", lines[:1800]))
    assert calm.burst is None


def test_a_category_in_other_words(tmp_path: Path) -> None:
    assert [read_category(each) for each in ("configuration", "Rede", "sumber daya", "luck")] == [
        "config",
        "network",
        "resource",
        "unknown",
    ]
    file = tmp_path / "past.json"
    file.write_text(json.dumps([{"id": "a", "root_cause": {"description": "b", "category": "luck"}}]))
    assert "the category 'luck' is not known" in read_past_incidents(str(file))[1][0]
