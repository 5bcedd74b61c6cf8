"""Clients of a server may not name files of the server's machine; whoever runs moot themselves may."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from moot import build_graph, load_profile
from moot.errors import InputError, UsageError
from moot.nodes import BASE_URLS_VARIABLE, FILE_MODELS_VARIABLE, Context, check_visitor
from tests.support.scripts import QUESTION, synthesis, views, write

FILE = "scripted:/etc/hostname"


async def ask(context: dict[str, Any], *, served: bool = True) -> Any:
    graph: Any = build_graph("conclave", checkpointer=InMemorySaver(), served=served)
    config: Any = {"configurable": {"thread_id": "one"}}
    return await graph.ainvoke({"question": QUESTION}, config, context=context)


@pytest.mark.parametrize(
    "context",
    [
        pytest.param({"model": FILE}, id="a script as model"),
        pytest.param({"model": "local:/etc/hostname"}, id="a weights file as model"),
        pytest.param({"model": FILE, "base_url": "http://127.0.0.1:1/v1"}, id="a script beside an address"),
        pytest.param({"model": "m", "base_url": "http://localhost/v1", "seat_models": {"cfo": FILE}}, id="for a seat"),
        pytest.param({"overrides": {"roles.synthesizer.model": FILE}}, id="for a role"),
        pytest.param({"overrides": {"roles.synthesizer.fallback": [FILE]}}, id="that takes over"),
        pytest.param({"overrides": {"seats": [{"id": "cfo", "model": FILE}, {"id": "coo"}]}}, id="in a list of seats"),
    ],
)
async def test_a_client_may_not_name_files(context: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        await ask(context)
    assert "names a file on the server" in str(caught.value)
    # What a LangGraph server passes on to its clients.
    assert isinstance(caught.value, ValueError)


async def test_the_operator_may_allow_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    with pytest.raises(InputError):
        await ask({"model": model})
    monkeypatch.setenv(FILE_MODELS_VARIABLE, "1")
    assert (await ask({"model": model}))["status"] == "decided"


async def test_the_operators_own_model_may_be_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MODEL", write(tmp_path, views((1, 1, 1, 1)), synthesis(85)))
    assert (await ask({}))["status"] == "decided"


async def test_a_graph_of_ones_own_takes_files(tmp_path: Path) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    assert (await ask({"model": model}, served=False))["outcome"].status == "decided"


@pytest.mark.parametrize(
    ("url", "refused"),
    [
        pytest.param("http://models.example/v1", True, id="an address of the client's choice"),
        pytest.param("http://user:pass@models.example/v1", True, id="with a password in it"),
        pytest.param("https://127.0.0.1.models.example/v1", True, id="that looks like this machine"),
        pytest.param("https://allowed.example/v1", False, id="that the operator allows"),
        pytest.param("https://own.example/v1", False, id="the operator's own"),
        pytest.param("http://127.0.0.1:1/v1", False, id="this machine"),
    ],
)
async def test_the_servers_key_stays_where_the_operator_wants_it(
    url: str, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-marked-key-of-the-server")
    monkeypatch.setenv("MOOT_BASE_URL", "https://own.example/v1")
    monkeypatch.setenv(BASE_URLS_VARIABLE, "https://other.example/v1, https://allowed.example/v1")
    profile = load_profile("conclave")
    if not refused:
        check_visitor(Context(model="m", base_url=url), profile, profile)
        return
    with pytest.raises(InputError, match="key would be sent to") as caught:
        check_visitor(Context(model="m", base_url=url), profile, profile)
    assert "pass@" not in str(caught.value)
