"""Who provides a model: taken from its name, registered by a plug-in, or known to LangChain."""

from typing import Any

import httpx2
import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from moot.errors import UnknownNameError, UsageError
from moot.models.ask import ModelEdge
from moot.models.openai_chat import open_chat
from moot.models.providers import PROVIDERS, ModelName, check_model, parse_model
from moot.models.settings import Settings
from tests.models.conftest import AskOnce
from tests.support.openai_server import OpenAIServer


@pytest.mark.parametrize(
    ("spec", "base_url", "parsed"),
    [
        ("openai:gpt-4o", None, ModelName("openai", "gpt-4o")),
        ("openai:gpt-4o", "http://x/v1", ModelName("openai", "gpt-4o")),
        ("llama3:8b", "http://x/v1", ModelName("openai", "llama3:8b")),
        ("org/model", "http://x/v1", ModelName("openai", "org/model")),
        ("anthropic:claude", None, ModelName("provider", "claude", "anthropic")),
        ("anthropic:claude", "http://x/v1", ModelName("provider", "claude", "anthropic")),
        ("newcomer:model", None, ModelName("provider", "model", "newcomer")),
        ("local", None, ModelName("local", "")),
        ("local:/models/a.gguf", "http://x/v1", ModelName("local", "/models/a.gguf")),
        ("scripted:a.yaml", None, ModelName("scripted", "a.yaml")),
    ],
)
def test_names(spec: str, base_url: str | None, parsed: ModelName) -> None:
    assert parse_model(spec, base_url) == parsed


@pytest.mark.parametrize(
    ("spec", "remedy"),
    [("", "--base-url"), ("gpt-4o", "--base-url"), (":x", "--base-url"), ("openai:", "write openai:NAME")],
)
def test_names_that_mean_nothing(spec: str, remedy: str) -> None:
    with pytest.raises(UsageError, match=remedy):
        parse_model(spec)


@pytest.mark.parametrize(
    ("spec", "nearest"),
    [
        pytest.param("opnai:gpt-4o", "openai", id="ours"),
        pytest.param("scipted:a.yaml", "scripted", id="ours, with a file"),
        pytest.param("antropic:claude", "anthropic", id="LangChain's"),
        pytest.param("mistral:large", "mistralai", id="a prefix of the right name"),
    ],
)
def test_the_nearest_provider_is_told(spec: str, nearest: str) -> None:
    with pytest.raises(UnknownNameError, match=f"is not a known provider; did you mean '{nearest}'") as refused:
        check_model(spec)
    assert refused.value.exit_code == 2


def test_a_prefix_is_part_of_the_name_where_an_address_is_given() -> None:
    assert check_model("opnai:gpt-4o", "http://127.0.0.1:1/v1") == ModelName("openai", "opnai:gpt-4o")


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards what a test registers."""
    monkeypatch.setattr(PROVIDERS, "_entries", dict(PROVIDERS._entries))
    monkeypatch.setattr(PROVIDERS, "_origins", dict(PROVIDERS._origins))


async def test_models_share_what_they_do_not_use() -> None:
    """Every address has a model of its own, and a process that meets many must not grow by a megabyte with each."""
    one, other = [await open_chat("m", f"http://127.0.0.1:1/{path}", "key") for path in ("a", "b")]
    assert one.http_client is not None
    assert one.http_client is other.http_client
    assert one.http_async_client is other.http_async_client


@pytest.mark.usefixtures("registered")
async def test_a_client_of_ones_own_is_used(server: OpenAIServer, ask_once: AskOnce) -> None:
    """Hooks and headers of the user's own HTTP client see every request, and so does whoever instruments it."""
    seen: list[str] = []

    async def note(request: httpx2.Request) -> None:
        seen.append(f"{request.method} {request.url.path}")

    async with httpx2.AsyncClient(headers={"x-gateway": "blue"}, event_hooks={"request": [note]}) as client:

        @PROVIDERS.register("house")
        def open_house(name: str, settings: Settings) -> BaseChatModel:
            return ChatOpenAI(
                model_name=f"house-{name}",
                openai_api_base=settings.base_url,
                openai_api_key=SecretStr("house-key-123"),
                openai_organization="org-7",
                http_async_client=client,
            )

        answer = await ask_once(ask=ModelEdge(Settings(model="house:small", base_url=server.url)))
    call = server.calls[0]
    assert seen == ["POST /v1/chat/completions"]
    assert {name: call.headers[name] for name in ("authorization", "openai-organization", "x-gateway")} == {
        "authorization": "Bearer house-key-123",
        "openai-organization": "org-7",
        "x-gateway": "blue",
    }
    assert (call.body["model"], call.way, call.headers["x-moot-seat"]) == ("house-small", "schema", "cfo")
    assert (answer.status, answer.turn.model, answer.turn.usages[0].estimated) == ("ok", "small", False)


@pytest.mark.usefixtures("registered")
async def test_any_chat_model_will_do(ask_once: AskOnce) -> None:
    text = '{"recommendation": "a", "stance": "b", "timing": "c", "reasoning": "d", "confidence": 1}'

    @PROVIDERS.register("parrot", ways=("prompt",))
    async def open_parrot(name: str, settings: Settings) -> BaseChatModel:
        return GenericFakeChatModel(messages=iter([AIMessage(text)]))

    answer = await ask_once(ask=ModelEdge(Settings(model="parrot:grey")))
    assert (answer.status, answer.turn.mode, answer.turn.model) == ("ok", "prompt", "grey")


@pytest.mark.usefixtures("registered")
def test_what_cannot_be_called_is_no_provider() -> None:
    wrong: Any = "a model"
    with pytest.raises(TypeError, match="a provider is a function"):
        PROVIDERS.register("wrong")(wrong)
