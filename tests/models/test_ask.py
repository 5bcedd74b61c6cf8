"""The promises of asking: within the lease, always a typed outcome, never an exception from the wire."""

import asyncio
import random
import time
from typing import Annotated, Any

import pytest
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from moot.errors import MootError, UsageError
from moot.models import providers, retries
from moot.models.answer import Answer
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from moot.nodes import describe_turn
from moot.state.budget import Lease, Turn
from moot.state.positions import Position
from tests.models.conftest import PROMPT, AskOnce
from tests.support.openai_server import Action, Call, Fail, Hang, OpenAIServer, Say


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_WAIT", 0.02)


async def test_a_storm(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    """10 % failures, 5 % hangs and 10 % malformed answers together: 200 of 200 calls end within their lease."""
    dice = random.Random(7)  # the order of arrival differs, the shares do not

    def weather(_: Call) -> Action:
        draw = dice.random()
        if draw < 0.10:
            return Fail(500)
        if draw < 0.15:
            return Hang()
        return Say(cut=40) if draw < 0.25 else Say(delay=0.01)

    server.rule = weather
    ask = ModelEdge(settings)
    lease = 2.0
    await ask_once(ask=ask, seconds=lease)

    # The server shares this interpreter: more at a time would measure the machine and not the promise.
    together = asyncio.Semaphore(25)

    async def one(number: int) -> tuple[float, Answer]:
        async with together:
            started = time.monotonic()
            answer = await ask_once(ask=ask, seat=f"seat{number}", seconds=lease)
            return time.monotonic() - started, answer

    done = await asyncio.gather(*(one(number) for number in range(200)))
    statuses = [answer.status for _, answer in done]
    assert len(statuses) == 200
    assert set(statuses) <= {"ok", "partial", "timeout", "failed"}
    assert statuses.count("ok") > 160
    assert statuses.count("timeout") > 0
    # The lease counts from the request's start; what lies beyond it here is a busy machine.
    assert max(seconds for seconds, _ in done) < lease + 1.0
    for _, answer in done:
        assert isinstance(answer.turn, Turn)
        assert answer.turn.wall_ms <= (lease + 1.0) * 1000
        assert answer.whole == (answer.status == "ok")


def test_two_event_loops_in_one_process(settings: Settings, ask_once: AskOnce) -> None:
    ask = ModelEdge(settings)
    for _ in range(3):
        assert asyncio.run(_status(ask_once, ask)) == "ok"


async def _status(ask_once: AskOnce, ask: Any) -> str:
    answers = await asyncio.gather(ask_once(ask=ask), ask_once(ask=ask))
    return str(answers[0].status)


async def test_cancelling_the_task_cancels_the_request(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Hang())
    task = asyncio.ensure_future(ask_once())
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) == 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(server.wait_for, lambda: server.calls[0].disconnected)


async def test_no_server_at_all(ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="m", base_url="http://127.0.0.1:9/v1"))
    answer = await ask_once(ask=ask)
    assert answer.status == "failed"
    assert answer.error == "the connection failed: no server answers at 127.0.0.1:9"
    assert len(answer.turn.usages) == 4
    # Four requests were set aside, and none was used.
    told = describe_turn(answer.turn, {})
    assert (told["tokens"], told["prompt_tokens"], told["answer_tokens"], told["cost"]) == (0, 0, 0, 0)


async def test_time_that_is_already_over(server: OpenAIServer, ask_once: AskOnce) -> None:
    answer = await ask_once(seconds=0.0)
    assert (answer.status, answer.turn.mode, len(server.calls)) == ("timeout", "none", 0)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        pytest.param({"calls": 0}, "no call left", id="no calls"),
        pytest.param({"tokens": 50}, "tokens", id="too few tokens"),
        pytest.param({"cost": 0.000001}, "may cost", id="too little money"),
    ],
)
async def test_a_request_that_does_not_fit_is_not_made(
    server: OpenAIServer, ask_once: AskOnce, limits: dict[str, Any], reason: str
) -> None:
    ask = ModelEdge(Settings(model="gpt-4o", base_url=server.url))
    answer = await ask_once(ask=ask, **limits)
    assert (answer.status, answer.turn.usages, server.calls) == ("refused", (), [])
    assert answer.error is not None
    assert reason in answer.error


async def test_an_unknown_price_does_not_fit_a_cap_of_money(server: OpenAIServer, ask_once: AskOnce) -> None:
    answer = await ask_once(cost=100.0)
    assert answer.status == "refused"
    assert answer.error is not None
    assert "price is unknown" in answer.error


async def test_an_unknown_price_is_no_money_not_nothing(ask_once: AskOnce) -> None:
    assert (await ask_once()).turn.usages[0].cost is None


async def test_a_known_price_is_money(server: OpenAIServer, ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="gpt-4o", base_url=server.url))
    server.script(Say(usage=(1000, 100)))
    answer = await ask_once(ask=ask)
    # 500 prompt tokens at 2.50, 500 cached ones at 1.25 and 100 tokens at 10.00 a million.
    assert answer.turn.usages[0].cost == pytest.approx((500 * 2.5 + 500 * 1.25 + 100 * 10) / 1e6)


async def test_the_answer_is_as_long_as_the_lease_allows(server: OpenAIServer, ask_once: AskOnce) -> None:
    await ask_once(tokens=1500)
    assert 128 <= server.calls[0].limit < 1200


async def test_a_model_that_counts_more_is_expected_to_do_so_again(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce
) -> None:
    ask = ModelEdge(settings)
    server.rule = lambda _: Say(usage=(2000, 45))
    assert (await ask_once(ask=ask, tokens=3000)).status == "ok"
    assert server.calls[0].limit == 1200
    assert (await ask_once(ask=ask, tokens=3000)).status == "ok"
    assert server.calls[1].limit == 1000, "3000 less the 2000 that the same prompt had before"
    assert (await ask_once(ask=ask, tokens=2000)).status == "refused"


async def test_a_repair_that_does_not_fit_leaves_the_valid_part(server: OpenAIServer, ask_once: AskOnce) -> None:
    server.script(Say({"confidence": "high"}))
    answer = await ask_once(calls=1)
    assert (answer.status, len(server.calls), len(answer.fields)) == ("partial", 1, 9)


async def test_another_model_takes_over(server: OpenAIServer, ask_once: AskOnce) -> None:
    settings = Settings(model="a", base_url=server.url, fallbacks=(("cfo", ("b", "c")),))
    server.rule = lambda call: Fail(404) if call.body["model"] in "ab" else None
    answer = await ask_once(ask=ModelEdge(settings))
    assert (answer.status, answer.flags, answer.turn.model) == ("ok", ("fallback_model:c",), "c")
    assert [call.body["model"] for call in server.calls] == ["a", "b", "c"]
    assert [usage.attempt for usage in answer.turn.usages] == [1, 2, 3]
    assert [call.headers["x-moot-attempt"] for call in server.calls] == ["1", "2", "3"]


async def test_nobody_takes_over_when_the_time_is_over(server: OpenAIServer, ask_once: AskOnce) -> None:
    settings = Settings(model="a", base_url=server.url, fallbacks=(("cfo", ("b",)),))
    server.rule = lambda _: Hang()
    answer = await ask_once(ask=ModelEdge(settings), seconds=0.2)
    assert (answer.status, len(server.calls)) == ("timeout", 1)


async def test_a_model_per_seat(server: OpenAIServer, ask_once: AskOnce) -> None:
    ask = ModelEdge(Settings(model="a", base_url=server.url, seat_models=(("coo", "b"),)))
    turns = [(await ask_once(ask=ask, seat=seat)).turn for seat in ("cfo", "coo")]
    assert [turn.model for turn in turns] == ["a", "b"]


async def test_numbers_reach_the_turn(ask_once: AskOnce) -> None:
    turn = (await ask_once(number=3)).turn
    assert (turn.seat, turn.phase, turn.round, turn.number) == ("cfo", "position", 1, 3)


async def test_one_pool_for_all_seats(server: OpenAIServer, settings: Settings, ask_once: AskOnce) -> None:
    """One after the other, by two debates and two models: the connection is the same."""
    for each in (settings, Settings(model="other", base_url=server.url)):
        await ask_once(ask=ModelEdge(each))
    assert len(server.calls) == 2
    assert len({call.port for call in server.calls}) == 1


async def test_a_proxy_is_named_by_the_environment(
    server: OpenAIServer, ask_once: AskOnce, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stands between us and every address but one."""
    monkeypatch.setenv("http_proxy", server.url.removesuffix("/v1"))
    monkeypatch.setenv("no_proxy", "127.0.0.2")
    far = ModelEdge(Settings(model="far", base_url="http://models.invalid/v1"))
    near = ModelEdge(Settings(model="near", base_url="http://127.0.0.2:9/v1", max_attempts=1))
    assert (await ask_once(ask=far)).status == "ok"
    assert (await ask_once(ask=near)).status == "failed"
    assert [call.headers["host"] for call in server.calls] == ["models.invalid"]
    assert "proxy" not in caplog.text


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        pytest.param(Settings(model="openai:gpt-4o"), "set OPENAI_API_KEY or MOOT_API_KEY", id="no key"),
        pytest.param(Settings(model="gpt-4o"), "openai:gpt-4o", id="no server"),
        pytest.param(Settings(model="nobody:knows"), "pip install langchain", id="no package"),
        pytest.param(Settings(model="m", base_url="http://u/v1", seat_models=(("a", "nobody:7b"),)), None, id="fine"),
    ],
)
def test_what_cannot_work_is_said_at_once(
    settings: Settings, problem: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(providers, "find_spec", lambda _: None)
    if problem is None:
        ModelEdge(settings)
        return
    with pytest.raises(UsageError, match=problem):
        ModelEdge(settings)


async def test_mistakes_of_the_caller_are_raised(ask_once: AskOnce, tmp_path: Any) -> None:
    script = tmp_path / "script.yaml"
    script.write_text("otherwise: error\nanswers: []\n")
    with pytest.raises(MootError, match="the script has no answer for seat 'cfo'"):
        await ask_once(ask=ModelEdge(Settings(model=f"scripted:{script}")))


class Text(TypedDict):
    said: Annotated[str, lambda _, new: new]


async def test_inside_a_graph(server: OpenAIServer) -> None:
    """The pieces reach stream mode `messages`, and the thread of the graph reaches the gateway."""
    ask = ModelEdge(Settings(model="m", base_url=server.url))
    server.script(Say({"recommendation": "Expand"}, piece_delay=0.01))

    async def node(_: Text) -> Text:
        lease = Lease(seat="cfo", phase="position", round=1, seconds=5)
        answer = await ask(PROMPT, Position, lease, seat="cfo", phase="position", round=1)
        return {"said": answer.fields["recommendation"]}

    builder: Any = StateGraph(Text)
    graph = builder.add_node("cfo", node).add_edge(START, "cfo").add_edge("cfo", END).compile()
    pieces = []
    config: Any = {"configurable": {"thread_id": "tänk 7"}}
    piece: Any
    async for piece in graph.astream({"said": ""}, config, stream_mode="messages"):
        message, about = piece
        pieces.append(message.content)
        assert about["langgraph_node"] == "cfo"
    assert len(pieces) > 5
    assert '"recommendation": "Expand"' in "".join(pieces)
    assert server.calls[0].headers["x-moot-thread"] == "t%C3%A4nk 7"
