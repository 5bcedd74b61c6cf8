"""`moot review`: every answer a person can give, by options and on a terminal (INTERFACES 2 and 4)."""

import os
import pty
import subprocess
from typing import Any

import pytest

from moot.views.terminal import describe_request
from tests.cli.program import MOOT, Program, agree, doubt

QUESTION = "Should we open a second shop?"


@pytest.fixture
def waiting(moot: Program) -> Program:
    """A debate that asks a person."""
    assert moot("run", QUESTION, "--model", moot.script(*doubt()), "--thread", "t1", "-q").code == 3
    return moot


@pytest.mark.parametrize(
    ("options", "code", "status", "decision"),
    [
        pytest.param(["--approve"], 0, "decided", "Open the shop in spring", id="approve"),
        pytest.param(["--edit", "Rent it out"], 0, "decided", "Rent it out", id="edit"),
        pytest.param(["--reject"], 4, "rejected", None, id="reject"),
        pytest.param(["--reject", "Too dear"], 4, "rejected", None, id="reject with a reason"),
        pytest.param(["--respond", "Assume no loan"], 3, "needs_review", "Open the shop in spring", id="respond"),
    ],
)
def test_every_answer_has_its_exit_code(
    waiting: Program, options: list[str], code: int, status: str, decision: str | None
) -> None:
    done = waiting("review", "t1", *options, "--reviewer", "Ana", "--json", "-q")
    assert (done.code, done.document["status"], done.document["decision"]) == (code, status, decision)
    if status != "needs_review":
        given = done.document["review"]["response"]
        assert (given["type"], given["reviewer"]) == (options[0].strip("-"), "Ana")
        assert given["text"] == (options[1] if len(options) > 1 else "")


def test_the_reason_of_a_rejection_may_stand_before_the_thread(waiting: Program) -> None:
    done = waiting("review", "--reject", "Too dear", "t1", "--json", "-q")
    assert done.document["review"]["response"]["text"] == "Too dear"


def test_what_names_a_command_names_the_store(waiting: Program) -> None:
    """Records are read later, and elsewhere: a command in them says where the debate is."""
    place = f"t1 --store {waiting.store}"
    assert waiting("export", "t1", "--out", str(waiting.folder / "out")).code == 0
    report = " ".join((waiting.folder / "out/report.txt").read_text(encoding="utf-8").split())
    assert f"review {place}" in report
    assert f"show {place}" in report
    assert f"review {place}" in waiting("resume", "t1", "-q").err
    assert waiting("review", "t1", "--approve", "-q").code == 0
    assert f"show {place}" in waiting("review", "t1", "--approve").err


def test_guidance_opens_another_round(waiting: Program) -> None:
    done = waiting("review", "t1", "--respond", "Assume the loan is refused")
    assert "round 2: " in done.err
    assert "CRO, CFO, COO, CMO" in done.err


def test_who_reviewed_is_kept_with_the_decision(waiting: Program) -> None:
    """X-85."""
    assert waiting("review", "t1", "--approve", "--reviewer", "Ana", "-q").out.startswith("DECIDED by Ana\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(["t1", "--approve", "--reject"], "more than one answer given", id="two answers"),
        pytest.param(["t1", "--edit", " "], "review: edit needs a text", id="empty edit"),
        pytest.param(["t1", "--respond", ""], "review: respond needs a text", id="empty guidance"),
        pytest.param(["t1", "stray", "--approve"], "unexpected text 'stray'", id="stray text"),
        pytest.param(["nobody", "--approve"], "'nobody' is not in the store; `moot list`", id="unknown debate"),
    ],
)
def test_a_wrong_answer_changes_nothing(waiting: Program, arguments: list[str], line: str) -> None:
    """Issue 4, item 8: the pause stays as it was."""
    done = waiting("review", *arguments)
    assert done.code == 2
    assert line in done.err
    assert waiting("show", "t1", "--json").document["status"] == "needs_review"


def test_a_debate_that_waits_for_nobody(moot: Program) -> None:
    moot("run", QUESTION, "--model", moot.script(*agree()), "--thread", "t2", "-q")
    done = moot("review", "t2", "--approve")
    assert done.code == 2
    assert "debate t2 waits for nobody (it is decided); see: moot show t2" in done.err


def on_terminal(moot: Program, typed: str) -> tuple[int, str, str]:
    """Answer `moot review t1` as somebody at a terminal would."""
    ours, theirs = pty.openpty()
    try:
        command = [*MOOT, "review", "t1", "-q", *moot.where]
        with subprocess.Popen(
            command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            os.write(ours, typed.encode())
            out, err = process.communicate(timeout=60)
        return process.returncode, out, err
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("typed", "code", "out"),
    [
        pytest.param(
            "x\ne\nRent it out\ny\n", 0, "DECIDED by a person\n  Rent it out\n", id="a wrong letter is asked again"
        ),
        pytest.param("a\nn\nr\nToo dear\nyes\n", 4, "NO DECISION: rejected by a person", id="a change of mind"),
        pytest.param("e\n\na\ny\n", 0, "DECIDED by a person\n  Open the shop", id="an edit without a text is none"),
    ],
)
def test_on_a_terminal_it_shows_the_request_and_asks(waiting: Program, typed: str, code: int, out: str) -> None:
    done = on_terminal(waiting, typed)
    assert done[0] == code
    assert done[1].startswith(out)
    assert "Proposed     Open the shop in spring" in done[2]
    assert "  s  respond: tell the agents something; they argue once more\n  q  decide later\n" in done[2]
    assert "Sure? [y/N]" in done[2]


@pytest.mark.parametrize(
    "typed", [pytest.param("q\n", id="q"), pytest.param("e\nRent\n\x04", id="the end of the input")]
)
def test_on_a_terminal_it_can_be_left_for_later(waiting: Program, typed: str) -> None:
    code, out, _ = on_terminal(waiting, typed)
    assert (code, out) == (3, "")
    assert waiting("list", "--pending", "--json").document[0]["thread_id"] == "t1"


def test_without_a_terminal_it_prints_the_request_and_how_to_answer(waiting: Program) -> None:
    """Nobody can be asked: the request is the result, and the debate keeps waiting."""
    done = waiting("review", "t1", "-q")
    assert (done.code, done.err) == (3, "")
    assert "Proposed     Open the shop in spring" in done.out
    assert f"No answer was given. Answer with: moot review t1 --store {waiting.store} and one of" in done.out
    assert "  edit      --edit TEXT      decide something else" in done.out
    assert waiting("list", "--pending", "--json").document[0]["thread_id"] == "t1"


REQUEST: dict[str, Any] = {
    "action_requests": [
        {
            "name": "decide",
            "args": {
                "question": QUESTION,
                "decision": "Open in spring",
                "confidence": 0.4,
                "value_at_risk": 120000,
                "reasons": ["The confidence is low"],
                "irreversible": True,
                "risk": "severe",
                "sides": [
                    {"seats": ["cro", "cmo"], "view": "open", "evidence": ["rents"], "claims": ["a", "b", "c", "d"]},
                    {"seats": ["cfo"], "view": "wait", "evidence": [], "claims": []},
                ],
                "consensus": ["The town grows"],
                "divergences": [{"theme": "when", "sides": [{"seat": "cfo", "view": "later"}]}],
                "council": {"advocate": {"undiscussed_risk": "a strike"}, "resolution": None},
                "ballot": {
                    "round": 2,
                    "options": [
                        {"id": "A", "text": "open", "origin": "found", "seats": ["cro", "cmo"]},
                        {"id": "B", "text": "wait", "origin": "found", "seats": ["cfo"]},
                    ],
                    "votes": [{"round": 2, "seat": "cfo", "option": "B"}],
                    "opposed": [["A", "B"]],
                    "source": "words",
                },
                "warrant": {
                    "complete": False,
                    "conditions": [
                        {"id": "quorum", "needed": True, "met": True, "detail": "3 of 3 answered"},
                        {"id": "settled", "needed": True, "met": False, "detail": "the votes settle no option"},
                        {"id": "data", "needed": False, "met": True, "detail": "does not apply"},
                    ],
                },
                "rounds": 2,
                "missing": {"find_out": ["the rent"]},
                "cost": {"calls": 9, "tokens": 4200, "money": None, "seconds": 3.0},
            },
        }
    ]
}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Question     Should we open a second shop?", id="question"),
        pytest.param("Proposed     Open in spring", id="proposal"),
        pytest.param("Confidence   low (40 %)", id="confidence"),
        pytest.param("At risk      120,000.00, the worst case is severe, it cannot be undone", id="stakes"),
        pytest.param("Why you are asked\n  - The confidence is low", id="D-14 why"),
        pytest.param(
            "CRO and CMO: open [rents]\n  - a\n  - b\n  - c\n  - d\n", id="one side with evidence, every claim of it"
        ),
        pytest.param("\nCFO: wait\n", id="the other side"),
        pytest.param(
            "What a decision needs\n  - quorum, needed, met: 3 of 3 answered\n  - settled, needed, not met: the votes",
            id="what is met and what is not",
        ),
        pytest.param(
            "The ballot\n  - A open (CRO and CMO)\n  - B wait (CFO)\n  - A and B exclude each other.\n  - Only wording",
            id="who votes for what",
        ),
        pytest.param("Agreed\n  - The town grows", id="what nobody doubts"),
        pytest.param("Open\n  - when (CFO: later)", id="what is open"),
        pytest.param("The council\n  - not discussed so far: a strike", id="what the council says"),
        pytest.param("What to find out, and what was not chosen\n  - the rent", id="D-130 what is missing"),
        pytest.param("So far       2 rounds, 9 calls, 4,200 tokens, price unknown", id="cost"),
    ],
)
def test_the_request_has_everything_a_person_needs(line: str) -> None:
    assert line in describe_request(REQUEST)


def test_a_refinement_on_demand_is_steered_here_too(moot: Program) -> None:
    """F-47, W-F15: refine, or take another direction."""
    gap = {"aspect": "população", "gap": "who", "suggestion": "name the teams"}
    unfinished = {"status": "needs_refinement", "improvements": [gap]}
    model = moot.script(
        {"when": {"phase": "methodology"}, "times": 1, "reply": unfinished},
        {"when": {"phase": "methodology"}, "reply": {"status": "approved", "justification": "testable"}},
        {"when": {"phase": "structure"}, "times": 1, "reply": {"structured_question": "Is remote work faster?"}},
        {"when": {"phase": "structure"}, "reply": {"structured_question": "Is remote work faster in small teams?"}},
    )
    options = ("--model", model, "--set", "refinement.mode=on_demand", "-q")
    assert moot("refine", "Does remote work make teams faster?", *options, "--thread", "r1").code == 3
    assert moot("review", "r1", "--approve", "-q").code == 0
    moot.script({"when": {"phase": "methodology"}, "reply": unfinished})
    assert moot("refine", "Does remote work make teams faster?", *options, "--thread", "r2").code == 3
    done = moot("review", "r2", "--reject", "-q", "--json")
    assert (done.code, done.document["status"]) == (4, "aborted")
