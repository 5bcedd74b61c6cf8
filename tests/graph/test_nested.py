"""A debate as a node of somebody else's graph (INTERFACES 4): contexts, Send, interrupts, streams and savers."""

import operator
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.event_hooks import register_serde_event_listener
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, Send
from typing_extensions import TypedDict

from moot import build_graph
from tests.support.postgres import PostgresServer
from tests.support.scripts import QUESTION, synthesis, views, write

QUICK = {"rounds.max": 1, "council.enabled": False}
PROPOSED = "Expand into Europe with a pilot."
CONFIG: Any = {"configurable": {"thread_id": "t"}}


class Parent(MessagesState):
    question: str
    status: str
    decision: str | None


@dataclass
class Settings:
    """The parent's own context, with something that is not ours."""

    model: str
    overrides: dict[str, Any]
    tenant: str = "acme"


class Topics(TypedDict, total=False):
    topics: list[str]
    decisions: Annotated[list[str], operator.add]


def script(folder: Path, confidence: int = 90) -> str:
    return write(folder, views((1, 1, 1, 1)), synthesis(confidence))


def nest(schema: Any = None, saver: Any = None) -> Any:
    parent = StateGraph(Parent, context_schema=schema)
    parent.add_node("debate", build_graph("conclave"))
    parent.add_edge(START, "debate")
    parent.add_edge("debate", END)
    return parent.compile(checkpointer=saver)


@pytest.mark.parametrize("kind", ["a dictionary without a schema", "the parent's own class", "the environment"])
async def test_every_context_reaches_the_debate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    model = script(tmp_path)
    schema: Any = None
    context: Any = None
    match kind:
        case "a dictionary without a schema":
            context = {"model": model, "overrides": QUICK, "tenant": "acme"}
        case "the parent's own class":
            schema, context = Settings, Settings(model, QUICK)
        case _:
            monkeypatch.setenv("MOOT_MODEL", model)
    values = await nest(schema).ainvoke({"question": QUESTION}, context=context)
    assert (values["status"], values["decision"]) == ("decided", PROPOSED)
    # The parent's conversation has the debate in it.
    assert values["messages"][0].content == QUESTION
    assert values["messages"][-1].name == "moot"


async def test_several_debates_are_sent_at_once(tmp_path: Path) -> None:
    debates: Any = build_graph("conclave")
    model = script(tmp_path)

    async def argue(given: dict[str, Any]) -> dict[str, Any]:
        ended = await debates.ainvoke({"question": given["question"]}, context={"model": model, "overrides": QUICK})
        return {"decisions": [f"{given['question']} {ended['decision']}"]}

    parent: Any = StateGraph(Topics)
    parent.add_node("argue", argue)
    parent.add_conditional_edges(
        START, lambda state: [Send("argue", {"question": each}) for each in state["topics"]], ["argue"]
    )
    values = await parent.compile().ainvoke({"topics": ["Shall we sell A?", "Shall we sell B?"]})
    assert values["decisions"] == [f"Shall we sell A? {PROPOSED}", f"Shall we sell B? {PROPOSED}"]


async def test_a_graph_can_be_sent_to_as_it_is(tmp_path: Path) -> None:
    parent: Any = StateGraph(Parent)
    parent.add_node("debate", build_graph("conclave"))
    parent.add_conditional_edges(START, lambda _: [Send("debate", {"question": QUESTION})], ["debate"])
    values = await parent.compile().ainvoke({}, context={"model": script(tmp_path), "overrides": QUICK})
    assert values["decision"] == PROPOSED


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        pytest.param("approve", PROPOSED, id="a text"),
        pytest.param({"decisions": [{"type": "edit", "decision": "Wait."}]}, "Wait.", id="LangChain's form"),
        pytest.param([{"type": "accept", "args": None}], PROPOSED, id="the inbox's form"),
    ],
)
async def test_a_pause_goes_up_two_levels_and_is_answered_there(tmp_path: Path, answer: Any, decision: str) -> None:
    unknown: list[Any] = []
    stop = register_serde_event_listener(unknown.append)
    try:
        outer: Any = StateGraph(Parent)
        outer.add_node("inner", nest())
        outer.add_edge(START, "inner")
        graph = outer.compile(checkpointer=InMemorySaver())
        context: Any = {"model": script(tmp_path, 40), "overrides": QUICK}
        paused = await graph.ainvoke({"question": QUESTION}, CONFIG, context=context)
        (pause,) = paused["__interrupt__"]
        assert pause.value["action_requests"][0]["args"] == {"decision": PROPOSED}
        values = await graph.ainvoke(Command(resume=answer), CONFIG, context=context)
    finally:
        stop()
    assert (values["status"], values["decision"]) == ("decided", decision)
    assert [each for each in unknown if each["module"].startswith("moot.")] == []


@asynccontextmanager
async def open_saver(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    """Open a checkpointer as somebody else's graph would: nobody tells it of our values."""
    if kind == "sqlite":
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

        async with AsyncSqliteSaver.from_conn_string(str(folder / "theirs.db")) as saver:
            yield saver
        return
    postgres: PostgresServer = request.getfixturevalue("postgres")
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    async with AsyncPostgresSaver.from_conn_string(postgres.new_database()) as saver:
        await saver.setup()
        yield saver


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_the_parents_own_database_keeps_a_pause(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that comes later answers it, and nobody's saver warns of our values."""
    context: Any = {"model": script(tmp_path, 40), "overrides": QUICK}
    async with open_saver(kind, tmp_path, request) as saver:
        paused = await nest(saver=saver).ainvoke({"question": QUESTION}, CONFIG, context=context)
        assert paused["__interrupt__"]
        values = await nest(saver=saver).ainvoke(Command(resume="approve"), CONFIG, context=context)
    assert (values["status"], values["decision"]) == ("decided", PROPOSED)
    assert not [each for each in caplog.records if "unregistered" in each.getMessage()]


async def test_what_happens_inside_is_streamed_outside(tmp_path: Path) -> None:
    graph = nest(saver=InMemorySaver())
    context = {"model": script(tmp_path), "overrides": QUICK}
    seen, nodes = set(), set()
    async for space, mode, data in graph.astream(
        {"question": QUESTION}, CONFIG, context=context, stream_mode=["updates", "custom"], subgraphs=True
    ):
        if space and mode == "custom":
            seen.add(data["event"])
        if space and mode == "updates":
            nodes |= set(data)
    assert {"seat_started", "seat_finished", "round_closed", "ended"} <= seen
    assert {"position_cfo", "synthesize", "emit"} <= nodes


STRICT = """
import asyncio, sys
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.graph.test_nested import CONFIG, QUESTION, QUICK, nest
graph = nest(saver=InMemorySaver())
context = {"model": sys.argv[1], "overrides": QUICK}
asyncio.run(graph.ainvoke({"question": QUESTION}, CONFIG, context=context))
values = asyncio.run(graph.ainvoke(Command(resume="approve"), CONFIG, context=context))
print(values["status"], values["decision"])
"""


def test_strict_msgpack_and_somebody_elses_saver_say_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STRICT, script(tmp_path, 40)],
        env={**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"decided {PROPOSED}\n", "")
