"""Clients of a server may not name files of the server's machine; whoever runs moot themselves may."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from moot import build_graph
from moot.errors import InputError, UsageError
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


@pytest.mark.parametrize(
    ("context", "said"),
    [
        ({"model": 5}, "model: 5 cannot be read"),
        ({"seat_models": ["m"]}, "seat_models: ['m'] cannot be read"),
        ({"overrides": "rounds.max=2"}, "overrides: 'rounds.max=2' cannot be read"),
        ({"seat_models": {"ceo": "m"}}, "conclave has no seat 'ceo'; there are cro, cfo"),
        ({"seat_models": {"cfo": 5}}, "seat_models: cfo: 5 is no name"),
    ],
)
async def test_a_setting_that_would_be_passed_over_is_one_clear_line(context: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        await ask(context)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_what_a_form_leaves_empty_is_no_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MODEL", write(tmp_path, views((1, 1, 1, 1)), synthesis(85)))
    assert (await ask({"model": "", "base_url": None, "seat_models": {}, "overrides": {}}))["status"] == "decided"


async def test_the_operator_may_allow_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    with pytest.raises(InputError):
        await ask({"model": model})
    monkeypatch.setenv("MOOT_ALLOW_FILE_MODELS", "1")
    assert (await ask({"model": model}))["status"] == "decided"


async def test_the_operators_own_model_may_be_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MODEL", write(tmp_path, views((1, 1, 1, 1)), synthesis(85)))
    assert (await ask({}))["status"] == "decided"


async def test_a_graph_of_ones_own_takes_files(tmp_path: Path) -> None:
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    assert (await ask({"model": model}, served=False))["outcome"].status == "decided"
