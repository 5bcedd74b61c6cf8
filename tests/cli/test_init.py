"""`moot init`: what can answer, what it would take, and the first question (INTERFACES 2)."""

import pytest

from tests.cli.program import Program
from tests.cli.terminal import Terminal


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.models.discovery.discovery.find_served_model", lambda *_: None)


def test_without_a_terminal_it_prints_what_it_found_and_the_commands(moot: Program) -> None:
    done = moot("init")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[:5]] == ["key", "server", "embedded", "using", "forecast"]
    assert "using     the embedded model" in done.out
    assert "export MOOT_MODEL=local" in done.out
    assert ' run "Should we open a second shop?"' in done.out


def test_a_key_is_found_and_never_shown(moot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    done = moot("init")
    assert "key       found in the environment" in done.out
    assert "because there is a key" in done.out
    assert "forecast  conclave" in done.out
    assert "very-secret" not in done.out + done.err


def test_on_a_terminal_it_asks_for_a_question_and_runs_it(moot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MODEL", "rehearsed:en:fast")
    with Terminal("init", *moot.where, lines=60) as terminal:
        terminal.wait_for("Your first question", "using     rehearsed:en:fast", seconds=60)
        terminal.press(b"\n")
        terminal.wait_for("To check that it answers")
        assert terminal.wait() == 0


def test_a_wrong_profile_is_one_line(moot: Program) -> None:
    done = moot("init", "--profile", "boardrom")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
