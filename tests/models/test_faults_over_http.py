"""What each fault of a server becomes, over real HTTP with langchain-openai as the client."""

import asyncio
import time
from typing import Any

import pytest

from moot.models import retries
from tests.models.conftest import AskOnce
from tests.support.openai_server import Action, Drop, Fail, Hang, OpenAIServer, Say

WHOLE = {"recommendation": "Expand now", "stance": "expand", "premises": ["a"], "risks": ["b"], "timing": "soon"}
TEXT = '{"recommendation": "Expand now", "stance": "expand", "premises": ["a", "b"], "risks": ["c"], "timing": "now"}'
FENCED = "Here you are:\n```json\n" + TEXT[:-1] + ', "reasoning": "x", "confidence": 70}\n```\nAnything else?'


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_WAIT", 0.02)


@pytest.mark.parametrize(
    ("actions", "seconds", "status", "requests", "flags", "fields"),
    [
        pytest.param([Say(WHOLE)], 5, "ok", 1, (), 10, id="nothing wrong"),
        pytest.param([Fail(500)], 5, "ok", 2, (), 10, id="500 once: tried again"),
        pytest.param([Fail(503), Drop(), Fail(408)], 5, "ok", 4, (), 10, id="503, drop, 408: tried again"),
        pytest.param([Fail(409)], 5, "ok", 2, (), 10, id="409: tried again"),
        pytest.param([Fail(500)] * 9, 9, "failed", 4, (), 0, id="500 for ever: given up after four requests"),
        pytest.param([Fail(429, retry_after="0.2")], 5, "ok", 2, (), 10, id="429 with Retry-After: waits"),
        pytest.param([Fail(429, retry_after="60")], 0.5, "failed", 1, (), 0, id="429 longer than the lease: stops"),
        pytest.param([Drop()], 5, "ok", 2, (), 10, id="dropped connection: tried again"),
        pytest.param([Say(WHOLE, cut=60, then="drop")], 5, "ok", 2, (), 10, id="dropped mid-stream: tried again"),
        pytest.param([Say(WHOLE, cut=60, then="broken")], 5, "ok", 2, (), 10, id="broken event: tried again"),
        pytest.param([Say(error="overloaded")], 5, "ok", 2, (), 10, id="error inside the stream: tried again"),
        pytest.param(
            [Say(WHOLE, cut=60, then="drop")] * 9, 9, "partial", 4, ("partial",), 2, id="dropped for ever: what arrived"
        ),
        pytest.param([Hang()], 0.3, "timeout", 1, (), 0, id="D-79 hang before the first byte"),
        pytest.param(
            [Say(WHOLE, cut=60, then="hang")], 0.3, "timeout", 1, ("partial",), 2, id="D-74 X-21b hang mid-stream"
        ),
        pytest.param([Say(WHOLE, cut=75)], 5, "ok", 2, ("repaired",), 10, id="truncated JSON: asked once more"),
        pytest.param([Say(WHOLE, cut=75)] * 2, 5, "partial", 2, ("partial",), 3, id="Q-08 truncated twice: valid part"),
        pytest.param([Say(WHOLE, cut=75, finish="length")] * 2, 5, "partial", 2, ("partial",), 3, id="too long twice"),
        pytest.param([Say({"confidence": "high"})], 5, "ok", 2, ("repaired",), 10, id="wrong type: asked once more"),
        pytest.param(
            [Say({"confidence": "high"})] * 2, 5, "partial", 2, ("partial",), 9, id="wrong type twice: valid part"
        ),
        pytest.param([Say(FENCED)], 5, "ok", 1, (), 10, id="F-48 extra text around the JSON: read"),
        pytest.param([Say("")], 5, "ok", 2, ("repaired",), 10, id="empty answer: asked once more"),
        pytest.param([Say("")] * 2, 5, "failed", 2, (), 0, id="empty twice"),
        pytest.param([Say(refusal="No.")], 5, "ok", 2, ("repaired",), 10, id="refusal: asked once more"),
        pytest.param([Say(refusal="No.")] * 2, 5, "failed", 2, ("refusal",), 0, id="refused twice"),
        pytest.param([Fail(401)], 5, "failed", 1, (), 0, id="401: never tried again"),
        pytest.param([Fail(403)], 5, "failed", 1, (), 0, id="403: never tried again"),
        pytest.param([Fail(404)], 5, "failed", 1, (), 0, id="404: never tried again"),
        pytest.param([Fail(400, "context length exceeded")], 5, "failed", 1, (), 0, id="400 about us: never again"),
        pytest.param([Say(WHOLE, streamed=False)], 5, "ok", 1, (), 10, id="a server that does not stream"),
        pytest.param([Say(WHOLE, finish=None)], 5, "ok", 1, (), 10, id="a server that never says why it ended"),
    ],
)
async def test_fault(
    server: OpenAIServer,
    ask_once: AskOnce,
    actions: list[Action],
    seconds: float,
    status: str,
    requests: int,
    flags: tuple[str, ...],
    fields: int,
) -> None:
    server.script(*actions)
    started = time.monotonic()
    answer = await ask_once(seconds=seconds)
    assert time.monotonic() - started < seconds + 1.0
    assert (answer.status, answer.flags, len(answer.fields)) == (status, flags, fields)
    assert len(server.calls) == len(answer.turn.usages) == requests
    assert answer.whole == (status == "ok")
    assert (answer.error is None) == (status == "ok")
    assert answer.error is None or "\n" not in answer.error


async def test_what_is_kept_of_a_hung_stream(server: OpenAIServer, ask_once: AskOnce) -> None:
    """X-21b: the complete fields count, half a text does not."""
    server.script(Say(WHOLE, cut=60, then="hang"))
    answer = await ask_once(seconds=0.3)
    assert answer.fields == {"recommendation": "Expand now", "stance": "expand"}
    assert answer.raw.startswith('{"recommendation": "Expand now"')
    assert answer.turn.status == "timeout"
    assert answer.turn.usages[0].estimated
    assert answer.turn.usages[0].completion_tokens > 0


@pytest.mark.parametrize("action", [Hang(), Say(WHOLE, cut=60, then="hang"), Say(WHOLE, piece_delay=0.1)])
async def test_the_connection_is_closed_at_the_deadline(
    server: OpenAIServer, ask_once: AskOnce, action: Action
) -> None:
    server.script(action)
    answer = await ask_once(seconds=0.3)
    assert answer.status == "timeout"
    # In a thread: the loop closes the connection as soon as it comes round.
    assert await asyncio.to_thread(server.wait_for, lambda: server.calls[0].disconnected)
    assert server.calls[0].ended - server.calls[0].at < 0.8


async def test_retry_after_is_obeyed(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Fail(429, retry_after="0.4"))
    assert (await ask_once()).status == "ok"
    first, second = server.calls
    assert 0.4 <= second.at - first.at < 1.0


async def test_no_wait_reaches_past_the_deadline(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Fail(429, "slow down", retry_after="60"))
    answer = await ask_once(seconds=2.0)
    assert answer.status == "failed"
    assert answer.turn.wall_ms < 1000
    assert answer.error is not None
    assert "429" in answer.error
    assert "slow down" in answer.error


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(401, "set OPENAI_API_KEY or MOOT_API_KEY"), (403, "choose another model"), (404, "check the model's name")],
)
async def test_errors_say_what_would_be_right(
    server: OpenAIServer, ask_once: AskOnce, status: int, remedy: str
) -> None:
    server.script(Fail(status, "whatever the server says"))
    answer = await ask_once()
    assert answer.error is not None
    assert answer.error.startswith(f"{status}: ")
    assert remedy in answer.error


async def test_the_repair_shows_the_model_its_error(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Say({"recommendation": "Expand", "confidence": 300}))
    answer = await ask_once()
    first, second = server.calls
    assert answer.status == "ok"
    assert second.prompt.startswith(first.prompt.rstrip("\n"))
    assert "confidence: Input should be less than or equal to 100" in second.prompt
    assert '"recommendation": "Expand"' in second.prompt
    assert [call.headers["x-moot-phase"] for call in server.calls] == ["position", "repair"]
    assert second.body["response_format"] == first.body["response_format"]


async def test_headers(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Fail(500))
    await ask_once()
    for attempt, call in enumerate(server.calls, 1):
        sent = {name: value for name, value in call.headers.items() if name.startswith("x-moot-")}
        assert sent == {
            "x-moot-thread": "thread-1",
            "x-moot-phase": "position",
            "x-moot-seat": "cfo",
            "x-moot-round": "1",
            "x-moot-attempt": str(attempt),
        }
        assert call.body["stream"] is True
        assert call.body["stream_options"] == {"include_usage": True}
        assert call.body["response_format"]["json_schema"]["name"] == "Position"


async def test_usage_comes_from_the_server_when_it_reports_it(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Say(usage=(123, 45)))
    usage = (await ask_once()).turn.usages[0]
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens) == (123, 45, 61)
    assert not usage.estimated


async def test_usage_is_estimated_and_marked_when_it_is_not_reported(server: OpenAIServer, ask_once: AskOnce) -> None:
    """Q-07."""
    server.script(Say(usage=False))
    usage = (await ask_once()).turn.usages[0]
    assert usage.estimated
    assert usage.prompt_tokens > 0
    assert usage.completion_tokens > 0


async def test_a_failing_status_costs_nothing(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Fail(500))
    first, second = (await ask_once()).turn.usages
    assert (first.prompt_tokens, first.completion_tokens, first.attempt) == (0, 0, 1)
    assert second.prompt_tokens > 0


async def test_an_answer_that_was_asked_for_is_the_one_that_was_sent(server: OpenAIServer, ask_once: AskOnce) -> None:
    reply: dict[str, Any] = {**WHOLE, "reasoning": "because ü€😀", "confidence": 80}
    server.script(Say(reply))
    answer = await ask_once()
    assert answer.whole
    assert {name: answer.fields[name] for name in ("recommendation", "reasoning", "premises", "confidence")} == {
        "recommendation": "Expand now",
        "reasoning": "because ü€😀",
        "premises": ("a",),
        "confidence": 0.8,
    }
    assert answer.turn.mode == "schema"
    assert answer.turn.model == "test-model"
