"""Which answer a text gives, whether it is right, and how questions are read and put."""

import json
from pathlib import Path
from typing import Any

import pytest

from moot.errors import InputError
from moot.evaluation.dataset import DatasetItem, read_dataset
from moot.evaluation.grading import extract_answer, find_answer_kind, is_right, write_question

COLOUR = DatasetItem(
    question="Which colour has the door?", gold="B", choices={"A": "red", "B": "blue", "C": "dark blue"}
)
COUNT = DatasetItem(question="How many are there?", gold="1,200")
TRUTH = DatasetItem(question="Is it so?", gold="yes")
NAME = DatasetItem(question="Who wrote it?", gold="Victor Hugo")


@pytest.mark.parametrize(
    ("item", "text", "answer", "right"),
    [
        pytest.param(COLOUR, "B", "B", True, id="a letter alone"),
        pytest.param(COLOUR, " (b). ", "B", True, id="a small letter in brackets"),
        pytest.param(COLOUR, "It may be (A).\nANSWER: (B)", "B", True, id="what follows ANSWER counts"),
        pytest.param(COLOUR, "**ANSWER:** B) blue", "B", True, id="with emphasis and text"),
        pytest.param(COLOUR, "ANSWER: (A)\nNo, wait.\nANSWER: (B)", "B", True, id="the last ANSWER counts"),
        pytest.param(COLOUR, "First (A) seemed right, but it is (C).", "C", False, id="the last letter in brackets"),
        pytest.param(COLOUR, "The answer is B because it was painted.", "B", True, id="after a word that announces it"),
        pytest.param(COLOUR, "A resposta é B.", "B", True, id="in Portuguese"),
        pytest.param(COLOUR, "C) dark blue", "C", False, id="before a bracket"),
        pytest.param(COLOUR, "It is painted blue.", "B", True, id="by the words of a choice"),
        pytest.param(COLOUR, "It is painted dark blue.", "C", False, id="the longer choice holds the shorter one"),
        pytest.param(COLOUR, "Either red or blue.", None, False, id="two choices are no answer"),
        pytest.param(COLOUR, "A door has a colour.", None, False, id="an article is no letter"),
        pytest.param(COLOUR, "", None, False, id="nothing said"),
        pytest.param(COLOUR, None, None, False, id="nothing arrived"),
        pytest.param(COUNT, "First 3, then $1,200.", "1200", True, id="the last number, separators ignored"),
        pytest.param(COUNT, "1200.00", "1200", True, id="1200.00 is 1200"),
        pytest.param(COUNT, "ANSWER: 1200 of 5000", "5000", False, id="the last number of the ANSWER line"),
        pytest.param(COUNT, "R$ 1.200", "1.2", False, id="a point is a decimal point"),
        pytest.param(COUNT, "2,5", "2.5", False, id="a decimal comma"),
        pytest.param(COUNT, "-3 %", "-3", False, id="a sign"),
        pytest.param(COUNT, "x1 and v2", None, False, id="names are no numbers"),
        pytest.param(COUNT, "many", None, False, id="no number"),
        pytest.param(TRUTH, "Yes, there is no doubt.", "yes", True, id="the first such word"),
        pytest.param(TRUTH, "Não.", "no", False, id="Portuguese no"),
        pytest.param(TRUTH, "True", "yes", True, id="true is yes"),
        pytest.param(TRUTH, "Perhaps.", None, False, id="neither"),
        pytest.param(NAME, "ANSWER: Víctor Hugo!", "victor hugo", True, id="without case, accents, punctuation"),
        pytest.param(NAME, "the poet Victor Hugo", "the poet victor hugo", True, id="the gold words in a row"),
        pytest.param(NAME, "ANSWER: Hugo", "hugo", False, id="only a part"),
        pytest.param(
            NAME, "word " * 13 + "Victor Hugo", None, False, id="a long text without ANSWER cannot be voted on"
        ),
    ],
)
def test_which_answer_a_text_gives(item: DatasetItem, text: str | None, answer: str | None, right: bool) -> None:
    found = extract_answer(text, item)
    assert found == answer
    assert is_right(found, item) is right


@pytest.mark.parametrize(
    ("item", "kind", "form"),
    [
        pytest.param(COLOUR, "choice", "ANSWER: (A) or (B) or (C)", id="choice"),
        pytest.param(COUNT, "number", "ANSWER: 123", id="number"),
        pytest.param(TRUTH, "yes_no", "ANSWER: yes or no", id="yes or no"),
        pytest.param(NAME, "text", "ANSWER: ...", id="text"),
        pytest.param(
            DatasetItem(question="Quem escreveu isso e quando foi?", gold="Eça"), "text", "Termine", id="Portuguese"
        ),
        pytest.param(
            DatasetItem(question="Which?", gold="No country"), "text", "ANSWER: ...", id="text that begins with no"
        ),
    ],
)
def test_a_question_says_how_to_end_an_answer(item: DatasetItem, kind: str, form: str) -> None:
    assert find_answer_kind(item) == kind
    asked = write_question(item)
    assert asked.startswith(item.question)
    assert form in asked


def test_choices_stand_in_the_question() -> None:
    assert "(C) dark blue" in write_question(COLOUR)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({"choices": ["red", "blue"], "gold": "blue"}, {"letter": "B"}, id="gold as the text of a choice"),
        pytest.param({"choices": ["red", "blue"], "gold": "(b)"}, {"letter": "B"}, id="gold as a letter in brackets"),
        pytest.param({"choices": {"a": "red"}, "gold": "A"}, {"choices": {"A": "red"}}, id="choices by letter"),
        pytest.param({"gold": 42}, {"gold": "42"}, id="a number"),
        pytest.param({"gold": False}, {"gold": "no"}, id="a truth value"),
        pytest.param({"gold": "x", "context": "a text"}, {"context": ({"id": "E1", "text": "a text"},)}, id="one text"),
        pytest.param(
            {"gold": "x", "context": [{"id": "S", "text": "t"}]},
            {"context": ({"id": "S", "text": "t"},)},
            id="evidence",
        ),
    ],
)
def test_a_question_is_read(tmp_path: Path, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"question": "q?", "source": "ignored", **fields}) + "\n\n", encoding="utf-8")
    (item,) = read_dataset(path)
    assert item.id == "q1"
    assert {name: getattr(item, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        pytest.param(["[1]"], "line 1:", id="no object"),
        pytest.param(["{"], "line 1: no JSON", id="broken JSON"),
        pytest.param(['{"question": "q"}'], "line 1: gold: Field required", id="no gold"),
        pytest.param(['{"question": " ", "gold": "x"}'], "line 1: question: is empty", id="an empty question"),
        pytest.param(['{"question": "q", "gold": "D", "choices": ["a"]}'], "'D' is none of the choices", id="gold"),
        pytest.param(['{"question": "q", "gold": "x", "choices": {"AB": "x"}}'], "single letters", id="letters"),
        pytest.param(['{"question": "q", "gold": "x", "context": [{"id": "E"}]}'], "an id and a text", id="context"),
        pytest.param(['{"question": "q", "gold": "x", "id": "1"}'] * 2, "line 2: the id '1' comes twice", id="ids"),
        pytest.param([""], "holds no question", id="nothing"),
    ],
)
def test_a_wrong_dataset_is_named_with_its_line(tmp_path: Path, lines: list[str], message: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_dataset(path)


def test_a_dataset_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_dataset(tmp_path / "none.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_dataset(tmp_path / "binary")
