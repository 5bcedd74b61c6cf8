"""Whoever drives a debate holds an epoch; after a takeover the former driver stores nothing and sends nothing."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint

from moot import Result, debate, resume
from moot.errors import StoreError, UsageError
from moot.runs import drive
from moot.state.budget import Intent, Usage
from moot.stores import RUNNING, Entry, Store, open_store
from tests.support.openai_server import OpenAIServer
from tests.support.postgres import PostgresServer
from tests.support.scenes import SCENES

CONFIG: Any = {"configurable": {"thread_id": "one", "checkpoint_ns": ""}}
ENTRY = Entry("one", 1.0, 1.0, "conclave", RUNNING, "Should we?")
INTENT = Intent(key="k", seat="cfo", phase="position", reserved=Usage(lost=True))

LoseLock = Callable[[], None]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, LoseLock]:
    """A store, and a way to lose every lock that is held on it without anybody noticing."""
    if request.param == "sqlite":

        def remove_files() -> None:
            for lock in tmp_path.glob("debates.db.locks/*"):
                lock.unlink()

        return f"sqlite:///{tmp_path}/debates.db", remove_files
    running: PostgresServer = request.getfixturevalue("postgres")
    url = running.new_database()

    def end_connections() -> None:
        held = (
            "FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"SELECT pg_terminate_backend(pid) {held}")
            # A process that was told to end holds its locks until it has.
            while connection.execute(f"SELECT 1 {held} LIMIT 1").fetchone():
                time.sleep(0.01)

    return url, end_connections


@pytest.fixture
async def stores(place: tuple[str, LoseLock]) -> AsyncIterator[tuple[Store, Store, LoseLock]]:
    url, lose = place
    async with open_store(url) as first, open_store(url) as second:
        yield first, second, lose


async def test_after_a_takeover_the_former_driver_stores_nothing(stores: tuple[Store, Store, LoseLock]) -> None:
    first, second, lose = stores
    async with first.hold("one"):
        await first.note(ENTRY)
        config = await first.aput(CONFIG, empty_checkpoint(), {"run_id": "run"}, {})
        await asyncio.to_thread(lose)
        async with second.hold("one"):
            for write in (
                first.aput(CONFIG, empty_checkpoint(), {}, {}),
                first.aput_writes(config, [("question", "Why?")], "task"),
                first.journal("one", [INTENT]),
                first.note(ENTRY),
                first.aprune(["one"]),
                first.adelete_for_runs(["run"]),
                first.adelete_thread("one"),
            ):
                with pytest.raises(StoreError, match="taken over"):
                    await write
            for plain_write in (
                lambda: first.put(CONFIG, empty_checkpoint(), {}, {}),
                lambda: first.put_writes(config, [("question", "Why?")], "task"),
            ):
                with pytest.raises(StoreError, match="taken over"):
                    await asyncio.to_thread(plain_write)
            # The new driver, and other debates of the old one, are not touched.
            await second.journal("one", [INTENT])
            await second.aput_writes(config, [("question", "Why not?")], "task")
            await first.note(Entry("two", 1.0, 1.0, "conclave", RUNNING, "Should we?"))
    found = await second.aget_tuple(CONFIG)
    assert found is not None
    assert found.pending_writes == [("task", "question", "Why not?")]


async def test_a_debate_that_is_begun_anew_does_not_come_to_former_epochs(
    stores: tuple[Store, Store, LoseLock],
) -> None:
    first, second, lose = stores
    async with first.hold("one"):
        await asyncio.to_thread(lose)
        await second.forget("one")
        async with second.hold("one"):
            with pytest.raises(StoreError, match="taken over"):
                await first.note(ENTRY)


async def test_one_process_does_not_drive_a_debate_twice(stores: tuple[Store, Store, LoseLock]) -> None:
    first, second, _ = stores
    async with first.hold("one"), second.hold("two"):
        for other in (first, second):
            with pytest.raises(StoreError, match="being run"):
                async with other.hold("one"):
                    pass
    async with second.hold("one"), first.hold("two"):
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


async def take_over(url: str) -> Result:
    """Go on with the debate; a former driver that stores a step between our look and our lock is still at work."""
    for _ in range(10):
        with suppress(StoreError):
            return await resume("one", store=url)
    raise AssertionError("nobody can go on with it")


async def test_two_drivers_after_a_lost_lock(place: tuple[str, LoseLock], server: OpenAIServer) -> None:
    """At most one of them stores anything, and nothing that was stored is asked again."""
    url, lose = place
    scene = SCENES["legal"]
    server.reset()
    server.rule = scene.rule(delay=0.4)
    former = asyncio.create_task(
        debate(scene.question, profile="legal", model="m", base_url=server.url, store=url, thread="one")
    )
    assert await asyncio.to_thread(server.wait_for, lambda: len(server.calls) >= 3, 60)
    await asyncio.to_thread(lose)
    result = await take_over(url)
    with pytest.raises(StoreError, match="taken over"):
        await former
    assert result.status in {"decided", "needs_review"}
    # The first wave was stored. Of the second, those in flight at the takeover were asked twice, and nobody else was.
    asked = [(call.headers["x-moot-phase"], call.seat, call.headers["x-moot-round"]) for call in server.calls]
    assert len([each for each in asked if each[0] == "position"]) == 2
    assert len(asked) - len(set(asked)) <= 2


async def test_a_former_driver_does_not_remove_what_another_began(
    place: tuple[str, LoseLock], server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A debate that fails before its first step is removed, but not by a process that it was taken from."""
    url, lose = place

    async def fail(*_: object) -> None:
        await asyncio.to_thread(lose)
        async with open_store(url) as second, second.hold("one"):
            await second.note(ENTRY)
        raise StoreError("the first driver fails")

    monkeypatch.setattr(drive, "_stream", fail)
    with pytest.raises(StoreError, match="the first driver fails"):
        await debate("Should we?", profile="legal", model="m", base_url=server.url, store=url, thread="one")
    async with open_store(url) as store:
        assert await store.entry("one") == ENTRY


async def test_debates_queue_for_connections(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MAX_CONNECTIONS", "3")
    url = postgres.new_database()
    most = 0

    async with open_store(url) as store:
        while await asyncio.to_thread(count_connections, url) > 1:  # noqa: ASYNC110  # the one that made the tables ends
            await asyncio.sleep(0.05)

        async def drive(number: int) -> None:
            nonlocal most
            config: Any = {"configurable": {"thread_id": f"{number}", "checkpoint_ns": ""}}
            async with store.hold(f"{number}"):
                for _ in range(3):
                    await store.aput(config, empty_checkpoint(), {}, {})
                if number % 20 == 0:
                    most = max(most, await asyncio.to_thread(count_connections, url))

        await asyncio.gather(*map(drive, range(200)))
    assert 0 < most <= 3 + 1, "the pool, and the locks"


def count_connections(url: str) -> int:
    """Count those of the store: several may be counting at the same time."""
    with psycopg.connect(url, application_name="counter") as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'counter'"
        ).fetchone()
    return int(row[0]) if row else 0


def test_a_number_of_connections_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MAX_CONNECTIONS", "many")
    with pytest.raises(UsageError, match="MOOT_MAX_CONNECTIONS=many"):
        open_store("postgresql://nobody@localhost/nothing")
