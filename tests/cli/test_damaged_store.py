"""A store in which somebody, or a disk, has written something else: one clear line, whatever is asked of it."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.program import Program, doubt

DAMAGES = (
    "UPDATE checkpoints SET metadata = '{}'",
    "UPDATE checkpoints SET metadata = '\"x\"'",
    "UPDATE writes SET value = x'07'",
    "UPDATE moot_parts SET body = x'ffff'",
    "UPDATE moot_parts SET body = x'00'",
)


@pytest.fixture
def waiting(moot: Program) -> Program:
    """A store with a debate that waits for a person."""
    moot("run", "Should we close the first shop?", "--model", moot.script(*doubt()), "--thread", "waits", "-q")
    return moot


@pytest.mark.parametrize("damage", DAMAGES)
def test_one_line_tells_that_it_cannot_be_read(waiting: Program, tmp_path: Path, damage: str) -> None:
    with sqlite3.connect(tmp_path / "debates.db") as connection:
        assert connection.execute(damage).rowcount
    for command in ("show waits", "show waits --json", f"export waits --out {tmp_path}/out", "resume waits"):
        done = waiting(*command.split())
        assert done.code == 1, command
        assert "Traceback" not in done.err
        [line] = [line for line in done.err.splitlines() if line.startswith("moot:")]
        assert "a stored debate cannot be read" in line


def test_what_is_told_in_facts_is_no_damage(moot: Program) -> None:
    """Where nobody classified an idea, its reason is a fact in the place of a text."""
    nobody = ("--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--set", "timeout.per_agent=2")
    moot("refine", "Do gardens help?", *nobody, "--thread", "idea", "-q")
    done = moot("show", "idea")
    assert "idea" in done.out
    assert "cannot be read" not in done.err
