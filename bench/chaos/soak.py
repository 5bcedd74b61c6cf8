"""Plays debates in several lanes at once until the time is up, kills processes among them, and checks what came out.

On each store three lanes share the file or database. The process of the first is killed at random, now and then in a
loop, and replaced by another that goes on with what is there, some of them by a clock that jumps. The second loses its
locks while it runs, and another process begins to drive the same debates. The process of the third lives to the end, so
that its memory can be looked at. A fifth of the debates meet a server that means ill to one seat. Postgres is restarted
under all of them.
"""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.check import Kill, Undisturbed, check_debate, is_flat
from bench.chaos.disturbances import Restarts, lose_locks
from bench.chaos.plan import FORKED_SCENES, SCENE_SHARES, Batch, Job
from bench.chaos.server import ChaosServer, TurnKey
from bench.chaos.stores import check_store, read_stored
from bench.chaos.worker import Worker
from moot.errors import StoreError
from tests.support.hostile_server import HostileServer
from tests.support.openai_server import OpenAIServer

_BATCH_SIZE = 24
"""Debates that are begun together."""
_KILLS_PER_BATCH = (1, 1, 2, 3, 8)
"""How often a batch's process may be killed."""
_EARLIEST_KILL, _LATEST_KILL, _LATEST_IN_LOOP = 0.2, 2.5, 0.6
"""Seconds after which a process is killed; in a loop of crashes it does not get far."""
_LOOP = 4
"""So many kills are a loop."""
_MOST_MEGABYTES = 500
_PATIENCE_SECONDS = 240.0
"""Seconds after which a batch of which no debate ends, and which nobody disturbs any more, is stuck."""


@dataclass
class Lane:
    """Describes one process after another on one store."""

    name: str
    store: str
    fate: str
    """What happens to its processes: killed, robbed of their locks, or nothing: lasting."""
    debates: int = 0
    kills: int = 0
    takeovers: int = 0
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
    hostile: int = 0
    """Debates on a server that means ill."""
    restarts: int = 0
    jumps: int = 0
    """Processes whose clock jumped."""
    seconds: float = 0.0


class _Soak:
    """Runs everything that goes on at once."""

    def __init__(
        self, requests: ChaosServer, servers: tuple[str, str], folder: Path, seconds: float, seed: int
    ) -> None:
        self.outcome = Outcome()
        self._requests, self._folder, self._seed = requests, folder, seed
        self._server, self._hostile = servers
        self._seconds = seconds
        self._restarts: dict[str, Restarts] = {}
        self._until = 0.0
        self._usual: dict[str, Undisturbed] = {}
        self._lock = threading.Lock()

    def run(self, stores: Mapping[str, str], restarts: Mapping[str, Restarts]) -> Outcome:
        """Play on these stores, by name, until the time is up; restart those that can be."""
        self._rehearse(next(iter(stores.values())))
        self._restarts = {stores[name]: each for name, each in restarts.items()}
        self.outcome.ended = {store: {} for store in stores.values()}
        self.outcome.lanes = [
            Lane(f"{name} {fate}", store, fate)
            for name, store in stores.items()
            for fate in ("killed", "robbed", "lasting")
        ]
        began = time.monotonic()
        self._until = began + self._seconds
        threads = [threading.Thread(target=self._follow, args=(lane,)) for lane in self.outcome.lanes]
        with ExitStack() as stack:
            for each in restarts.values():
                stack.enter_context(each.going_on())
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.outcome.restarts = sum(len(each.made) for each in restarts.values())
        for store in stores.values():
            self.outcome.violations += check_store(store, self.outcome.ended[store])
        for lane in self.outcome.lanes:
            if lane.fate == "lasting" and not is_flat(lane.megabytes):
                self.outcome.violations.append(f"{lane.name}: memory grew: {lane.megabytes}")
            if max(lane.megabytes, default=0) > _MOST_MEGABYTES:
                self.outcome.violations.append(f"{lane.name}: more than {_MOST_MEGABYTES} MB: {lane.megabytes}")
        self.outcome.requests, self.outcome.faults = self._requests.requests, self._requests.trouble.made
        self.outcome.seconds = time.monotonic() - began
        return self.outcome

    def _rehearse(self, store: str) -> None:
        """Play everything once without disturbing it."""
        jobs = tuple(
            Job(f"{scene}-sound-{kind}-rehearsal-0")
            for scene in SCENE_SHARES
            for kind in ("waits", "answered", *(["forked"] if scene in FORKED_SCENES else []))
        )
        batch = Batch(jobs, store, self._server, self._hostile, self._place("rehearsal"))
        with _open_worker() as worker:
            worker.begin(batch)
            if _wait_while_progressing(worker, batch) is None:
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
            batch = Batch(jobs, lane.store, self._server, self._hostile, place)
            began = time.monotonic()
            worker, kills = self._perform(lane, worker, batch, chance)
            lane.debates += _BATCH_SIZE
            if lane.store in self._restarts:
                kills += [each for each in self._restarts[lane.store].made if each.until > began]
            for job in jobs:
                self._check(lane, job, place / f"{job.thread}.json", kills)
                if job.forked:
                    self._requests.take_requests(job.base.thread)
        worker.kill()

    def _perform(self, lane: Lane, worker: Worker, batch: Batch, chance: random.Random) -> tuple[Worker, list[Kill]]:
        """Bring a batch to an end, whatever happens in between; the process that is left, and what happened when."""
        if lane.fate == "robbed":
            return self._rob(lane, worker, batch, chance)
        kills: list[Kill] = []
        wanted = chance.choice(_KILLS_PER_BATCH) if lane.fate == "killed" else 0
        for _ in range(wanted):
            worker.begin(batch)
            if worker.wait(chance.uniform(_EARLIEST_KILL, _LATEST_IN_LOOP if wanted > _LOOP else _LATEST_KILL)):
                return worker, kills
            worker.kill()
            lane.kills += 1
            # Not before: on a busy machine a process lives on for a while until it is really killed.
            dead = time.monotonic()
            kills.append(Kill(dead, _read_stored(batch)))
            jumping = chance.random() < 1 / 3
            self.outcome.jumps += jumping
            worker = Worker(jumping=jumping)
        worker.begin(batch)
        return self._await(lane, worker, batch), kills

    def _rob(self, lane: Lane, worker: Worker, batch: Batch, chance: random.Random) -> tuple[Worker, list[Kill]]:
        """Let two processes drive the same debates: the first loses its locks, and the second takes over."""
        worker.begin(batch)
        if worker.wait(chance.uniform(_EARLIEST_KILL, _LATEST_KILL)):
            return worker, []
        try:
            lose_locks(batch.store)
        except OSError:  # it restarts at this moment, which ends the locks too
            return self._await(lane, worker, batch), []
        stored = _read_stored(batch)
        # Not before: the first driver goes on, and stores what it asks, until the second one begins.
        at = time.monotonic()
        lane.takeovers += 1
        with _open_worker() as other:
            other.begin(batch)
            worker = self._await(lane, worker, batch)
            if _wait_while_progressing(other, batch) is None:
                self._find(f"{lane.name}: the second driver did nothing for {_PATIENCE_SECONDS:g} s")
        return worker, [Kill(at, stored, until=time.monotonic())]

    def _await(self, lane: Lane, worker: Worker, batch: Batch) -> Worker:
        """Wait for the process to be done with its batch; return it, or another if it is stuck."""
        held = _wait_while_progressing(worker, batch)
        if held is None:
            self._find(f"{lane.name}: no debate of a batch ended within {_PATIENCE_SECONDS:g} s")
            worker.tell_tasks()
            worker.kill()
            worker = Worker()
        else:
            lane.megabytes.append(round(held, 1))
        return worker

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
            self.outcome.hostile += bool(job.mode)
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


def _wait_while_progressing(worker: Worker, batch: Batch) -> float | None:
    """Wait for a process as long as debates end, however busy the machine is; None if none does any more."""
    ended, since = -1, time.monotonic()
    while (held := worker.wait(1.0)) is None and time.monotonic() < since + _PATIENCE_SECONDS:
        if (now := sum((batch.out / f"{job.thread}.json").exists() for job in batch.jobs)) != ended:
            ended, since = now, time.monotonic()
        if not worker.process.is_alive():
            return None
    return held


def _read_stored(batch: Batch) -> Mapping[str, Counter[TurnKey]]:
    """Read whose answers are stored; nobody's as far as can be told where the store restarts at this moment."""
    try:
        return read_stored(batch.store, [job.thread for job in batch.jobs])
    except StoreError:
        return {}


def run_soak(
    stores: Mapping[str, str],
    folder: Path,
    seconds: float,
    seed: int = 8,
    restarts: Mapping[str, Restarts] | None = None,
) -> Outcome:
    """Play on these stores for so many seconds, with servers of one's own; restart those of the stores that can be."""
    with OpenAIServer() as server, HostileServer() as hostile:
        servers = (server.url, f"http://127.0.0.1:{hostile.port}")
        return _Soak(ChaosServer(server), servers, folder, seconds, seed).run(stores, restarts or {})
