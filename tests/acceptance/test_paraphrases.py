"""Seats that say the same in other words agree (issue of wording, three languages): twenty sets written by hand."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.acceptance.table import SEATS, Document, Table, ballot, entry, released, synthesis
from tests.support.scenario import Entry

FOLDER = Path(__file__).parents[1] / "data" / "paraphrases"
SETS: list[Document] = [
    {**each, "language": path.stem[:2].replace("in", "id").replace("po", "pt")}
    for path in sorted(FOLDER.glob("*.yaml"))
    for each in yaml.safe_load(path.read_text(encoding="utf-8"))
]


def speak(told: Document) -> list[Entry]:
    """Let every seat say its own words in every round."""
    return [
        entry(
            ("position", "revise"),
            seat,
            reply={
                "recommendation": said["recommendation"],
                "stance": said["stance"],
                "premises": [said["premise"]],
                "risks": [said["risk"]],
                "timing": said["timing"],
                "reasoning": said["recommendation"],
                "confidence": 80,
                "keeps_position": "yes",
            },
        )
        for seat, said in told["seats"].items()
    ]


def group(told: Document) -> Entry:
    """Let the model group them, with what they share in substance."""
    points = [
        {"criterion": criterion, "text": text, "seats": list(SEATS), "against": []}
        for criterion, text in told["shared"].items()
    ]
    return ballot({told["label"]: SEATS}, points=points)


def named(*places: int) -> Any:
    chosen = [SETS[place] for place in places] if places else SETS
    return [pytest.param(each, id=each["id"]) for each in chosen]


def test_there_are_twenty_sets_in_three_languages() -> None:
    assert len(SETS) == 20
    assert {each["language"] for each in SETS} == {"en", "pt", "id"}
    for each in SETS:
        assert len({said["stance"].casefold() for said in each["seats"].values()}) == 4
        assert all(15 <= len(said["recommendation"].split()) <= 40 for said in each["seats"].values())


@pytest.mark.parametrize("told", named())
def test_grouped_paraphrases_settle_in_round_1_with_one_extra_call(table: Table, told: Document) -> None:
    table.play(*speak(told), group(told), synthesis(f"{told['label']}.", choice="A"))
    code, document = table.run(question=told["question"])
    assert (code, released(document), len(document["rounds"])) == (0, True, 1)
    assert sorted(table.scenario.asked()) == sorted(
        [*(("position", seat, 1) for seat in SEATS), ("ballot", "comparer", 1), ("synthesize", "synthesizer", 1)]
    )
    (option,) = [each for each in document["ballot"]["options"] if each["seats"]]
    assert (option["id"], option["text"], sorted(option["seats"])) == ("A", told["label"], sorted(SEATS))
    assert (document["ballot"]["settled"], document["ballot"]["share"]) == ("A", 1.0)
    vote = document["baselines"]["vote"]
    assert (vote["answer"], vote["share"], vote["tied"]) == (told["label"], 1.0, [])


@pytest.mark.parametrize("told", named(0, 7, 14))
def test_words_alone_say_that_wording_was_compared(table: Table, told: Document) -> None:
    table.play(*speak(told), synthesis(f"{told['label']}.", choice="none"))
    _, document = table.run("--set", "convergence.comparator=lexical", question=told["question"])
    assert not table.scenario.asked("ballot")
    assert not released(document)
    assert "wording" in table.show()


@pytest.mark.parametrize("fault", [None, "nonsense", "refused", "malformed_content"])
def test_a_ballot_call_that_fails_falls_back_to_words_and_says_so(table: Table, fault: str | None) -> None:
    """A minimal answer names nobody; it is as good as none."""
    told = SETS[0]
    broken: Entry = {"when": {"phase": ["ballot", "repair"], "seat": "comparer"}}
    table.play(broken if fault is None else {**broken, "fault": fault}, *speak(told), synthesis("Wait.", choice="none"))
    _, document = table.run(question=told["question"])
    assert ("ballot", "comparer", 1) in table.scenario.asked("ballot")
    assert not released(document)
    assert len(document["ballot"]["options"]) == 4
    assert "wording" in table.show()


@pytest.mark.parametrize("told", named(1))
def test_seats_named_strangely_are_put_right(table: Table, told: Document) -> None:
    """Unknown seats are dropped, a seat named twice or left out stands alone."""
    label = told["label"]
    table.play(
        *speak(told),
        ballot({label: ["cro", "cfo", "ceo", "coo"], "Something else": ["cro"]}, opposed=[[label, "Nobody's"]]),
        synthesis(f"{label}.", choice="A"),
    )
    _, document = table.run("--set", "rounds.max=1", question=told["question"])
    held = {each["id"]: each["seats"] for each in document["ballot"]["options"] if each["seats"]}
    assert sorted(map(sorted, held.values())) == [["cfo", "coo"], ["cmo"], ["cro"]]
    assert not released(document)
