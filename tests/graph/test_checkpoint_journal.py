"""Where somebody else brings the checkpoints, requests are written down beside them (DESIGN 13).

So on a LangGraph server: it compiles our graphs with its own checkpointer, and after a crash runs the step again.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import START, StateGraph

from moot import build_graph
from tests.support.openai_server import Action, Call, Fail, OpenAIServer
from tests.support.scenes import SCENES

CONFIG: Any = {"configurable": {"thread_id": "one"}}
SCENE = SCENES["legal"]
CALLS = 6
"""Of 9 that the scene takes."""


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def context(server: OpenAIServer | str, **overrides: Any) -> dict[str, Any]:
    url = server if isinstance(server, str) else server.url
    return {"model": "m", "base_url": url, "overrides": overrides}


async def stop_in_the_first_wave(graph: Any, server: OpenAIServer, **settings: Any) -> None:
    server.reset()
    server.rule = SCENE.rule(delay=30)
    run = asyncio.create_task(graph.ainvoke({"question": SCENE.question}, CONFIG, context=context(server), **settings))
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) == 2, 60)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    server.rule = SCENE.rule()


async def read_turns(graph: Any) -> list[Any]:
    return list((await graph.aget_state(CONFIG)).values["turns"])


def count_lost(turns: list[Any]) -> int:
    return sum(usage.lost for turn in turns for usage in turn.usages)


async def test_what_was_in_flight_counts_when_the_step_is_run_again(server: OpenAIServer) -> None:
    graph: Any = build_graph("legal", checkpointer=InMemorySaver())
    await stop_in_the_first_wave(graph, server)
    await graph.ainvoke(None, CONFIG, context=context(server))
    turns = await read_turns(graph)
    assert count_lost(turns) == 2
    assert sum(len(turn.usages) for turn in turns) == len(server.calls)
    # The same request has the same key, and only those two were sent twice.
    keys = [call.headers["idempotency-key"] for call in server.calls]
    assert len(keys) - len(set(keys)) == 2


async def test_a_graph_inside_another_keeps_its_journal_too(server: OpenAIServer) -> None:
    class Around(TypedDict):
        question: str

    async def ask(state: Around) -> dict[str, Any]:
        inner: Any = build_graph("legal")
        await inner.ainvoke({"question": state["question"]}, context=context(server))
        return {}

    builder = StateGraph(Around)
    builder.add_node("debate", ask)
    builder.add_edge(START, "debate")
    saver = InMemorySaver()
    await stop_in_the_first_wave(builder.compile(checkpointer=saver), server)
    written = [
        channel
        async for found in saver.alist(CONFIG)
        for _, channel, _ in found.pending_writes or ()
        if found.config["configurable"]["checkpoint_ns"]
    ]
    assert written.count("moot_intents") == 2


async def test_nothing_is_kept_where_nothing_is_stored_before_the_end(server: OpenAIServer) -> None:
    saver = InMemorySaver()
    graph: Any = build_graph("legal", checkpointer=saver)
    await stop_in_the_first_wave(graph, server, durability="exit")
    assert [found async for found in saver.alist(CONFIG) if found.pending_writes] == []
    kept_nowhere: Any = build_graph("legal")
    await kept_nowhere.ainvoke({"question": SCENE.question}, context=context(server))


def open_saver(place: str) -> AbstractAsyncContextManager[BaseCheckpointSaver[Any]]:
    if place.startswith("postgresql"):
        return AsyncPostgresSaver.from_conn_string(place)
    return AsyncSqliteSaver.from_conn_string(place)


async def serve(place: str, url: str) -> int:
    """Do what a server does that starts again: go on with what is there. Returns the requests it has counted."""
    async with open_saver(place) as saver:
        await saver.setup()  # type: ignore[attr-defined]  # both have it
        graph: Any = build_graph("legal", checkpointer=saver)
        found = await graph.aget_state(CONFIG)
        given = None if found.values else {"question": SCENE.question}
        overrides = {"budget.calls": CALLS}
        await graph.ainvoke(given, CONFIG, context=context(url, **overrides))
        return sum(len(turn.usages) for turn in await read_turns(graph))


def work(place: str, url: str, out: Path) -> None:
    out.write_text(str(asyncio.run(serve(place, url))), encoding="utf-8")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "server.db")
    new: str = request.getfixturevalue("postgres").new_database()
    return new


def test_a_budget_holds_over_crashes_of_the_server(place: str, server: OpenAIServer, tmp_path: Path) -> None:
    chance, out = random.Random(place[:6]), tmp_path / "counted"
    forks = get_context("forkserver")

    def respond(call: Call) -> Action:
        return Fail(500) if chance.random() < 0.1 else replace(SCENE.rule(chance.uniform(0, 0.05))(call), usage=(0, 0))

    server.reset()
    server.rule = respond
    for crash in range(12):
        seen = len(server.calls)
        process = forks.Process(target=work, args=(place, server.url, out), daemon=True)
        process.start()
        if crash < 4:
            server.wait_for(lambda: len(server.calls) > seen or not process.is_alive(), 40)  # noqa: B023
            time.sleep(chance.uniform(0, 0.05))
            if process.is_alive() and process.pid:
                os.kill(process.pid, signal.SIGKILL)
        process.join(60)
        if out.exists():
            break
    assert len(server.calls) <= CALLS
    assert len(server.calls) <= int(out.read_text(encoding="utf-8"))
