"""Debates that run at once in one process have nothing in common but what they were given (DESIGN 10)."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from moot import Result, build_graph, debate, load_profile, open_store
from moot.knowledge.documents import open_library
from moot.nodes import Connections, Context, RunContext
from tests.support.scripts import QUESTION, say, synthesis, views, write

AGREED = views((1, 1, 1, 1))


def model_that_says(folder: Path, name: str) -> str:
    return write(folder, AGREED, synthesis(85, worded(name)), name=name)


def worded(name: str) -> str:
    """What the model of this name writes: what all voted for, in words of its own."""
    return f"Expand into Europe, says {name}."


def decided(values: dict[str, Any]) -> str | None:
    outcome = values["outcome"]
    return str(outcome.decision) if outcome else None


def recorded(path: Path) -> list[str]:
    """The decisions in a recording."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        json.loads(line["text"])["decision"] for line in lines if line.get("phase") == "synthesize" and "text" in line
    ]


async def test_debates_at_once_do_not_mix(tmp_path: Path) -> None:
    """One records, one replays, one does neither; each asks its own model."""
    store, tape = open_store("memory:"), tmp_path / "earlier.jsonl"
    earlier = model_that_says(tmp_path, "earlier")
    await debate(QUESTION, model=earlier, store=store, record=str(tape))
    kept, new = tape.read_bytes(), tmp_path / "new.jsonl"

    def start(**options: Any) -> Any:
        return debate(QUESTION, store=store, **options)

    results: list[Result] = await asyncio.gather(
        start(model=model_that_says(tmp_path, "recorded"), record=str(new)),
        start(model=earlier, replay=str(tape)),
        start(model=model_that_says(tmp_path, "plain")),
        start(model=model_that_says(tmp_path, "other"), seat_models={"synthesizer": model_that_says(tmp_path, "own")}),
    )
    assert [each.decision for each in results] == [*map(worded, ("recorded", "earlier", "plain", "own"))]
    assert recorded(new) == [worded("recorded")]
    assert tape.read_bytes() == kept


async def test_one_graph_runs_them_all(tmp_path: Path) -> None:
    """Which model answers follows from a run's context alone; a plain dictionary is one too."""
    graph = build_graph("conclave", checkpointer=InMemorySaver())
    tape, new = tmp_path / "earlier.jsonl", tmp_path / "new.jsonl"
    earlier = model_that_says(tmp_path, "earlier")

    async def run(thread: str, context: Any) -> str | None:
        config: Any = {"configurable": {"thread_id": thread}}
        return decided(await graph.ainvoke({"question": QUESTION}, config, context=context))

    assert await run("0", RunContext(model=earlier, record=str(tape))) == worded("earlier")
    kept = tape.read_bytes()
    said = await asyncio.gather(
        run("1", Context(model=model_that_says(tmp_path, "plain"))),
        run("2", RunContext(model=model_that_says(tmp_path, "recorded"), record=str(new))),
        run("3", RunContext(model=earlier, replay=str(tape))),
        run("4", {"model": model_that_says(tmp_path, "dictionary")}),
    )
    assert list(said) == [*map(worded, ("plain", "recorded", "earlier", "dictionary"))]
    assert recorded(new) == [worded("recorded")]
    assert tape.read_bytes() == kept


async def test_a_library_belongs_to_one_run(tmp_path: Path) -> None:
    folder = tmp_path / "knowledge"
    folder.mkdir()
    (folder / "churn.md").write_text("# Churn\n\nChurn fell to 3 percent after the pilot.\n", encoding="utf-8")
    graph = build_graph("conclave", checkpointer=InMemorySaver())
    model = write(tmp_path, say("retrieve", reply={"queries": ["churn pilot"]}), AGREED, synthesis(85))
    library = open_library(tmp_path, load_profile("conclave"))

    async def run(thread: str, context: Context) -> dict[str, Any]:
        config: Any = {"configurable": {"thread_id": thread}}
        values: dict[str, Any] = await graph.ainvoke({"question": QUESTION}, config, context=context)
        return values

    try:
        with_library, without = await asyncio.gather(
            run("1", RunContext(model=model, library=library)), run("2", Context(model=model))
        )
    finally:
        if library is not None:
            library.close()
    assert with_library["queries"]
    assert with_library["case"].knowledge == str(tmp_path)
    assert not without.get("queries")
    assert without["case"].knowledge is None


@pytest.mark.parametrize(
    ("given", "model"),
    [
        pytest.param(None, None, id="no context"),
        pytest.param({"model": "local"}, "local", id="a mapping"),
        pytest.param({"model": "local", "user": "ana"}, "local", id="a mapping with what is not ours"),
        pytest.param(Context(model="local"), "local", id="a client's"),
        pytest.param(RunContext(model="local", record="file"), "local", id="whoever runs it"),
        pytest.param(object(), None, id="that of a graph around ours"),
    ],
)
def test_every_kind_of_context_is_read(given: Any, model: str | None) -> None:
    assert RunContext.read(given).model == model


def test_a_client_names_no_files() -> None:
    """Recordings, libraries and accepted rules are never read from what a client sends."""
    sent = {"model": "local", "record": "/etc/passwd", "replay": "/etc/passwd", "library": "x", "accepted": "y"}
    assert RunContext.read(sent) == RunContext(model="local")


async def test_another_key_is_another_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, connections = open_store("memory:"), Connections()
    result = await debate(QUESTION, model=model_that_says(tmp_path, "x"), store=store)
    config: Any = {"configurable": {"thread_id": result.thread_id}}
    values = (await build_graph("conclave", checkpointer=store).aget_state(config)).values
    monkeypatch.setenv("MOOT_API_KEY", "one")
    first = connections.find(values["protocol"], RunContext())
    assert connections.find(values["protocol"], RunContext()) is first
    assert connections.find(values["protocol"], RunContext(record="file")) is not first
    monkeypatch.setenv("MOOT_API_KEY", "two")
    assert connections.find(values["protocol"], RunContext()) is not first
