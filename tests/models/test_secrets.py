"""A key appears in nothing that people or files get to see."""

import logging
from typing import Any

import pytest

from moot.models.ask import ModelEdge
from moot.models.cleaning.redaction import one_line, redact, redact_address
from moot.models.settings import Settings
from tests.models.conftest import AskOnce
from tests.support.openai_server import Fail, OpenAIServer, Say

MARKER = "mk-MARKER-9f8e7d6c5b4a"


@pytest.mark.parametrize("variable", ["OPENAI_API_KEY", "MOOT_API_KEY"])
@pytest.mark.parametrize(
    "action",
    [
        Say(),
        Fail(401, f"Incorrect API key provided: {MARKER}."),
        Fail(403, f"key {MARKER} is not allowed"),
        Fail(400, f"Authorization: Bearer {MARKER}"),
        Fail(429, f"the key {MARKER} is over its limit", retry_after="60"),
        Say(error=f"internal: {MARKER}", then="drop"),
    ],
)
async def test_the_key(
    server: OpenAIServer,
    ask_once: AskOnce,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    variable: str,
    action: Any,
) -> None:
    monkeypatch.setenv(variable, MARKER)
    caplog.set_level(logging.DEBUG)
    settings = Settings(model="m", base_url=server.url)
    edge = ModelEdge(settings)
    server.rule = lambda _: action
    served = await edge.open()  # what it imports takes longer on a busy machine than a seat has
    answer = await ask_once(ask=edge, seconds=30)
    assert server.calls[0].headers["authorization"] == f"Bearer {MARKER}", "the server does get it"
    seen = [repr(answer), str(answer.error), repr(settings), repr(served), repr(served.model), repr(edge), caplog.text]
    seen += [served.model.model_dump_json(), *capfd.readouterr()]
    for text in seen:
        assert MARKER not in text
        assert MARKER[3:] not in text


async def test_no_key_is_needed_for_a_server_of_ones_own(server: OpenAIServer, ask_once: AskOnce) -> None:
    assert (await ask_once()).status == "ok"
    assert server.calls[0].headers["authorization"] == "Bearer none"


async def test_our_own_variable_goes_first(
    server: OpenAIServer, settings: Settings, ask_once: AskOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "theirs-123")
    monkeypatch.setenv("MOOT_API_KEY", "ours-123")
    await ask_once(ask=ModelEdge(settings))
    assert server.calls[0].headers["authorization"] == "Bearer ours-123"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("key sk-proj-abcdefgh12345678 is bad", "key *** is bad", id="a key by its look"),
        pytest.param("provided: sk-ab***************wxyz.", "provided: ***", id="masked in part by the server"),
        pytest.param("Authorization: Bearer abc.def", "Authorization: ***", id="a bearer token"),
        pytest.param("http://user:pass@host/v1 failed", "http://***host/v1 failed", id="an address with a password"),
        pytest.param("my-secret-value rejected", "*** rejected", id="a value of the environment"),
        pytest.param("risk-taking is a task", "risk-taking is a task", id="ordinary words"),
    ],
)
def test_redact(monkeypatch: pytest.MonkeyPatch, text: str, shown: str) -> None:
    monkeypatch.setenv("SOME_SERVICE_TOKEN", "my-secret-value")
    assert redact(text) == shown


def test_one_line() -> None:
    assert one_line("a\n  b\tc") == "a b c"
    assert len(one_line("x" * 1000)) == 300


def test_what_an_address_tells() -> None:
    """A store's address can be copied from what is said, but for its secrets; of any other no value is told."""
    store = "postgresql://me@/moot?host=/run/pg&password=hush"
    assert redact(store) == "postgresql://***/moot?host=/run/pg&password=***"
    assert redact_address("http://host/v1?api-version=7&tenant=a%20b and so on") == (
        "http://host/v1?api-version=***&tenant=*** and so on"
    )
