"""Servers fail, hang and talk nonsense; a debate still ends, in time, with a result somebody can use."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot import Result, debate, open_store, show
from tests.support.openai_server import Hang, OpenAIServer
from tests.support.runner import Job, finish, settled, start, wait_for
from tests.support.scenes import SCENES
from tests.support.stored_turns import await_arrivals, check_repeats, key_of, read_turns
from tests.support.trouble import Trouble

DEBATES = {"council": 40, "legal": 15, "rca": 20, "boardroom": 15, "research": 10}
AT_ONCE = 8
LIMITS = {"timeout.per_agent": 1, "timeout.per_round": 4, "timeout.total": 10, "timeout.council": 2}
AFTER = 1 + 2
"""What a debate may use after its total: the synthesis as long as one agent, and the council its own (X-13)."""


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


async def one(name: str, number: int, url: str, turn: asyncio.Semaphore) -> tuple[Result, float]:
    scene = SCENES[name]
    overrides = {**scene.settings.get("overrides", {}), **LIMITS}
    async with turn:
        started = time.monotonic()
        result = await debate(
            scene.question,
            profile=scene.profile,
            model="scene",
            base_url=url,
            store="memory:",
            thread=f"{name}-{number}",
            overrides=overrides,
        )
        return result, time.monotonic() - started


def explained(result: Result) -> bool:
    """Whether a result says what it is: a decision, a question to a person with reasons, or why there is none."""
    match result.status:
        case "decided":
            return bool(result.decision)
        case "needs_review":
            request: Any = result.review.request if result.review else {}
            return bool(request["details"]["reasons"])
        case "inconclusive" | "rejected" if result.refinement is not None:
            return bool(result.refinement.justification)
        case "inconclusive":
            return result.inconclusive is not None or result.stop_reason is not None
        case _:
            return False


async def test_a_hundred_debates_in_trouble(server: OpenAIServer) -> None:
    turn = asyncio.Semaphore(AT_ONCE)
    # The first debate of a process also pays for its imports; that is not what is measured here.
    server.rule = SCENES["council"].rule(0.0)
    await one("council", 0, server.url, turn)
    server.reset()
    server.rule = trouble = Trouble()
    asked = [one(name, number, server.url, turn) for name, count in DEBATES.items() for number in range(count)]
    ended = await asyncio.gather(*asked)
    assert len(ended) == 100
    assert [result.thread_id for result, _ in ended if not explained(result)] == []
    limit = LIMITS["timeout.total"] + AFTER + 2
    assert [result.thread_id for result, seconds in ended if seconds > limit] == []
    # There was trouble, and of every kind; and not all of them were left to people.
    assert min(trouble.made[kind] for kind in ("failed", "hung", "malformed")) > 50
    assert any(result.status == "decided" for result, _ in ended)


async def test_nobody_answers_at_all(server: OpenAIServer) -> None:
    """Every call hangs: the debate ends within its limits, and says that nobody answered."""
    server.reset()
    server.rule = lambda _: Hang()
    result, seconds = await one("council", 0, server.url, asyncio.Semaphore())
    assert result.status in {"needs_review", "inconclusive"}
    assert result.stop_reason == "insufficient_positions"
    assert seconds < LIMITS["timeout.total"] + AFTER + 2


def test_interrupted_and_resumed(server: OpenAIServer, tmp_path: Path) -> None:
    """Ctrl-C ends the process at once; what was answered is kept, and the index says so."""
    store = f"sqlite:///{tmp_path}/debates.db"
    server.reset()
    server.rule = SCENES["council"].rule(0.0)
    once = {"hedge.enabled": False}  # a busy machine alone would send requests twice, and here they are counted
    whole = finish("run", Job("council", "whole", store, server.url, tmp_path, limits=once), 300)
    calls = Counter(map(key_of, server.calls))

    server.reset()
    server.rule = SCENES["council"].rule(0.2)
    job = Job("council", "one", store, server.url, tmp_path, limits=once)
    process = start("run", job)
    assert server.wait_for(lambda: len(server.calls) > 9, 300)
    os.kill(process.pid or 0, signal.SIGINT)
    assert wait_for(process, 60) == 130
    await_arrivals(server.url)
    stored, before = read_turns(store, "one"), len(server.calls)

    async def look() -> tuple[str, str]:
        async with open_store(store) as opened:
            entry = await opened.entry("one")
            return entry.status if entry else "", (await show("one", store=opened)).status

    assert asyncio.run(look())[0] == "interrupted"
    assert settled(finish("resume", job, 300)) == settled(whole)
    check_repeats(calls, stored, server.calls[:before], server.calls[before:])
