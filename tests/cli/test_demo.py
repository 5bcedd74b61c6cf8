"""`moot demo`: the first two minutes (INTERFACES 8)."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from moot.cli.demo_selftest import run_selftest
from tests.cli.program import Program
from tests.cli.terminal import Terminal
from tests.support.openai_server import Action, Call, Hang, OpenAIServer, Say


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")


def test_on_a_pipe_it_shows_the_request_approves_and_names_the_report(moot: Program, tmp_path: Path) -> None:
    done = moot.shell("demo", "--fast", cwd=tmp_path, stdin=-3)
    assert (done.code, done.err.count("Traceback")) == (0, 0)
    assert "REHEARSED" in done.out
    assert "Why you are asked" in done.out
    assert "this demonstration approves" in done.out
    assert "DECIDED" in done.out
    assert "changed its mind in round 2" in done.out
    assert "45 percent" in done.out
    assert "still dissents" in done.out
    report = tmp_path / "report.html"
    assert str(report) in done.out
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert done.out.index("REHEARSED") < done.out.index("SELF-TEST") < done.out.index("YOUR OWN QUESTION")
    assert [line.split("  ")[0] for line in done.out.rstrip().splitlines()[-3:]] == [
        "With a key",
        "With a server of yours",
        "With nothing at all",
    ]
    # The debate is kept like any other one.
    thread = done.out.split("show demo-")[1].split()[0]
    assert moot("show", f"demo-{thread}").code == 0


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        pytest.param(("--language", "pt"), {}, "DEBATE ENSAIADO", id="Portuguese by option"),
        pytest.param((), {"LC_ALL": "id_ID.UTF-8"}, "DEBAT LATIHAN", id="Indonesian by locale"),
        pytest.param((), {"LC_ALL": "id_ID.UTF-8", "MOOT_LANGUAGE": "pt"}, "DEBATE ENSAIADO", id="chosen for moot"),
        pytest.param((), {"LC_ALL": "fr_FR.UTF-8"}, "REHEARSED DEBATE", id="English for everybody else"),
        pytest.param(("--language", "en"), {"LC_ALL": "pt_BR.UTF-8"}, "REHEARSED DEBATE", id="the option goes first"),
    ],
)
def test_it_speaks_the_language_of_the_newcomer(
    moot: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = moot("demo", "--fast", *arguments)
    assert done.code == 0
    assert said in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("--language", "fr"), "--language 'fr': not known; use one of en, id, pt", id="language"),
        pytest.param(("--out", "taken"), "--out taken: is a file; name a folder", id="a file in the place"),
        pytest.param(("--quick",), "no such option: --quick", id="option"),
        pytest.param((" ",), "question", id="a blank question"),
    ],
)
def test_wrong_input_is_one_line(
    moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "taken").touch()
    monkeypatch.chdir(tmp_path)
    done = moot("demo", "--fast", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "report.html").exists()


def test_a_store_that_forgets_is_refused(moot: Program) -> None:
    """The debate pauses, and what paused has to be found again."""
    done = moot.plain("demo", "--fast", "--store", "memory:")
    assert (done.code, done.out) == (2, "")
    assert "which memory: does not keep; leave --store out" in done.err


def test_on_a_terminal_the_newcomer_decides(moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal("demo", "--fast", *moot.where, lines=60) as terminal:
        terminal.wait_for("Your answer:", seconds=60)
        terminal.press(b"e\n")
        terminal.wait_for("The decision instead:")
        terminal.press(b"Order two buses and a bicycle\n")
        terminal.wait_for("Sure? [y/N]")
        terminal.press(b"y\n")
        shown = terminal.wait_for("YOUR OWN QUESTION", seconds=60)
        assert terminal.wait() == 0
        shown = terminal.everything
    assert "DECIDED by you" in shown or "Order two buses and a bicycle" in shown.rpartition("Sure? [y/N]")[2]
    assert (tmp_path / "report.html").exists()


def test_on_a_small_screen_the_proposal_stands_beside_the_question(
    moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal("demo", "--fast", *moot.where, columns=80, lines=24) as terminal:
        shown = terminal.wait_for("Your answer:", seconds=60)
        terminal.press(b"q\n")
        terminal.wait()
    assert "Proposed     Order four now" in shown
    assert shown.index("So far") < shown.index("Proposed") < shown.index("a  approve")


def test_who_sends_it_back_is_told_that_these_voices_cannot_weigh_it(
    moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal("demo", "--fast", *moot.where, lines=80) as terminal:
        terminal.wait_for("Your answer:", seconds=60)
        terminal.press(b"s\nThink of the drivers\ny\n")
        terminal.wait_for("My lines are rehearsed", "Your answer:", seconds=60)
        terminal.press(b"q\n")
        shown = terminal.wait_for("YOUR OWN QUESTION", seconds=60)
        assert terminal.wait() == 0
    assert "It keeps waiting for you" in shown


def test_a_question_is_put_to_the_model_that_is_there(moot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer() as server:
        monkeypatch.setenv("MOOT_MODEL", "somebody")
        monkeypatch.setenv("MOOT_BASE_URL", server.url)
        done = moot("demo", "Should we move?")
    assert done.code in (0, 3)
    assert "somebody, as MOOT_MODEL says" in done.err
    assert {call.headers["x-moot-seat"] for call in server.calls} >= {"cro", "cfo", "coo", "cmo"}


def test_without_the_embedded_model_it_says_how_to_get_it_and_goes_on(
    moot: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("moot.models.discovery.discovery.find_spec", lambda _: None)
    done = moot("demo", "--fast")
    assert done.code == 0
    assert "the embedded model is not installed. To get it:" in done.out
    assert "YOUR OWN QUESTION" in done.out


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        pytest.param(
            lambda call: Say({"choice": "A"}) if call.headers["x-moot-phase"] == "position" else None,
            (
                "Votes counted: Open on Sundays: 2; Stay closed on Sundays: 0",
                "It works: 3 of 3 answers whole",
                "3 calls",
            ),
            id="all answer",
        ),
        pytest.param(
            lambda call: Hang() if call.headers["x-moot-phase"] == "synthesize" else None,
            ("synthesizer: no whole answer in time", "It ran, slowly: 2 of 3 answers were whole"),
            id="one never comes",
        ),
    ],
)
def test_the_selftest_says_what_worked_and_not_how_sure_so_small_a_model_is(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    rule: Callable[[Call], Action | None],
    said: tuple[str, ...],
) -> None:
    with OpenAIServer() as server:
        server.rule = rule
        found = SimpleNamespace(base_url=server.url, model_name="tiny", demonstration=True, api_key="only-here")
        monkeypatch.setattr("moot.models.testing.local.open_local_model", lambda *_: found)
        monkeypatch.setattr("moot.cli.demo_selftest._SECONDS", 5)
        monkeypatch.setattr("moot.models.discovery.has_embedded_model", lambda: True)
        run_selftest()
    told = "".join(capsys.readouterr())
    assert "CFO: answered in the form that was asked for" in told
    assert [each for each in said if each not in told] == []
    assert "0 %" not in told
    assert "onfidence" not in told
