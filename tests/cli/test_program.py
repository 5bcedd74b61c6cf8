"""Hints name a command that works from where moot was installed (INTERFACES 8)."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from moot.program import name_commands, name_extra, name_install, name_program, name_program_with
from tests.cli.program import Program


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


def test_called_as_a_module_it_is_the_program_beside_python(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/packages/moot/__main__.py"])
    assert name_program() == str(installed)


def test_python_runs_it_as_a_module() -> None:
    done = subprocess.run((sys.executable, "-m", "moot", "help"), capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no command 'help'; `" in done.stderr


def test_a_program_of_somebody_elses_names_the_command_plainly(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert name_program() == "moot"


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("see: moot show a", "see: {program} show a"),
        (
            "`moot list` shows them; then: moot resume THREAD",
            "`{program} list` shows them; then: {program} resume THREAD",
        ),
        ("moot 1.0 reads moot.yaml and /opt/moot run", "moot 1.0 reads moot.yaml and /opt/moot run"),
    ],
)
def test_the_commands_of_a_sentence_can_be_typed_here(said: str, typed: str) -> None:
    assert name_commands(said) == typed.format(program=name_program())


def test_errors_answers_and_lists_name_it_too(moot: Program, installed: Path) -> None:
    assert f"{installed} run QUESTION" in moot("list").out
    done = moot("run", "Should we expand?", "--model", "scripted:examples/expansion.yaml", "--thread", "move")
    assert f"{installed} show move" in done.out
    assert f"{installed} review move" in moot("review", "move").out
    assert f"`{installed} list` shows" in moot("show", "nobody").err


def test_an_environment_without_pip_is_filled_by_uv(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.program.find_spec", lambda _: None)
    assert name_install("xllamacpp").startswith("uv pip install --python ")


def test_what_uvx_runs_is_gone_afterwards_so_uvx_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/ana/.cache/uv/archive-v0/abc")
    assert name_program().startswith("uvx --from ")
    assert name_program().endswith(" moot")
    assert "--with xllamacpp" in name_install("xllamacpp")


def test_what_pipx_installed_is_added_to_by_pipx(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert name_program_with("xllamacpp") == f"pipx inject moot xllamacpp && {installed}"


@pytest.mark.parametrize(
    ("origin", "named"),
    [
        pytest.param('{"url": "file:///tmp/a%20b/moot.whl"}', "'/tmp/a b/moot.whl[desk]'", id="a wheel"),
        pytest.param(
            '{"url": "file:///src/moot", "dir_info": {"editable": true}}', "--editable '/src/moot[desk]'", id="a clone"
        ),
        pytest.param(None, "'moot[desk]'", id="the index"),
    ],
)
@pytest.mark.usefixtures("installed")
def test_an_extra_is_added_from_where_moot_came(
    origin: str | None, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.program.distribution", lambda _: SimpleNamespace(read_text=lambda _: origin))
    assert name_extra("desk").endswith(f"pip install {named}")
