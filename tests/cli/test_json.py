"""`--json` of every command: exactly one document on stdout that fits its published schema (INTERFACES 2 and 3)."""

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from moot.cli.app import COMMANDS
from moot.cli.main import main
from tests.cli.program import MOOT, agree, doubt

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "Should we open a second shop?"
OUTPUTS = {
    "question": QUESTION,
    "outputs": {"financial": "We must not buy: costs of R$ 10.000 are too high.", "commercial": "We should buy now."},
}
CAUSE = {"when": {"schema": "Hypotheses"}, "reply": {"hypotheses": [{"hypothesis": "The database is down"}] * 3}}
WITHOUT = {
    "graph": "draws",
    "serve": "is a server",
    "mcp": "is a server",
    "batch": "writes lines",
    "eval": "has reports of its own",
    "demo": "is a show",
    "init": "asks and advises",
    "attribute": "counts votes again; tests/cli/test_attribute.py",
    "replay": "prints the result it replays",
    "say": "its document is tested with a running debate; tests/cli/test_say.py",
}
"""Commands whose output is no such document."""

CALLS = {
    "run": ["run", QUESTION, "--model", "{agree}"],
    "run, paused": ["run", QUESTION, "--model", "{doubt}"],
    "resume": ["resume", "done"],
    "review": ["review", "waits", "--approve"],
    "fork": ["fork", "done", "--round", "1"],
    "refine": ["refine", "Does remote work make teams faster?", "--model", "{agree}"],
    "rca": ["rca", "{folder}/app.log", "--model", "{agree}", "--history", "memory:"],
    "show": ["show", "done"],
    "list": ["list"],
    "list, pending": ["list", "--pending"],
    "profiles": ["profiles"],
    "profiles, one": ["profiles", "legal"],
    "conflicts": ["conflicts", "{folder}/outputs.json"],
    "export": ["export", "done", "--out", "{folder}/records"],
    "report": ["report", "done", "-o", "{folder}/report.html"],
    "ingest": ["ingest", "{folder}"],
    "doctor": ["doctor", "--model", "{agree}"],
    "prune": ["prune", "--older-than", "1d", "--dry-run"],
}
SCHEMAS = {"list, pending": "list", "profiles, one": "profile"} | {
    name: name for name in ("list", "profiles", "conflicts", "export", "report", "ingest", "doctor", "prune")
}
"""The rest print the result document."""

STORELESS = ("profiles", "conflicts", "ingest")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything the commands are about: a decided debate, one that waits, a log, documents."""
    home = tmp_path_factory.mktemp("json")
    for name, entries in (("agree", agree()), ("doubt", doubt())):
        (home / f"{name}.json").write_text(json.dumps({"answers": [CAUSE, *entries]}))
    (home / "outputs.json").write_text(json.dumps(OUTPUTS))
    (home / "app.log").write_text("2025-01-01 10:00:00 ERROR db: connection refused\n" * 3)
    (home / "knowledge").mkdir()
    (home / "knowledge/rents.md").write_text("# Rents\n\nRents fell by 5 %.\n")
    for thread, model in (("done", "agree"), ("waits", "doubt")):
        assert main(words(home, ["run", QUESTION, "--model", f"{{{model}}}", "--thread", thread, "-q"])) in (0, 3)
    return home


def words(home: Path, arguments: list[str]) -> list[str]:
    """The command line of a call."""
    models = {name: f"scripted:{home / name}.json" for name in ("agree", "doubt")}
    filled = [argument.format(folder=home, **models) for argument in arguments]
    store = [] if filled[0] in STORELESS else ["--store", f"sqlite:///{home / 'debates.db'}"]
    return [*filled, *store, "--json"]


def check(name: str, text: str) -> None:
    """One document, of the published form."""
    schema = ROOT / f"docs/schemas/{SCHEMAS.get(name, 'result')}.schema.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(json.loads(text))


@pytest.mark.parametrize("name", CALLS)
def test_one_document_that_fits_its_schema(folder: Path, capfd: pytest.CaptureFixture[str], name: str) -> None:
    """Whatever is written to the descriptor counts, whoever writes it."""
    capfd.readouterr()
    assert main(words(folder, CALLS[name])) in (0, 3, 4)
    check(name, capfd.readouterr().out)


@pytest.mark.parametrize("name", ["run, paused", "show", "rca", "conflicts"])
def test_the_same_in_a_pipe_when_nobody_looks_at_stderr(folder: Path, name: str) -> None:
    """As a real program, which ends by itself after its last word."""
    done = subprocess.run(
        [*MOOT, *words(folder, CALLS[name])], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
    )
    check(name, done.stdout)


def test_no_command_is_left_out() -> None:
    assert {name.partition(",")[0] for name in CALLS} | WITHOUT.keys() == COMMANDS.keys()


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_who_has_seen_enough_is_no_error(folder: Path, options: list[str]) -> None:
    """`moot show THREAD | head -1` does not traceback."""
    store = f"sqlite:///{folder / 'debates.db'}"
    with (
        subprocess.Popen(
            [*MOOT, "show", "done", "--store", store, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as show,
        subprocess.Popen(["head", "-1"], stdin=show.stdout, stdout=subprocess.PIPE) as head,
    ):
        assert show.stdout is not None
        assert show.stderr is not None
        show.stdout.close()
        line, _ = head.communicate(timeout=60)
        assert show.stderr.read() == b""
    assert line
