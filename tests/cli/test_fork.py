"""`moot fork`: another debate from a round of an old one (issue 4, item 9)."""

from pathlib import Path

import pytest

from tests.cli.program import Program, agree

QUESTION = "Should we open a second shop?"


@pytest.fixture
def argued(moot: Program) -> Program:
    """A debate in which the cfo stands alone in round 1."""
    alone = {"recommendation": "Pay the loan first", "stance": "wait", "premises": ["debt"], "timing": "later"}
    entries = [{"when": {"phase": "position", "seat": "cfo"}, "reply": alone}, *agree()]
    later = {"when": {"phase": "revise"}, "reply": {**agree()[0]["reply"], "keeps_position": "yes"}}
    moot("run", QUESTION, "--model", moot.script(*entries, later), "--thread", "old", "-q", "--set", "rounds.max=2")
    return moot


def test_a_fork_without_a_seat_is_a_new_debate(argued: Program) -> None:
    before = argued("show", "old", "--json").document
    done = argued("fork", "old", "--round", "1", "--without", "cfo", "--thread", "new", "--json", "-q")
    assert done.code == 0
    assert {each["seat"] for each in done.document["positions"]} == {"cro", "coo", "cmo"}
    assert done.document["ancestry"] == ["old"]
    assert (done.document["stop_reason"], len(done.document["rounds"])) == ("converged", 1)
    assert argued("show", "old", "--json").document == before
    assert [each["parent"] for each in argued("list", "--json").document] == ["old", None]


def test_a_fork_takes_settings_and_evidence(argued: Program, tmp_path: Path) -> None:
    (tmp_path / "bank.txt").write_text("The bank refuses the loan.")
    done = argued(
        *("fork", "old", "--round", "1", "--set", "convergence.threshold=0.1", "--set", "rounds.max=1"),
        *("--set", "convergence.needs_evidence=false"),
        *("--evidence", str(tmp_path / "bank.txt"), "--thread", "new", "--json", "-q"),
    )
    assert len(done.document["rounds"]) == 1
    assert done.document["fingerprint"] != argued("show", "old", "--json").document["fingerprint"]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        pytest.param(["old"], "--round", id="no round"),
        pytest.param(["old", "--round", "0"], "--round", id="round 0"),
        pytest.param(["old", "--round", "9"], "the debate has no such round; finished rounds: 1", id="later"),
        pytest.param(["old", "--round", "1", "--without", "ceo"], "--without ceo: there is no such seat", id="no seat"),
        pytest.param(["old", "--round", "1", "--evidence", "no.txt"], "no.txt: cannot be read", id="no file"),
        pytest.param(["old", "--round", "1", "--thread", "old"], "debate old exists already", id="taken"),
        pytest.param(["old", "--round", "1", "--profile", "legal"], "a fork keeps or drops seats", id="other seats"),
        pytest.param(["nobody", "--round", "1"], "'nobody' is not in the store", id="unknown debate"),
    ],
)
def test_wrong_usage_is_one_line(argued: Program, options: list[str], line: str) -> None:
    done = argued("fork", *options, "-q")
    assert (done.code, done.out) == (2, "")
    assert line in done.err
    assert len(argued("list", "--json").document) == 1
