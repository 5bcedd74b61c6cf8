"""Two workers, fifty debates, one worker killed with -9: all debates end, and no finished answer is asked for again.

`make test-distributed` runs it in an environment of its own; see tests/distributed/report.py for what it tells.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client

from moot.runs.batch import BatchTask, read_tasks
from tests.distributed.cluster import Cluster
from tests.distributed.redis import run_redis
from tests.distributed.report import Report
from tests.support.openai_server import Call, OpenAIServer, Say
from tests.support.postgres import PostgresServer
from tests.support.scenes import SCENES
from tests.support.stored_turns import TurnKey, await_arrivals, key_of

ENDINGS: Mapping[str, str] = {
    # A scene of each protocol, and how it ends.
    "council": "needs_review",
    "boardroom": "needs_review",
    "legal": "needs_review",
    "rca": "decided",
    "research": "decided",
}
LOG = "\n".join(
    # The scene of a root cause cites line 1; a debate on a server is given its log as evidence.
    [f"2026-03-01 10:00:{second:02d} ERROR amber: the disk broke" for second in range(20)]
    + [f"2026-03-01 10:{minute:02d}:00 INFO amber: request {minute} served" for minute in range(1, 40)]
)
DEBATES = 50
LATENCY = 0.5
KILL_AFTER = 150
"""Answers: by then some debates have ended, some are under way and some have not begun."""
STALLED = 180.0
"""Seconds in which nobody asks and nobody is answered: then something is stuck, however busy the machine is."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("aegra_api") is None,
        reason="Aegra is not installed here, it needs Python 3.12: make test-distributed",
    ),
]


@dataclass
class Theatre:
    """Plays to every debate its own scene, and remembers who was asked what."""

    server: OpenAIServer
    tasks: Mapping[str, BatchTask]
    calls: dict[str, list[Call]] = field(default_factory=dict)

    def answer(self, call: Call) -> Say:
        thread = call.headers["x-moot-thread"]
        self.calls.setdefault(thread, []).append(call)
        return SCENES[self.scene(thread)].rule(LATENCY)(call)

    def scene(self, thread: str) -> str:
        return str(self.tasks[thread].name).partition("-")[0]

    def answered(self) -> int:
        return sum(bool(call.ended) for calls in list(self.calls.values()) for call in list(calls))

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for as long as it takes, while debates go on."""
        known, since = -1, time.monotonic()
        while not condition():
            if (progress := self.answered()) != known:
                known, since = progress, time.monotonic()
            assert time.monotonic() < since + STALLED, f"nothing happened for {STALLED:g} s after {known} answers"
            time.sleep(0.02)

    def asked(self, thread: str, since: float = 0.0) -> Counter[TurnKey]:
        return Counter(key_of(call) for call in self.calls.get(thread, ()) if call.at > since)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Ten debates of each protocol."""
    names, path = list(ENDINGS), tmp_path / "questions.jsonl"
    lines = []
    for number in range(DEBATES):
        name = names[number % len(names)]
        scene = SCENES[name]
        line: dict[str, object] = {
            "id": f"{name}-{number}",
            "question": f"{scene.question} (case {number})",
            "profile": scene.profile,
        }
        # A busy machine alone would send requests twice, and here they are counted.
        line["overrides"] = {**scene.settings.get("overrides", {}), "hedge.enabled": False}
        line["context"] = [{"id": "log", "text": LOG}] if "incident" in scene.settings else []
        lines.append(json.dumps(line))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def theatre(questions: Path) -> Iterator[Theatre]:
    with OpenAIServer() as server:
        playing = Theatre(server, {task.thread: task for task in read_tasks(questions)})
        server.rule = playing.answer
        yield playing


@pytest.fixture
def cluster(theatre: Theatre, postgres: PostgresServer, tmp_path: Path) -> Iterator[Cluster]:
    model = {"MOOT_BASE_URL": theatre.server.url, "MOOT_MODEL": "scene"}
    with run_redis() as redis, Cluster(tmp_path, postgres.new_database(), redis, **model) as running:
        running.add_worker("first")
        running.add_worker("second")
        yield running


def test_a_killed_worker_is_replaced(questions: Path, theatre: Theatre, cluster: Cluster, tmp_path: Path) -> None:
    began = time.monotonic()
    batch = start_batch(questions, cluster.url, tmp_path)
    try:
        theatre.wait_until(lambda: theatre.answered() >= KILL_AFTER or batch.poll() is not None)
        lost = cluster.runs_of("first")
        killed = cluster.kill("first")
        await_arrivals(theatre.server.url)
        arrived = time.monotonic()
        stored = {thread: read_turns(cluster.url, thread) for thread in lost}
        noticed = watch_recovery(theatre, cluster, lost, killed)
        theatre.wait_until(lambda: batch.poll() is not None)
    finally:
        batch.kill()
    wall = time.monotonic() - began

    results = read_results(tmp_path)
    assert len(results) == DEBATES
    assert [each for each in results.items() if each[1] != ENDINGS[each[0].partition("-")[0]]] == []
    assert batch.returncode == 3, "some debates wait for a person"
    assert len(lost) > DEBATES // 10, "the worker that was killed had little to do"

    again = check_once(theatre, stored, arrived)
    calls = sum(map(len, theatre.calls.values()))
    # One whose answers were all stored had only to be closed.
    later = [[call.at - killed for call in theatre.calls[thread] if call.at > arrived] for thread in lost]
    waits = [min(each) for each in later if each]
    kept = sum(each.total() for each in stored.values())
    Report(DEBATES, calls, LATENCY, wall, killed - began, len(lost), noticed, waits, kept, again).tell()

    # The same batch again: everything is there, and nobody is asked.
    assert start_batch(questions, cluster.url, tmp_path).wait(STALLED) == 3
    assert read_results(tmp_path) == results
    assert sum(map(len, theatre.calls.values())) == calls


def watch_recovery(theatre: Theatre, cluster: Cluster, lost: list[str], killed: float) -> list[float]:
    """Wait until no debate counts as the dead worker's any more: the seconds after which each was put back.

    When it goes on is another matter: it goes to the end of the queue.
    """
    found: dict[str, float] = {}

    def look() -> bool:
        held = cluster.runs_of("first")
        found.update({thread: time.monotonic() - killed for thread in lost if thread not in {*held, *found}})
        return len(found) == len(lost)

    theatre.wait_until(look)
    return list(found.values())


def start_batch(questions: Path, url: str, folder: Path) -> "subprocess.Popen[bytes]":
    """`moot batch` in a process of its own, as its user would run it."""
    program, out = Path(sys.executable).with_name("moot"), folder / "results.jsonl"
    command = [program, "batch", questions, "--server", url, "--out", out, "--concurrency", str(DEBATES), "--quiet"]
    return subprocess.Popen([str(part) for part in command])


def read_turns(url: str, thread: str) -> Counter[TurnKey]:
    """Whose answers are stored, as anybody can read it from the server."""
    with get_sync_client(url=url) as client:
        values = client.threads.get_state(thread)["values"]
    assert isinstance(values, dict)
    return Counter((turn["phase"], turn["seat"], turn["round"]) for turn in values.get("turns") or ())


def read_results(folder: Path) -> dict[str, str]:
    found = map(json.loads, (folder / "results.jsonl").read_text(encoding="utf-8").splitlines())
    return {each["id"]: " ".join(filter(None, (each["status"], each.get("error")))) for each in found}


def check_once(theatre: Theatre, stored: Mapping[str, Counter[TurnKey]], arrived: float) -> int:
    """After the kill exactly those are asked whose answers were not stored; the value is how many had been asked.

    `arrived` is when everything had come that the worker had sent before it died.
    """
    whole: dict[str, Counter[TurnKey]] = {}
    for thread in theatre.tasks.keys() - stored.keys():
        asked = theatre.asked(thread)
        assert whole.setdefault(theatre.scene(thread), asked) == asked, "a debate that was not disturbed went astray"
    again = Counter[TurnKey]()
    for thread, kept in stored.items():
        expected = whole[theatre.scene(thread)]
        assert theatre.asked(thread, arrived) == expected - kept, theatre.scene(thread)
        again += theatre.asked(thread) - expected
    return again.total()
