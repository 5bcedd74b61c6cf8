"""The doctor says whether a debate could run, and what is missing (INTERFACES 2; issue 3, item 9)."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from moot.cli.checkup import check_store
from moot.cli.doctor import doctor_command
from moot.errors import ProfileError

WELL = "- reply: {answer: Yes., confidence: 80, reasoning: Small first., claims: [], limitations: []}\n"
ONLY_FUNCTIONS = "- when: {mode: [schema, prompt]}\n  fail: 400\n" + WELL
ONLY_WORDS = "- when: {mode: schema}\n  fail: 400\n- when: {mode: function}\n  reply: I would rather talk.\n" + WELL
FAILING = "- fail: 401\n"


@pytest.fixture
def app() -> typer.Typer:
    program = typer.Typer()
    program.command()(doctor_command)
    return program


def examine(app: typer.Typer, folder: Path, script: str, *options: str) -> tuple[int, str, str]:
    (folder / "script.yaml").write_text(script)
    store = f"sqlite:///{folder / 'debates.db'}"
    words = ["--model", f"scripted:{folder / 'script.yaml'}", "--store", store, *options]
    result = CliRunner().invoke(app, words)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("script", "code", "works"),
    [
        pytest.param(WELL, 0, {"schema": "works", "function": "works", "prompt": "works"}, id="every way"),
        pytest.param(ONLY_FUNCTIONS, 0, {"schema": "fails", "function": "works", "prompt": "fails"}, id="functions"),
        pytest.param(ONLY_WORDS, 0, {"schema": "fails", "function": "fails", "prompt": "works"}, id="words only"),
        pytest.param(FAILING, 1, {"schema": "fails", "function": "fails", "prompt": "fails"}, id="wrong key"),
    ],
)
def test_each_way_of_asking_is_tried(
    app: typer.Typer, tmp_path: Path, script: str, code: int, works: dict[str, str]
) -> None:
    found_code, stdout, stderr = examine(app, tmp_path, script, "--json")
    found: dict[str, Any] = json.loads(stdout)
    assert found_code == code
    assert stderr == ""
    assert {way["way"]: way["status"] for way in found["model"]["ways"]} == works
    assert found["ok"] is (code == 0)
    assert found["store"] == {"url": f"sqlite:///{tmp_path / 'debates.db'}", "writable": True, "error": None}
    assert [found["forecast"][course]["calls"] for course in ("low", "expected", "high")] == [5, 19, 54]
    if code:
        assert "set OPENAI_API_KEY or MOOT_API_KEY" in found["problems"][0]


def test_people_read_it_too(app: typer.Typer, tmp_path: Path) -> None:
    code, stdout, _ = examine(app, tmp_path, ONLY_WORDS, "--profile", "rca")
    assert code == 0
    for line in (
        "scripted answers",
        "schema    does not work: 400",
        "prompt    works",
        "is writable",
        "rca, route debate",
    ):
        assert line in stdout
    assert stdout.rstrip().endswith("All is well.")
    code, stdout, _ = examine(app, tmp_path, FAILING)
    assert code == 1
    assert "Missing:\n- scripted gives no usable answer: 401" in stdout


def test_a_model_that_cannot_be_opened_is_a_problem_with_a_remedy(app: typer.Typer, tmp_path: Path) -> None:
    code, stdout, _ = examine(app, tmp_path, WELL, "--model", "openai:gpt-5", "--json")
    found = json.loads(stdout)
    assert code == 1
    assert found["model"] is None
    assert "needs a key" in found["problems"][0]
    assert found["forecast"]["high"]["cost"] > found["forecast"]["low"]["cost"] > 0


def test_a_wrong_profile_is_wrong_usage(app: typer.Typer, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="conclav"):
        examine(app, tmp_path, WELL, "--profile", "conclav")


@pytest.mark.parametrize(
    ("url", "writable", "line"),
    [
        pytest.param("memory:", True, None, id="memory"),
        pytest.param("sqlite:///{folder}/new/debates.db", True, None, id="a folder that is made"),
        pytest.param("sqlite:///{folder}/file/debates.db", False, "File exists", id="a file in the way"),
        pytest.param("sqlite:///{folder}", False, "name a file", id="a folder"),
        pytest.param("redis://user:password@host", False, "is not understood", id="another database"),
    ],
)
async def test_the_store_is_really_written(tmp_path: Path, url: str, writable: bool, line: str | None) -> None:
    (tmp_path / "file").write_text("in the way")
    found = await check_store(url.format(folder=tmp_path))
    assert found.writable is writable
    assert line is None or line in (found.error or "")
    assert "password" not in found.model_dump_json()
