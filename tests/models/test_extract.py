"""What counts of an answer that was cut short (X-21b)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from moot.models.extract import complete_members, scan
from moot.models.reading import read_answer, read_fields
from moot.models.wire import Wire, wire_model
from moot.state.critiques import Critiques
from moot.state.outcome import Synthesis
from moot.state.positions import Position, Revision

ANSWERS: dict[type[Wire], dict[str, Any]] = {
    wire_model(Revision): {
        "recommendation": 'Expandir para a "Europa", com cautela: {primeiro} [depois]',
        "stance": "expand later",
        "premises": ["demanda é estável", "caixa, suficiente"],
        "risks": ["câmbio \\ juros", "ação judicial 😀"],
        "timing": "after Q3",
        "reasoning": "Line one\nline two\ttabbed \u20ac",
        "claims": [
            {"id": "C1", "statement": "s1", "kind": "fact", "evidence": ["E1"], "confidence": 85, "assumptions": []},
            {
                "id": "C2",
                "statement": "s2",
                "kind": "hypothesis",
                "evidence": [],
                "confidence": 5,
                "assumptions": ["x"],
            },
        ],
        "confidence": 85,
        "limitations": ["none"],
        "open_questions": [],
        "keeps_position": "partly",
        "changes": [{"what": "timing", "because": ["K1", "E2"]}],
        "answers": [{"critique_id": "K1", "outcome": "accepted", "reason": "right"}],
    },
    wire_model(Critiques): {
        "critiques": [
            {
                "target": "cfo",
                "target_claim_id": f"C{number}",
                "issue_type": "logic_gap",
                "description": "gap",
                "severity": "MAJOR",
                "suggested_fix": "show it",
            }
            for number in range(3)
        ],
        "agreements": [{"target": "coo", "point": "timing"}],
        "blind_spots": [],
    },
    wire_model(Synthesis): {
        "decision": "Wait",
        "consensus_points": ["a"],
        "divergences": [
            {"theme": "t", "nature": "risk", "sides": [{"seat": "cfo", "view": "no"}], "impact": "high"},
        ],
        "tensions": [],
        "gaps": ["g"],
        "confidence": 64,
        "uncertainty": "none",
        "critical_divergence": False,
        "next_steps": ["x", "y"],
    },
}


@given(st.sampled_from(list(ANSWERS)), st.booleans(), st.data())
def test_an_answer_cut_at_any_byte(schema: type[Wire], spaced: bool, data: st.DataObject) -> None:
    """Whatever is kept was really said, in full; and nothing is ever raised."""
    text = json.dumps(ANSWERS[schema], ensure_ascii=False, indent=2 if spaced else None).encode()
    place = data.draw(st.integers(0, len(text)))
    cut = text[:place].decode("utf-8", "ignore")
    whole = schema.model_validate(ANSWERS[schema])
    reading = read_answer(schema, cut)
    assert (reading.value is not None) == (place == len(text))
    for name, value in reading.fields.items():
        said = getattr(whole, name)
        if isinstance(said, tuple) and said and isinstance(said[0], BaseModel):
            assert value == said[: len(value)], "the records that are there are the first ones, each complete"
        else:
            assert value == said


@given(st.text(alphabet='{}[]",:\\ abc019.truefalsn\n`'))
def test_no_text_raises(text: str) -> None:
    read_answer(wire_model(Position), text)
    read_answer(wire_model(Critiques), '{"critiques": [' + text)
    complete_members(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    max_leaves=10,
)


@given(VALUES)
def test_a_whole_value_is_followed_to_its_end(value: Any) -> None:
    text = json.dumps({"value": value})
    reach = scan(f"{text} and more", 0)
    assert reach.end == len(text)
    assert json.loads(reach.complete) == {"value": value}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param('{"a": "x", "b": "in th', {"a": "x"}, id="a cut text does not count"),
        pytest.param('{"a": "x"', {"a": "x"}, id="a closed text counts"),
        pytest.param('{"a": "x", "conf', {"a": "x"}, id="a cut name does not count"),
        pytest.param('{"a": "x", "n": 8', {"a": "x"}, id="8 may have been 85"),
        pytest.param('{"a": "x", "n": 8,', {"a": "x", "n": 8}, id="a number that is followed counts"),
        pytest.param('{"a": "x", "t": tru', {"a": "x"}, id="a cut word does not count"),
        pytest.param('{"a": "x", "l": ["p", "q"', {"a": "x"}, id="an open list of texts does not count"),
        pytest.param('{"a": "x", "l": ["p"]', {"a": "x", "l": ["p"]}, id="a closed list counts"),
        pytest.param('{"l": [{"i": 1}, {"i": 2}, {"i"', {"l": [{"i": 1}, {"i": 2}]}, id="complete records count"),
        pytest.param('{"l": [{"i": [{"j": 1}, {"j"', None, id="a record inside an open record does not"),
        pytest.param('[{"i": 1}, {"i":', [{"i": 1}], id="R-51 a bare list of records"),
        pytest.param('{"o": {"p": 1}, "q": {"r": 1', {"o": {"p": 1}}, id="an open object does not count"),
        pytest.param('{"a": "\\"', None, id="a cut after an escaped quote"),
        pytest.param("{", None, id="nothing yet"),
        pytest.param("no JSON here", None, id="no JSON"),
    ],
)
def test_complete_members(text: str, kept: Any) -> None:
    assert complete_members(text) == kept


def test_the_valid_part_of_an_invalid_answer() -> None:
    """Q-08: each field by itself; of a list of records, the valid ones."""
    good, bad = {"statement": "s"}, {"statement": 3}
    fields = read_fields(
        wire_model(Position), {"recommendation": 5, "stance": "wait", "claims": [good, bad], "confidence": 400}
    )
    assert fields.keys() == {"stance", "claims"}
    assert [claim.statement for claim in fields["claims"]] == ["s"]
    assert "claims" not in read_fields(wire_model(Position), {"claims": [bad]})
    assert read_fields(wire_model(Position), {"claims": []}) == {"claims": ()}
    assert read_fields(wire_model(Position), "text") == {}
