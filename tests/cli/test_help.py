"""Help, completion and start-up: every command explains itself, and explaining costs nothing (issue 6, item 1)."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from moot import __version__
from moot.cli.app import COMMANDS
from tests.cli.program import MOOT, Program

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "aiohttp", "asyncio", "httpx", "langchain_core", "langgraph", "moot.runs.debates", "moot.runs.drive",
    "moot.views.result.document", "moot.stores", "openai", "rich", "sqlite3", "starlette", "yaml",
)  # fmt: skip
"""What nobody waits for who only wants to know how something is called."""

TYPERS_OWN = "pydantic"
"""Typer imports it to read the values of options, so any program of it has it, though not to list commands."""

RUN_OPTIONS = (
    "--profile", "--model", "--base-url", "--seat-model", "--store", "--thread", "--set", "--out", "--json", "--quiet",
    "--record", "--replay", "--max-cost", "--max-tokens",
)  # fmt: skip
OPTIONS = {
    "run": (
        *RUN_OPTIONS, "--context", "--knowledge", "--value-at-risk", "--irreversible", "--risk", "--route",
        "--domain-hint",
    ),
    "resume": RUN_OPTIONS,
    "rca": (*RUN_OPTIONS, "--incidents"),
    "refine": RUN_OPTIONS,
    "fork": (*RUN_OPTIONS, "--round", "--without", "--evidence"),
    "review": ("--approve", "--edit", "--reject", "--respond"),
    "list": ("--pending", "--json"),
    "show": ("--json",),
    "export": ("--out", "--json"),
    "report": ("-o",),
    "graph": ("--profile", "--format"),
    "conflicts": ("--json",),
    "profiles": ("--json",),
    "doctor": ("--model", "--base-url", "--store", "--json"),
    "ingest": ("--json",),
}  # fmt: skip
"""INTERFACES 2."""


def loaded_by(*arguments: str) -> str:
    """Which heavy modules a call has imported in the end."""
    check = (
        "import sys; from moot.cli.main import main; code = main(sys.argv[1:]); "
        f"print([name for name in {(*HEAVY, TYPERS_OWN)} if name in sys.modules], code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", check, *arguments], capture_output=True, text=True, check=True)
    return done.stderr.strip()


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_explaining_imports_nothing_heavy(option: str) -> None:
    assert loaded_by(option) == "[] 0"


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        pytest.param(["run", "--help"], f"['{TYPERS_OWN}'] 0", id="the help of a command"),
        pytest.param(["rnu"], f"['{TYPERS_OWN}'] 2", id="an unknown command"),
        pytest.param(["run", "--profil"], f"['{TYPERS_OWN}'] 2", id="an unknown option"),
    ],
)
def test_nor_does_a_mistake(arguments: list[str], end: str) -> None:
    assert loaded_by(*arguments).endswith(end)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(moot: Program, command: str) -> None:
    done = moot.plain(command, "--help")
    assert (done.code, done.err) == (0, "")
    text = " ".join(done.out.split())
    assert f"Example: moot {command}" in text
    for option in OPTIONS.get(command, ()):
        assert f"{option} " in text


def test_the_commands_are_listed_with_what_they_do(moot: Program) -> None:
    """INTERFACES 2."""
    text = " ".join(moot.plain("--help").out.split())
    for name, entry in COMMANDS.items():
        assert f"{name} {entry.help}" in text
    assert "Example: moot run" in text


def test_the_version(moot: Program) -> None:
    assert moot.plain("--version") == (0, f"moot {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        pytest.param("moot re", {"resume", "review", "replay", "report", "refine"}, id="commands"),
        pytest.param("moot run --ma", {"--max-cost", "--max-tokens"}, id="options"),
        pytest.param("moot run --profile bo", {"boardroom"}, id="profiles"),
        pytest.param("moot graph --format s", {"svg"}, id="choices"),
    ],
)
def test_a_shell_can_complete(words: str, offered: set[str]) -> None:
    place = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1), "_MOOT_COMPLETE": "complete_bash"}
    done = subprocess.run([*MOOT], capture_output=True, text=True, check=False, env={**os.environ, **place})
    assert (set(done.stdout.split()), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_can_be_shown(moot: Program, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Which shell the tests run in, or whether in any, is not the question.
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    done = moot.plain("--show-completion")
    assert done.code == 0
    assert "_MOOT_COMPLETE" in done.out


def test_the_page_about_the_command_line_is_true() -> None:
    """Every schema is linked where it belongs, every exit code and variable is explained."""
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\(schemas/(\w+)\.schema\.json\)", page))
    assert linked == {path.name.partition(".")[0] for path in (ROOT / "docs/schemas").glob("*.schema.json")}
    assert set(re.findall(r"^\| (\d+) \|", page, re.MULTILINE)) == {"0", "1", "2", "3", "4", "130"}
    words = set(re.findall(r"`([a-z]+)[` ]", page))
    named = {
        "language",
        "question",
        "profile",
        "locale",
        "default",
        "ar",
        "es",
        "und",
    }
    assert words - COMMANDS.keys() <= {"moot", "sqlite", *named}
