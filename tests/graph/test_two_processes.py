"""One debate and several processes: one drives it, the others are told so; a pause may last a week."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot import open_store
from moot.stores import Store
from tests.support.openai_server import OpenAIServer
from tests.support.runner import Job, finish, read, settled, start
from tests.support.scenes import SCENES
from tests.support.stored_turns import key_of

WEEK = 7 * 24 * 3600.0


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/debates.db"
    new: str = request.getfixturevalue("postgres").new_database()
    return new


def play(server: OpenAIServer, scene: str, delay: float) -> None:
    server.reset()
    server.rule = SCENES[scene].rule(delay)


async def checkpoints(url: str, thread: str) -> int:
    """How many checkpoints a debate has."""
    config: Any = {"configurable": {"thread_id": thread}}
    async with open_store(url) as opened:
        return len([item async for item in opened.alist(config)])


async def entry_of(url: str, thread: str) -> Any:
    async with open_store(url) as opened:
        return await opened.entry(thread)


def test_one_wins(server: OpenAIServer, store: str, tmp_path: Path) -> None:
    """The second is told that the debate is being run; nothing is asked or written twice."""
    play(server, "research", 0.0)
    alone = Job("research", "alone", store, server.url, tmp_path / "alone")
    alone.out.mkdir()
    expected = settled(finish("run", alone))
    calls = Counter(map(key_of, server.calls))

    play(server, "research", 0.25)
    folders = [tmp_path / name for name in ("first", "second", "third")]
    for folder in folders:
        folder.mkdir()
    first, second, third = (Job("research", "shared", store, server.url, folder) for folder in folders)
    process = start("run", first)
    assert server.wait_for(lambda: bool(server.calls), 20)
    refused, again = finish("resume", second), finish("run", third)
    assert refused == {
        "error": "debate shared is being run by another process; wait for it to end or pause, then try again",
        "exit_code": 1,
    }
    assert "shared" in again["error"]
    process.join(60)
    assert settled(read(first)) == expected
    assert Counter(map(key_of, server.calls)) == calls
    assert asyncio.run(checkpoints(store, "shared")) == asyncio.run(checkpoints(store, "alone"))


def test_of_many_that_start_at_once_one_runs(server: OpenAIServer, store: str, tmp_path: Path) -> None:
    play(server, "research", 0.05)
    jobs = [Job("research", "shared", store, server.url, tmp_path / str(number)) for number in range(4)]
    for job in jobs:
        job.out.mkdir()
    processes = [start("run", job) for job in jobs]
    for process in processes:
        process.join(60)
    documents = [read(job) for job in jobs]
    errors = [document["error"] for document in documents if "error" in document]
    assert len(errors) == 3
    assert all(error.startswith("debate shared ") for error in errors), errors
    assert len(server.calls) == 8


def test_a_finished_debate_is_not_run_again(server: OpenAIServer, store: str, tmp_path: Path) -> None:
    play(server, "research", 0.0)
    job = Job("research", "one", store, server.url, tmp_path)
    done = finish("run", job)
    asked = len(server.calls)
    assert settled(finish("resume", job)) == settled(done)
    assert "exists already" in finish("run", job)["error"]
    assert len(server.calls) == asked


@pytest.mark.parametrize(
    ("response", "status", "more_calls"),
    [
        pytest.param({"decisions": [{"type": "approve"}]}, "decided", 0, id="approve"),
        # Four revisions, a synthesis, and whether it states the option: it says more than its words.
        pytest.param(
            {"decisions": [{"type": "respond", "message": "Think of the winter."}]}, "decided", 6, id="respond"
        ),
    ],
)
def test_a_pause_may_last_a_week(
    server: OpenAIServer, store: str, tmp_path: Path, response: Any, status: str, more_calls: int
) -> None:
    """The time waited is in no turn, so it is not counted: not as used, and not against the debate's 300 seconds."""
    play(server, "guided", 0.01)
    job = Job("guided", "one", store, server.url, tmp_path)
    paused = finish("run", job)
    assert (paused["status"], paused["stop_reason"]) == ("needs_review", "converged")
    asked = len(server.calls)
    before = asyncio.run(entry_of(store, "one"))
    later = finish("review", Job("guided", "one", store, server.url, tmp_path, response=response, later=WEEK))
    assert later["status"] == status
    assert later["circuit_breaker"] is None
    assert later["confidence_flags"] == []
    assert len(server.calls) - asked == more_calls
    assert later["usage"]["wall_ms"] < paused["usage"]["wall_ms"] + 60_000
    after = asyncio.run(entry_of(store, "one"))
    assert after.updated_at - before.updated_at > WEEK - 60
    assert after.created_at == before.created_at


def test_an_answer_that_came_too_late_changes_nothing(server: OpenAIServer, store: str, tmp_path: Path) -> None:
    play(server, "guided", 0.0)
    job = Job("guided", "one", store, server.url, tmp_path)
    finish("run", job)
    approve = Job("guided", "one", store, server.url, tmp_path, response={"decisions": [{"type": "approve"}]})
    assert finish("review", approve)["status"] == "decided"
    assert "waits for nobody" in finish("review", approve)["error"]


async def test_listing_does_not_disturb_a_run(server: OpenAIServer, tmp_path: Path) -> None:
    """Somebody who only looks, again and again, never makes a debate fail to start."""
    play(server, "research", 0.0)
    url = f"sqlite:///{tmp_path}/debates.db"
    looking = open_store(url)

    async def look(opened: Store) -> None:
        while True:
            await opened.is_held("shared")
            await asyncio.sleep(0)

    task = asyncio.create_task(look(looking))
    done = await asyncio.to_thread(finish, "run", Job("research", "shared", url, server.url, tmp_path))
    task.cancel()
    await looking.aclose()
    assert done["status"] == "decided"
