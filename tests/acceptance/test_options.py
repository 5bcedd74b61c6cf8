"""Options that the caller gives close the ballot: seats vote by choice, and nothing else can be decided."""

import json
from pathlib import Path

import pytest

from moot import debate
from tests.acceptance.table import QUESTION, SEATS, Table, conditions, council, entry, position, released, synthesis
from tests.support.openai_server import OpenAIServer
from tests.support.scenario import Scenario

GIVEN = ("--option", "Open in March", "--option", "Open in autumn", "--option", "Do not open")


def vote(seat: str | list[str] | None, choice: str, words: str = "as I said") -> dict[str, object]:
    said = position(words, f"{words}, because the figures carry it", choice=choice, keeps_position="yes")
    return dict(entry(("position", "revise"), seat, reply=said))


def test_votes_count_by_choice_and_not_by_words(table: Table) -> None:
    """Four different wordings with the same choice are one option, at no extra call."""
    table.play(*(vote(seat, "B", f"{seat} waits") for seat in SEATS), synthesis("Open in autumn.", choice="B"))
    code, document = table.run(*GIVEN)
    assert (code, released(document), len(document["rounds"])) == (0, True, 1)
    assert not table.scenario.asked("ballot", "compare")
    options = document["ballot"]["options"]
    assert [(each["id"], each["text"], each["origin"]) for each in options] == [
        ("A", "Open in March", "given"),
        ("B", "Open in autumn", "given"),
        ("C", "Do not open", "given"),
    ]
    assert (document["ballot"]["settled"], document["ballot"]["share"]) == ("B", 1.0)
    assert len(document["ballot"]["opposed"]) == 3
    assert document["baselines"]["vote"]["answer"] == "Open in autumn"


def test_a_choice_is_an_enum_in_what_is_asked(table: Table) -> None:
    """A model that was given an enum is held to it; a closed ballot offers nothing new."""
    table.play(vote(None, "B"), synthesis("Open in autumn.", choice="B"))
    table.run(*GIVEN)
    assert [schema["properties"]["choice"]["enum"] for schema in table.scenario.schemas("position")] == [
        ["A", "B", "C"]
    ] * 4
    (schema,) = table.scenario.schemas("synthesize")
    assert sorted(schema["properties"]["choice"]["enum"]) == ["A", "B", "C", "none"]
    assert "departs_because" in schema["properties"]


def test_equal_words_with_different_choices_do_not_agree(table: Table) -> None:
    table.play(
        *(vote(seat, choice, "open the shops") for seat, choice in zip(SEATS, "AABB", strict=True)),
        synthesis("Open in March", choice="A"),
        *council("Open in March"),
    )
    _, document = table.run(*GIVEN)
    assert document["rounds"][0]["convergence"] < 0.7
    assert document["ballot"]["settled"] is None
    assert len(document["baselines"]["vote"]["tied"]) == 2


def test_a_seat_without_a_valid_choice_has_no_vote(table: Table) -> None:
    """It is asked to mend its answer once."""
    table.play(
        {"when": {"seat": "cmo"}, "reply": position("wait and see", choice="Z")},
        vote(None, "A"),
        synthesis("Open in March", choice="A"),
        *council("Open in March"),
    )
    _, document = table.run(*GIVEN, "--set", "rounds.max=1")
    assert ("repair", "cmo", 1) in table.scenario.asked("repair")
    assert "cmo" not in {each["seat"] for each in document["ballot"]["votes"]}


def test_a_decision_that_is_none_of_the_options(table: Table) -> None:
    table.play(vote(None, "A"), synthesis("Sell the company.", choice="none", departs_because="A good offer came."))
    code, document = table.run(*GIVEN)
    assert document["decision"] != "Sell the company." or not released(document)
    assert code in {0, 3}


def test_a_minority_cannot_be_made_the_decision_without_a_council(table: Table) -> None:
    """Three against one, settled at a lower threshold; the synthesis departs with a reason, and a council accepts."""
    seats = [vote("cmo", "C"), vote(None, "A")]
    departs = synthesis("Do not open.", choice="C", departs_because="The landlord is bankrupt.")
    lower = ("--set", "convergence.threshold=0.5", "--set", "escalation.emit=0.5")
    table.play(*seats, departs, {"when": {"seat": ["council_critic", "council_advocate"]}, "fault": "refused"})
    code, document = table.run(*GIVEN, *lower)
    assert (code, document["status"]) == (3, "needs_review")
    assert not conditions(document)["bound"]["met"] or not conditions(document)["reviewed"]["met"]

    table.play(*seats, departs, *council("Do not open.", choice="C"))
    code, document = table.run(*GIVEN, *lower, thread="again")
    assert document["council"] is not None
    assert not released(document) or "departs" in conditions(document)["bound"]["detail"]
    assert "council_overrides_majority" in document["confidence_flags"]


async def test_options_in_python(running_server: OpenAIServer) -> None:
    running_server.reset()
    running_server.rule = Scenario(vote(None, "B"), synthesis("Open in autumn.", choice="B"))
    result = await debate(
        QUESTION,
        model="scripted-server",
        base_url=running_server.url,
        store="memory:",
        options=["Open in March", "Open in autumn"],
    )
    document = json.loads(result.model_dump_json())
    assert released(document)
    assert document["ballot"]["settled"] == "B"


@pytest.mark.parametrize(
    "options", [pytest.param(["one"], id="one"), pytest.param([f"option {n}" for n in range(13)], id="thirteen")]
)
def test_so_many_options_are_wrong_usage(table: Table, options: list[str]) -> None:
    given = [part for text in options for part in ("--option", text)]
    done = table.command("run", QUESTION, *table.where, *given, "--quiet")
    assert (done.code, done.out) == (2, "")
    assert "option" in done.err
    assert not table.scenario.calls


def test_a_fork_goes_to_the_server_that_the_environment_names(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play(vote(None, "A"), synthesis("Open in March.", choice="A"))
    table.run(*GIVEN)
    before = len(table.scenario.calls)
    with OpenAIServer() as other:
        other.rule = scenario = Scenario(vote(None, "B"), synthesis("Open in autumn.", choice="B"))
        monkeypatch.setenv("MOOT_BASE_URL", other.url)
        monkeypatch.setenv("MOOT_MODEL", "another-model")
        done = table.command("fork", "case", "--round", "1", "--set", "rounds.min=2", "--thread", "new", "--json", "-q")
        assert done.code in {0, 3}, done.err
        assert done.document["ancestry"] == ["case"]
        assert scenario.calls
        assert {call.body["model"] for call in scenario.calls} == {"another-model"}
    assert len(table.scenario.calls) == before
