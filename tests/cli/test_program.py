"""Hints name a command that works from where moot was installed (INTERFACES 8)."""

import sys
from pathlib import Path

import pytest

from moot.cli.program import name_install, name_program


def place(folder: Path) -> Path:
    """An installed program."""
    program = folder / "bin" / "moot"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = place(tmp_path / "env")
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setattr(sys, "executable", str(program.with_name("python")))
    monkeypatch.setenv("PATH", "/nowhere")
    return program


def test_on_the_path_it_is_a_plain_name(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(installed.parent))
    assert name_program() == "moot"


def test_another_moot_on_the_path_is_not_meant(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(place(tmp_path / "other").parent))
    assert name_program() == str(installed)


def test_below_the_current_folder_the_path_is_short(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert name_program() == "env/bin/moot"
    assert name_install("xllamacpp") == "env/bin/python -m pip install xllamacpp"


def test_called_otherwise_it_is_the_program_beside_python(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert name_program() == str(installed)


def test_an_environment_without_pip_is_filled_by_uv(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.cli.program.find_spec", lambda _: None)
    assert name_install("xllamacpp").startswith("uv pip install --python ")


def test_what_uvx_runs_is_gone_afterwards_so_uvx_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/ana/.cache/uv/archive-v0/abc")
    assert name_program().startswith("uvx --from ")
    assert name_program().endswith(" moot")
    assert "--with xllamacpp" in name_install("xllamacpp")
