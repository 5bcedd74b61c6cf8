"""The schemas that are sent (INTERFACES 5): names, fields, bounds, and that minimal answers are valid."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel

from moot.models.reading import read_answer
from moot.models.schemas import function_tool, json_schema, response_format, shape
from moot.models.testing.instances import lay_over
from moot.models.wire import wire_model
from moot.state.base import Value
from moot.state.hypotheses import Hypotheses
from moot.state.outcome import CouncilDissent, Synthesis
from moot.state.positions import DirectAnswer, Position, Revision
from tests.models.asked import ASKED
from tests.support.openai_server import smallest

FIELDS = {
    "Position": "recommendation stance premises risks timing reasoning claims confidence limitations open_questions",
    "Revision": "recommendation stance premises risks timing reasoning claims confidence limitations open_questions "
    "keeps_position changes withdrawn left_open",
    "Hypotheses": "hypotheses no_incident no_incident_because",
    "Critiques": "critiques agreements blind_spots",
    "Judgement": "evaluations",
    "Comparison": "pairs",
    "Synthesis": "decision consensus_points divergences tensions gaps not_chosen confidence uncertainty "
    "critical_divergence next_steps",
    "CouncilCritique": "premises evidence logic alternatives conflicts gaps strengths justification",
    "CouncilDissent": "weakest_premise undiscussed_risk probability impact regret_scenario ignored_alternative",
    "CouncilResolution": "decision modifications confidence residual_risks next_steps reversal_criteria",
    "Route": "route seats reason",
    "Classification": "classification reasoning",
    "StructuredQuestion": "structured_question context problem contribution addressed_gaps assumptions "
    "withdrawn_assumptions",
    "Methodology": "subject gaps denied_assumptions status justification improvements clarifications",
    "Answer": "answer confidence reasoning claims limitations",
    "Queries": "queries",
    "Ballot": "options opposed points",
}
RECORDS = {
    ("Position", "claims"): "id statement kind evidence confidence assumptions",
    ("Revision", "changes"): "what because moves_vote",
    ("Revision", "answers"): "critique_id outcome reason",
    ("Hypotheses", "hypotheses"): "hypothesis names confidence reasoning evidence category affected_components "
    "root_component onset trigger effects ended contributing ruled_out unknowns suggested_resolution next_checks "
    "changes_made",
    ("Critiques", "critiques"): "target target_claim_id issue_type description severity suggested_fix",
    ("Critiques", "agreements"): "target point",
    ("Judgement", "evaluations"): "hypothesis_id evidence_quality reasoning_strength confidence_calibration "
    "completeness consistency strengths weaknesses feedback",
    ("Comparison", "pairs"): "a b recommendation premises risks timing",
    ("Synthesis", "divergences"): "theme nature sides impact",
    ("Methodology", "gaps"): "gap verdict span",
    ("Methodology", "improvements"): "aspect gap suggestion id",
    ("Methodology", "clarifications"): "question answer",
    ("Ballot", "options"): "label seats",
    ("Ballot", "points"): "criterion text seats against",
}
CRITICS = (("answers", ()),)
"""What a revision is asked about where somebody writes critiques."""
SCHEMAS: list[type[BaseModel]] = [wire_model(ASKED[name]) for name in FIELDS]


_UNCHANGED = {
    "recommendation", "stance", "choice", "premises", "risks", "timing", "reasoning", "confidence", "limitations",
    "open_questions", "left_open", "reservation", "moves_vote",
}  # fmt: skip
"""What a revision may leave out: it stands as it was said before (INTERFACES 5)."""


def open_up(schema: dict[str, Any]) -> dict[str, Any]:
    """What is asked for where null is possible."""
    some: dict[str, Any] = schema["anyOf"][0] if "anyOf" in schema else schema
    return some


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    schema = open_up(schema)
    yield schema
    for part in schema.get("properties", {}).values():
        yield from nodes(part)
    if "items" in schema:
        yield from nodes(schema["items"])


@pytest.mark.parametrize("name", FIELDS)
def test_fields(name: str) -> None:
    assert list(json_schema(wire_model(ASKED[name]))["properties"]) == FIELDS[name].split()


def test_critiques_are_answered_where_there_are_critics() -> None:
    assert "answers" in json_schema(wire_model(Revision, CRITICS))["required"]
    assert "answers" not in json_schema(wire_model(Revision))["properties"]


@pytest.mark.parametrize(("name", "field"), RECORDS)
def test_records(name: str, field: str) -> None:
    items = json_schema(wire_model(ASKED[name], CRITICS))["properties"][field]["items"]
    assert list(items["properties"]) == RECORDS[name, field].split()


@pytest.mark.parametrize("size", ["full", "compact"])
@pytest.mark.parametrize("schema", SCHEMAS)
def test_everything_is_required_closed_and_bounded(schema: type[BaseModel], size: Any) -> None:
    sent = json_schema(schema, size)
    jsonschema.Draft202012Validator.check_schema(sent)
    for node in nodes(sent):
        match node["type"]:
            case "object":
                optional = {name for name, part in node["properties"].items() if "anyOf" in part}
                assert node["required"] == [name for name in node["properties"] if name not in optional]
                assert not optional or (schema.__name__ == "Revision" and optional <= _UNCHANGED)
                assert node["additionalProperties"] is False
            case "array":
                assert 0 < node["maxItems"] <= 80
            case "string" if "enum" not in node:
                assert 0 < node["maxLength"] <= 2400
            case "integer":
                assert node["minimum"] == 0
                assert node["maximum"] <= 100
            case other:
                assert other in {"string", "boolean"}, "grammars do not bound fractions"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_compact_answer_is_short(schema: type[BaseModel]) -> None:
    def longest(node: dict[str, Any]) -> int:
        node = open_up(node)
        match node["type"]:
            case "object":
                return sum(len(name) + 6 + longest(part) for name, part in node["properties"].items())
            case "array":
                return int(node["maxItems"]) * longest(node["items"])
            case _:
                return int(node.get("maxLength", 12))

    # At 4 characters a token and 60 tokens a second 3,400 are about 14 seconds of the embedded model. A hypothesis also
    # says how the incident ended, what made it worse and what nobody knows, which is two seconds more.
    limit = 3900 if schema.__name__ == "Hypotheses" else 3400
    assert longest(json_schema(schema, "compact")) < limit


@pytest.mark.parametrize("schema", SCHEMAS)
def test_strict_schemas_have_no_length_bounds(schema: type[BaseModel]) -> None:
    """OpenAI refuses them."""
    assert response_format(schema, "full", True)["json_schema"]["strict"] is True
    assert function_tool(schema, "full", True)["function"]["strict"] is True
    for node in nodes(json_schema(schema, "full", True)):
        assert not node.keys() & {"minLength", "maxLength", "maxItems"}
    assert "strict" not in response_format(schema)["json_schema"]


@pytest.mark.parametrize("make", [smallest, lambda sent: lay_over(sent, {})])
@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_smallest_answer_is_valid(schema: type[BaseModel], make: Any) -> None:
    for size in ("full", "compact"):
        sent = json_schema(schema, size)
        answer = make(sent)
        jsonschema.validate(answer, sent)
        schema.model_validate(answer)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_schema_in_words_names_every_field(schema: type[BaseModel]) -> None:
    for name in schema.model_fields:
        assert f'"{name}": ' in shape(schema)


def test_schemas_are_built_once() -> None:
    assert response_format(wire_model(Position)) is response_format(wire_model(Position))


# What is asked for once there is something to choose from

OFFER = (("choice", ("A", "B", "new")),)
ENUM = {"type": "string", "enum": ["A", "B", "new"]}
OPTIONAL = {"anyOf": [ENUM, {"type": "null"}]}


@pytest.mark.parametrize(
    ("value", "strict", "sent", "required"),
    [
        pytest.param(Position, False, ENUM, True, id="a position has to choose"),
        pytest.param(Position, True, ENUM, True, id="a position has to choose, strictly"),
        pytest.param(Revision, False, OPTIONAL, False, id="a revision may leave it out"),
        pytest.param(Revision, True, OPTIONAL, True, id="a strict revision says null"),
        pytest.param(DirectAnswer, False, ENUM, True, id="who answers alone chooses"),
    ],
)
def test_a_choice_is_an_enum_of_what_is_offered(
    value: type[Value], strict: bool, sent: dict[str, Any], required: bool
) -> None:
    """INTERFACES 5."""
    schema = json_schema(wire_model(value, OFFER), "full", strict)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["choice"] == sent
    assert ("choice" in schema["required"]) == required
    optional = set(schema["properties"]) - set(schema["required"])
    assert optional <= (_UNCHANGED if value is Revision else set())
    assert "choice" not in json_schema(wire_model(value), "full", strict)["properties"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        pytest.param({"choice": "B"}, "B", id="an option"),
        pytest.param({"choice": "b"}, "B", id="in another case"),
        pytest.param({"choice": "NEW"}, "new", id="something new"),
        pytest.param({"choice": None}, None, id="null: as before"),
        pytest.param({}, None, id="left out: as before"),
    ],
)
def test_a_revision_chooses_or_leaves_its_vote(said: dict[str, Any], read: str | None) -> None:
    asked = wire_model(Revision, OFFER)
    answer = lay_over(json_schema(asked), said)
    assert asked.model_validate(answer).choice == read  # type: ignore[attr-defined]  # derived
    assert '"choice": "A" | "B" | "new" | null' in shape(asked)


@pytest.mark.parametrize("value", [Position, Revision, Synthesis])
def test_words_are_offered_in_the_order_given(value: type[Value]) -> None:
    """Whatever was offered before in another order."""
    for words in (("A", "B", "none"), ("B", "A", "none")):
        asked = wire_model(value, (("choice", words),))
        assert '"choice": ' + " | ".join(f'"{word}"' for word in words) in shape(asked)


@pytest.mark.parametrize("value", [Position, Revision])
def test_a_choice_outside_the_offer_is_an_error(value: type[Value]) -> None:
    asked = wire_model(value, OFFER)
    reading = read_answer(asked, json.dumps(lay_over(json_schema(asked), {"choice": "Z"})))
    assert reading.value is None
    assert "choice" in (reading.problem or "")
    assert "choice" not in reading.fields
    assert "claims" in reading.fields


@pytest.mark.parametrize("field", ["weakest_premise", "undiscussed_risk", "regret_scenario", "ignored_alternative"])
def test_the_advocate_owes_four_answers(field: str) -> None:
    """X-31, D-124: the four outputs are mandatory."""
    assert field in json_schema(wire_model(CouncilDissent))["required"]
    assert CouncilDissent.model_fields[field].is_required()


def test_as_many_hypotheses_are_asked_for_as_the_prompt_says() -> None:
    """X-61: five at most; of more that come the surest are kept, so more are read."""
    asked = json_schema(wire_model(Hypotheses), "full")["properties"]["hypotheses"]
    assert asked["maxItems"] == 5
