"""What a graph publishes of itself: forms that people can fill in (INTERFACES 9)."""

import json

import pytest
from jsonschema import Draft202012Validator, ValidationError

from moot import build_graph

PROFILES = ("conclave", "boardroom", "legal", "rca", "research")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("served", [True, False])
def test_schemas_are_small_and_complete(profile: str, served: bool) -> None:
    graph = build_graph(profile, served=served)
    output = graph.get_output_jsonschema()
    assert set(output["properties"]) == {
        "status", "decision", "confidence", "ballot", "warrant", "usage", "messages",
    }  # fmt: skip
    assert len(json.dumps(output)) <= 15_000
    context = graph.get_context_jsonschema()
    assert context is not None
    for name, described in (graph.get_input_jsonschema()["properties"] | context["properties"]).items():
        assert described.get("description"), name
    for schema in (graph.get_input_jsonschema(), output, context):
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    "given",
    [
        {"question": "Shall we?"},
        {"messages": [{"type": "human", "content": "Shall we?"}]},
        {"messages": [{"type": "human", "content": [{"type": "text", "text": "Shall we?"}]}]},
        {"messages": [{"role": "user", "content": "Shall we?"}]},
        {"question": "", "messages": [{"type": "human", "content": "Shall we?"}], "options": []},
        {"question": "Shall we?", "messages": [], "options": [], "context": "", "risk": None},
        {"question": "Shall we?", "context": "A survey."},
        {"question": "Shall we?", "context": ["A survey.", "Another."]},
        {"question": "Shall we?", "context": [{"id": "E1", "text": "A survey."}]},
        {"question": "Shall we?", "options": ["yes", "no"], "risk": "severe", "route": "debate"},
    ],
)
def test_a_form_of_the_input_is_accepted(given: object) -> None:
    Draft202012Validator(build_graph("conclave").get_input_jsonschema()).validate(given)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"options": ["yes", "no"]},
        {"question": "Shall we?", "risk": "huge"},
        {"question": ""},
        {"messages": []},
        {"question": "", "messages": []},
        {"question": "Shall we?", "options": ["yes"]},
        {"messages": [{"content": "Shall we?"}]},
    ],
)
def test_a_wrong_form_of_the_input_is_refused(given: object) -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(build_graph("conclave").get_input_jsonschema()).validate(given)


def test_what_a_form_starts_with_is_no_fault_of_whoever_fills_it_in() -> None:
    schema = build_graph("conclave").get_input_jsonschema()
    started = {name: part["default"] for name, part in schema["properties"].items() if "default" in part}
    Draft202012Validator(schema).validate({**started, "question": "Shall we?"})


def test_a_served_graph_returns_what_it_says() -> None:
    served, plain = build_graph("conclave", served=True), build_graph("conclave")
    assert set(served.output_channels) == set(served.get_output_jsonschema()["properties"])
    assert set(served.output_channels) < set(plain.output_channels)
