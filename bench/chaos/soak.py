"""Plays debates in several lanes at once until the time is up, kills processes among them, and checks what came out.

On each store two lanes share the file or database. The process of the first is killed at random and replaced by another
that goes on with what is there; the process of the second lives to the end, so that its memory can be looked at.
"""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.check import Kill, Undisturbed, check_debate, is_flat
from bench.chaos.plan import SCENE_SHARES, Batch, Job
from bench.chaos.server import ChaosServer
from bench.chaos.stores import check_store, read_stored
from bench.chaos.worker import Worker
from tests.support.openai_server import OpenAIServer

_BATCH_SIZE = 24
"""Debates that are begun together."""
_KILLS_PER_BATCH = (1, 1, 2, 3)
"""How often a batch's process may be killed."""
_EARLIEST_KILL, _LATEST_KILL = 0.2, 2.5
"""Seconds after which a process is killed."""
_PATIENCE_SECONDS = 180.0
"""Seconds after which a batch that nobody disturbs any more is stuck."""


@dataclass
class Lane:
    """Describes one process after another on one store."""

    name: str
    store: str
    mortal: bool
    debates: int = 0
    kills: int = 0
    megabytes: list[float] = field(default_factory=list)


@dataclass
class Outcome:
    """Holds what came out of everything."""

    statuses: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    ended: dict[str, dict[str, str]] = field(default_factory=dict)
    """By store: the debates that were brought to an end, and how."""
    lanes: list[Lane] = field(default_factory=list)
    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


class _Soak:
    """Runs everything that goes on at once."""

    def __init__(self, requests: ChaosServer, server: str, folder: Path, seconds: float, seed: int) -> None:
        self.outcome = Outcome()
        self._requests, self._server, self._folder, self._seed = requests, server, folder, seed
        self._seconds = seconds
        self._until = 0.0
        self._usual: dict[str, Undisturbed] = {}
        self._lock = threading.Lock()

    def run(self, stores: Mapping[str, str]) -> Outcome:
        """Play on these stores, by name, until the time is up."""
        self._rehearse(next(iter(stores.values())))
        self.outcome.ended = {store: {} for store in stores.values()}
        self.outcome.lanes = [
            Lane(f"{name} {kind}", store, kind == "killed")
            for name, store in stores.items()
            for kind in ("killed", "lasting")
        ]
        began = time.monotonic()
        self._until = began + self._seconds
        threads = [threading.Thread(target=self._follow, args=(lane,)) for lane in self.outcome.lanes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for store in stores.values():
            self.outcome.violations += check_store(store, self.outcome.ended[store])
        for lane in self.outcome.lanes:
            if not lane.mortal and not is_flat(lane.megabytes):
                self.outcome.violations.append(f"{lane.name}: memory grew: {lane.megabytes}")
        self.outcome.requests, self.outcome.faults = self._requests.requests, self._requests.trouble.made
        self.outcome.seconds = time.monotonic() - began
        return self.outcome

    def _rehearse(self, store: str) -> None:
        """Play everything once without disturbing it."""
        jobs = tuple(
            Job(f"{scene}-sound-{kind}-rehearsal-0") for scene in SCENE_SHARES for kind in ("waits", "answered")
        )
        batch = Batch(jobs, store, self._server, self._place("rehearsal"))
        with _open_worker() as worker:
            worker.begin(batch)
            if worker.wait(_PATIENCE_SECONDS) is None:
                raise RuntimeError("the rehearsal did not end: there is nothing to compare with")
        for job in jobs:
            document = json.loads((batch.out / f"{job.thread}.json").read_text(encoding="utf-8"))
            self._usual[job.like] = Undisturbed.of(document, self._requests.take_requests(job.thread))

    def _place(self, name: str) -> Path:
        place = self._folder / name.replace(" ", "-")
        place.mkdir()
        return place

    def _follow(self, lane: Lane) -> None:
        try:
            self._fill(lane)
        except Exception as error:  # noqa: BLE001  # the edge of a thread: a lane that fell is a finding
            self._find(f"{lane.name}: {type(error).__name__}: {error}")

    def _fill(self, lane: Lane) -> None:
        """Play batch after batch."""
        chance = random.Random(f"{self._seed} {lane.name}")
        place = self._place(lane.name)
        name = lane.name.replace(" ", "_")
        worker = Worker()
        while time.monotonic() < self._until:
            numbers = range(lane.debates, lane.debates + _BATCH_SIZE)
            jobs = tuple(Job.draw(chance, name, number) for number in numbers)
            batch = Batch(jobs, lane.store, self._server, place)
            worker, kills = self._perform(lane, worker, batch, chance)
            lane.debates += _BATCH_SIZE
            for job in jobs:
                self._check(lane, job, place / f"{job.thread}.json", kills)
        worker.kill()

    def _perform(self, lane: Lane, worker: Worker, batch: Batch, chance: random.Random) -> tuple[Worker, list[Kill]]:
        """Bring a batch to an end, through so many deaths; the process that is left, and when the others ended."""
        kills: list[Kill] = []
        for _ in range(chance.choice(_KILLS_PER_BATCH) if lane.mortal else 0):
            worker.begin(batch)
            if worker.wait(chance.uniform(_EARLIEST_KILL, _LATEST_KILL)) is not None:
                return worker, kills
            worker.kill()
            lane.kills += 1
            # Not before: on a busy machine a process lives on for a while until it is really killed.
            dead = time.monotonic()
            kills.append(Kill(dead, read_stored(lane.store, [job.thread for job in batch.jobs])))
            worker = Worker()
        worker.begin(batch)
        held = worker.wait(_PATIENCE_SECONDS)
        if held is None:
            self._find(f"{lane.name}: a batch did not end within {_PATIENCE_SECONDS:g} s")
            worker.kill()
            worker = Worker()
        else:
            lane.megabytes.append(round(held, 1))
        return worker, kills

    def _check(self, lane: Lane, job: Job, place: Path, kills: list[Kill]) -> None:
        heard = self._requests.take_requests(job.thread)
        if not place.exists():
            self._find(f"{job.thread}: no document")
            return
        document = json.loads(place.read_text(encoding="utf-8"))
        place.unlink()
        status = document.get("status", "error")
        found = check_debate(job, document, heard, kills, self._usual[job.like])
        with self._lock:
            self.outcome.statuses[status] += 1
            self.outcome.ended[lane.store][job.thread] = status
            self.outcome.violations += found

    def _find(self, violation: str) -> None:
        with self._lock:
            self.outcome.violations.append(violation)


@contextmanager
def _open_worker() -> Iterator[Worker]:
    """Start a process, and kill it at the end."""
    worker = Worker()
    try:
        yield worker
    finally:
        worker.kill()


def run_soak(stores: Mapping[str, str], folder: Path, seconds: float, seed: int = 8) -> Outcome:
    """Play on these stores for so many seconds, with a server of one's own."""
    with OpenAIServer() as server:
        return _Soak(ChaosServer(server), server.url, folder, seconds, seed).run(stores)
