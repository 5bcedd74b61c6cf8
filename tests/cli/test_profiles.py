"""`moot profiles`: the list, and the effective configuration of one (INTERFACES 2 and 7)."""

import json

import pytest
import yaml

from moot.configs import load_profile, profile_names
from moot.state.protocol import Profile
from tests.cli.running import run


def test_the_list_names_every_profile_with_its_seats(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "profiles")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in lines] == list(profile_names())
    assert "analyst, commercial, financial, market, reviewer" in lines[0]


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "profiles", "--json").out)
    assert [entry["name"] for entry in found] == list(profile_names())
    assert all(set(entry) == {"name", "title", "seats"} for entry in found)


@pytest.mark.parametrize("name", profile_names())
def test_one_profile_prints_as_yaml_that_loads_again(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = yaml.safe_load(run(capsys, "profiles", name).out)
    assert Profile.model_validate(printed) == load_profile(name)


def test_settings_show_in_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "profiles", "boardroom", "--json", "--set", "rounds.max=2", "--set", "conflicts.max=3").out
    profile = Profile.model_validate_json(out)
    assert (profile.rounds.max, profile.conflicts.max) == (2, 3)


@pytest.mark.parametrize(
    ("where", "title"),
    [
        pytest.param({"MOOT_LANGUAGE": "pt"}, "Conclave executivo", id="chosen"),
        pytest.param({"LC_ALL": "id_ID.UTF-8"}, "Konklaf eksekutif", id="the machine's"),
        pytest.param({"LC_ALL": "fi_FI.UTF-8"}, "Executive conclave", id="one without a catalogue"),
    ],
)
def test_titles_are_in_the_language_that_is_spoken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, where: dict[str, str], title: str
) -> None:
    """Issue 16: profiles are called by their words where they are listed; the configuration stays as written."""
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    for name, value in where.items():
        monkeypatch.setenv(name, value)
    assert title in run(capsys, "profiles").out
