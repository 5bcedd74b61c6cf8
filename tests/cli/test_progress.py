"""One line per event, in words, whatever the event holds (INTERFACES 2 and 4)."""

import json
import os
from io import StringIO
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk
from rich.console import Console

from moot.cli.live import LiveProgress
from moot.cli.progress import Progress, describe_event
from moot.views.lines import name_place
from tests.cli.program import Program

FINISHED: dict[str, Any] = {
    "event": "seat_finished", "seat": "cfo", "phase": "position", "round": 1, "status": "ok", "elapsed_ms": 1240,
    "tokens": 4360, "confidence": 0.7, "error": None,
}  # fmt: skip
CLOSED: dict[str, Any] = {
    "event": "round_closed", "round": 2, "convergence": 0.55, "converged": False, "reason": "They differ.",
}  # fmt: skip


@pytest.mark.parametrize(
    ("event", "line"),
    [
        pytest.param(
            {"event": "routed", "route": "debate", "seats": ["cro", "cfo"]}, "debate, with CRO, CFO", id="routed"
        ),
        pytest.param(
            {"event": "round_opened", "round": 2, "phase": "revise", "seats": ["cro"]},
            "round 2: revision: CRO",
            id="opened",
        ),
        pytest.param(
            {"event": "seat_started", "seat": "cfo", "phase": "position", "round": 1},
            "round 1: CFO position ...",
            id="started",
        ),
        pytest.param(FINISHED, "round 1: CFO position done (4,360 tokens, 1.2 s, confidence 70 %)", id="finished"),
        pytest.param(
            {**FINISHED, "status": "timeout", "confidence": None, "error": "no\nanswer"},
            "TIMEOUT: CFO em position; round 1: CFO position done [out of time] (4,360 tokens, 1.2 s): no answer",
            id="out of time, on one line",
        ),
        pytest.param(
            {"event": "seat_started", "seat": "council_critic", "phase": "council_critic", "round": 0},
            "council critic ...",
            id="a role is named once",
        ),
        pytest.param(CLOSED, "round 2 closed: not settled. They differ.", id="closed"),
        pytest.param(
            {**CLOSED, "convergence": None, "converged": True}, "round 2 closed: settled. They differ.", id="X-16"
        ),
        pytest.param(
            {"event": "breaker", "reason": "loop", "explanation": "They repeat."},
            "the debate was stopped: They repeat.",
            id="breaker",
        ),
        pytest.param({"event": "escalated", "target": "none", "reasons": []}, "nobody else has to look", id="emitted"),
        pytest.param(
            {"event": "escalated", "target": "human", "reasons": ["a", "b"]}, "escalated to a person: a; b", id="human"
        ),
        pytest.param({"event": "ended", "status": "failed", "confidence": None}, "ended: Failed", id="ended"),
        pytest.param(
            {"event": "began", "thread": "t1", "profile": "legal"},
            "debate t1, profile legal",
            id="began: what to resume",
        ),
        pytest.param(
            {"event": "ingested", "documents": 1200, "root": "docs"},
            "1,200 documents in docs can be looked up",
            id="ingested",
        ),
        pytest.param(
            {"event": "looked_up", "round": 1, "seat": "cfo", "queries": 2, "found": 3},
            "round 1: CFO looked up 2, found 3",
            id="looked up",
        ),
        pytest.param(
            {"event": "consensus", "accepted": 1, "consensus_count": 2},
            "2 pairs of seats in conflict; resolved: 0 by agreement, 1 by a decision that counts",
            id="consensus",
        ),
        pytest.param({"event": "reopened", "refinement": 1}, "the debate is opened again, refinement 1", id="reopened"),
        pytest.param({**CLOSED, "reason": "\x1b[2Jgone"}, "round 2 closed: not settled. [2Jgone", id="no tricks"),
        pytest.param({"event": "something_new"}, None, id="an event of tomorrow is left out"),
    ],
)
def test_events_are_told_in_words(event: dict[str, Any], line: str | None) -> None:
    assert describe_event(event) == line


def test_only_our_own_events_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    progress("messages", ("chunk", {}))
    progress("updates", {"route": {}})
    progress("custom", {"event": "escalated", "target": "none", "reasons": []})
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith("] nobody else has to look\n")


def test_the_breaker_block_is_printed_beside_the_answer(moot: Program) -> None:
    """D-52: on stderr, so that stdout stays the answer."""
    stances = (("cro", "expand"), ("cfo", "wait"), ("coo", "sell"), ("cmo", "hire"))
    entries = [
        {"when": {"phase": "position", "seat": seat}, "reply": {"stance": word, "recommendation": word}}
        for seat, word in stances
    ]
    command = ("run", "Should we expand into Europe?", "--model", moot.script(*entries), "--set", "rounds.max=1")
    done = moot(*command)
    assert "│ ⚠ THE DEBATE ENDED AT A LIMIT" in done.err
    assert "AT A LIMIT" not in done.out
    assert "AT A LIMIT" not in moot(*command, "--quiet").err


def test_what_a_run_took_so_far_is_told_when_a_round_closes(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain output counts tokens and money like the live view; a price nobody knows is not free."""
    told = Progress()
    turn = {"event": "seat_finished", "seat": "cfo", "phase": "position", "round": 1, "status": "ok", "error": ""}
    turn |= {"language": "en", "tokens": 900, "elapsed_ms": 10, "confidence": None}
    closed = {"event": "round_closed", "round": 1, "converged": False, "reason": "They differ."}
    told("custom", {**turn, "cost": 0.25})
    told("custom", {**turn, "seat": "cro", "cost": 0.5})
    told("custom", closed)
    assert "this run so far: 1,800 tokens, US$ 0.7500" in capsys.readouterr().err
    told("custom", {**turn, "cost": None})
    told("custom", closed)
    assert "this run so far: 2,700 tokens, price unknown" in capsys.readouterr().err


def test_a_password_of_the_store_is_not_shown() -> None:
    """INTERFACES 2: secrets never appear in results, logs or errors."""
    assert name_place("t1", "postgresql://me:secret@host/db") == "t1 --store postgresql://***host/db"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_any_encoding_of_the_terminal_will_do(moot: Program, encoding: str) -> None:
    """Issue 6, item 2: a sign the terminal does not know is replaced, not a traceback."""
    model = moot.script({"reply": {"answer": "Wait → 待つ", "confidence": 80}})
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = moot.shell("run", "Should we wait?", "--route", "simple", "--model", model, env=environment)
    assert done.code == 0, done.err
    assert "Wait " in done.out


def test_a_finished_row_is_worded_in_the_language_of_the_debate() -> None:
    """What stands in a row after a turn is addressed by the seat's title, as while it was being said."""
    live = LiveProgress()
    known = {"language": "pt", "labels": {"nla": "agent 1", "ala": "agent 2"}}
    limits = {"rounds": 3, "seconds": 300, "cost": None, "tokens": None}
    spent = {"seconds": 0.0, "tokens": 0, "cost": 0.0, "unpriced": 0}
    begun: dict[str, Any] = {"event": "began", "thread": "t1", "profile": "legal", "question": "?"}
    begun["seats"] = ["nla", "ala"]
    begun |= {"strategy": "rebuttals", "threshold": None, "round": 1, "convergence": None, "standing": []}
    live("custom", {**begun, **known, "limits": limits, "spent": spent})
    turn = {"seat": "ala", "phase": "critique", "round": 1, "seconds": 30.0, "language": "pt"}
    live("custom", {"event": "seat_started", **turn})
    text = json.dumps({"critiques": [{"target": "agent 1", "description": "Falta a fonte."}]})
    live("messages", (AIMessageChunk(content=text), {"langgraph_node": "critique_ala"}))
    done = {"event": "seat_finished", "status": "ok", "elapsed_ms": 9, "tokens": 9, "cost": 0.0, "error": ""}
    live("custom", {**turn, **done, "confidence": None})
    shown = StringIO()
    Console(width=120, file=shown, color_system=None).print(live.draw())
    assert "para Agente de Direito Nacional: Falta a fonte." in " ".join(shown.getvalue().split())
