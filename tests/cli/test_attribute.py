"""Who moved a decision, from the command line."""

import json
from pathlib import Path

import pytest

from moot.cli.main import main
from tests.support.scripts import EXECUTIVES, council, hold, synthesis, write


def test_who_moved_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    votes = [hold(seat, choice=choice) for seat, choice in zip(EXECUTIVES, "AAAB", strict=True)]
    model = write(tmp_path, votes, synthesis(85, choice="A"), council())
    store = f"sqlite:///{tmp_path / 'd.db'}"
    given = ["--option", "go", "--option", "stay", "--set", "rounds.max=1", "--thread", "t", "--store", store, "-q"]
    main(["run", "Should we?", "--model", model, *given])
    capsys.readouterr()
    assert main(["attribute", "t", "--store", store, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in found] == sorted(EXECUTIVES, key=[each["id"] for each in found].index)
    assert not any(each["decisive"] for each in found)
    assert main(["attribute", "t", "--store", store]) == 0
    assert "without seat CMO: A leads (A 3)" in capsys.readouterr().out
    assert main(["attribute", "other", "--store", store]) == 2
