"""A debate survives kill -9: another process goes on where it was, and asks nobody twice.

Real processes, a real server, real stores. Where a process is killed is drawn at random (the same on every run): when
so many requests have arrived, and some milliseconds later.
"""

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from moot import debate, open_store, resume, show
from moot.errors import StoreError, ThreadError
from moot.stores import SqliteStore, Store
from tests.support.openai_server import Action, Call, Hang, OpenAIServer
from tests.support.runner import Job, finish, read, settled, start, wait_for
from tests.support.scenes import SCENES
from tests.support.stored_turns import TurnKey, await_arrivals, check_repeats, key_of, read_turns

RUNS = int(os.environ.get("MOOT_KILL_RUNS", "38"))
"""How many processes are killed in all, on two stores; 38 fit into every run of the tests."""
POINTS = {
    scene: max(1, round(share * RUNS / 38))
    for scene, share in {"council": 6, "pause": 2, "legal": 3, "rca": 3, "boardroom": 3, "research": 2}.items()
}
"""How often each scene is killed on each store."""

LATENCY = 0.02
PATIENCE = 300
"""Seconds for what takes a few on an idle machine."""
ONCE = {"hedge.enabled": False}
"""A busy machine alone would send requests twice, and here they are counted."""


@dataclass
class Watched:
    """The requests of one thread, and the process that is to be killed among them."""

    kill_at: int = 0
    delay: float = 0.0
    last: bool = False
    """Whether it is the last request: its answer is not given, or the debate might be over before the process is."""
    pid: int = 0
    calls: list[Call] = field(default_factory=list)
    before: int = 0
    """How many of them came from the process that was killed."""
    stored: Counter[TurnKey] = field(default_factory=Counter)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


class Theatre:
    """Plays every scene to whoever asks, and kills as it is told."""

    def __init__(self, server: OpenAIServer) -> None:
        self.url = server.url
        self.threads: dict[str, Watched] = {}
        server.rule = self.answer

    def answer(self, call: Call) -> Action:
        watched = self.threads[call.headers["x-moot-thread"]]
        watched.calls.append(call)
        if len(watched.calls) == watched.kill_at:
            asyncio.get_running_loop().call_later(watched.delay, watched.kill)
            if watched.last:
                return Hang()
        scene = SCENES[call.headers["x-moot-thread"].partition("-")[0]]
        # The seats of a wave answer one after the other, so that some have answered when the process ends.
        return scene.rule(LATENCY * (1 + len(call.seat) % 4))(call)


@pytest.fixture(scope="module")
def theatre() -> Iterator[Theatre]:
    with OpenAIServer() as server:
        yield Theatre(server)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/debates.db"
    new: str = request.getfixturevalue("postgres").new_database()
    return new


def kill_and_resume(theatre: Theatre, job: Job, watched: Watched) -> None:
    """Start a debate, lose it, look what is left of it, and finish it in another process."""
    theatre.threads[job.thread] = watched
    process = start("run", job)
    watched.pid = process.pid or 0
    assert wait_for(process, PATIENCE) == -signal.SIGKILL, f"{job.thread} ended by itself"
    assert not job.document.exists()
    await_arrivals(theatre.url)
    watched.before, watched.stored = len(watched.calls), read_turns(job.store, job.thread)
    finish("resume", job, PATIENCE)


@pytest.mark.parametrize("scene", POINTS)
def test_killed_and_resumed(scene: str, store: str, theatre: Theatre, tmp_path: Path) -> None:
    whole = Job(scene, f"{scene}-{store[:6]}-whole", store, theatre.url, tmp_path, limits=ONCE)
    theatre.threads[whole.thread] = Watched()
    expected = settled(finish("run", whole, PATIENCE))
    calls = Counter(key_of(call) for call in theatre.threads[whole.thread].calls)
    chance = random.Random(f"{scene} {store[:6]}")
    requests = range(1, calls.total() + 1)
    rounds = -(-POINTS[scene] // len(requests))
    points = [point for _ in range(rounds) for point in chance.sample(requests, len(requests))]
    points = points[: POINTS[scene]]
    names = [f"{scene}-{store[:6]}-{number}-{point}" for number, point in enumerate(points)]
    jobs = [Job(scene, name, store, theatre.url, tmp_path, limits=ONCE) for name in names]
    plans = [Watched(point, chance.uniform(0, LATENCY * 4), last=point == calls.total()) for point in points]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda pair: kill_and_resume(theatre, *pair), zip(jobs, plans, strict=True)))
    for job, watched in zip(jobs, plans, strict=True):
        assert settled(read(job)) == expected
        check_repeats(calls, watched.stored, watched.calls[: watched.before], watched.calls[watched.before :])


class MortalStore(SqliteStore):
    """A store whose process ends just before it would write for the n-th time."""

    def __init__(self, path: Path, writes: int) -> None:
        super().__init__(f"sqlite:///{path}", path)
        self.left = writes
        self.lost = ""
        """What was to be written when it ended."""

    async def _write(self, thread: str, work: Any) -> Any:
        if self.lost or not self.left:
            self.lost = self.lost or "anything"
            # What was held back in memory is gone with the process.
            self._steps.take(thread)
            raise StoreError("the process has ended")
        self.left -= 1
        return await super()._write(thread, work)

    async def aput_writes(self, *arguments: Any) -> None:
        with self._naming("answer"):
            await super().aput_writes(*arguments)

    async def journal(self, *arguments: Any) -> None:
        with self._naming("request"):
            await super().journal(*arguments)

    @contextmanager
    def _naming(self, what: str) -> Iterator[None]:
        alive = not self.lost
        try:
            yield
        except StoreError:
            self.lost = what if alive else self.lost
            raise

    async def aget_tuple(self, config: Any) -> Any:
        if self.lost:
            raise StoreError("the process has ended")
        return await super().aget_tuple(config)


async def go_on(path: Path) -> Any:
    """Resume the debate, or look at it where it waits for a person; None when it was lost before it began."""
    for go in (resume, show):
        with suppress(ThreadError):
            result = await go("one", store=f"sqlite:///{path}")
            return settled(result.model_dump(mode="json"))
    return None


@pytest.mark.parametrize("scene", ["legal", "research", "rca"])
async def test_every_moment(scene: str, tmp_path: Path) -> None:
    """Before each single write of a debate: what is stored is never asked for again, and nothing is left out."""
    played = SCENES[scene]
    with OpenAIServer() as server:
        server.rule = played.rule()

        async def run(store: Store, thread: str) -> Any:
            settings = {**played.settings, "profile": played.profile, "model": "scene", "base_url": server.url}
            return settled(
                (await debate(played.question, store=store, thread=thread, **settings)).model_dump(mode="json")
            )

        async with open_store(f"sqlite:///{tmp_path}/whole.db") as store:
            expected = await run(store, "whole")
        calls = Counter(map(key_of, server.calls))
        for moment in range(1000):
            server.calls.clear()
            path = tmp_path / f"{moment}.db"
            mortal = MortalStore(path, moment)
            with suppress(StoreError):
                await run(mortal, "one")
            await mortal.aclose()
            if not mortal.lost:
                break
            await asyncio.sleep(0.2)  # a request that was on its way arrives a moment after its sender has ended
            waves = [key_of(call)[::2] for call in server.calls]
            resumed = await go_on(path)
            if resumed is None:
                assert not waves, "somebody was asked before the debate was stored"
                continue
            assert resumed == expected, moment
            asked = Counter(map(key_of, server.calls))
            # A lost checkpoint costs nothing; a lost answer, or a request that could not be written down while others
            # of its wave were on their way, costs its wave at most.
            again = {key[::2] for key in asked - calls}
            assert again <= ({waves[-1]} if waves and mortal.lost in {"answer", "request"} else set()), moment
            assert not calls - asked, moment
        assert moment > 10
