"""A scripted model says what its script says, and fails as a real server fails (issue 3, item 6; X-87)."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessageChunk, HumanMessage, SystemMessage
from pydantic import BaseModel

from moot.configs import parse_yaml
from moot.configs.scripts import ScriptCondition, ScriptEntry, load_script, make_script
from moot.errors import InputError, MootError
from moot.models.testing.instances import lay_over
from moot.models.testing.scripted import ScriptedChatModel
from moot.models.wire import wire_model
from tests.models.asked import ASKED

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["stance", "confidence", "claims"],
    "properties": {
        "stance": {"type": "string", "maxLength": 40},
        "confidence": {"type": "integer", "minimum": 0, "maximum": 100},
        "claims": {"type": "array", "items": {"$ref": "#/$defs/Claim"}},
        "timing": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "$defs": {
        "Claim": {
            "type": "object",
            "required": ["id", "kind"],
            "properties": {
                "id": {"type": "string", "pattern": "^C[0-9]+$"},
                "kind": {"enum": ["fact", "hypothesis"]},
                "statement": {"type": "string"},
            },
        }
    },
}
MINIMAL = {"stance": "nothing to add", "confidence": 50, "claims": []}


def settings(phase: str = "position", seat: str = "cfo", mode: str = "schema", **more: Any) -> dict[str, Any]:
    """What `ask` sends along with a prompt."""
    numbers = {"round": more.get("round", 1), "attempt": more.get("attempt", 1)}
    headers = {"x-moot-thread": more.get("thread", "t"), "x-moot-phase": phase}
    headers |= {"x-moot-seat": seat, **{f"x-moot-{key}": str(value) for key, value in numbers.items()}}
    name = more.get("schema", "Position")
    forms: dict[str, dict[str, Any]] = {
        "schema": {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": SCHEMA}}},
        "function": {"tools": [{"type": "function", "function": {"name": name, "parameters": SCHEMA}}]},
        "prompt": {},
    }
    return {"extra_headers": headers, **forms[mode]}


async def hear(model: ScriptedChatModel, prompt: str = "Should we?", **asked: Any) -> list[AIMessageChunk]:
    messages = [SystemMessage("You advise."), HumanMessage(prompt)]
    return [piece async for piece in model.astream(messages, **settings(**asked))]


async def said(model: ScriptedChatModel, prompt: str = "Should we?", **asked: Any) -> Any:
    return json.loads("".join(str(piece.content) for piece in await hear(model, prompt, **asked)))


@pytest.mark.parametrize(
    ("when", "asked", "answers"),
    [
        pytest.param({}, {}, True, id="no condition fits anything"),
        pytest.param({"phase": "position"}, {}, True, id="phase"),
        pytest.param({"phase": "revise"}, {}, False, id="another phase"),
        pytest.param({"seat": ["coo", "cfo"]}, {}, True, id="one of several seats"),
        pytest.param({"seat": ["coo", "cmo"]}, {}, False, id="none of several seats"),
        pytest.param({"round": 2}, {"round": 2}, True, id="round"),
        pytest.param({"round": [1, 3]}, {"round": 2}, False, id="another round"),
        pytest.param({"attempt": 2}, {"attempt": 2}, True, id="attempt"),
        pytest.param({"attempt": 2}, {}, False, id="another attempt"),
        pytest.param({"schema": "Position"}, {}, True, id="schema"),
        pytest.param({"schema": "Revision"}, {}, False, id="another schema"),
        pytest.param({"mode": "function"}, {}, False, id="another way of asking"),
        pytest.param({"prompt": "Sho.ld"}, {}, True, id="prompt"),
        pytest.param({"prompt": "^Europe$"}, {}, False, id="another prompt"),
        pytest.param({"phase": "position", "seat": "coo"}, {}, False, id="every condition must fit"),
    ],
)
async def test_an_entry_answers_what_it_fits(when: dict[str, Any], asked: dict[str, Any], answers: bool) -> None:
    model = ScriptedChatModel.from_entries([{"when": when, "reply": {"stance": "go"}}])
    assert (await said(model, **asked))["stance"] == ("go" if answers else "nothing to add")
    assert len(model.unused) == (0 if answers else 1)
    assert model.requests[0].seat == "cfo"


async def test_the_first_entry_that_fits_answers_as_often_as_it_may() -> None:
    model = ScriptedChatModel.from_entries([{"times": 2, "reply": {"stance": "a"}}, {"reply": {"stance": "b"}}])
    assert [(await said(model))["stance"] for _ in range(4)] == ["a", "a", "b", "b"]
    assert (await said(model, thread="another debate"))["stance"] == "a"


async def test_without_a_fitting_entry_the_answer_is_minimal_or_an_error() -> None:
    assert await said(ScriptedChatModel.from_entries([])) == MINIMAL
    with pytest.raises(InputError, match=r"seat 'coo', phase 'judge', round 3, attempt 1, schema Position"):
        await said(ScriptedChatModel.from_entries([], otherwise="error"), phase="judge", seat="coo", round=3)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        pytest.param({"stance": "go"}, {**MINIMAL, "stance": "go"}, id="laid over the minimal answer"),
        pytest.param(
            {"claims": [{"statement": "x"}]},
            {**MINIMAL, "claims": [{"id": "C1", "kind": "fact", "statement": "x"}]},
            id="inside lists too",
        ),
        pytest.param({"timing": None}, {**MINIMAL, "timing": None}, id="null is said"),
        pytest.param({"extra": 1}, {**MINIMAL, "extra": 1}, id="a field too many is sent"),
        pytest.param('{"stance": "raw"}', {"stance": "raw"}, id="a text is sent as it stands"),
        pytest.param({"stance": "${match:K(\\d+)}"}, {**MINIMAL, "stance": "7"}, id="W-L13 echoes group 1"),
        pytest.param({"stance": "${match:K\\d{1,2}}!"}, {**MINIMAL, "stance": "K7!"}, id="W-L13 whole match, braces"),
        pytest.param({"stance": "<${match:Z(\\d)}>"}, {**MINIMAL, "stance": "<>"}, id="nothing found, nothing echoed"),
        pytest.param({"stance": "${seat} ${phase} ${round}"}, {**MINIMAL, "stance": "cfo position 1"}, id="names"),
        pytest.param(
            {"claims": [{"id": "C${match:K(\\d+)}"}]},
            {**MINIMAL, "claims": [{"id": "C7", "kind": "fact"}]},
            id="W-L13 echoes inside lists",
        ),
    ],
)
async def test_what_a_reply_says(reply: Any, expected: Any) -> None:
    assert await said(ScriptedChatModel.from_entries([{"reply": reply}]), "Critique K7 says no.") == expected


@pytest.mark.parametrize(
    ("entry", "error", "status"),
    [
        pytest.param({"fail": 400}, openai.BadRequestError, 400, id="400"),
        pytest.param({"fail": 401}, openai.AuthenticationError, 401, id="401"),
        pytest.param({"fail": 404}, openai.NotFoundError, 404, id="404"),
        pytest.param({"fail": 408}, openai.APIStatusError, 408, id="408"),
        pytest.param({"fail": 429, "retry_after": 1.5}, openai.RateLimitError, 429, id="429 with Retry-After"),
        pytest.param({"fail": 500}, openai.InternalServerError, 500, id="500"),
        pytest.param({"fail": 529}, openai.InternalServerError, 529, id="529"),
        pytest.param({"fail": "drop"}, openai.APIConnectionError, None, id="dropped"),
        pytest.param({"cut": {"after": 3, "then": "drop"}}, openai.APIConnectionError, None, id="dropped mid-stream"),
    ],
)
async def test_a_failure_is_the_clients_own_error(
    entry: dict[str, Any], error: type[Exception], status: int | None
) -> None:
    with pytest.raises(error) as caught:
        await hear(ScriptedChatModel.from_entries([entry]))
    assert getattr(caught.value, "status_code", None) == status
    if "retry_after" in entry:
        assert caught.value.response.headers["retry-after"] == "1.5"  # type: ignore[attr-defined]  # a status error


@pytest.mark.parametrize(
    ("entry", "text", "reason", "refusal"),
    [
        pytest.param({"fail": "empty"}, "", "stop", None, id="empty"),
        pytest.param({"fail": "refusal", "reply": "No."}, "", "stop", "No.", id="refusal"),
        pytest.param({"reply": "abcdef", "fail": "malformed"}, "abc", "stop", None, id="malformed is cut in half"),
        pytest.param({"reply": "abcdef", "cut": 2}, "ab", "length", None, id="cut and ended"),
        pytest.param({"reply": "a b c", "piece_delay": 0.001}, "a b c", "stop", None, id="word by word"),
        pytest.param({"reply": "x" * 300}, "x" * 300, "stop", None, id="in pieces"),
    ],
)
async def test_how_an_answer_ends(entry: dict[str, Any], text: str, reason: str, refusal: str | None) -> None:
    pieces = await hear(ScriptedChatModel.from_entries([entry]))
    assert "".join(str(piece.content) for piece in pieces) == text
    assert [p.response_metadata["finish_reason"] for p in pieces if "finish_reason" in p.response_metadata] == [reason]
    assert [p.additional_kwargs["refusal"] for p in pieces if p.additional_kwargs] == ([refusal] if refusal else [])


@pytest.mark.parametrize("entry", [{"fail": "hang"}, {"reply": "abcdef", "cut": {"after": 3, "then": "hang"}}])
async def test_a_hang_lasts_until_somebody_ends_it(entry: dict[str, Any]) -> None:
    heard: list[str] = []

    async def listen() -> None:
        stream = ScriptedChatModel.from_entries([entry]).astream("x", **settings())
        async for piece in stream:
            heard.append(str(piece.content))  # noqa: PERF401  # what arrived before the end counts

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(listen(), 0.05)
    assert "".join(heard) == ("abc" if "cut" in entry else "")


async def test_asked_by_function_call_the_answer_is_a_call_and_a_text_is_not() -> None:
    pieces = await hear(ScriptedChatModel.from_entries([{"reply": {"stance": "x" * 100}}]), mode="function")
    whole = pieces[0]
    for piece in pieces[1:]:
        whole += piece
    assert whole.tool_calls[0]["name"] == "Position"
    assert whole.tool_calls[0]["args"]["stance"] == "x" * 100
    assert whole.content == ""
    prose = await hear(ScriptedChatModel.from_entries([{"reply": "I would rather talk."}]), mode="function")
    assert prose[0].content == "I would rather talk."


async def test_asked_by_prompt_alone_the_reply_is_all_there_is() -> None:
    assert await said(ScriptedChatModel.from_entries([{"reply": {"a": [1]}}]), mode="prompt") == {"a": [1]}


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        pytest.param({}, (4, 1, 0), id="counted from the texts"),
        pytest.param({"usage": {"prompt_tokens": 9, "completion_tokens": 8, "cached_tokens": 7}}, (9, 8, 7), id="told"),
        pytest.param({"usage": "none"}, None, id="Q-07 not reported"),
    ],
)
async def test_usage(usage: dict[str, Any], expected: tuple[int, int, int] | None) -> None:
    pieces = await hear(ScriptedChatModel.from_entries([{"reply": "abc", **usage}]), "??")
    found = [piece.usage_metadata for piece in pieces if piece.usage_metadata]
    numbers = [(u["input_tokens"], u["output_tokens"], u["input_token_details"]["cache_read"]) for u in found]
    assert numbers == ([] if expected is None else [expected])


def test_it_answers_without_a_loop_too() -> None:
    model = ScriptedChatModel.from_entries([{"times": 1, "reply": "hello", "delay": 0.001}, {"fail": "hang"}])
    assert model.invoke("hi").content == "hello"
    with pytest.raises(openai.APITimeoutError):
        model.invoke("hi")


def test_a_script_is_read_from_yaml(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("otherwise: error\nanswers:\n- when: {phase: position}\n  reply: {stance: go}\n  cut: 3\n")
    script = load_script(file)
    assert script.otherwise == "error"
    assert script.answers[0].cut is not None
    assert script.answers[0].cut.after == 3
    file.write_text("- reply: hi\n")
    assert ScriptedChatModel.from_file(file).invoke("x").content == "hi"


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        pytest.param(None, "s.yaml: empty; write a list of answers", id="empty file"),
        pytest.param({"answer": []}, "unknown key 'answer'; did you mean 'answers'?", id="top"),
        pytest.param([{"wen": {}}], "unknown key 'answers.0.wen'; did you mean 'when'?", id="entry"),
        pytest.param([{"when": {"set": "a"}}], "unknown key 'answers.0.when.set'; did you mean 'seat'?", id="when"),
        pytest.param([{"usage": {"prompt": 1}}], "'answers.0.usage.prompt'; did you mean 'prompt_tokens'?", id="usage"),
        pytest.param([{"when": {"phase": "postion"}}], "'postion' is not known; did you mean 'position'?", id="phase"),
        pytest.param([{"fail": 200}], "answers.0.fail: 200 is neither a failing HTTP status", id="no failure"),
        pytest.param([{"fail": "dropp"}], "'dropp' is neither a failing HTTP status", id="unknown failure"),
        pytest.param([{"cut": 1, "fail": 500}], "cut and fail exclude each other", id="cut and fail"),
        pytest.param([{"retry_after": 1}], "retry_after needs a failing status", id="retry_after alone"),
        pytest.param([{"reply": {"a": ["${match:(}"]}}], "'(' is not a regular expression", id="bad match"),
        pytest.param([{"reply": "${match:x"}], "has no closing brace", id="open match"),
        pytest.param([{"when": {"prompt": "["}}], "'[' is not a regular expression", id="bad prompt"),
        pytest.param(["x"], "answers.0: a mapping is needed here, not 'x'", id="text for an entry"),
        pytest.param("x", "a mapping is needed here, not 'x'", id="text for a script"),
        pytest.param([{"times": 0}], "answers.0.times: ", id="never"),
    ],
)
def test_a_wrong_script_is_one_clear_line(raw: Any, line: str) -> None:
    with pytest.raises(MootError) as caught:
        make_script(raw, "s.yaml")
    assert line in str(caught.value)
    assert str(caught.value).startswith("s.yaml: ")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


WIRE = [wire_model(each) for each in ASKED.values()]


@pytest.mark.parametrize("schema", WIRE, ids=lambda schema: str(schema.__name__))
def test_the_minimal_answer_is_valid(schema: type[BaseModel]) -> None:
    for description in (schema.model_json_schema(), _all_required(schema.model_json_schema())):
        answer = lay_over(description, {})
        schema.model_validate(answer)


def _all_required(node: Any) -> Any:
    if isinstance(node, list):
        return [_all_required(part) for part in node]
    if not isinstance(node, dict):
        return node
    walked = {key: _all_required(part) for key, part in node.items()}
    return {**walked, "required": list(node["properties"])} if isinstance(node.get("properties"), dict) else walked


@given(
    low=st.integers(0, 30),
    more=st.integers(0, 30),
    bounds=st.tuples(st.integers(-50, 50), st.integers(0, 50)),
    items=st.integers(0, 3),
)
def test_bounds_are_kept(low: int, more: int, bounds: tuple[int, int], items: int) -> None:
    schema = {
        "type": "object",
        "required": ["text", "number", "whole", "list"],
        "properties": {
            "text": {"type": "string", "minLength": low, "maxLength": low + more},
            "number": {"type": "number", "minimum": bounds[0], "maximum": sum(bounds)},
            "whole": {"type": "integer", "minimum": bounds[0], "maximum": sum(bounds)},
            "list": {"type": "array", "minItems": items, "items": {"type": "boolean"}},
        },
    }
    answer = lay_over(schema, {})
    assert low <= len(answer["text"]) <= low + more
    assert bounds[0] <= answer["number"] <= sum(bounds)
    assert bounds[0] <= answer["whole"] <= sum(bounds)
    assert isinstance(answer["whole"], int)
    assert answer["list"] == [False] * items


def test_a_pattern_without_a_known_text_asks_for_one() -> None:
    schema = {"type": "object", "required": ["x"], "properties": {"x": {"type": "string", "pattern": "^zebra{9}$"}}}
    with pytest.raises(InputError, match="give this field in the script's reply"):
        lay_over(schema, {})
    assert lay_over(schema, {"x": "zebraaaaaaaaa"}) == {"x": "zebraaaaaaaaa"}


MANUAL = (Path(__file__).parents[3] / "docs" / "scripted-models.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL))
def test_the_manuals_examples_are_scripts(example: str, tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(example)
    assert load_script(tmp_path / "example.yaml").answers


@pytest.mark.parametrize("section", [ScriptCondition, ScriptEntry], ids=["when", "entry"])
def test_the_manual_explains_every_key(section: type[BaseModel]) -> None:
    for name, field in section.model_fields.items():
        assert f"`{field.alias or name}" in MANUAL


async def test_the_manuals_revision_takes_up_a_critique() -> None:
    """W-L13."""
    example = next(text for text in re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL) if "takes up" in text)
    model = ScriptedChatModel(script=make_script(parse_yaml(example, "manual")))
    answer = await said(model, "K12: the rent is too high", phase="revise", round=2)
    assert answer["reasoning"] == "cfo accepts K12 in round 2."
