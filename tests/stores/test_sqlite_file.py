"""Short work is done on the spot, and never waits there."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from moot.errors import StoreError
from moot.stores import Store, open_store
from moot.stores.sqlite import SqliteStore
from tests.stores.test_contract import CONFIG, graph_on, line


@contextmanager
def somebody_writes(path: Path) -> Iterator[sqlite3.Connection]:
    """Another process in the middle of a transaction."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "debates.db"


async def ticks_while(task: asyncio.Task[None], seconds: float) -> int:
    """How often the event loop came round while a task was waiting."""
    count = 0
    until = asyncio.get_running_loop().time() + seconds
    while not task.done() and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.005)
        count += 1
    return count


async def test_a_file_in_use_does_not_stop_the_loop(path: Path) -> None:
    async with open_store(f"sqlite:///{path}") as store:
        await store.note(line("before", 1.0))
        with somebody_writes(path) as other:
            writing = asyncio.create_task(store.note(line("meanwhile", 2.0)))
            assert await ticks_while(writing, 0.3) > 5
            assert not writing.done()
            other.execute("COMMIT")
            await asyncio.wait_for(writing, 10)
        assert [entry.thread for entry in await store.entries()] == ["meanwhile", "before"]


async def test_a_debate_goes_on_when_the_file_is_free_again(path: Path) -> None:
    """What was on its way when somebody else wrote is written once, and completely."""
    async with open_store(f"sqlite:///{path}") as store:
        with somebody_writes(path) as other:
            running = asyncio.create_task(graph_on(store).ainvoke({"question": "Why?"}, CONFIG))
            await asyncio.sleep(0.1)
            other.execute("COMMIT")
            await asyncio.wait_for(running, 10)
    async with open_store(f"sqlite:///{path}") as again:
        snapshot = await graph_on(again).aget_state(CONFIG)
        assert (snapshot.next, len(snapshot.values["positions"])) == (("ask",), 2)


async def test_short_work_is_done_on_the_spot(path: Path) -> None:
    async with open_store(f"sqlite:///{path}") as store:
        assert await thread_of(store) == threading.get_ident()


async def thread_of(store: Store) -> int:
    assert isinstance(store, SqliteStore)
    return await store._file.read(lambda _: threading.get_ident())


async def test_it_does_not_wait_for_a_connection_in_use(path: Path) -> None:
    """While the file's own thread is at work, short work queues up behind it instead of stopping the loop."""
    async with open_store(f"sqlite:///{path}") as store:
        assert isinstance(store, SqliteStore)
        begun, go_on = threading.Event(), threading.Event()

        def long_work(_: object) -> None:
            begun.set()
            go_on.wait(10)

        long = asyncio.create_task(store._file.apart(long_work))
        await asyncio.to_thread(begun.wait, 10)
        short = asyncio.create_task(thread_of(store))
        await asyncio.sleep(0.02)
        assert not short.done()
        go_on.set()
        await long
        assert await short != threading.get_ident()


async def test_what_failed_halfway_is_not_taken_for_stored(path: Path) -> None:
    async with open_store(f"sqlite:///{path}") as store:
        graph = graph_on(store)
        assert isinstance(store, SqliteStore)
        await store._file.apart(lambda saver: saver.conn.execute("DROP TABLE writes"))
        with pytest.raises(StoreError, match="no such table: writes"):
            await graph.ainvoke({"question": "Why?"}, CONFIG)
        await store._file.apart(lambda saver: setattr(saver, "is_setup", False))
        other: dict[str, dict[str, str]] = {"configurable": {"thread_id": "two"}}
        await graph.ainvoke({"question": "Why?"}, other)
        await store.aclose()
        assert len((await graph.aget_state(other)).values["positions"]) == 2
