"""A debate one can listen to: every critique and every answer to it is on the screen and in plain output."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Program
from tests.cli.terminal import Terminal

QUESTION = "Should we open a second shop?"
PROFILE = """
extends: conclave
name: trio
seats: [cro, cfo, coo]
rounds: {execution: {revise: parallel}}
council: {enabled: false}
"""
CRITIQUES = {
    "cro": ("B", "The cost of one country is missing, so the figure is for five.", "MAJOR"),
    "cfo": ("A", "Nobody asked the bank whether the loan can wait until spring.", "MAJOR"),
    "coo": ("B", "A year of waiting costs the corner site to the competitor.", "MINOR"),
}
ANSWERS = {
    "cro": ("K2", "partly", "The bank is asked before the lease is signed."),
    "cfo": ("K1", "accepted", "The figure was for five countries, one costs a quarter."),
}


def script(*, slowly: float) -> list[dict[str, Any]]:
    """Three agents who criticise each other and answer, word by word."""

    def position(stance: str) -> dict[str, Any]:
        rest = {"premises": ["rents fall"], "risks": ["a late permit"], "timing": "spring", "confidence": 80}
        claim = {"id": "C1", "statement": f"It pays to {stance}.", "kind": "recommendation", "confidence": 80}
        return {"recommendation": f"We should {stance}.", "stance": stance, **rest, "claims": [claim]}

    entries: list[dict[str, Any]] = [
        {"when": {"phase": "position", "seat": "cfo"}, "reply": position("wait for the loan")},
        {"when": {"phase": "position"}, "reply": position("open in spring")},
    ]
    for seat, (target, text, severity) in CRITIQUES.items():
        item = {"target": target, "target_claim_id": "C1", "issue_type": "logic_gap", "description": text}
        item |= {"severity": severity, "suggested_fix": "Name it."}
        entries.append({"when": {"phase": "critique", "seat": seat}, "reply": {"critiques": [item]}})
    for seat in ("cro", "cfo", "coo"):
        answers = (
            [dict(zip(("critique_id", "outcome", "reason"), ANSWERS[seat], strict=True))] if seat in ANSWERS else []
        )
        reply = {**position("open in spring"), "keeps_position": "partly", "answers": answers}
        entries.append({"when": {"phase": "revise", "seat": seat}, "reply": reply})
    entries.append({"when": {"phase": "settle"}, "reply": {"verdicts": []}})
    entries.append({"when": {"phase": "synthesize"}, "reply": {"decision": "Open in spring", "confidence": 85}})
    return [{**entry, "piece_delay": slowly} for entry in entries]


@pytest.fixture
def command(moot: Program, tmp_path: Path) -> tuple[str, ...]:
    (tmp_path / "trio.yaml").write_text(PROFILE)
    model = moot.script(*script(slowly=0.03))
    return ("run", QUESTION, "--profile", str(tmp_path / "trio.yaml"), "--model", model, "--thread", "t1")


def squeezed(text: str) -> str:
    return " ".join(text.split())


def spoken() -> list[str]:
    """Every critique and every answer to one, as it reads as speech."""
    return [
        "CRO to CFO: The cost of one country is missing, so the figure is for five; MAJOR",
        "CFO to CRO: Nobody asked the bank whether the loan can wait until spring; MAJOR",
        "COO to CFO: A year of waiting costs the corner site to the competitor; MINOR",
        "CFO to CRO: accepted, K1. The figure was for five countries, one costs a quarter.",
        "CRO to CFO: accepted in part, K2. The bank is asked before the lease is signed.",
    ]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_every_critique_and_every_answer_was_on_the_screen(
    moot: Program, command: tuple[str, ...], columns: int
) -> None:
    with Terminal(*command, *moot.where, columns=columns, lines=24) as terminal:
        terminal.wait_for("critique", "missing", seconds=60)  # while it is being written
        assert terminal.wait(60) in (0, 3)
        seen = squeezed(terminal.everything)
    for line in spoken():
        assert line in seen
    assert '"' not in seen.partition("DECIDED")[0], "no JSON was shown"


def test_plain_output_says_the_same_one_line_each(moot: Program, command: tuple[str, ...]) -> None:
    lines = [line.partition("] ")[2] for line in moot(*command).err.splitlines()]
    for line in spoken():
        assert line in lines
    assert "CFO: We should wait for the loan. (80 % sure)" in lines


def test_in_the_language_of_the_debate(moot: Program, command: tuple[str, ...]) -> None:
    told = moot("run", "Devemos abrir uma segunda loja na cidade?", *command[2:]).err
    assert "CFO para CRO: K1 aceita. The figure was for five countries, one costs a quarter." in told
