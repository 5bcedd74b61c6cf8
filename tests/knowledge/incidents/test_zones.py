"""Times without a zone beside times that state theirs: said once, and read in the zone that somebody names."""

from pathlib import Path

import pytest

from moot.errors import UsageError
from moot.knowledge.incidents import read_and_index, read_incident
from tests.support.words import english


@pytest.fixture
def logs(tmp_path: Path) -> tuple[str, str]:
    """A shop that writes local time, two hours ahead, and its database that writes UTC."""
    clocks = [divmod(second, 60) for second in range(0, 3600, 6)]
    shop = [f"2026-03-02 14:{m:02}:{s:02} INFO [web] GET /cart 200" for m, s in clocks]
    shop += [f"2026-03-02 14:40:{s:02} ERROR [orders] no connection from pool main" for s in range(60)]
    base = [
        f'{{"ts":"2026-03-02T12:{m:02}:{s:02}Z","level":"info","logger":"db","msg":"checkpoint"}}' for m, s in clocks
    ]
    for name, lines in (("app.log", shop), ("db.json", base)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(tmp_path / "app.log"), str(tmp_path / "db.json")


def test_a_missing_zone_beside_a_stated_one_is_said_once(logs: tuple[str, str]) -> None:
    [said] = [text for text in english(read_incident(*logs)[0].warnings) if "--zone" in text]
    assert said.startswith("The times of app.log state no zone and are read as UTC, those of db.json state theirs")
    assert read_incident(logs[0])[0].warnings == read_incident(logs[1])[0].warnings == ()


@pytest.mark.parametrize("zone", ["+02:00", "EET", "Europe/Athens"])
def test_a_zone_that_is_named_holds_for_times_that_state_none(logs: tuple[str, str], zone: str) -> None:
    incident, _, index = read_and_index(*logs, zone=zone, question="Why did orders fail at 14:40?")
    with index:
        assert (incident.started, incident.ended[:16], incident.warnings) == (
            "2026-03-02T12:00:00",
            "2026-03-02T12:59",
            (),
        )
        assert incident.window is not None
        assert incident.window.start == "2026-03-02T12:40:00"
        assert next(index.read(1, 1, 1)).time == "2026-03-02T12:00:00"


def test_a_zone_that_nobody_knows_is_refused(logs: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="--zone Mars/Base: no such zone; write Europe/Lisbon"):
        read_incident(*logs, zone="Mars/Base")
