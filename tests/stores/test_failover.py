"""Postgres may be restarted under a debate: nothing that was stored is lost, and it can be brought to its end."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from moot import debate, resume
from moot.errors import StoreError
from moot.stores import RUNNING, Entry, open_store
from tests.support.openai_server import OpenAIServer
from tests.support.postgres import PostgresServer, run_postgres
from tests.support.scenes import SCENES

SCENE = SCENES["legal"]


@pytest.fixture(scope="module")
def restartable() -> Iterator[PostgresServer]:
    """A server of one's own: restarting the common one would end the connections of other tests."""
    with run_postgres() as running:
        yield running


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


async def test_a_store_works_after_a_restart(restartable: PostgresServer) -> None:
    async with open_store(restartable.new_database()) as store:
        entries = [Entry(f"{number}", 1.0, 1.0, "conclave", RUNNING, "Should we?") for number in range(20)]
        await asyncio.gather(*map(store.note, entries))
        async with store.hold("held"):
            await asyncio.to_thread(restartable.restart)
            # Every connection of the pool is dead, and nobody is told of it.
            assert len(await store.entries()) == 20
        async with store.hold("held"):
            await asyncio.gather(*map(store.note, entries))


async def test_a_debate_is_brought_to_its_end_over_a_restart(restartable: PostgresServer, server: OpenAIServer) -> None:
    url = restartable.new_database()
    server.reset()
    server.rule = SCENE.rule(delay=0.5)
    run = asyncio.create_task(
        debate(SCENE.question, profile="legal", model="m", base_url=server.url, store=url, thread="one")
    )
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) >= 3, 60)
    await asyncio.to_thread(restartable.restart)
    result = await go_on(run, url)
    assert result.status in {"decided", "needs_review"}
    asked = [(call.headers["x-moot-phase"], call.seat, call.headers["x-moot-round"]) for call in server.calls]
    assert len([each for each in asked if each[0] == "position"]) == 2, "the first wave was stored"
    assert len(asked) - len(set(asked)) <= 2, "whoever was answering is asked again, and nobody else"


async def go_on(run: "asyncio.Task[Any]", url: str) -> Any:
    """Wait for the debate; if it was writing at that moment it says so in one line, and is resumed."""
    try:
        return await run
    except StoreError:
        return await resume("one", store=url)
