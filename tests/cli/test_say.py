"""`moot say`: a running, a paused, an ended and an unknown debate, and what cannot be said (INTERFACES 2)."""

import subprocess
import time

import pytest

from tests.cli.program import MOOT, Program, agree, doubt
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES

QUESTION = "Should we open a second shop?"
WORDS = "The lease ends in March."


def test_a_paused_debate_keeps_the_words_and_names_the_command_that_answers_it(moot: Program) -> None:
    assert moot("run", QUESTION, "--model", moot.script(*doubt()), "--thread", "t1", "-q").code == 3
    said = moot("say", "t1", WORDS, "--as", "Ana")
    assert said.code == 3
    assert "waits for a review" in said.out
    assert "moot review t1" in said.out
    assert "not heard: The lease ends in March." in " ".join(moot("show", "t1").out.split())
    assert f"Ana, heard in round 1: {WORDS}" in " ".join(_respond(moot).split())


def _respond(moot: Program) -> str:
    moot("review", "t1", "--respond", "Once more", "-q")
    return moot("show", "t1").out


def test_an_ended_debate_says_so_and_its_record_keeps_the_words(moot: Program) -> None:
    assert moot("run", QUESTION, "--model", moot.script(*agree()), "--thread", "t1", "-q").code == 0
    said = moot("say", "t1", WORDS, "--json")
    assert (said.code, said.document["fate"], said.document["status"]) == (4, "not_heard", "decided")
    kept = moot("show", "t1", "--json").document["remarks"]
    assert [(each["text"], each["heard_in"]) for each in kept] == [(WORDS, None)]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nowhere", WORDS], "debate 'nowhere' is not in the store"),
        (["t1", " "], "there is nothing to say"),
        (["t1", "x" * 2_001], "2,001 characters are more than the 2,000"),
        (["t1"], "missing argument"),
    ],
)
def test_what_cannot_be_said_is_one_line(moot: Program, arguments: list[str], line: str) -> None:
    moot("run", QUESTION, "--model", moot.script(*agree()), "--thread", "t1", "-q")
    said = moot("say", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("moot: ")
    assert line in said.err
    assert said.err.count("\n") == 1


def test_a_debate_of_another_process_hears_it_from_the_next_wave_on(moot: Program) -> None:
    with OpenAIServer() as models:
        models.rule = SCENES["pause"].rule(0.6)
        options = ["--model", "scene", "--base-url", models.url, "--thread", "t1", "-q", *moot.where]
        with subprocess.Popen([*MOOT, "run", QUESTION, *options], stdout=subprocess.DEVNULL) as running:
            try:
                while not models.calls:
                    assert running.poll() is None
                    time.sleep(0.05)
                said = moot("say", "t1", WORDS, "--wait")
            finally:
                running.wait(60)
        assert (said.code, said.out) == (0, "heard: heard in round 1\n")
        by_phase = {call.headers["x-moot-phase"]: WORDS in str(call.body) for call in models.calls}
        assert by_phase["position"] is False
        deaf = {phase for phase, told in by_phase.items() if not told}
        # Whoever compares, or judges the answer to its own critique, weighs what was said and nothing else.
        assert deaf <= {"position", "ballot", "settle"}
