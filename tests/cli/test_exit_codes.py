"""Every way a command can end, by its exit code (INTERFACES 2).

Wrong usage is one line on stderr that says what is wrong, where, and what would be right; nothing is on stdout.
"""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from moot.cli.app import COMMANDS
from moot.cli.main import main
from tests.cli.program import agree, doubt
from tests.support.openai_server import OpenAIServer

QUESTION = "Should we open a second shop?"
ASK = ["run", QUESTION]
GAP = {"aspect": "population", "gap": "who", "suggestion": "name the teams"}
UNFINISHED = {"when": {"phase": "methodology"}, "reply": {"status": "needs_refinement", "improvements": [GAP]}}
REFUSED = {"when": {"phase": "methodology"}, "reply": {"status": "rejected"}}

WRONG = [
    # The program itself.
    pytest.param([], "no command given; `moot demo` shows what it does, `moot --help` lists", id="nothing"),
    pytest.param(["rnu"], "there is no command 'rnu'; did you mean 'run'?", id="unknown command: the nearest"),
    pytest.param(["Should we move?"], "to ask it: moot run 'Should we move?'", id="a question without its command"),
    pytest.param(["xyzzy"], "there is no command 'xyzzy'; `moot --help`", id="unknown command: none is near"),
    pytest.param(["--verison"], "no such option: --verison (did you mean --version?)", id="unknown option of moot"),
    # run
    pytest.param(["run"], "missing argument 'QUESTION'; `moot run --help`", id="run: no question"),
    pytest.param(["run", " "], "the question is empty; ask something, for example 'Should", id="run: empty question"),
    pytest.param(["run", "x", "-q"], "not started: the question needs at least two words", id="run: D-90, unclear"),
    pytest.param(
        [*ASK, "now"], "(now), put a question of several words in quotes", id="run: a question without quotes"
    ),
    pytest.param([*ASK, "--profil", "legal"], "--profil (did you mean --profile?)", id="run: unknown option"),
    pytest.param([*ASK, "--profile", "conclav"], "did you mean 'conclave'?", id="run: unknown profile"),
    pytest.param([*ASK, "--profile", "no.yaml"], "no.yaml: cannot be read: No such file", id="run: no profile file"),
    pytest.param([*ASK, "--set"], "'--set' requires an argument; `moot run --help`", id="run: --set what"),
    pytest.param([*ASK, "--set", "rounds.mx=2"], "did you mean 'rounds.max'?", id="run: unknown key: the nearest"),
    pytest.param([*ASK, "--set", "rounds.max"], "not of the form key=value, for example", id="run: key without value"),
    pytest.param([*ASK, "--set", "rounds.max=0"], "rounds.max: Input should be greater than", id="run: wrong value"),
    pytest.param([*ASK, "--set", "rag.external.enabled=true"], "rag.external.enabled", id="run: D-55 forbidden value"),
    pytest.param([*ASK, "--risk", "huge"], "'huge' is not one of 'low', 'moderate'", id="run: unknown risk"),
    pytest.param([*ASK, "--route", "scenic"], "'scenic' is not one of 'simple'", id="run: unknown route"),
    pytest.param(
        [*ASK, "--route", "refine", "--set", "refinement.enabled=false"],
        "has no such route; use simple or",
        id="run: absent route",
    ),
    pytest.param(
        [*ASK, "--value-at-risk", "-1"], "'--value-at-risk': Input should be greater", id="run: negative value"
    ),
    pytest.param([*ASK, "--max-cost", "-3"], "budget.cost: Input should be greater than 0", id="run: negative budget"),
    pytest.param(
        [*ASK, "--max-tokens", "some"], "'--max-tokens': Input should be a valid integer", id="run: no number"
    ),
    pytest.param(
        [*ASK, "--seat-model", "cfo"], "not of the form SEAT=MODEL, for example", id="run: seat without model"
    ),
    pytest.param([*ASK, "--seat-model", "ceo=local"], "has no such seat; there are cro, cfo", id="run: unknown seat"),
    pytest.param(
        [*ASK, "--seat-model", "cfo=gpt"], "write openai:gpt, or give its address", id="run: seat, bare model"
    ),
    pytest.param([*ASK, "--model", "gpt-5"], "write openai:gpt-5, or give its address", id="run: model without server"),
    pytest.param([*ASK, "--model", "scripted:no.yaml"], "no.yaml: cannot be read: No such file", id="run: no script"),
    pytest.param([*ASK, "--model", "m", "--base-url", "here"], "write http://HOST:PORT/v1", id="run: no address"),
    pytest.param([*ASK, "--context", "no.txt"], "no.txt: cannot be read: No such file", id="run: no evidence file"),
    pytest.param([*ASK, "--knowledge", "{folder}/no"], "no such folder; check the path", id="run: no documents"),
    pytest.param([*ASK, "--store", "redis://x"], "is not understood; use memory:, sqlite:///", id="run: unknown store"),
    pytest.param([*ASK, "--store", "sqlite:///"], "name a file, for example sqlite:///", id="run: store without file"),
    pytest.param([*ASK, "--thread", "a b"], "--thread 'a b': use up to 128 letters", id="run: impossible id"),
    pytest.param([*ASK, "--thread", "done"], "debate done exists already; resume it", id="run: an id twice"),
    pytest.param([*ASK, "--out", "{folder}/good.json"], "is a file; name a folder", id="run: records over a file"),
    pytest.param([*ASK, "--out", "{folder}/good.json/in"], "choose another folder", id="run: records in a file"),
    pytest.param([*ASK, "--record", "/proc/none/r"], "name another file", id="run: record nowhere"),
    pytest.param([*ASK, "--model", "scripted:"], "write scripted:FILE", id="run: a script without a file"),
    pytest.param([*ASK, "--replay", "no.jsonl"], "no.jsonl: the recording cannot be read", id="run: no recording"),
    pytest.param([*ASK, "--replay", "{folder}/log.txt"], "not a line of a recording", id="run: replay of a wrong file"),
    pytest.param(
        [*ASK, "--record", "{folder}/log.txt"], "not a line of a recording", id="run: record over another file"
    ),
    # resume
    pytest.param(["resume"], "which debate? `moot list` shows them", id="resume: what"),
    pytest.param(["resume", "nobody"], "'nobody' is not in the store; `moot list`", id="resume: unknown thread"),
    pytest.param(["resume", "a", "--thread", "b"], "two debates are named, a and --thread b", id="resume: two threads"),
    pytest.param(["resume", "waits"], "answer it with: moot review waits", id="resume: waits for a person"),
    pytest.param(
        ["resume", "done", "--profile", "legal"],
        "branch it with: moot fork THREAD --round N",
        id="resume: another graph",
    ),
    pytest.param(
        ["resume", "done", "--set", "rounds.max=2"], "go on anyway with --accept-changes", id="resume: changed"
    ),
    # review
    pytest.param(
        ["review"],
        "missing argument 'THREAD'; `moot list --pending` shows the debates, `moot review --help`",
        id="review: what",
    ),
    pytest.param(["review", "nobody", "--approve"], "'nobody' is not in the store; `moot list`", id="review: unknown"),
    pytest.param(
        ["review", "done", "--approve"], "waits for nobody (it is decided); see: moot show", id="review: done"
    ),
    pytest.param(["review", "waits", "--approve", "--reject"], "more than one answer given; use one", id="review: two"),
    pytest.param(["review", "waits", "--edit", " "], "edit needs a text: the new decision", id="review: empty edit"),
    pytest.param(
        ["review", "waits", "--respond", ""], "respond needs a text: what the agents", id="review: no guidance"
    ),
    pytest.param(["review", "waits", "so", "--approve"], "a text goes with --edit, --respond", id="review: stray text"),
    # fork
    pytest.param(["fork", "done"], "missing option '--round'; `moot fork --help`", id="fork: from where"),
    pytest.param(["fork", "nobody", "--round", "1"], "'nobody' is not in the store; `moot list`", id="fork: unknown"),
    pytest.param(["fork", "done", "--round", "9"], "no such round; finished rounds: 1", id="fork: absent round"),
    pytest.param(
        ["fork", "done", "--round", "last"], "'--round': Input should be a valid integer", id="fork: no number"
    ),
    pytest.param(
        ["fork", "done", "--round", "1", "--without", "ceo"], "there are cro, cfo, coo, cmo", id="fork: unknown seat"
    ),
    pytest.param(
        ["fork", "done", "--round", "1", "--without", "cro", "--without", "cfo", "--without", "coo"],
        "at least two seats have to stay",
        id="fork: too few seats",
    ),
    pytest.param(["fork", "done", "--round", "1", "--thread", "waits"], "use another --thread", id="fork: an id twice"),
    pytest.param(
        ["fork", "done", "--round", "1", "--evidence", "no.json"], "no.json: cannot be read", id="fork: no file"
    ),
    # The other commands.
    pytest.param(["list", "--limit", "0"], "'--limit': Input should be greater than", id="list: none at all"),
    pytest.param(["show", "nobody"], "'nobody' is not in the store; `moot list`", id="show: unknown thread"),
    pytest.param(["export", "done"], "missing option '--out'; `moot export --help`", id="export: where to"),
    pytest.param(["export", "nobody", "--out", "x"], "'nobody' is not in the store", id="export: unknown thread"),
    pytest.param(["export", "done", "--out", "{folder}/good.json"], "choose another folder", id="export: over a file"),
    pytest.param(["report", "done", "-o", "{folder}"], "is a folder; name a file, such as", id="report: over a folder"),
    pytest.param(["report", "nobody", "-o", "x.html"], "'nobody' is not in the store", id="report: unknown thread"),
    pytest.param(["rca", "no.log"], "no.log: cannot be read: No such file", id="rca: no log"),
    pytest.param(["rca", "{folder}/log.txt", "--profile", "legal"], "use rca, or one with a judge", id="rca: no judge"),
    pytest.param(["refine", ""], "the question is empty; ask something", id="refine: no idea"),
    pytest.param(
        ["refine", "An idea", "--profile", "conclave", "--set", "refinement.enabled=false"],
        "use simple or debate",
        id="refine: absent route",
    ),
    pytest.param(["ingest", "{folder}/no"], "no such folder; check the path", id="ingest: no folder"),
    pytest.param(["conflicts", "no.json"], "no.json: cannot be read: No such file", id="conflicts: no file"),
    pytest.param(["conflicts", "{folder}/log.txt"], "line 1, column 1: not JSON", id="conflicts: no JSON"),
    pytest.param(["profiles", "conclav"], "did you mean 'conclave'?", id="profiles: unknown: the nearest"),
    pytest.param(["profiles", "--set", "rounds.max=2"], "name it: moot profiles NAME", id="profiles: which one"),
    pytest.param(["graph", "--format", "gif"], "'gif' is not one of 'mermaid', 'png'", id="graph: unknown format"),
    pytest.param(["graph", "--profile", "nope"], "use one of boardroom, conclave", id="graph: unknown profile"),
    pytest.param(["doctor", "--profile", "nope"], "use one of boardroom, conclave", id="doctor: unknown profile"),
    pytest.param(["mcp", "--http", "70000"], "'--http': Input should be less than or equal to", id="mcp: no such port"),
    pytest.param(["prune"], "missing option '--older-than'; `moot prune --help`", id="prune: how old"),
    pytest.param(["prune", "--older-than", "30"], "use hours, days or weeks, such as 12h", id="prune: no unit"),
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that knows a decided debate and one that waits, scripts, and a file that is neither."""
    folder = tmp_path_factory.mktemp("codes")
    for name, entries in (
        ("good", agree()),
        ("doubtful", doubt()),
        ("unfinished", [UNFINISHED]),
        ("refused", [REFUSED]),
    ):
        (folder / f"{name}.json").write_text(json.dumps({"answers": entries}))
    (folder / "log.txt").write_text("nothing but a log\n")
    for thread, script in (("done", "good"), ("waits", "doubtful")):
        main([*ASK, "--model", f"scripted:{folder / script}.json", "--thread", thread, "-q", *where(folder)])
    return folder


def where(folder: Path) -> list[str]:
    return ["--store", f"sqlite:///{folder / 'debates.db'}"]


@pytest.fixture
def surroundings(stage: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store and a model by the environment, and no file of the project in sight."""
    monkeypatch.setenv("MOOT_STORE", where(stage)[1])
    monkeypatch.setenv("MOOT_MODEL", f"scripted:{stage / 'good.json'}")
    monkeypatch.setenv("MOOT_INCIDENTS", "memory:")
    monkeypatch.chdir(stage)
    return stage


@pytest.mark.parametrize(("arguments", "line"), WRONG)
def test_wrong_usage_is_one_line_with_its_remedy(
    surroundings: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    capsys.readouterr()
    code = main([argument.format(folder=surroundings) for argument in arguments])
    out, err = capsys.readouterr()
    told = [each for each in err.splitlines() if "entries, read as" not in each]
    assert code == 2
    assert line in told[-1]
    assert len(told) == 1
    assert told[0].startswith("moot: ")
    assert out == "" or "NOT STARTED" in out


def test_every_command_can_be_used_wrongly() -> None:
    tried = {row.values[0][0] for row in WRONG if row.values[0]}  # type: ignore[index]
    assert COMMANDS.keys() - tried <= {
        "attribute",
        "batch",
        "demo",
        "eval",
        "init",
        "replay",
        "say",
        "serve",
    }, "these have tables of their own"


ENDINGS: list[Any] = [
    pytest.param(ASK, "good", 0, id="decided"),
    pytest.param(["list"], None, 0, id="list"),
    pytest.param(["show", "waits"], None, 0, id="a debate that waits can be shown"),
    pytest.param(["resume", "done"], None, 0, id="resume of what is done shows it again"),
    pytest.param(["profiles", "legal"], None, 0, id="profiles"),
    pytest.param(["graph"], None, 0, id="graph"),
    pytest.param(["--help"], None, 0, id="help"),
    pytest.param(["--version"], None, 0, id="version"),
    pytest.param(ASK, "doubtful", 3, id="paused for a person"),
    pytest.param(["review", "waits"], None, 3, id="review: no answer, no terminal: it keeps waiting"),
    pytest.param(
        ["refine", "Do teams work?", "--set", "refinement.mode=on_demand"], "unfinished", 3, id="refinement on demand"
    ),
    pytest.param(["refine", "Do teams work?"], "refused", 4, id="an idea that is not accepted"),
]


@pytest.mark.parametrize(("arguments", "script", "code"), ENDINGS)
def test_the_code_says_how_it_ended(surroundings: Path, arguments: list[str], script: str | None, code: int) -> None:
    model = ["--model", f"scripted:{surroundings / script}.json", "-q"] if script else []
    assert main([*arguments, *model]) == code


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        pytest.param(["--approve"], 0, id="approved"),
        pytest.param(["--reject"], 4, id="rejected"),
        pytest.param(["--respond", "Think again"], 3, id="still not sure"),
    ],
)
def test_the_code_says_what_a_review_led_to(surroundings: Path, tmp_path: Path, answer: list[str], code: int) -> None:
    store = ["--store", f"sqlite:///{tmp_path / 'debates.db'}", "-q"]
    assert main([*ASK, "--model", f"scripted:{surroundings / 'doubtful.json'}", "--thread", "t", *store]) == 3
    assert main(["review", "t", *answer, *store]) == code


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(["list", "--store", "sqlite:////proc/none/x.db"], "check --store", id="no such place"),
        pytest.param(["list", "--store", "postgresql://u:geheim@127.0.0.1:1/x"], "check --store", id="no such server"),
        pytest.param(["doctor", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"], "", id="doctor finds fault"),
    ],
)
def test_what_does_not_answer_is_a_failure(
    surroundings: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    capsys.readouterr()
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert line in err
    assert "geheim" not in out + err


def test_an_unreachable_model_keeps_what_was_done_until_it_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, the state is kept, and `resume` works once the server is there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    store = ["--store", f"sqlite:///{tmp_path / 'debates.db'}", "-q"]
    assert main([*ASK, "--model", "m", "--base-url", f"http://127.0.0.1:{port}/v1", "--thread", "t", *store]) == 1
    assert "go on with: moot resume t --store" in capsys.readouterr().err
    with OpenAIServer(port) as server:
        code = main(["resume", "t", "--json", *store])
    assert code in (0, 3, 4)
    assert json.loads(capsys.readouterr().out)["thread_id"] == "t"
    assert {call.seat for call in server.calls} >= {"cro", "cfo", "coo", "cmo"}
