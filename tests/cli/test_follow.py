"""`moot show --follow`: somebody joins a debate that another process drives, whichever store keeps it."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cli.program import MOOT, Program
from tests.cli.test_hearing import PROFILE, QUESTION, script, spoken


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, moot: Program) -> str:
    new: str = moot.store if request.param == "sqlite" else request.getfixturevalue("postgres").new_database()
    return new


@contextmanager
def driven(moot: Program, store: str) -> Iterator[None]:
    """Let another process run a slow debate."""
    (moot.folder / "trio.yaml").write_text(PROFILE)
    model, profile = moot.script(*script(slowly=0.03)), str(moot.folder / "trio.yaml")
    command = ["run", QUESTION, "--profile", profile, "--model", model, "--thread", "t1", "--store", store]
    with subprocess.Popen(
        [*MOOT, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, bufsize=1
    ) as running:
        assert running.stderr is not None
        assert any("debate t1" in line for line in running.stderr)
        yield
        running.communicate(timeout=90)


def follow(store: str) -> subprocess.CompletedProcess[str]:
    command = [*MOOT, "show", "t1", "--follow", "--store", store]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)


def test_everything_is_heard_until_it_ends(moot: Program, store: str) -> None:
    with driven(moot, store):
        seen = follow(store)
    assert seen.returncode == 0, seen.stderr
    told = [line.partition("] ")[2] for line in seen.stderr.splitlines()]
    for line in spoken():
        assert line in told
    assert "CFO: We should wait for the loan. (80 % sure)" in told
    assert any(line.startswith("round 1 closed") and line.endswith(".") for line in told)
    assert "(code=" not in seen.stderr
    assert not re.search(r"\b(agreement|figure)\.\w+\(", seen.stderr)
    assert "Open in spring" in seen.stdout


def test_a_debate_that_nobody_drives_is_shown_at_once(moot: Program) -> None:
    assert moot("show", "nowhere", "--follow").code == 2
    (moot.folder / "trio.yaml").write_text(PROFILE)
    model = moot.script(*script(slowly=0))
    moot("run", QUESTION, "--profile", str(moot.folder / "trio.yaml"), "--model", model, "--thread", "t1", "-q")
    seen = moot("show", "t1", "--follow")
    assert seen.code == 0
    assert spoken()[0] in seen.err
    assert "Open in spring" in seen.out
