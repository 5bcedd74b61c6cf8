"""A budget holds over any number of crashes, whatever the server says it used (DESIGN 13).

The bound on calls is exact. On tokens it is the budget, plus what a server writes beyond the `max_tokens` it was asked
for: before a call is sent its prompt and its longest answer have to fit into what is left, and a call whose process was
killed stays charged so. An answer that is too long is charged when it has arrived, or was in flight when it did not. A
token is four bytes here, as in most tokenizers; ours are estimated higher. Half of the servers keep to `max_tokens`:
there the bound is the budget itself.
"""

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.openai_server import Action, Call, Fail, OpenAIServer, Say
from tests.support.runner import Job, read, start, wait_for
from tests.support.scenes import SCENES

RUNS = int(os.environ.get("MOOT_CRASH_RUNS", "5"))
"""`MOOT_CRASH_RUNS=200` looks as far as the published figure."""
MOST_CRASHES = 12
PATIENCE = 300
"""Seconds for what takes a moment on an idle machine: only a debate that is stuck needs so many."""
LIES: tuple[Any, ...] = (True, True, False, (0, 0), (1, 1), (-5, -5), (10, 2**70))
SCENARIOS = ("council", "legal", "boardroom", "rca", "research")


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def make_rule(chance: random.Random, scene: str, *, talks_on: bool) -> Any:
    """Play a scene with failures in between, lie about what it used, and write more than was asked for."""

    def respond(call: Call) -> Action:
        if chance.random() < 0.1:
            return Fail(500)
        if talks_on and chance.random() < 0.1:
            return Say("and so on " * call.limit, usage=chance.choice(LIES))
        # A scene does not know how long its answer may be; a server that keeps to it stops there.
        longest = None if talks_on else call.limit * 4
        return replace(SCENES[scene].rule(chance.uniform(0, 0.05))(call), usage=chance.choice(LIES), cut=longest)

    return respond


NEXT_TASKS = {
    "was stopped before it began": "run",
    "is not in the store": "run",  # killed before anything was stored
    "waits for a person": "show",  # killed when it had just paused
}
"""What moot says of a debate that cannot be resumed, and what its user does then."""


def kill_until_done(job: Job, server: OpenAIServer, chance: random.Random) -> int:
    """Run a debate, kill it at random moments, and go on until it ends by itself; count the crashes."""
    task, crashes = "run", 0
    while True:
        seen = len(server.calls)
        process = start(task, job)
        if crashes < MOST_CRASHES and chance.random() < 0.85:
            wanted = seen + chance.randrange(4)
            server.wait_for(lambda: len(server.calls) >= wanted or not process.is_alive(), PATIENCE)  # noqa: B023
            time.sleep(chance.uniform(0, 0.08))
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)
        code = wait_for(process, PATIENCE)
        assert code in {0, -signal.SIGKILL}, f"{job.thread}: {task} did not end"
        if code == 0:
            error = read(job).get("error")
            if error is None:
                return crashes
            task = next((following for told, following in NEXT_TASKS.items() if told in error), "")
            assert task, error
        else:
            task, crashes = "resume", crashes + 1
        job.document.unlink(missing_ok=True)


def count_tokens(call: Call) -> int:
    return (len(json.dumps(call.body)) + call.said) // 4


def count_excess(call: Call) -> int:
    """What was written beyond what was asked for."""
    return max(0, call.said // 4 - call.limit)


@pytest.mark.parametrize("number", range(RUNS))
def test_no_more_calls_than_the_budget(number: int, server: OpenAIServer, tmp_path: Path) -> None:
    chance = random.Random(f"crashes {number}")
    scene = chance.choice(SCENARIOS)
    budget = {"budget.calls": chance.randrange(2, 16)}
    if chance.random() < 0.5:
        budget["budget.tokens"] = chance.randrange(8_000, 40_000)
    server.reset()
    server.rule = make_rule(chance, scene, talks_on=number % 2 == 1)
    job = Job(scene, f"{scene}-{number}", f"sqlite:///{tmp_path}/d.db", server.url, tmp_path, limits=budget)
    crashes = kill_until_done(job, server, chance)
    usage = read(job)["usage"]
    assert len(server.calls) <= budget["budget.calls"], (scene, crashes)
    assert usage["calls"] + usage["reserved"]["calls"] >= len(server.calls)
    if "budget.tokens" in budget:
        used, excess = sum(map(count_tokens, server.calls)), sum(map(count_excess, server.calls))
        assert used - excess <= budget["budget.tokens"], (scene, crashes)
        assert number % 2 == 1 or not excess
