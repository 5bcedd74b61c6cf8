"""`moot run` and `moot resume`: exit codes, streams, options (INTERFACES 2)."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from moot.cli.driving import naming_default_model
from moot.configs import load_profile
from moot.nodes.intake import identify_protocol
from moot.state.protocol import Models
from tests.cli.program import Done, Program, agree, doubt
from tests.support.runner import settled

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "Should we open a second shop?"
SLOW: list[dict[str, Any]] = [{"when": {"phase": "position", "seat": "cmo"}, "times": 1, "delay": 30, "reply": {}}]


def ask(moot: Program, *options: str, entries: list[dict[str, Any]] | None = None) -> Done:
    return moot("run", QUESTION, "--model", moot.script(*(entries or agree())), "--thread", "t1", *options)


@pytest.mark.parametrize(
    ("entries", "code", "status"),
    [
        pytest.param(agree(), 0, "decided", id="decided"),
        pytest.param(doubt(), 3, "needs_review", id="paused for a person"),
        pytest.param([{"fail": 401}], 1, "failed", id="the model refuses us"),
        pytest.param([{"fail": 400}], 1, "failed", id="the model cannot be asked"),
    ],
)
def test_the_exit_code_says_how_it_ended(moot: Program, entries: list[dict[str, Any]], code: int, status: str) -> None:
    done = ask(moot, "--json", "--quiet", entries=entries)
    assert (done.code, done.document["status"]) == (code, status)


@pytest.mark.parametrize("profile", ["conclave", "boardroom", "legal", "rca", "research"])
def test_whoever_cannot_be_asked_is_told_why(
    moot: Program, profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line for a wrong key, whatever the protocol."""
    monkeypatch.setenv("MOOT_INCIDENTS", str(tmp_path / "incidents.db"))
    seen = tmp_path / "shop.log"
    seen.write_text("2024-03-01 10:00:04 ERROR shop: no space left on device\n", encoding="utf-8")
    # Without a log nobody is asked for a root cause.
    log = ("--context", str(seen)) if profile == "rca" else ()
    done = ask(moot, "--quiet", "--profile", profile, *log, entries=[{"fail": 401}])
    assert done.code == 1
    (told,) = done.err.splitlines()
    assert told.startswith("moot: no agent answered: ")
    assert "401" in told
    assert "moot resume t1" in told


def test_stdout_has_the_answer_and_stderr_the_progress(moot: Program) -> None:
    """As a real program: the streams are not mixed."""
    done = moot.shell("run", QUESTION, "--model", moot.script(*agree()), "--thread", "t1")
    assert done.code == 0
    written = "DECIDED by the votes of the seats; written by the synthesizer"
    assert done.out.startswith(f"{written}\n  Open the shop in spring\n")
    assert f"moot show t1 --store {moot.store}" in done.out
    assert "round 1: CRO position done" in done.err
    assert "round 1 closed: settled. The seats agree on 100 % of the weighted points" in done.err
    assert all(line.startswith("[") for line in done.err.splitlines())


def test_json_is_exactly_one_document_that_fits_its_schema(moot: Program) -> None:
    """As a real program, so that nothing a library prints slips in."""
    done = moot.shell("run", QUESTION, "--model", moot.script(*agree()), "--json")
    schema = json.loads((ROOT / "docs/schemas/result.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(done.document)
    assert done.document["decision"] == "Open the shop in spring"


def test_quiet_means_quiet(moot: Program) -> None:
    assert ask(moot, "--quiet").err == ""


def test_the_question_may_come_from_stdin(moot: Program) -> None:
    with moot.start("run", "-", "--model", moot.script(*agree()), "--json", "-q", stdin=subprocess.PIPE) as process:
        out, _ = process.communicate(f"{QUESTION}\n", timeout=60)
    assert json.loads(out)["question"] == QUESTION


def test_without_a_model_stderr_says_which_one_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """Once, before the first thing the debate tells; what was told is passed on."""
    heard: list[str] = []
    watch = naming_default_model(lambda mode, data: heard.append(mode), None)
    assert watch is not None
    assert capsys.readouterr().err == ""
    watch("custom", {})
    watch("updates", {})
    told = capsys.readouterr().err
    assert told.startswith("moot: no model is configured: the embedded demonstration model answers")
    assert (told.count("\n"), heard) == (1, ["custom", "updates"])


def test_a_model_that_was_named_is_not_told_of(moot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MODEL", moot.script(*agree()))
    assert "embedded" not in moot("run", QUESTION).err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--domain-hint", "nowhere"),
        ("--set", "rounds.max=abc"),
        ("--set", "nonsense.key=3"),
        ("--seat-model", "zz=local"),
        ("--max-tokens", "0"),
    ],
)
def test_wrong_input_is_the_only_line(moot: Program, monkeypatch: pytest.MonkeyPatch, wrong: tuple[str, str]) -> None:
    """Whoever mistyped an option reads about that alone, not first which model would have answered."""
    monkeypatch.delenv("MOOT_MODEL", raising=False)
    done = moot("run", QUESTION, *wrong)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "no model is configured" not in done.err


def test_settings_reach_the_debate(moot: Program, tmp_path: Path) -> None:
    """Options win over the environment; --set reaches any key; --context is evidence."""
    (tmp_path / "rents.txt").write_text("Rents fell by 5 %.")
    (tmp_path / "more.json").write_text('[{"id": "permit", "text": "It takes 8 weeks."}]')
    other = f"scripted:{tmp_path / 'other.yaml'}"
    (tmp_path / "other.yaml").write_text(yaml.safe_dump({"answers": agree()}))
    done = ask(
        moot,
        *("--profile", "boardroom", "--set", "rounds.max=1", "--max-tokens", "90000"),
        *("--seat-model", f"market={other}"),
        *("--context", str(tmp_path / "rents.txt"), "--context", str(tmp_path / "more.json")),
        *("--value-at-risk", "5000", "--risk", "low", "--route", "simple", "--json", "--quiet"),
    )
    assert (done.code, done.document["profile"], done.document["route"]) == (0, "boardroom", "simple")
    from moot.runs import inspect

    values = _await(inspect("t1", store=moot.store)).values
    assert [each.id for each in values["evidence"]] == ["rents", "permit"]
    assert values["protocol"].profile.budget.tokens == 90_000
    assert values["protocol"].models.by_seat == {"market": other}
    assert (values["case"].value_at_risk, values["case"].risk) == (5000, "low")


def _await(coroutine: Any) -> Any:
    import asyncio

    return asyncio.run(coroutine)


def test_records_are_written_where_asked(moot: Program, tmp_path: Path) -> None:
    """INTERFACES 6."""
    done = ask(moot, "--out", str(tmp_path / "out"))
    assert f"records in {tmp_path / 'out'}" in done.out
    log = yaml.safe_load((tmp_path / "out/debate_log.yaml").read_text(encoding="utf-8"))
    assert log["debate_log"]["query"] == QUESTION
    assert json.loads((tmp_path / "out/result.json").read_text(encoding="utf-8"))["thread_id"] == "t1"


@pytest.mark.parametrize("elsewhere", [None, "openai:another"])
def test_a_recorded_run_can_be_replayed(
    moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str | None
) -> None:
    """The model is the recorded one, whatever is usual; so the documents are the same, fingerprint included."""
    recording = str(tmp_path / "recording.jsonl")
    first = ask(moot, "--record", recording, "--json")
    if elsewhere:
        monkeypatch.setenv("MOOT_MODEL", elsewhere)
    again = moot("run", QUESTION, "--replay", recording, "--json")
    assert (first.code, again.code) == (0, 0)
    assert settled(again.document) == settled(first.document)
    assert "no model is configured" not in again.err


def test_the_default_model_has_one_fingerprint() -> None:
    """Who names the embedded model and who names none asks the same one."""
    profile = load_profile("conclave")
    named, unnamed = (identify_protocol(profile, Models(model=model), "graph").fingerprint for model in ("local", None))
    assert named == unnamed


def test_out_is_checked_before_anything_is_paid_for(moot: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = ask(moot, "--out", str(tmp_path / "file"))
    assert done.code == 2
    assert "is a file; name a folder" in done.err
    assert moot("list").out.startswith("no debates yet")


def wait_for(process: subprocess.Popen[str], line: str) -> None:
    assert process.stderr is not None
    assert any(line in each for each in process.stderr), "the program ended too early"


def test_ctrl_c_keeps_the_state_and_says_how_to_go_on(moot: Program) -> None:
    """Exit 130; the seats that answered are not asked again."""
    with moot.start("run", QUESTION, "--model", moot.script(*SLOW, *agree()), "--thread", "t1") as process:
        wait_for(process, "CRO position done")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert f"go on with: moot resume t1 --store {moot.store}" in err.splitlines()[-1]
    assert moot("list", "--json").document[0]["status"] == "interrupted"
    moot.script(*agree())
    done = moot("resume", "t1")
    assert done.code == 0
    assert "CMO position done" in done.err
    assert "CRO position" not in done.err


def test_a_killed_debate_shows_as_interrupted_and_goes_on(moot: Program) -> None:
    """The index still says running, but nobody holds the lock."""
    with moot.start("run", QUESTION, "--model", moot.script(*SLOW, *agree()), "--thread", "t1") as process:
        wait_for(process, "CRO position done")
        assert moot("list", "--json").document[0]["status"] == "running"
        held = moot("resume", "t1")
        process.kill()
    assert held.code == 1
    assert "is being run by another process" in held.err
    assert moot("list", "--json").document[0]["status"] == "interrupted"
    assert "This debate is interrupted; go on with: moot resume t1" in moot("show", "t1").out
    moot.script(*agree())
    assert moot("resume", "t1", "--json", "--quiet").document["status"] == "decided"


def test_an_unreachable_model_keeps_what_was_done(moot: Program) -> None:
    done = ask(moot, "--quiet", entries=[{"fail": 401}])
    assert done.code == 1
    assert f"go on with: moot resume t1 --store {moot.store}" in done.err
    moot.script(*agree())
    assert moot("resume", "t1", "--quiet").code == 0


def test_a_changed_protocol_needs_a_yes(moot: Program) -> None:
    """Issue 4, item 7: refused with what changed, unless --accept-changes."""
    ask(moot, entries=[{"fail": 401}])
    moot.script(*agree())
    refused = moot("resume", "t1", "--set", "convergence.threshold=0.9")
    assert refused.code == 2
    assert "changed since the debate started: profile; go on anyway with --accept-changes" in refused.err
    assert moot("resume", "t1", "--set", "convergence.threshold=0.9", "--accept-changes", "-q").code == 0


def test_a_finished_debate_is_shown_again(moot: Program) -> None:
    ask(moot)
    done = moot("resume", "t1", "--json")
    assert (done.code, done.document["status"]) == (0, "decided")


def test_a_waiting_debate_is_reviewed_not_resumed(moot: Program) -> None:
    ask(moot, entries=doubt())
    done = moot("resume", "t1")
    assert done.code == 2
    assert "answer it with: moot review t1" in done.err


def test_memory_keeps_nothing_and_says_so(moot: Program) -> None:
    done = moot.plain("run", QUESTION, "--model", moot.script({"fail": 401}), "--store", "memory:", "-q")
    assert done.code == 1
    assert "nothing was kept, because the store is memory:" in done.err


def test_refine_makes_a_question_of_an_idea(moot: Program) -> None:
    """INTERFACES 2: the refinement loop alone."""
    model = moot.script(
        {"when": {"phase": "classify"}, "reply": {"classification": "vague"}},
        {"when": {"phase": "structure"}, "reply": {"structured_question": "Does remote work raise output?"}},
        {"when": {"phase": "methodology"}, "reply": {"status": "approved", "justification": "testable"}},
    )
    done = moot("refine", "Does remote work make teams faster?", "--model", model, "--json", "-q")
    assert done.code == 0
    assert (done.document["profile"], done.document["route"]) == ("research", "refine")
    assert done.document["refinement"]["question"] == "Does remote work raise output?"
    rejected = moot.script({"when": {"phase": "methodology"}, "reply": {"status": "rejected"}})
    assert moot("refine", "Colourless green ideas sleep", "--model", rejected, "-q").code == 4


OPTIONS = ("--option", "Open the shop in spring", "--option", "Wait a year")


def test_options_are_what_agents_choose_from(moot: Program) -> None:
    """INTERFACES 2: `--option`, repeatable; kept when the debate is branched."""
    position, told = agree(choice="A")
    chosen = {**position, "reply": {**position["reply"], "choice": "A"}}
    done = ask(moot, *OPTIONS, "--json", "--quiet", entries=[chosen, told])
    assert done.code == 0
    options = done.document["ballot"]["options"]
    assert [(each["id"], each["text"], each["origin"]) for each in options] == [
        ("A", "Open the shop in spring", "given"), ("B", "Wait a year", "given"),
    ]  # fmt: skip
    assert options[0]["seats"] == ["cro", "cfo", "coo", "cmo"]
    branch = moot("fork", "t1", "--round", "1", "--thread", "t2", "--without", "cmo", "--json", "--quiet")
    assert [(each["text"], each["seats"]) for each in branch.document["ballot"]["options"]] == [
        ("Open the shop in spring", ["cro", "cfo", "coo"]), ("Wait a year", []),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "told"),
    [
        pytest.param(["one"], "options: 1 given; name 2 to 12", id="one"),
        pytest.param([str(number) for number in range(13)], "options: 13 given; name 2 to 12", id="too many"),
        pytest.param(["yes", "YES"], "options: 'YES' is given twice", id="twice"),
        pytest.param(["yes", " "], "options: number 2 is blank", id="blank"),
    ],
)
def test_wrong_options_are_told_in_one_line(moot: Program, options: list[str], told: str) -> None:
    done = moot("run", QUESTION, *(part for each in options for part in ("--option", each)))
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert told in line
