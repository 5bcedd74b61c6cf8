"""Models that are no OpenAI-compatible address: the embedded one, scripts, recordings, LangChain's providers."""

import asyncio
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from moot.errors import InputError, ModelError, UsageError
from moot.models import retries
from moot.models.answer import Answer
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from moot.models.testing import local
from moot.models.testing.local import LocalServer
from tests.models.conftest import AskOnce
from tests.support.openai_server import Fail, Hang, OpenAIServer, Say

TEXT = '{"recommendation": "a", "stance": "b", "timing": "c", "reasoning": "d", "confidence": 1}'


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_WAIT", 0.02)


@pytest.fixture
def embedded(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> OpenAIServer:
    """Our server in the place of llama.cpp's."""
    found = LocalServer(base_url=server.url, model_name="tiny", demonstration=True, api_key="only-here-123")
    monkeypatch.setattr(local, "open_local_model", lambda _: found)
    return server


async def test_the_queue_is_not_punished(embedded: OpenAIServer, ask_once: AskOnce) -> None:
    """Four seats, one slot, 0.2 s each, 0.5 s allowed: the last one waits longer than its limit, and answers."""
    embedded.rule = lambda _: Say(delay=0.2)
    ask = ModelEdge(Settings(model="local"))
    answers = await asyncio.gather(*(ask_once(ask=ask, seat=f"s{place}", seconds=0.5) for place in range(4)))
    assert [answer.status for answer in answers] == ["ok"] * 4
    calls = sorted(embedded.calls, key=lambda call: call.at)
    assert all(before.ended <= after.at for before, after in pairwise(calls)), "one at a time"
    queued = sorted(answer.turn.queued_ms for answer in answers)
    assert queued[0] < 100
    assert queued[-1] >= 500
    assert all(answer.turn.wall_ms < 500 for answer in answers), "waiting is no part of the turn"


async def test_the_embedded_model_is_asked_briefly(embedded: OpenAIServer, ask_once: AskOnce) -> None:
    answer = await ask_once(ask=ModelEdge(Settings(model="local")))
    call = embedded.calls[0]
    assert call.headers["authorization"] == "Bearer only-here-123"
    assert call.schema["properties"]["recommendation"]["maxLength"] == 140
    assert (answer.turn.model, answer.turn.usages[0].cost) == ("local", 0.0)


async def test_the_embedded_model_knows_no_functions(embedded: OpenAIServer, ask_once: AskOnce) -> None:
    embedded.refused = frozenset({"schema"})
    embedded.rule = lambda _: Say(
        '{"recommendation": "a", "stance": "b", "timing": "c", "reasoning": "d", "confidence": 1}'
    )
    answer = await ask_once(ask=ModelEdge(Settings(model="local:dir/my.gguf")))
    assert [call.way for call in embedded.calls] == ["schema", "prompt"]
    assert (answer.status, answer.turn.model) == ("ok", "local:my")


async def test_a_script(ask_once: AskOnce, tmp_path: Path) -> None:
    script = tmp_path / "s.yaml"
    script.write_text("- {when: {seat: cfo}, reply: {stance: wait}}\n- {when: {seat: coo}, fail: hang}\n")
    ask = ModelEdge(Settings(model=f"scripted:{script}"))
    answer = await ask_once(ask=ask)
    assert (answer.status, answer.fields["stance"], answer.turn.usages[0].cost) == ("ok", "wait", 0.0)
    assert (await ask_once(ask=ask, seat="coo", seconds=0.1)).status == "timeout"


def test_a_script_goes_on_in_the_next_event_loop(ask_once: AskOnce, tmp_path: Path) -> None:
    script = tmp_path / "s.yaml"
    script.write_text("- {times: 1, reply: {stance: first}}\n- {reply: {stance: second}}\n")
    ask = ModelEdge(Settings(model=f"scripted:{script}"))
    said = [asyncio.run(_stance(ask_once, ask)) for _ in range(2)]
    assert said == ["first", "second"]


async def _stance(ask_once: AskOnce, ask: Any) -> Any:
    return (await ask_once(ask=ask)).fields["stance"]


async def test_a_script_that_is_not_there(ask_once: AskOnce) -> None:
    with pytest.raises((InputError, UsageError), match=r"nowhere\.yaml"):
        await ask_once(ask=ModelEdge(Settings(model="scripted:nowhere.yaml")))


async def test_a_recording_says_the_same_again(server: OpenAIServer, ask_once: AskOnce, tmp_path: Path) -> None:
    """Failures, repairs, a change of the way of asking and a timeout included; without any network."""
    tape = str(tmp_path / "tape.jsonl")
    live = Settings(model="gpt-4o", base_url=server.url, record=tape)
    server.refused = frozenset({"schema"})
    server.script(Fail(500), Say({"confidence": "?"}), Say({"stance": "one"}), Say(cut=60, then="hang"))
    ask = ModelEdge(live)
    recorded = [await ask_once(ask=ask), await ask_once(ask=ask, seat="coo", seconds=0.4)]
    asked = len(server.calls)
    again = ModelEdge(Settings(model="gpt-4o", replay=tape))
    replayed = [await ask_once(ask=again), await ask_once(ask=again, seat="coo", seconds=0.4)]
    assert len(server.calls) == asked
    assert [_essence(answer) for answer in replayed] == [_essence(answer) for answer in recorded]
    assert [answer.status for answer in recorded] == ["ok", "timeout"]
    with pytest.raises(ModelError, match="'cmo'"):
        await ask_once(ask=again, seat="cmo")


def _essence(answer: Answer) -> tuple[Any, ...]:
    """All but the times."""
    turn = answer.turn.model_copy(update={"wall_ms": 0, "queued_ms": 0})
    return answer.status, answer.whole, dict(answer.fields), answer.flags, turn, answer.error, answer.raw


async def test_a_replayed_turn_takes_as_long_as_it_took(
    server: OpenAIServer, ask_once: AskOnce, tmp_path: Path
) -> None:
    tape = str(tmp_path / "tape.jsonl")
    server.script(Hang())
    first = await ask_once(ask=ModelEdge(Settings(model="m", base_url=server.url, record=tape)), seconds=0.5)
    second = await ask_once(ask=ModelEdge(Settings(model="m", replay=tape)), seconds=0.5)
    assert abs(first.turn.wall_ms - second.turn.wall_ms) < 100


class FakeProvider(GenericFakeChatModel):
    """A provider's model that knows functions, in its own dialect."""

    def bind_tools(self, tools: Any, *, tool_choice: Any = None, **_: Any) -> Any:
        return self.bind(theirs=[tool_choice, len(tools)])


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """LangChain's loader, without LangChain: it notes how it was called."""
    loaded: list[dict[str, Any]] = []

    def init_chat_model(name: str, **options: Any) -> FakeProvider:
        loaded.append({"name": name, **options})
        if options["model_provider"] == "cohere":
            raise ImportError("langchain_cohere")
        return FakeProvider(messages=iter([AIMessage(TEXT), AIMessage(TEXT)]))

    chat_models = ModuleType("langchain.chat_models")
    chat_models.init_chat_model = init_chat_model  # type: ignore[attr-defined]  # made here
    langchain = ModuleType("langchain")
    langchain.__spec__ = sys.__spec__
    monkeypatch.setitem(sys.modules, "langchain", langchain)
    monkeypatch.setitem(sys.modules, "langchain.chat_models", chat_models)
    return loaded


async def test_a_provider(provider: list[dict[str, Any]], ask_once: AskOnce) -> None:
    answer = await ask_once(ask=ModelEdge(Settings(model="anthropic:claude-opus-5", temperature=0.2)))
    assert provider == [
        {"name": "claude-opus-5", "model_provider": "anthropic", "max_tokens": 1200, "temperature": 0.2}
    ]
    assert (answer.status, answer.turn.mode, answer.turn.model) == ("ok", "function", "claude-opus-5")
    assert answer.turn.usages[0].estimated
    assert answer.turn.usages[0].cost is not None


async def test_a_provider_whose_package_is_missing(provider: list[dict[str, Any]], ask_once: AskOnce) -> None:
    with pytest.raises(UsageError, match="pip install langchain langchain-cohere"):
        await ask_once(ask=ModelEdge(Settings(model="cohere:command")))


async def test_who_can_be_asked_what_a_debate_can_do_without(
    embedded: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DESIGN 9: not the embedded model, nor a script or a recording that has no answer for it."""
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    able, unable = tmp_path / "able.yaml", tmp_path / "unable.yaml"
    able.write_text("- when: {phase: [ballot, position]}\n  reply: {}\n")
    unable.write_text("- when: {phase: position}\n  reply: {}\n- reply: {stance: wait}\n")

    async def asked(**settings: Any) -> bool:
        return (await ModelEdge(Settings(**settings)).open("comparer")).can_answer("ballot")

    assert await asked(model="m", base_url=embedded.url)
    assert not await asked(model="local")
    assert await asked(model=f"scripted:{able}")
    assert not await asked(model=f"scripted:{unable}")
    assert await asked(model="local", seat_models=(("comparer", f"scripted:{able}"),))
    tape = str(tmp_path / "tape.jsonl")
    assert await asked(model=f"scripted:{able}", record=tape)
    assert not await asked(model=f"scripted:{able}", replay=tape), "what was not asked then is not asked now"
