"""`moot eval` on the command line: one document, exit codes, usage errors, folders."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from moot.cli.main import main
from tests.cli.program import MOOT
from tests.support.scripts import say, write

RECORDED = Path(__file__).parents[1] / "data" / "recorded_debates.jsonl"
KNOWS = [
    say("answer", reply={"answer": "ANSWER: 12", "confidence": 90}),
    say(
        ["position", "revise"],
        reply={"recommendation": "ANSWER: 12", "stance": "twelve", "timing": "now", "confidence": 80},
    ),
    say("synthesize", reply={"decision": "ANSWER: 12", "confidence": 85}),
]


class Eval:
    """The command in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main(["eval", *arguments])
        told = self.capsys.readouterr()
        return code, told.out, told.err

    def questions(self, *golds: Any) -> str:
        path = self.folder / "questions.jsonl"
        lines = (json.dumps({"question": f"How many months has year {gold}?", "gold": 12}) for gold in golds)
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)


@pytest.fixture
def moot_eval(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Eval:
    monkeypatch.chdir(tmp_path)
    return Eval(tmp_path, capsys)


def test_an_evaluation_prints_tables_and_tells_its_progress(moot_eval: Eval) -> None:
    model = write(moot_eval.folder, KNOWS)
    code, out, err = moot_eval(moot_eval.questions(1, 2), "--model", model, "--limit", "1", "--votes", "2")
    assert code == 0
    assert "questions.jsonl: 1 of 1 questions answered by every condition." in out
    assert "vote at equal tokens" in out
    assert "1 of 1: q1, debate: right (calls 5" in err
    assert "agent 2 alone: right" in err
    folder = moot_eval.folder / "questions.eval"
    assert {each.name for each in folder.iterdir()} >= {"results.jsonl", "debates.jsonl", "report.json", "report.html"}


def test_json_is_exactly_one_document_and_quiet_is_quiet(moot_eval: Eval) -> None:
    model = write(moot_eval.folder, KNOWS)
    code, out, err = moot_eval(
        moot_eval.questions(1),
        "--model",
        model,
        "--json",
        "--quiet",
        "--out",
        "o",
        "--store",
        "memory:",
        "--votes",
        "1",
    )
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert (document["kind"], document["complete"]) == ("evaluation", 1)
    assert [arm["name"] for arm in document["arms"]] == ["debate", "no_critique", "single", "vote_calls", "vote_tokens"]


def test_progress_may_be_json_lines(moot_eval: Eval) -> None:
    model = write(moot_eval.folder, KNOWS)
    # As a real program: the logs of a process are set up once.
    asked = (*MOOT, "eval", moot_eval.questions(1), "--model", model, "--log-format", "json", "--votes", "1")
    done = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", timeout=60, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    told = [line for line in lines if line["event"] == "evaluated"]
    assert {line["arm"] for line in told} == {"debate", "no_critique", "sample"}
    assert all(line["right"] for line in told)


def test_a_budget_that_is_used_up_is_told(moot_eval: Eval) -> None:
    model = write(moot_eval.folder, KNOWS)
    code, _, err = moot_eval(moot_eval.questions(1), "--model", model, "--max-tokens", "100", "--quiet")
    assert code == 4
    assert "1 of 1 questions are missing: the budget is used up or runs failed" in err


def test_a_model_that_refuses_us_is_a_failure(moot_eval: Eval) -> None:
    model = write(moot_eval.folder, [{"fail": 401}])
    code, _, err = moot_eval(moot_eval.questions(1, 2, 3), "--model", model, "--quiet")
    assert code == 1
    assert "3 runs in a row failed" in err


def test_rules_on_recorded_debates(moot_eval: Eval) -> None:
    code, out, err = moot_eval("--recorded", str(RECORDED), "--json", "--out", "rules")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert (document["kind"], document["source"], document["debates"]) == ("rules", "recorded_debates.jsonl", 48)
    assert {each.name for each in (moot_eval.folder / "rules").iterdir()} == {"rules.json", "rules.html"}
    assert moot_eval("--recorded", str(RECORDED))[1].startswith("48 recorded debates about 12 questions")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param([], "name either a DATASET", id="nothing"),
        pytest.param(["q.jsonl", "--recorded", "r.jsonl"], "name either a DATASET", id="both"),
        pytest.param(["none.jsonl"], "none.jsonl: cannot be read", id="no such file"),
        pytest.param(["--recorded", "none.jsonl"], "none.jsonl: cannot be read", id="no such recording"),
        pytest.param(["questions.jsonl", "--thread", "t"], "--thread: an evaluation", id="a thread"),
        pytest.param(["questions.jsonl", "--profile", "research"], "nobody argues", id="nothing to evaluate"),
        pytest.param(["questions.jsonl", "--replay", "none"], "--replay none: not a folder", id="no recordings"),
        pytest.param(["questions.jsonl", "--out", "questions.jsonl"], "is a file; name a folder", id="a file"),
        pytest.param(["questions.jsonl", "--set", "round.max=2"], "unknown key", id="a setting"),
        pytest.param(["questions.jsonl", "--concurrency", "0"], "concurrency", id="nobody works"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(moot_eval: Eval, arguments: list[str], message: str) -> None:
    moot_eval.questions(1)
    code, out, err = moot_eval(*arguments)
    assert (code, out) == (2, "")
    assert message in err.splitlines()[-1]


def test_the_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "eval" in capsys.readouterr().out
