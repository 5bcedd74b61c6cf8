"""The program on a real terminal: the live view, a resize, Ctrl-C at any moment (issue 6)."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Program
from tests.cli.terminal import CTRL_C, Terminal
from tests.support.runner import settled

QUESTION = "Should we open a second shop?"
PROFILE = """
extends: conclave
name: trio
seats: [cro, cfo, coo]
rounds: {execution: {revise: parallel}}
council: {enabled: false}
"""


def argue(*, slowly: float = 0.0) -> list[dict[str, Any]]:
    """Three agents who need a second round, word by word."""

    def position(stance: str) -> dict[str, Any]:
        words = f"Because of what the {stance} would mean for the second shop"
        rest = {"premises": ["rents fall"], "risks": ["a late permit"], "timing": "spring", "confidence": 80}
        return {"recommendation": f"We should {stance}", "stance": stance, "reasoning": words, **rest}

    because = {"changes": [{"what": "the loan can wait", "because": ["rents"]}]}
    entries: list[dict[str, Any]] = [
        {"when": {"phase": "position", "seat": "cfo"}, "reply": position("wait for the loan")},
        {"when": {"phase": "position"}, "reply": position("open in spring")},
        {"when": {"phase": "revise"}, "reply": {**position("open in spring"), "keeps_position": "no", **because}},
        {"when": {"phase": "synthesize"}, "reply": {"decision": "Open in spring", "confidence": 85}},
    ]
    return [{**entry, "piece_delay": slowly} for entry in entries]


@pytest.fixture
def profile(tmp_path: Path) -> str:
    (tmp_path / "rents.txt").write_text("Rents fell by a fifth.")
    path = tmp_path / "trio.yaml"
    path.write_text(PROFILE)
    return str(path)


def run_command(moot: Program, profile: str, model: str, thread: str = "t1") -> tuple[str, ...]:
    evidence = str(moot.folder / "rents.txt")
    return ("run", QUESTION, "--profile", profile, "--model", model, "--thread", thread, "--context", evidence)


def test_the_live_view_shows_everybody_bears_a_resize_and_ends_with_the_answer(moot: Program, profile: str) -> None:
    command = run_command(moot, profile, moot.script(*argue(slowly=0.03)))
    with Terminal(*command, *moot.where, columns=100, lines=30) as terminal:
        shown = terminal.wait_for("CRO position", "CFO position", "COO position", "wait for the loan", "of 5 min")
        assert "agreement not known yet (70% is needed)" in shown
        terminal.resize(60, 24)
        terminal.look(0.4)
        shown = terminal.wait_for("CRO ", "CFO ", "COO ", "revision", "round 1 closed")
        assert shown.count("agreement ━") == 1, shown
        assert shown.count("CFO revision") == 1, shown
        terminal.resize(120, 30)
        terminal.look(0.4)
        assert terminal.shown.count("agreement ") == 1
        assert terminal.wait() == 0
        assert "DECIDED by the votes of the seats; written by the synthesizer\n  Open in spring" in terminal.shown
        assert "ended: Decided, confidence 85 %" in terminal.shown
        assert "tokens  " not in terminal.shown, "the board is gone"
        assert not terminal.screen.cursor.hidden


def test_without_colour_in_a_small_terminal_that_knows_only_letters(moot: Program, profile: str) -> None:
    """NO_COLOR, 60 columns, an encoding without any of our signs."""
    command = run_command(moot, profile, moot.script(*argue(slowly=0.03)))
    with Terminal(*command, *moot.where, columns=60, lines=16, NO_COLOR="1", PYTHONIOENCODING="cp1252") as terminal:
        terminal.wait_for("CRO", "CFO", "COO", "agreement #", "round 1 closed")
        colours = {terminal.screen.buffer[y][x].fg for y in range(16) for x in range(60)}
        assert colours == {"default"}
        assert terminal.wait() == 0


@pytest.mark.parametrize("seed", [3, 14, 15])
def test_ctrl_c_at_any_moment_ends_it_and_resume_has_the_same_result(moot: Program, profile: str, seed: int) -> None:
    moot.script(*argue())
    model = f"scripted:{moot.folder / 'script.json'}"
    whole = moot(*run_command(moot, profile, model, "whole"), "--json", "-q").document
    moot.script(*argue(slowly=0.02))
    with Terminal(*run_command(moot, profile, model), *moot.where) as terminal:
        terminal.wait_for("debate t1")
        terminal.look(random.Random(seed).uniform(0, 1.2))
        pressed = time.monotonic()
        terminal.press(CTRL_C)
        assert terminal.wait() == 130
        assert time.monotonic() - pressed < 2
        assert f"go on with: moot resume t1 --store {moot.store}" in "".join(terminal.screen.display).replace("\n", "")
        assert not terminal.screen.cursor.hidden
    moot.script(*argue())
    done = moot("resume", "t1", "--json", "-q")
    assert done.code == 0
    assert settled(done.document) == settled(whole)


HANGING = """
import asyncio, sys, time
from moot.cli.interrupts import Interruptible
async def work():
    print("working", flush=True)
    try:
        await asyncio.sleep(30)
    finally:
        time.sleep(30)
with Interruptible("last words") as interruptible:
    interruptible.run(work())
"""


@pytest.mark.parametrize(
    ("times", "limit"),
    [pytest.param(1, 2.0, id="work that hangs is given up"), pytest.param(2, 1.0, id="the second one ends it at once")],
)
def test_nothing_holds_ctrl_c_up(times: int, limit: float) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HANGING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "working\n"
        pressed = time.monotonic()
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        _, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (130, "moot: last words\n")
    assert time.monotonic() - pressed < limit


def test_ctrl_c_while_the_program_is_loaded_is_no_traceback() -> None:
    check = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from moot.cli.main import main\n"
        "sys.exit(main(['list']))"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_what_was_interrupted_before_it_began_leaves_nothing(moot: Program) -> None:
    """A debate that cannot be resumed is not in the list."""
    model = moot.script({"fail": 401})
    done = moot("run", QUESTION, "--model", model, "--route", "refine", "--set", "refinement.enabled=false")
    assert done.code == 2
    assert json.loads(moot("list", "--json").out) == []
