"""`moot list`, `show`, `export` and `prune`: what is in the store (INTERFACES 2)."""

import asyncio
import json
import shlex
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from moot.cli.store import draw_debates, draw_inbox, read_age, say_age
from moot.errors import UsageError
from moot.stores import Entry, open_store
from tests.cli.program import MOOT, Program, agree, doubt

ROOT = Path(__file__).resolve().parents[2]
DAY = 86_400


@pytest.fixture
def full(moot: Program) -> Program:
    """A store with a decided debate, and one that waits."""
    model = moot.script(*agree())
    moot("run", "Should we open a second shop?", "--model", model, "--thread", "done", "-q")
    moot("run", "Should we close the first shop?", "--model", moot.script(*doubt()), "--thread", "waits", "-q")
    return moot


def test_the_newest_debate_comes_first(full: Program) -> None:
    lines = full("list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["waits", "done"]
    assert lines[1].split()[3:] == ["conclave", "decided", "Should", "we", "open", "a", "second", "shop?"]


def test_pending_is_the_inbox_and_says_why(full: Program) -> None:
    done = full("list", "--pending")
    assert "waits" in done.out
    assert "because: The confidence of 30 % is below" in done.out
    assert "done" not in done.out


def test_the_list_as_json_fits_its_schema(full: Program) -> None:
    schema = json.loads((ROOT / "docs/schemas/list.schema.json").read_text(encoding="utf-8"))
    document = full("list", "--json").document
    jsonschema.Draft202012Validator(schema).validate(document)
    assert [(each["thread_id"], each["status"]) for each in document] == [
        ("waits", "needs_review"),
        ("done", "decided"),
    ]


@pytest.mark.parametrize(
    ("options", "threads"),
    [
        pytest.param(["--limit", "1"], ["waits"], id="limit"),
        pytest.param(["--search", "second"], ["done"], id="search the question"),
        pytest.param(["--search", "nothing like it"], [], id="search in vain"),
    ],
)
def test_the_list_can_be_narrowed(full: Program, options: list[str], threads: list[str]) -> None:
    assert [each["thread_id"] for each in full("list", "--json", *options).document] == threads


@pytest.mark.parametrize(
    ("options", "line"),
    [
        pytest.param([], "no debates yet; start one with: moot run QUESTION", id="empty store"),
        pytest.param(["--pending"], "nothing waits for a person", id="empty inbox"),
        pytest.param(["--search", "tea"], "no debate has 'tea' in its question or id", id="search in vain"),
    ],
)
def test_an_empty_store_says_what_to_do(moot: Program, options: list[str], line: str) -> None:
    assert moot("list", *options) == (0, f"{line}\n", "")


def test_a_hostile_question_stays_on_its_line() -> None:
    entry = Entry("t", 0, 0, "conclave", "decided", "Should\x1b[2J\nwe?" + " and" * 90)
    table = draw_debates([entry], now=5)
    assert len(table.splitlines()) == 1
    assert "\x1b" not in table
    assert len(table) <= 120


@pytest.mark.parametrize(("width", "lines"), [(60, 2), (79, 1), (118, 1)])
def test_the_list_fits_the_terminal(width: int, lines: int) -> None:
    """A question that has no room beside an id has a line of its own."""
    entry = Entry(
        "6f1c2a80-51a2", 0, 0, "conclave", "needs_review", "Should we " + "open it " * 20, "They differ", 900.0
    )
    table, inbox = draw_debates([entry], width, now=5), draw_inbox([entry], width, now=5, store="sqlite:///a.db")
    assert all(len(line) <= width for line in (*table.splitlines(), *inbox.splitlines()))
    assert len(table.splitlines()) == lines
    assert "waits 5 s" in inbox
    assert "    because: They differ\n    at risk: 900.00\nanswer with: moot review THREAD" in inbox


def test_a_refinement_on_demand_says_why_it_waits(moot: Program) -> None:
    """F-47: the methodologist's words, else the gaps."""
    gap = {"aspect": "população", "gap": "who is meant", "suggestion": "name the teams"}
    for thread, words in (("said", "Nobody can measure it"), ("unsaid", " ")):
        verdict = {"status": "needs_refinement", "justification": words, "improvements": [gap]}
        asked = {"when": {"phase": "structure"}, "reply": {"structured_question": "Is remote work faster?"}}
        model = moot.script(asked, {"when": {"phase": "methodology"}, "reply": verdict}, name=f"{thread}.json")
        options = ("--model", model, "--set", "refinement.mode=on_demand", "--thread", thread, "-q")
        assert moot("refine", "Does remote work make teams faster?", *options).code == 3
    reasons = {each["thread_id"]: each["reason"] for each in moot("list", "--pending", "--json").document}
    assert reasons == {"said": "Nobody can measure it", "unsaid": "população: who is meant"}
    answer = moot("show", "said").out
    assert answer.startswith("WAITING FOR A PERSON; question without gaps is not met: gaps are open\n")
    assert "\nThe question so far is\n" in answer
    assert "Your call    G1 population: who is meant → name the teams" in answer


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        pytest.param(-3, "0 s", id="a clock that went back"),
        pytest.param(59, "59 s", id="seconds"),
        pytest.param(60, "1 min", id="minutes"),
        pytest.param(3 * 3600, "3 h", id="hours"),
        pytest.param(40 * DAY, "40 d", id="days"),
    ],
)
def test_ages_are_for_people(seconds: float, text: str) -> None:
    assert say_age(seconds) == text


def test_show_tells_the_whole_story(full: Program) -> None:
    done = full("show", "done")
    assert done.code == 0
    for part in (
        "DECIDED by the votes of the seats; written by the synthesizer",
        "ROUND 1: first positions",
        "CFO, confidence medium (80 %): Open the shop",
        "COST: 5 calls",
    ):
        assert part in done.out


def test_show_as_json_is_the_result_document(full: Program) -> None:
    document = full("show", "waits", "--json").document
    assert (document["thread_id"], document["status"]) == ("waits", "needs_review")
    assert document["review"]["request"]["details"]["question"] == "Should we close the first shop?"


def test_a_reader_who_has_seen_enough_is_no_error(full: Program) -> None:
    """`moot show THREAD | head -1` ends quietly."""
    command = [*MOOT, "show", "done", *full.where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize("command", ["list", "show done"])
def test_a_closed_stdout_is_no_traceback(full: Program, command: str) -> None:
    words = shlex.join([*MOOT, *command.split(), *full.where])
    done = subprocess.run(["/bin/sh", "-c", f"{words} >&-"], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [["show", "nobody"], ["export", "nobody", "--out", "out"]])
def test_an_unknown_debate_is_one_line(full: Program, command: list[str]) -> None:
    done = full(*command)
    assert (done.code, done.out) == (2, "")
    assert done.err == "moot: debate 'nobody' is not in the store; `moot list` shows those that are\n"


def test_export_writes_and_names_the_records(full: Program, tmp_path: Path) -> None:
    """INTERFACES 6: as often as you like, of a debate in any state."""
    folder = tmp_path / "records"
    first, again = (full("export", "waits", "--out", str(folder)) for _ in range(2))
    assert first.out == again.out
    assert [Path(line).name for line in first.out.splitlines()] == sorted(path.name for path in folder.iterdir())
    document = full("export", "waits", "--out", str(folder), "--json").document
    assert document["files"] == first.out.splitlines()


def age(moot: Program, days: float) -> None:
    """Make every debate of the store that old."""

    async def change() -> None:
        async with open_store(moot.store) as store:
            for entry in await store.entries():
                await store.note(replace(entry, updated_at=time.time() - days * DAY))

    asyncio.run(change())


@pytest.mark.parametrize(
    ("days", "options", "gone"),
    [
        pytest.param(31, [], ["done"], id="old ones go, one that waits stays"),
        pytest.param(31, ["--include-pending"], ["waits", "done"], id="unless it is said"),
        pytest.param(29, ["--include-pending"], [], id="young ones stay"),
    ],
)
def test_old_debates_can_be_pruned(full: Program, days: float, options: list[str], gone: list[str]) -> None:
    """Issue 4, item 6."""
    age(full, days)
    told = full("prune", "--older-than", "30d", *options, "--dry-run", "--json").document
    assert (sorted(told["pruned"]), told["dry_run"]) == (sorted(gone), True)
    assert len(full("list", "--json").document) == 2
    assert full("prune", "--older-than", "30d", *options).code == 0
    assert {each["thread_id"] for each in full("list", "--json").document} == {"done", "waits"} - set(gone)
    for thread in gone:
        assert full("show", thread).code == 2


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1.5d", "30 years"])
def test_an_age_has_a_unit(text: str) -> None:
    with pytest.raises(UsageError, match="not an age; use hours, days or weeks"):
        read_age(text)


def test_ages_are_read(moot: Program) -> None:
    assert [read_age(text) for text in ("12h", "30d", "2 W")] == [12 * 3600, 30 * DAY, 14 * DAY]


def test_commands_are_light_to_import() -> None:
    """Issue 6, item 1: `moot --help` and shell completion must not load the engine."""
    modules = (
        "app",
        "run",
        "review",
        "store",
        "show",
        "profiles",
        "conflicts",
        "ingest",
        "doctor",
        "driving",
    )
    heavy = ("langgraph", "langchain_core", "openai", "pydantic", "yaml", "sqlite3", "rich", "moot.runs.debates")
    check = (
        f"import sys; [__import__('moot.cli.' + name) for name in {modules}]; "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_debate_is_listed_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 16: each line is in the language of its debate, and what is said of all in the machine's."""
    monkeypatch.setenv("LC_ALL", "C")
    asked = {"pt": "Devemos abrir as novas lojas em março?", "id": "Apakah kita membuka toko baru?"}
    entries = [
        Entry(name, 0, 0, "conclave", "needs_review", question, reason="?", value_at_risk=1234.5)
        for name, question in asked.items()
    ]
    first, second = draw_debates(entries, now=7200).splitlines()
    assert ("2 h" in first, "aguarda" in first) == (True, True)
    assert ("2 jam" in second, "menunggu" in second) == (True, True)
    inbox = draw_inbox(entries, now=7200)
    assert ("aguarda há 2 h" in inbox, "em risco: 1.234,50" in inbox) == (True, True)
    assert ("menunggu 2 jam" in inbox, "karena: ?" in inbox) == (True, True)
    assert "answer with: moot review" in inbox
    assert "responda com: moot review" in draw_inbox(entries[:1], now=7200)
