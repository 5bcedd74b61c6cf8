"""`moot conflicts` and the frame it runs in (INTERFACES 2 and 7)."""

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from moot.state.conflicts import ConflictReport, ConsensusResult
from tests.cli.running import feed, run
from tests.policies.conflict_cases import AGREEMENT, FINANCIAL, RISK

FIELDS_OF_A_CONFLICT = {
    "conflict_id", "conflict_type", "severity", "topic", "agents_involved", "positions", "description",
    "key_differences", "mutual_exclusivity", "requires_debate",
}  # fmt: skip
FIELDS_OF_A_REPORT = {
    "execution_id", "total_conflicts", "conflicts", "has_low_severity", "has_medium_severity", "has_high_severity",
    "has_critical_severity", "requires_debate", "debate_topics",
}  # fmt: skip
FIELDS_OF_A_RESULT = {
    "execution_id", "conflict_id", "final_decision", "supporting_agents", "opposing_agents", "neutral_agents",
    "justification", "reasoning_summary", "trade_offs_acknowledged", "debate_rounds", "total_rounds",
    "unresolved_aspects", "confidence_score", "resolver_agent",
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Write a file of outputs and give its path."""

    def writer(outputs: dict[str, Any], **more: Any) -> str:
        path = tmp_path / "outputs.json"
        path.write_text(json.dumps({"question": "?", "outputs": outputs, **more}), encoding="utf-8")
        return str(path)

    return writer


def test_json_is_one_document_with_the_fields_of_the_sources(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """C-08..C-12, C-44..C-46, X-46."""
    code, out, err = run(capsys, "conflicts", "--json", write(FINANCIAL["pt"]))
    document = json.loads(out)
    report, results = document["conflict_report"], document["consensus_results"]
    assert (code, err) == (0, "")
    assert set(document) == {"conflict_report", "consensus_results"}
    assert set(report) >= FIELDS_OF_A_REPORT
    assert set(report["conflicts"][0]) >= FIELDS_OF_A_CONFLICT
    assert set(results[0]) >= FIELDS_OF_A_RESULT
    assert set(results[0]["debate_rounds"][0]) >= {"round_number", "topic", "arguments", "timestamp"}
    ours = report["conflicts"][0]["positions"]["financial"]
    assert set(ours) >= {"agent_name", "position", "reasoning", "confidence", "supporting_evidence"}
    assert ConflictReport.model_validate(report).requires_debate
    assert ConsensusResult.model_validate(results[0]).resolver_agent == "financial"


def test_without_a_debate_there_are_no_results(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """W-C2, C-48, C-49."""
    document = json.loads(run(capsys, "conflicts", "--json", write(AGREEMENT["pt"])).out)
    assert document["conflict_report"]["total_conflicts"] == 0
    assert document["consensus_results"] is None


def test_one_output_is_no_error(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """W-C5."""
    code, out, err = run(capsys, "conflicts", "--json", write({"analyst": "Expandir."}))
    assert (code, err) == (0, "")
    assert json.loads(out)["conflict_report"]["conflicts"] == []


def test_the_same_file_gives_the_same_output(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """W-C16, C-12, C-13: apart from the times, which are those of the run."""
    path = write(RISK["id"])
    first, second = (json.loads(run(capsys, "conflicts", "--json", path).out) for _ in range(2))
    assert [take_times(first), take_times(second)] == [4, 4]
    assert first == second


def take_times(document: Any) -> int:
    """Take the times out of a document; each has to be one."""
    conflict, result = document["conflict_report"]["conflicts"][0], document["consensus_results"][0]
    times = [conflict.pop("detected_at"), result.pop("resolved_at")]
    times += [each.pop("timestamp") for each in result["debate_rounds"]]
    return len([datetime.fromisoformat(each) for each in times])


@pytest.mark.parametrize("language", ["pt", "en", "id"])
def test_a_person_reads_a_table(language: str, write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """INTERFACES 2: readable without --json, without colours where there is no terminal."""
    code, out, err = run(capsys, "conflicts", write(FINANCIAL[language]))
    assert (code, err) == (0, "")
    assert "commercial, financial" in out
    assert "financial" in out
    assert any(word in out for word in ("high", "alta", "tinggi"))
    assert "\x1b" not in out


def test_an_empty_report_is_one_line(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "conflicts", write(AGREEMENT["en"])).out == "No opposition between 2 texts.\n"


def test_square_brackets_in_a_text_are_text(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = {"analyst": "Expandir [bold]já[/bold].", "market": "Não expandir [/x]."}
    assert "[bold]já[/bold]" in run(capsys, "conflicts", write(outputs)).out


def test_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    feed(monkeypatch, json.dumps({"outputs": FINANCIAL["en"]}).encode())
    assert json.loads(run(capsys, "conflicts", "-", "--json").out)["conflict_report"]["total_conflicts"] == 1


def test_a_byte_order_mark_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"outputs": {"analyst": "Expandir."}}).encode())
    assert run(capsys, "conflicts", str(path)).code == 0


def test_objects_as_outputs(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """INTERFACES 7: position, reasoning, confidence, evidence."""
    outputs = {
        "analyst": {"position": "Expandir.", "reasoning": "Há demanda.", "confidence": 0.9, "evidence": ["10%"]},
        "market": "Não devemos expandir.",
    }
    document = json.loads(run(capsys, "conflicts", "--json", write(outputs)).out)
    assert document["conflict_report"]["conflicts"][0]["positions"]["analyst"] == {
        "agent_name": "analyst",
        "position": "Expandir.",
        "reasoning": "Há demanda.",
        "confidence": 0.9,
        "supporting_evidence": ["10%"],
    }


@pytest.mark.parametrize(
    ("options", "debated"),
    [
        pytest.param((), False, id="C-53 low is not debated"),
        pytest.param(("--set", "conflicts.min_severity=low"), True, id="C-53 unless the setting says so"),
        pytest.param(("--set", "MIN_SEVERITY_FOR_DEBATE=LOW"), True, id="C-53 X-20 by its source name"),
    ],
)
def test_settings(options: tuple[str, ...], debated: bool, write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write({"market": "Rápido.", "reviewer": "Gradual."})
    document = json.loads(run(capsys, "conflicts", "--json", *options, path).out)
    assert document["conflict_report"]["requires_debate"] is debated
    assert (document["consensus_results"] is not None) is debated


def test_the_language_can_be_given(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write({"market": "Expand.", "reviewer": "Consolidate."})
    told = [
        json.loads(run(capsys, "conflicts", "--json", "--language", language, path).out)["conflict_report"]
        for language in ("en", "id")
    ]
    assert [report["total_conflicts"] for report in told] == [1, 0]


def test_another_profile_brings_its_own_seats(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write({"cro": "Expandir.", "cfo": "Não expandir."}, execution_id="e-1")
    document = json.loads(run(capsys, "conflicts", "--json", "--profile", "conclave", path).out)
    assert document["conflict_report"]["total_conflicts"] == 1
    assert document["conflict_report"]["execution_id"] == "e-1"


# --- the frame: help, version, start-up, the closed pipe

HEAVY = ("langgraph", "langchain_core", "langchain_openai", "langsmith", "openai", "rich", "pydantic", "yaml")


def loaded_after(code: str, *watched: str) -> set[str]:
    """The packages among those watched that a fresh interpreter has loaded after some code."""
    script = f"import sys\n{code}\nprint([name for name in {watched!r} if name in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1].replace("'", '"')))


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        pytest.param("import moot.cli.app", set(), id="the list of commands loads nothing heavy"),
        pytest.param("from moot.cli.main import main; main(['--help'])", set(), id="help loads nothing heavy"),
        pytest.param("from moot.cli.main import main; main(['--version'])", set(), id="nor does the version"),
        pytest.param(
            "from moot.cli.main import main; main(['conflicts', '--json', PATH])",
            {"pydantic", "yaml"},
            id="C-59 conflicts needs no model and loads none",
        ),
        pytest.param(
            "from moot.cli.main import main; main(['conflicts', PATH])",
            {"pydantic", "yaml", "rich"},
            id="C-59 nor does its table",
        ),
        pytest.param(
            "from moot.cli.main import main; main(['profiles', 'legal'])", {"pydantic", "yaml"}, id="profiles"
        ),
    ],
)
def test_what_is_loaded(code: str, allowed: set[str], write: Any) -> None:
    assert loaded_after(code.replace("PATH", repr(write(FINANCIAL["pt"]))), *HEAVY) <= allowed


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        pytest.param(("--help",), "conflicts", id="the commands"),
        pytest.param(("conflicts", "--help"), "--language", id="the options of one"),
        pytest.param(("--version",), "moot 0.", id="the version"),
    ],
)
def test_help_and_version(arguments: tuple[str, ...], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert shown in out


def test_a_reader_that_stops_early_is_no_failure(write: Any) -> None:
    """`moot conflicts FILE | head -1`: no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    program = "import sys; from moot.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "conflicts", "--json", write(FINANCIAL["pt"])]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interruption_has_its_own_code(
    write: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """INTERFACES 2: 130."""

    def interrupt(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("moot.policies.conflicts.detect_conflicts", interrupt)
    assert run(capsys, "conflicts", write(FINANCIAL["pt"])).code == 130


def test_a_model_is_asked_once_about_what_words_leave_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second stage: one question for all pairs, and what it calls exclusive is settled like any other conflict."""
    file, script = tmp_path / "outputs.json", tmp_path / "script.yaml"
    outputs = {"commercial": "Put the surplus to work in fourteen towns.", "financial": "The bonds cost us dearly."}
    file.write_text(json.dumps({"question": "What about the surplus?", "outputs": outputs}), encoding="utf-8")
    options = [{"label": "spend it", "seats": ["commercial"]}, {"label": "repay debt", "seats": ["financial"]}]
    reply = {"options": options, "opposed": [["repay debt", "spend it"]], "points": []}
    answers = [{"when": {"phase": "ballot"}, "reply": reply}]
    script.write_text(json.dumps({"answers": answers, "otherwise": "error"}), encoding="utf-8")
    done = run(capsys, "conflicts", str(file), "--model", f"scripted:{script}", "--json")
    document = json.loads(done.out)
    (conflict,) = document["conflict_report"]["conflicts"]
    assert (conflict["found_by"], conflict["topic"]) == ("model", "spend it / repay debt")
    assert len(document["consensus_results"]) == 1
