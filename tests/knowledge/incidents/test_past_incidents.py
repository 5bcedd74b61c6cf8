"""Past incidents are read from a file, however other systems write them (R-54)."""

import json
from pathlib import Path

import pytest

from moot.errors import InputError
from moot.knowledge.incidents.memory.past_incidents import read_past_incidents


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("{", "not valid JSON", id="broken"),
        pytest.param("3", "a list of incidents is needed", id="a number"),
        pytest.param("[3]", "incident 1: an object with an id is needed", id="no object"),
        pytest.param('[{"label": "x"}]', "incident 1: id", id="no id"),
        pytest.param('[{"id": ""}]', "incident 1: id", id="an empty id"),
        pytest.param('[{"id": "a"}, {"id": "a"}]', "incident 2: the id 'a' is given twice", id="the same id twice"),
        pytest.param('[{"id": "a", "events": 3}]', "events", id="events are a list"),
        pytest.param('[{"id": "a", "events": [{"message": {}}]}]', r"events\.0\.message", id="a message is a text"),
        pytest.param('[{"id": "a", "entities": 3}]', "entities", id="entities are a list"),
        pytest.param('[{"id": "a", "components": 3}]', "entities", id="components are a list"),
        pytest.param('[{"id": "a", "events": [{"parameters": 3}]}]', "parameters", id="parameters are a list"),
        pytest.param("[" * 5000, "not valid JSON", id="nested too deeply"),
        pytest.param("\xff", "not valid JSON", id="not UTF-8"),
    ],
)
def test_a_wrong_file_is_refused_with_one_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "past.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(InputError, match=message) as caught:
        read_past_incidents(str(path))
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_past_incidents(str(tmp_path / "none.json"))


def test_other_ways_to_write_incidents(tmp_path: Path) -> None:
    """Names of other systems are understood, and a key nobody knows is told, not silently dropped."""
    path = tmp_path / "past.json"
    item = {
        "incident_id": 7,
        "error_messages": [{"error_type": "E"}],
        "relationships": [{"source": "a", "target": "b", "type": "precedes"}],
        "components": ["db"],
        "root_cause": "x",
        "root_cause_category": "Network",
        "owner": "me",
    }
    path.write_text(json.dumps({"incidents": [item]}), encoding="utf-8")
    (incident,), skipped = read_past_incidents(str(path))
    assert (incident.id, incident.errors[0].error_type, incident.entities[0].name) == ("7", "E", "db")
    assert incident.cause.category == "Network"
    assert incident.causes == ()
    (told,) = skipped
    assert told.startswith(f"{path}: the key 'owner' is not known and was skipped; known are id, ")
    assert all(f" {key}" in told for key in ("components", "description", "resolution", "root_cause", "symptoms"))


def test_what_people_write_of_an_incident_is_its_description(tmp_path: Path) -> None:
    path = tmp_path / "past.json"
    item = {"id": "A", "title": "Pages slow", "symptoms": "504 after ten.", "date": "2026-06-09", "services": ["shop"]}
    path.write_text(json.dumps([item]), encoding="utf-8")
    (incident,), skipped = read_past_incidents(str(path))
    assert (incident.description, incident.timestamp) == ("Pages slow. 504 after ten", "2026-06-09")
    assert [each.name for each in incident.entities] == ["shop"]
    assert skipped == []
