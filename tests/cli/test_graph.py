"""`moot graph`: every profile drawn without a network (INTERFACES 2)."""

from pathlib import Path

import pytest

from moot.configs import profile_names
from tests.cli.program import Program


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_is_drawn(moot: Program, profile: str) -> None:
    mermaid = moot.plain("graph", "--profile", profile)
    assert (mermaid.code, mermaid.err) == (0, "")
    assert "graph TD" in mermaid.out
    assert "intake" in mermaid.out


def test_the_outline_says_what_always_and_what_may_follow(moot: Program) -> None:
    lines = moot.plain("graph", "--profile", "legal", "--format", "ascii").out.splitlines()
    assert "START          -> intake" in lines
    assert "               ?> critique_nla" in lines
    assert "synthesize     -> bind" in lines
    assert "emit           -> END" in lines


def test_settings_change_the_picture(moot: Program) -> None:
    plain = moot.plain("graph", "--format", "ascii").out
    without = moot.plain("graph", "--format", "ascii", "--set", "council.enabled=false").out
    assert "council_critic" in plain
    assert "council_critic" not in without


def test_it_can_be_written_to_a_file(moot: Program, tmp_path: Path) -> None:
    path = tmp_path / "legal.mmd"
    assert moot.plain("graph", "--profile", "legal", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8").rstrip("\n") == moot.plain("graph", "--profile", "legal").out.rstrip("\n")


@pytest.mark.parametrize(
    ("form", "begins"),
    [pytest.param("png", b"\x89PNG", id="png"), pytest.param("svg", b"<svg", id="svg")],
)
def test_pictures_need_no_network(moot: Program, tmp_path: Path, form: str, begins: bytes) -> None:
    path = tmp_path / f"legal.{form}"
    assert moot.plain("graph", "--profile", "legal", "--format", form, "-o", str(path)).code == 0
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(["--profile", "legl"], "did you mean 'legal'", id="unknown profile"),
        pytest.param(["--format", "gif"], "'gif' is not one of", id="unknown form"),
        pytest.param(["-o", "no/such/folder/x.mmd"], "cannot be written", id="no folder"),
    ],
)
def test_wrong_usage_is_one_line(moot: Program, arguments: list[str], line: str) -> None:
    done = moot.plain("graph", *arguments)
    assert (done.code, done.out) == (2, "")
    assert line in done.err
