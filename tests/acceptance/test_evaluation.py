"""`moot eval` over HTTP: what users would get is what is scored, and live and recorded scoring agree."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.table import SEATS, Document, Table, entry, position
from tests.support.scenario import Entry

CITIES = {"A": "Sydney", "B": "Canberra", "C": "Melbourne"}
QUESTION = {"id": "capital", "question": "Which city is the capital of Australia?", "gold": "B"}


def answers(letters: str, named: str | None) -> list[Entry]:
    """Let each seat answer with its letter, alone and in the debate; the synthesizer writes C whatever it names."""
    entries: list[Entry] = []
    for seat, letter in zip(SEATS, letters, strict=True):
        said = f"{CITIES[letter]}.\nANSWER: ({letter})"
        alone = {"answer": said, "reasoning": "I looked it up.", "confidence": 80}
        held = position(CITIES[letter], said, choice=letter, keeps_position="yes")
        entries += [entry("answer", seat, reply=alone), entry(("position", "revise"), seat, reply=held)]
    written: Document = {"decision": "Melbourne.\nANSWER: (C)", "confidence": 90, "critical_divergence": False}
    written |= {} if named is None else {"choice": named}
    return [*entries, {"when": {"schema": "Synthesis"}, "reply": written}]


class Evaluated:
    """What an evaluation left behind."""

    def __init__(self, table: Table, folder: Path, letters: str, named: str | None) -> None:
        self.table, self.out = table, folder / "out"
        dataset = folder / "questions.jsonl"
        dataset.write_text(json.dumps({**QUESTION, "choices": list(CITIES.values())}), encoding="utf-8")
        table.play(*answers(letters, named))
        done = table.program.plain(
            *("eval", str(dataset), *table.where, "--out", str(self.out), "--votes", "4", "--json", "--quiet")
        )
        assert done.code == 0, done.err
        self.document: Any = done.document

    @property
    def runs(self) -> list[Document]:
        lines = (self.out / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines[1:]]

    def run(self, arm: str) -> Document:
        return next(each for each in self.runs if each["arm"] == arm)

    def accuracy(self, arm: str) -> float:
        return float(next(each for each in self.document["arms"] if each["name"] == arm)["accuracy"]["value"])


@pytest.mark.parametrize("letters", ["BBBA", "BBBB", "ABBB"])
@pytest.mark.parametrize("named", ["C", None])
def test_the_debate_scores_what_the_vote_scores_or_asks_a_person(
    table: Table, tmp_path: Path, letters: str, named: str | None
) -> None:
    """(g) A synthesizer that answers what nobody voted for changes nothing about the score."""
    evaluated = Evaluated(table, tmp_path, letters, named)
    debate = evaluated.run("debate")
    assert debate["answer"] != "C"
    assert debate["status"] != "decided" or debate["answer"] == "B"
    assert evaluated.accuracy("vote_calls") == 1.0
    assert evaluated.accuracy("debate") == 1.0 or debate["status"] == "needs_review"
    asked = [schema["properties"]["choice"]["enum"] for schema in table.scenario.schemas("position")]
    assert asked
    assert all(offered == ["A", "B", "C"] for offered in asked)


@pytest.mark.parametrize(
    ("letters", "named", "decided"),
    [
        pytest.param("BBBB", None, "B", id="bound to the votes"),
        pytest.param("BBBB", "C", None, id="a person is asked"),
        pytest.param("BBBA", None, None, id="not settled"),
        pytest.param("AABB", None, None, id="tied"),
    ],
)
def test_live_and_recorded_scoring_agree(
    table: Table, tmp_path: Path, letters: str, named: str | None, decided: str | None
) -> None:
    """The same transcripts, scored once more from the file, give the same answers."""
    evaluated = Evaluated(table, tmp_path, letters, named)
    live = evaluated.run("debate")
    assert (live["answer"], live["votes"][0]) == (decided, list(letters))
    done = table.program.plain("eval", "--recorded", str(evaluated.out / "debates.jsonl"), "--json")
    assert done.code == 0, done.err
    rules = {each["name"]: each["all"]["accuracy"]["value"] for each in done.document["rules"]}
    assert rules["decided"] == evaluated.accuracy("debate")
    assert rules["fixed_1"] == evaluated.accuracy("vote_calls")
