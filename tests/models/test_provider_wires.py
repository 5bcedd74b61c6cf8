"""Each row of docs/providers.md, tried against a server that speaks the provider's wire format (tests/support)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from moot.cli.checkup import check_up, describe_checkup
from moot.configs import load_profile
from moot.errors import UsageError
from moot.models import openai_chat, retries
from moot.models.ask import ModelEdge
from moot.models.providers import check_model
from moot.models.settings import Settings
from tests.models.conftest import AskOnce
from tests.support import provider_wires as wires
from tests.support.provider_servers import ANSWER_TOKENS, KEY, PROMPT_TOKENS, ProviderServer, WireFormat

PAGE = Path(__file__).parents[2] / "docs" / "providers.md"


@dataclass(frozen=True)
class Row:
    """A provider: how its models are named, what the environment says, and which ways of asking work."""

    wire: Callable[[], WireFormat]
    model: str
    works: tuple[str, ...]
    """In the order they are tried; the first is the way a debate asks."""
    fails: tuple[str, ...] = ()
    base_url: str | None = None
    """What stands behind the server's address, where a base URL is given."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """URL stands for the address of the server."""
    package: str = ""
    strict: bool = False
    """Whether the service demands strict schemas, as it would by its host name."""


OPENAI = {"OPENAI_API_KEY": KEY}
ALL = ("schema", "function", "prompt")
ROWS: Mapping[str, Row] = {
    "OpenAI": Row(wires.OpenAI, "openai:gpt-5-mini", ALL, base_url="/v1", environment=OPENAI, strict=True),
    "Azure OpenAI": Row(
        wires.Azure,
        "azure_openai:my-deployment",
        ALL,
        environment={"AZURE_OPENAI_ENDPOINT": "URL", "AZURE_OPENAI_API_KEY": KEY},
    ),
    "Anthropic": Row(
        wires.Anthropic,
        "anthropic:claude-sonnet-4-5",
        ("function", "schema", "prompt"),
        environment={"ANTHROPIC_API_URL": "URL", "ANTHROPIC_BASE_URL": "URL", "ANTHROPIC_API_KEY": KEY},
        package="langchain_anthropic",
    ),
    "Google Gemini": Row(
        wires.Gemini,
        "google_genai:gemini-2.5-pro",
        ALL,
        environment={"GOOGLE_GEMINI_BASE_URL": "URL", "GOOGLE_API_KEY": KEY},
        package="langchain_google_genai",
    ),
    "Mistral": Row(
        wires.Mistral,
        "mistralai:mistral-large-latest",
        ALL,
        environment={"MISTRAL_BASE_URL": "URL/v1", "MISTRAL_API_KEY": KEY},
        package="langchain_mistralai",
    ),
    "Ollama": Row(
        wires.Ollama,
        "ollama:gemma3",
        ("schema", "prompt"),
        ("function",),
        environment={"OLLAMA_HOST": "URL"},
        package="langchain_ollama",
    ),
    "vLLM": Row(wires.VLLM, "Qwen/Qwen3-8B", ALL, base_url="/v1", environment=OPENAI),
    "llama.cpp": Row(wires.LlamaCpp, "any", ("schema", "prompt"), ("function",), "/v1", OPENAI),
    "LM Studio": Row(wires.LMStudio, "qwen3-8b", ("schema", "prompt"), ("function",), "/v1", OPENAI),
    "LiteLLM": Row(wires.LiteLLM, "claude-on-bedrock", ("function", "prompt"), ("schema",), "/v1", OPENAI),
    "OpenRouter": Row(
        wires.OpenRouter, "openai:meta/llama-4", ALL, base_url="/api/v1", environment=OPENAI, strict=True
    ),
}

# Packages of others may warn of what they will change; that is theirs to answer for.
pytestmark = pytest.mark.filterwarnings("ignore:::(?!moot|tests)")


@pytest.fixture(params=ROWS)
def row(request: pytest.FixtureRequest) -> Row:
    found = ROWS[request.param]
    if found.package and not (find_spec(found.package) and find_spec("langchain")):
        pytest.skip(f"{found.package} is not installed: pip install 'moot[providers]'")
    return found


@pytest.fixture
def provider(row: Row, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProviderServer]:
    """The provider's server, and an environment in which it is found."""
    monkeypatch.setattr(retries, "_FIRST_WAIT", 0.02)
    for name in ("OPENAI_API_KEY", "MOOT_API_KEY", "OPENAI_API_VERSION"):
        monkeypatch.delenv(name, raising=False)
    if row.strict:
        monkeypatch.setattr(openai_chat, "_STRICT_HOSTS", ("127.0.0.1",))
    with ProviderServer(row.wire()) as server:
        for name, value in row.environment.items():
            monkeypatch.setenv(name, value.replace("URL", server.url))
        yield server


def settings(row: Row, provider: ProviderServer) -> Settings:
    return Settings(model=row.model, base_url=None if row.base_url is None else provider.url + row.base_url)


async def test_a_position_is_asked_in_the_first_way_that_works(
    row: Row, provider: ProviderServer, ask_once: AskOnce
) -> None:
    answer = await ask_once(ask=ModelEdge(settings(row, provider)), tokens=20_000)
    assert (answer.status, answer.error) == ("ok", None)
    assert answer.turn.mode == row.works[0]
    (usage,) = [each for each in answer.turn.usages if each.completion_tokens]
    assert (usage.prompt_tokens, usage.completion_tokens, usage.estimated) == (PROMPT_TOKENS, ANSWER_TOKENS, False)
    sent = provider.requests[-1].body
    assert _limit(sent), "an answer without a limit can cost more than its lease"
    assert len(provider.requests) - 1 == len([way for way in row.fails if way == "schema"]), "nothing is tried twice"


def _limit(body: Any) -> Any:
    """The most tokens an answer may have, wherever the provider keeps it."""
    inner = body.get("generationConfig") or body.get("options") or body
    names = ("max_completion_tokens", "max_tokens", "maxOutputTokens", "num_predict")
    return next((inner[name] for name in names if name in inner), None)


async def test_the_doctor_says_which_way_works(row: Row, provider: ProviderServer, tmp_path: Path) -> None:
    found = await check_up(settings(row, provider), load_profile("conclave"), f"sqlite:///{tmp_path}/doctor.db")
    assert found.ok, found.problems
    assert found.model is not None
    assert {way.way: way.status for way in found.model.ways} == {
        **dict.fromkeys(row.works, "works"),
        **dict.fromkeys(row.fails, "fails"),
    }
    assert found.model.asked_by == row.works[0]
    told = describe_checkup(found)
    assert f"debates ask it by {row.works[0]}" in told
    assert KEY not in told


async def test_a_wrong_key_is_one_clear_line(
    row: Row, provider: ProviderServer, ask_once: AskOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    if row.wire is wires.Ollama:
        pytest.skip("it asks for no key")
    for name, value in row.environment.items():
        if value == KEY:
            monkeypatch.setenv(name, "another-key-0123456789")
    answer = await ask_once(ask=ModelEdge(settings(row, provider)))
    assert answer.status == "failed"
    assert answer.error is not None
    assert answer.error.startswith("401: "), answer.error
    assert "\n" not in answer.error
    assert "another-key" not in answer.error
    assert len(provider.requests) == 1, "a wrong key does not become right by asking again"


@pytest.mark.parametrize("status", [429, 503])
async def test_a_busy_service_is_asked_again(
    row: Row, provider: ProviderServer, ask_once: AskOnce, status: int
) -> None:
    provider.failing = [(status, "try again later")]
    answer = await ask_once(ask=ModelEdge(settings(row, provider)))
    assert (answer.status, answer.turn.mode) == ("ok", row.works[0]), answer.error
    assert len(provider.requests) > 1


async def test_an_unknown_model_is_one_clear_line(row: Row, provider: ProviderServer, ask_once: AskOnce) -> None:
    provider.failing = [(404, "no such model")] * 3
    answer = await ask_once(ask=ModelEdge(settings(row, provider)))
    assert answer.status == "failed"
    assert answer.error is not None
    assert answer.error.startswith("404: "), answer.error
    assert len(provider.requests) == 1


def test_the_page_has_these_rows() -> None:
    lines = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    table = {cells[1].strip(): [cell.strip() for cell in cells[2:-1]] for cells in lines[2:]}
    assert list(table) == list(ROWS)
    for name, row in ROWS.items():
        named, asked = table[name][0], table[name][2]
        assert row.model.partition(":")[0] in named or row.base_url, name
        assert tuple(re.findall(r"schema|function|words", asked)) == tuple(
            way.replace("prompt", "words") for way in row.works
        ), name


def test_azure_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
    with pytest.raises(UsageError, match="needs AZURE_OPENAI_ENDPOINT in the environment"):
        check_model("azure_openai:my-deployment")


@pytest.mark.parametrize(
    ("model", "told"),
    [("nobody:knows", "nobody"), ("cohere:command", "pip install")],
)
async def test_what_a_package_lacks_is_one_line(model: str, told: str, ask_once: AskOnce) -> None:
    pytest.importorskip("langchain", reason="pip install 'moot[providers]'")
    with pytest.raises(UsageError, match=f"(?i)model '{model}'.*({told})") as refused:
        await ask_once(ask=ModelEdge(Settings(model=model)))
    assert "\n" not in str(refused.value)
