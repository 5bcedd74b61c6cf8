"""What is being said, read out of half an answer by its field: never values glued together (issue 22)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.views.conversation import find_spoken_sentence

NAMES = {"B": "CRO", "K3": "CFO"}


def focus(text: str) -> str:
    return find_spoken_sentence(text, lambda label: NAMES.get(label, label), lambda critique: NAMES.get(critique, ""))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param('{"recommendation": "Wait a ye', "Wait a ye", id="a recommendation as it arrives"),
        pytest.param('{"recommendation": "Wait.", "premises": ["rents fall', "Wait.", id="it stays while reasons come"),
        pytest.param('{"critiques": [{"target": "B"', "", id="a critique that says nothing yet"),
        pytest.param(
            '{"critiques": [{"target": "B", "target_claim_id": "C1", "issue_type": "overclaim", "description": "One c',
            "to CRO: One c",
            id="a critique with its target, and nothing glued to it",
        ),
        pytest.param(
            '{"critiques": [{"target": "B", "description": "One country costs more.", "severity": "MAJOR"',
            "to CRO: One country costs more. (MAJOR)",
            id="a whole critique",
        ),
        pytest.param(
            '{"recommendation": "Wait.", "answers": [{"critique_id": "K3", "outcome": "accepted", "reason": "True, it',
            "to CFO: accepts K3: True, it",
            id="what is accepted, from whom, and why",
        ),
        pytest.param('{"answers": [{"critique_id": "K9", "outcome": "rej', "K9", id="a word that has only begun"),
        pytest.param(
            '{"verdicts": [{"critique_id": "K3", "verdict": "not_answered", "reason": "No figure',
            "K3 is not answered: No figure",
            id="a verdict",
        ),
        pytest.param('{"hypotheses": [{"hypothesis": "The disk is full"', "The disk is full", id="a cause"),
        pytest.param("I would rather talk", "I would rather talk", id="prose stays prose"),
        pytest.param('```json\n{"decision": "Open', "Open", id="what stood before the document is gone"),
        pytest.param("```json", "", id="a fence alone says nothing"),
        pytest.param('{"a": ]', "", id="what is no JSON says nothing"),
        pytest.param("", "", id="nothing yet"),
    ],
)
def test_the_sentence_that_matters(text: str, sentence: str) -> None:
    assert focus(text) == sentence


_ANSWERS = st.recursive(
    st.text(max_size=8) | st.integers() | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["critiques", "answers", "verdicts", "hypotheses", "target", "description", "recommendation", "reason"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_ANSWERS, st.integers(0, 400))
def test_any_answer_can_break_off_anywhere(answer: Any, end: int) -> None:
    assert isinstance(focus(json.dumps(answer)[:end]), str)
