"""Several processes on one store."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from moot.errors import StoreError
from moot.stores import Store, open_store
from tests.stores.test_contract import graph_on
from tests.support.postgres import PostgresServer

ROOT = Path(__file__).resolve().parent.parent.parent


@contextmanager
def another_process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.support.store_process", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(params=["sqlite", "postgres"])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/debates.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


async def test_a_killed_driver_lets_go(shared_url: str) -> None:
    async with open_store(shared_url) as store:
        with another_process("hold", shared_url, "one") as process:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline) == "held\n"
            assert await store.is_held("one")
            with pytest.raises(StoreError, match="debate one is being run by another process"):
                async with store.hold("one"):
                    pass
            process.kill()
            process.wait()
        await _until_free(store)
        async with store.hold("one"):
            pass


async def _until_free(store: Store) -> None:
    """The system takes a file's lock back at once; a server notices a lost connection a moment later."""
    for _ in range(250):
        if not await store.is_held("one"):
            break
        await asyncio.sleep(0.02)


async def test_processes_write_at_the_same_time(shared_url: str) -> None:
    """Each of them also creates the tables, if it comes first."""
    with (
        another_process("write", shared_url, "a", "15") as one,
        another_process("write", shared_url, "b", "15") as two,
        another_process("write", shared_url, "c", "15") as three,
    ):
        ended = [await asyncio.to_thread(process.wait) for process in (one, two, three)]
    assert ended == [0, 0, 0]
    async with open_store(shared_url) as store:
        assert len(await store.entries()) == 45
        graph = graph_on(store)
        for name in ("a-0", "b-7", "c-14"):
            snapshot = await graph.aget_state({"configurable": {"thread_id": name}})
            assert (snapshot.values["question"], len(snapshot.values["positions"])) == (name, 2)
