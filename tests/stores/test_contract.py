"""Memory, SQLite and Postgres keep debates in the same way: every test here runs on all three."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from moot.errors import StoreError
from moot.state.debate import MultiAgentState
from moot.state.findings import Convergence
from moot.state.positions import Claim, Position
from moot.state.remarks import Remark
from moot.stores import Entry, Store, open_store

POSITION = Position(
    seat="cfo",
    round=1,
    recommendation="esperar até março",
    premises=("demanda incerta",),
    claims=(Claim(id="C1", statement="O caixa basta", evidence=("E1",), confidence=0.7),),
    confidence=0.7,
)
CONVERGENCE = Convergence(converged=False, value=0.5, details={"premises": 0.5}, stop_reason=None, reason="half")
CONFIG: Any = {"configurable": {"thread_id": "one"}}


def graph_on(store: Store) -> Any:
    """Three steps with real values of a debate, the last of which waits for somebody."""
    builder = StateGraph(MultiAgentState)

    async def speak(state: MultiAgentState) -> dict[str, Any]:
        return {"positions": [POSITION], "round": 1, "convergence": CONVERGENCE}

    async def speak_again(state: MultiAgentState) -> dict[str, Any]:
        return {"positions": [POSITION.model_copy(update={"round": 2})], "round": 2, "breaker": None}

    async def ask(state: MultiAgentState) -> dict[str, Any]:
        return {"guidance": [interrupt({"why": "somebody has to look", "sides": [1, 2]})]}

    for name, node in (("speak", speak), ("speak_again", speak_again), ("ask", ask)):
        builder.add_node(name, node)
    builder.add_edge(START, "speak")
    builder.add_edge("speak", "speak_again")
    builder.add_edge("speak_again", "ask")
    builder.add_edge("ask", END)
    return builder.compile(checkpointer=store)


def line(thread: str, at: float, status: str = "decided", question: str = "Why?", **more: Any) -> Entry:
    return Entry(thread, at, at, "conclave", status, question, **more)


def names(found: Sequence[Entry]) -> list[str]:
    return [entry.thread for entry in found]


async def test_a_debate_comes_back_as_it_was(store: Store) -> None:
    graph = graph_on(store)
    await graph.ainvoke({"question": "Vamos à Europa?"}, CONFIG)
    snapshot = await graph.aget_state(CONFIG)
    assert snapshot.next == ("ask",)
    assert snapshot.interrupts[0].value == {"why": "somebody has to look", "sides": [1, 2]}
    assert snapshot.values["positions"] == [POSITION, POSITION.model_copy(update={"round": 2})]
    assert snapshot.values["positions"][0].claims[0].evidence == ("E1",)
    assert snapshot.values["convergence"] == CONVERGENCE
    assert (snapshot.values["question"], snapshot.values["breaker"]) == ("Vamos à Europa?", None)


async def test_a_pause_is_answered_later(store: Store, url: str) -> None:
    await graph_on(store).ainvoke({"question": "Why?"}, CONFIG)
    later = store if url == "memory:" else open_store(url)
    done = await graph_on(later).ainvoke(Command(resume="go on"), CONFIG)
    assert done["guidance"] == ["go on"]
    await later.aclose()


async def test_history_and_branches(store: Store) -> None:
    graph = graph_on(store)
    await graph.ainvoke({"question": "Why?"}, CONFIG)
    history = [snapshot async for snapshot in graph.aget_state_history(CONFIG)]
    assert [each.next for each in history] == [("ask",), ("speak_again",), ("speak",), ("__start__",)]
    assert [len(each.values.get("positions") or []) for each in history] == [2, 1, 0, 0]
    early = history[1]
    branch = await graph.aupdate_state(early.config, {"question": "How?"}, as_node="speak")
    await graph.ainvoke(None, branch)
    assert (await graph.aget_state(CONFIG)).values["question"] == "How?"
    assert (await graph.aget_state(history[0].config)).values["question"] == "Why?"
    limited = [each async for each in graph.aget_state_history(CONFIG, limit=2)]
    assert len(limited) == 2


async def test_plain_calls_work_inside_a_running_loop(store: Store) -> None:
    """A notebook cell runs in a loop and may still ask without await."""
    graph = graph_on(store)
    await graph.ainvoke({"question": "Why?"}, CONFIG)
    assert graph.get_state(CONFIG).next == ("ask",)
    assert len(list(graph.get_state_history(CONFIG))) == 4
    written = graph.update_state(CONFIG, {"question": "How?"}, as_node="speak_again")
    assert graph.get_state(written).values["question"] == "How?"


def test_each_event_loop_may_use_it(url: str) -> None:
    """One asyncio.run after the other, and two at the same time in threads of their own."""
    store = open_store(url)

    async def once(thread: str) -> str:
        config: Any = {"configurable": {"thread_id": thread}}
        await graph_on(store).ainvoke({"question": thread}, config)
        await store.note(line(thread, 1.0))
        found = (await graph_on(store).aget_state(config)).values["question"]
        await store.aclose()
        return str(found)

    assert [asyncio.run(once("a")), asyncio.run(once("b"))] == ["a", "b"]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda name: asyncio.run(once(name)), ["c", "d"])) == ["c", "d"]
    assert asyncio.run(_threads(store)) == ["a", "b", "c", "d"]


async def _threads(store: Store) -> list[str]:
    async with store:
        return names(await store.entries())


async def test_after_closing_it_can_be_used_again(store: Store) -> None:
    await store.note(line("one", 1.0))
    await store.aclose()
    await store.aclose()
    assert await store.entry("one") == line("one", 1.0)


async def test_a_line_of_the_index_is_replaced(store: Store) -> None:
    await store.note(line("one", 1.0, "running"))
    whole = line("one", 2.0, "needs_review", reason="below 0.50", value_at_risk=1e6, parent="zero")
    await store.note(whole)
    assert await store.entry("one") == whole
    assert names(await store.entries()) == ["one"]
    assert await store.entry("nobody") is None


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param({}, ["d", "c", "b", "a"], id="newest first"),
        pytest.param({"statuses": ["needs_review"]}, ["c", "a"], id="one status"),
        pytest.param({"statuses": ["running", "decided"]}, ["d", "b"], id="two statuses"),
        pytest.param({"statuses": ["failed"]}, [], id="a status nobody has"),
        pytest.param({"search": "EUROPE"}, ["d", "b"], id="whatever the case"),
        pytest.param({"search": "100%"}, ["c"], id="a percent sign is a percent sign"),
        pytest.param({"search": "_"}, [], id="so is an underscore"),
        pytest.param({"search": "C"}, ["d", "c"], id="in the question or the id"),
        pytest.param({"search": "ação"}, ["a"], id="beyond ASCII"),
        pytest.param({"search": "'; DROP TABLE moot_debates; --"}, [], id="nothing but a text"),
        pytest.param({"limit": 2}, ["d", "c"], id="first page"),
        pytest.param({"limit": 2, "offset": 2}, ["b", "a"], id="second page"),
        pytest.param({"limit": 2, "offset": 4}, [], id="after the last"),
        pytest.param({"search": "europe", "statuses": ["running"], "limit": 1}, ["b"], id="everything together"),
    ],
)
async def test_the_index_is_searched(store: Store, asked: dict[str, Any], expected: list[str]) -> None:
    await store.note(line("b", 2.0, "running", "Into Europe?"))
    await store.note(line("a", 1.0, "needs_review", "Vale a ação?"))
    await store.note(line("d", 4.0, "decided", "Can europe wait?"))
    await store.note(line("c", 3.0, "needs_review", "Is it 100% sure?"))
    assert names(await store.entries(**asked)) == expected


async def test_pages_do_not_overlap_when_times_are_equal(store: Store) -> None:
    for thread in ("b", "a", "c"):
        await store.note(line(thread, 1.0))
    pages = [await store.entries(limit=1, offset=place) for place in range(3)]
    assert [names(page) for page in pages] == [["a"], ["b"], ["c"]]


async def test_one_driver_per_debate(store: Store) -> None:
    assert not await store.is_held("one")
    async with store.hold("one"):
        assert await store.is_held("one")
        assert not await store.is_held("two")
        with pytest.raises(StoreError, match="debate one is being run") as caught:
            async with store.hold("one"):
                pass
        assert "\n" not in str(caught.value)
        async with store.hold("two"):
            pass
        assert await store.is_held("one")
    assert not await store.is_held("one")
    async with store.hold("one"):
        pass


async def test_a_driver_that_fails_lets_go(store: Store) -> None:
    with pytest.raises(ValueError, match="on the way"):
        async with store.hold("one"):
            raise ValueError("on the way")
    assert not await store.is_held("one")


async def test_who_only_looks_does_not_stand_in_the_way(store: Store) -> None:
    async def look() -> None:
        for _ in range(50):
            await store.is_held("one")
            await asyncio.sleep(0)

    async def drive() -> None:
        for _ in range(10):
            async with store.hold("one"):
                await asyncio.sleep(0)

    await asyncio.gather(look(), drive())


async def test_a_forgotten_debate_leaves_nothing(store: Store) -> None:
    graph = graph_on(store)
    other: Any = {"configurable": {"thread_id": "two"}}
    for config in (CONFIG, other):
        await graph.ainvoke({"question": "Why?"}, config)
        await store.note(line(config["configurable"]["thread_id"], 1.0))
    await store.forget("one")
    assert (await graph.aget_state(CONFIG)).values == {}
    assert names(await store.entries()) == ["two"]
    assert (await graph.aget_state(other)).values["positions"][0] == POSITION
    await store.forget("one")
    await graph.ainvoke({"question": "Again?"}, CONFIG)
    assert (await graph.aget_state(CONFIG)).values["question"] == "Again?"


async def test_a_running_debate_is_not_forgotten(store: Store) -> None:
    await store.note(line("one", 1.0))
    async with store.hold("one"):
        with pytest.raises(StoreError, match="being run"):
            await store.forget("one")
    assert await store.entry("one") is not None


async def test_many_debates_at_once(store: Store) -> None:
    graph = graph_on(store)
    configs: list[Any] = [{"configurable": {"thread_id": f"t{number}"}} for number in range(20)]
    await asyncio.gather(*(graph.ainvoke({"question": c["configurable"]["thread_id"]}, c) for c in configs))
    found = await asyncio.gather(*(graph.aget_state(config) for config in configs))
    assert [each.values["question"] for each in found] == [f"t{number}" for number in range(20)]
    assert all(each.next == ("ask",) and len(each.values["positions"]) == 2 for each in found)


async def test_the_store_itself_is_used_not_a_copy(store: Store) -> None:
    """With strict packing LangGraph asks for a copy per run; its connection would never be closed."""
    assert store.with_allowlist({("somebody", "Else")}) is store


async def test_what_people_say_is_kept_for_whoever_drives_the_debate(store: Store, url: str) -> None:
    first = Remark(id="1", said_at="2026-01-01T10:00:00+00:00", text="The lease ends in March.", author="Ana")
    second = Remark(id="2", said_at="2026-01-01T10:00:01+00:00", text="Só até março.")
    other = store if url == "memory:" else open_store(url)
    async with store.hold("one"):
        # Another process may speak while one drives the debate.
        await other.add_remark("one", first)
        await other.add_remark("one", second)
        await other.add_remark("two", first)
        assert list(await store.remarks("one")) == [first, second]
    assert list(await store.remarks("nobody")) == []
    await store.forget("one")
    assert (list(await store.remarks("one")), list(await store.remarks("two"))) == ([], [first])
    await other.aclose()
