"""The index says how a debate stands, whoever else goes on with it between a look at it and its lock."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot import debate, open_store, resume, review
from moot.errors import StoreError, ThreadError
from moot.runs import drive
from moot.stores import RUNNING, Store
from tests.graph.test_review import pause
from tests.support.openai_server import Fail, OpenAIServer
from tests.support.scenes import SCENES

APPROVE = {"decisions": [{"type": "approve"}]}


async def status_of(store: Store) -> str:
    entry = await store.entry("t")
    return entry.status if entry else ""


def be_overtaken(store: Store, other: Callable[[], Awaitable[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another process do something just before the store's next lock."""
    hold, left = store.hold, [other]

    @asynccontextmanager
    async def hold_late(thread: str) -> AsyncIterator[None]:
        while left:
            await left.pop()()
        async with hold(thread):
            yield

    monkeypatch.setattr(store, "hold", hold_late)


async def test_a_pause_that_was_answered_meanwhile_is_no_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/debates.db"
    async with open_store(url) as one, open_store(url) as two:
        await pause(tmp_path, one)
        entry = await one.entry("t")
        assert entry is not None
        await one.note(replace(entry, status=RUNNING))  # killed just as it paused
        be_overtaken(one, lambda: review("t", APPROVE, store=two), monkeypatch)
        with pytest.raises(ThreadError, match="waits for a person"):
            await resume("t", store=one)
        assert await status_of(one) == "decided"


async def test_a_debate_that_went_on_meanwhile_is_not_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both found it failed; whoever comes second must not repeat what the first one has asked."""
    url, scene = f"sqlite:///{tmp_path}/debates.db", SCENES["legal"]
    with OpenAIServer() as server:
        server.rule = lambda _: Fail(400)
        async with open_store(url) as one, open_store(url) as two:
            options: Any = {"profile": "legal", "model": "m", "base_url": server.url, "store": one, "thread": "t"}
            assert (await debate(scene.question, **options)).status == "failed"
            server.rule = scene.rule()
            be_overtaken(one, lambda: resume("t", store=two), monkeypatch)
            with pytest.raises(StoreError, match="another process"):
                await resume("t", store=one)
            assert await status_of(one) == "needs_review"
            asked = [
                (call.headers["x-moot-phase"], call.seat)
                for call in server.calls
                if call.headers["x-moot-attempt"] == "1"
            ]
            assert asked.count(("revise", "nla")) == 1


async def test_a_store_that_fails_after_the_last_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The debate has ended, and that is what the index says, although its process could not tell."""
    async with open_store(f"sqlite:///{tmp_path}/debates.db") as store:
        await pause(tmp_path, store)
        stream = drive._stream

        async def fail_late(*arguments: Any) -> None:
            await stream(*arguments)
            raise StoreError("store: Postgres does not answer")

        monkeypatch.setattr(drive, "_stream", fail_late)
        with pytest.raises(StoreError):
            await review("t", APPROVE, store=store)
        assert await status_of(store) == "decided"
