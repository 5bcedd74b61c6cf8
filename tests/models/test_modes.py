"""All three ways of asking, over real HTTP; and that a way that does not work is not tried twice."""

import asyncio
import json

import pytest

from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from tests.models.asked import ASKED
from tests.models.conftest import AskOnce
from tests.support.openai_server import Fail, OpenAIServer, Say

WORDS = {"recommendation": "Expand", "stance": "expand", "timing": "now", "reasoning": "r", "confidence": 70}


@pytest.mark.parametrize(
    ("refused", "ignored", "ways", "mode"),
    [
        pytest.param("", "", ["schema"], "schema", id="structured output works"),
        pytest.param("schema", "", ["schema", "function"], "function", id="400 to structured output"),
        pytest.param("schema function", "", ["schema", "function", "prompt"], "prompt", id="400 to functions too"),
        pytest.param("", "schema", ["schema", "function"], "function", id="structured output is ignored"),
        pytest.param("", "schema function", ["schema", "function", "prompt"], "prompt", id="functions are ignored too"),
        pytest.param("schema", "function", ["schema", "function", "prompt"], "prompt", id="400, then ignored"),
    ],
)
async def test_the_way_that_works_is_found_and_kept(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce, refused: str, ignored: str, ways: list[str], mode: str
) -> None:
    server.refused, server.ignored = frozenset(refused.split()), frozenset(ignored.split())
    server.rule = lambda call: Say(json.dumps(WORDS)) if call.way == "prompt" else Say(WORDS)
    ask = ModelEdge(settings)
    first = await ask_once(ask=ask)
    assert [call.way for call in server.calls] == ways
    second = await ask_once(ask=ask)
    assert [call.way for call in server.calls] == [*ways, ways[-1]], "no second failure of the same kind"
    for answer in (first, second):
        assert (answer.status, answer.turn.mode) == ("ok", mode)
        assert answer.whole
        assert answer.fields["recommendation"] == "Expand"


async def test_what_each_way_sends(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    server.refused = frozenset({"schema", "function"})
    server.rule = lambda _: Say(f"```json\n{json.dumps(WORDS)}\n```")
    await ask_once()
    schema, function, prompt = (call.body for call in server.calls)
    assert schema["response_format"]["type"] == "json_schema"
    assert schema["response_format"]["json_schema"]["name"] == "Position"
    assert function["tools"][0]["function"]["name"] == "Position"
    assert function["tool_choice"] == {"type": "function", "function": {"name": "Position"}}
    assert "response_format" not in prompt
    assert "tools" not in prompt
    assert '"kind": "fact" | "recommendation" | "hypothesis"' in prompt["messages"][-1]["content"]
    for body in (schema, function, prompt):
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        assert body["max_tokens"] == 1200
        assert "temperature" not in body


async def test_a_rejected_way_stays_rejected_without_a_valid_answer(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    server.refused = frozenset({"schema"})
    server.rule = lambda _: Say({"confidence": "high"})
    ask = ModelEdge(settings)
    statuses = [(await ask_once(ask=ask)).status for _ in range(2)]
    assert statuses == ["partial", "partial"]
    assert [call.way for call in server.calls] == ["schema"] + ["function"] * 4


async def test_a_way_that_worked_once_survives_a_slip(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    ask = ModelEdge(settings)
    await ask_once(ask=ask)
    server.script(Say("Sorry, I forgot the form."), Say(WORDS))
    answer = await ask_once(ask=ask)
    assert answer.status == "ok"
    assert answer.flags == ("repaired",)
    assert [call.way for call in server.calls] == ["schema"] * 3


async def test_a_seat_that_talks_nonsense_among_others_is_asked_once_more(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    """Q-08: it was the first to answer, but by its second answer others have shown that the model understands."""
    slow, nonsense = Say(WORDS, delay=0.1), "I would rather not say."
    server.rule = lambda call: slow if call.seat == "cro" else Say(nonsense, delay=0.0 if call.way == "schema" else 0.4)
    ask = ModelEdge(settings)
    told, good = await asyncio.gather(ask_once(ask=ask, seat="cfo"), ask_once(ask=ask, seat="cro"))
    assert (told.status, told.flags, good.status) == ("failed", ("raw",), "ok")
    assert [call.way for call in server.calls if call.seat == "cfo"] == ["schema", "function"]


async def test_models_are_remembered_apart(server: OpenAIServer, ask_once: AskOnce) -> None:
    settings = Settings(model="a", base_url=server.url, seat_models=(("coo", "b"),))
    ask = ModelEdge(settings)
    server.rule = lambda call: Fail(400) if (call.body["model"], call.way) == ("a", "schema") else None
    await ask_once(ask=ask, seat="cfo")
    await ask_once(ask=ask, seat="coo")
    assert [(call.body["model"], call.way) for call in server.calls] == [
        ("a", "schema"),
        ("a", "function"),
        ("b", "schema"),
    ]


async def test_a_request_that_no_way_helps_fails_once(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    server.rule = lambda _: Fail(400, "the moon is full")
    ask = ModelEdge(settings)
    answer = await ask_once(ask=ask)
    assert answer.status == "failed"
    assert answer.error == "400: the moon is full"
    assert [call.way for call in server.calls] == ["schema", "function", "prompt"]
    server.rule = lambda _: None
    assert (await ask_once(ask=ask)).turn.mode == "schema", "it was not the way of asking"


@pytest.mark.parametrize(
    ("complaint", "expected"),
    [
        pytest.param("unknown field stream_options", {"stream_options": None}, id="usage is not asked for"),
        pytest.param("temperature must be 1", {"temperature": None}, id="temperature is left out"),
        pytest.param(
            "use 'max_completion_tokens' instead of 'max_tokens'",
            {"max_tokens": None, "max_completion_tokens": 1200},
            id="the other name of the limit",
        ),
    ],
)
async def test_a_parameter_the_server_does_not_take_is_left_out(
    server: OpenAIServer, ask_once: AskOnce, complaint: str, expected: dict[str, object]
) -> None:
    ask = ModelEdge(Settings(model="m", base_url=server.url, temperature=0.3))
    server.script(Fail(400, complaint))
    answers = [await ask_once(ask=ask), await ask_once(ask=ask)]
    assert [answer.status for answer in answers] == ["ok", "ok"]
    assert len(server.calls) == 3
    for call in server.calls[1:]:
        assert call.way == "schema"
        assert {name: call.body.get(name) for name in expected} == expected


async def test_seats_in_flight_together(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    server.refused = frozenset({"schema"})
    ask = ModelEdge(settings)
    wave = await asyncio.gather(*(ask_once(ask=ask, seat=f"s{number}") for number in range(5)))
    known = len(server.calls)
    later = await asyncio.gather(*(ask_once(ask=ask, seat=f"s{number}") for number in range(5)))
    assert {answer.status for answer in (*wave, *later)} == {"ok"}
    assert len(server.calls) == known + 5
    assert {call.way for call in server.calls[known:]} == {"function"}


@pytest.mark.parametrize("name", ["Critiques", "Hypotheses", "Judgement", "Synthesis", "Comparison", "Queries"])
async def test_functions_bring_every_schema(server: OpenAIServer, ask_once: AskOnce, name: str) -> None:
    server.refused = frozenset({"schema"})
    answer = await ask_once(ASKED[name])
    assert answer.status == "ok"
    assert answer.turn.mode == "function"
