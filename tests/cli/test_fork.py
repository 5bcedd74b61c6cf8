"""`moot fork`: another debate from a round of an old one (issue 4, item 9)."""

from pathlib import Path

import pytest

from tests.cli.program import Program, agree
from tests.support.openai_server import Call, OpenAIServer, Say

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


def answer(call: Call) -> Say:
    """The seats agree at once."""
    replies = {entry["when"]["phase"]: entry["reply"] for entry in agree()}
    return Say(replies.get(call.headers["x-moot-phase"], {}))


def test_a_fork_follows_the_environment_its_help_names(
    moot: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with OpenAIServer() as first, OpenAIServer() as second:
        first.rule = second.rule = answer
        moot("run", QUESTION, "--model", "one", "--base-url", first.url, "--thread", "old", "-q")
        calls = len(first.calls)
        (tmp_path / "brief.yaml").write_text("name: brief\nextends: conclave\nrounds: {planned: 1, max: 1}\n")
        monkeypatch.setenv("MOOT_BASE_URL", second.url)
        monkeypatch.setenv("MOOT_MODEL", "two")
        monkeypatch.setenv("MOOT_PROFILE", str(tmp_path / "brief.yaml"))
        done = moot("fork", "old", "--round", "1", "--thread", "new", "--json", "-q")
        assert done.code == 0, done.err
        assert (len(first.calls), {call.body["model"] for call in second.calls}) == (calls, {"two"})
        assert done.document["profile"] == "brief"
        # What is named on the command line wins over the environment.
        given = ("--base-url", first.url, "--model", "three", "--profile", "conclave")
        named = moot("fork", "old", "--round", "1", "--thread", "named", *given, "--json", "-q")
        assert {call.body["model"] for call in first.calls[calls:]} == {"three"}
        assert named.document["profile"] == "conclave"


def test_a_fork_keeps_the_settings_of_its_debate_under_the_same_profile(
    argued: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = argued("show", "old", "--json").document
    monkeypatch.setenv("MOOT_PROFILE", "conclave")
    done = argued("fork", "old", "--round", "1", "--thread", "new", "--json", "-q")
    assert done.document["fingerprint"] == before["fingerprint"]


def test_a_profile_of_the_environment_with_other_seats_is_refused_by_name(
    argued: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOOT_PROFILE", "legal")
    done = argued("fork", "old", "--round", "1", "-q")
    assert (done.code, done.out) == (2, "")
    assert "MOOT_PROFILE=legal: 'nla' has said nothing in this debate of conclave" in done.err
