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
from bench.chaos.crew import Crew
from bench.chaos.plan import SHARES, Batch, Job
from bench.chaos.stage import Stage
from bench.chaos.stores import check_store, read_stored
from tests.support.openai_server import OpenAIServer

SIZE = 24
"""Debates that are begun together."""
KILLS = (1, 1, 2, 3)
"""How often a batch's process may be killed."""
SOON, LATE = 0.2, 2.5
"""Seconds after which a process is killed."""
PATIENCE = 180.0
"""Seconds after which a batch that nobody disturbs any more is stuck."""


@dataclass
class Lane:
    """One process after another on one store."""

    name: str
    store: str
    mortal: bool
    debates: int = 0
    kills: int = 0
    megabytes: list[float] = field(default_factory=list)


@dataclass
class Outcome:
    """What came out of everything."""

    statuses: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    ended: dict[str, dict[str, str]] = field(default_factory=dict)
    """By store: the debates that were brought to an end, and how."""
    lanes: list[Lane] = field(default_factory=list)
    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


class Play:
    """Everything that goes on."""

    def __init__(self, stage: Stage, server: str, folder: Path, seconds: float, seed: int) -> None:
        self.outcome = Outcome()
        self._stage, self._server, self._folder, self._seed = stage, server, folder, seed
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
        self.outcome.requests, self.outcome.faults = self._stage.requests, self._stage.trouble.made
        self.outcome.seconds = time.monotonic() - began
        return self.outcome

    def _rehearse(self, store: str) -> None:
        """Play everything once without disturbing it."""
        jobs = tuple(Job(f"{scene}-sound-{kind}-rehearsal-0") for scene in SHARES for kind in ("waits", "answered"))
        batch = Batch(jobs, store, self._server, self._place("rehearsal"))
        with hired() as crew:
            crew.begin(batch)
            if crew.wait(PATIENCE) is None:
                raise RuntimeError("the rehearsal did not end: there is nothing to compare with")
        for job in jobs:
            document = json.loads((batch.out / f"{job.thread}.json").read_text(encoding="utf-8"))
            self._usual[job.like] = Undisturbed.of(document, self._stage.recall(job.thread))

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
        crew = Crew()
        while time.monotonic() < self._until:
            numbers = range(lane.debates, lane.debates + SIZE)
            jobs = tuple(Job.draw(chance, name, number) for number in numbers)
            batch = Batch(jobs, lane.store, self._server, place)
            crew, kills = self._perform(lane, crew, batch, chance)
            lane.debates += SIZE
            for job in jobs:
                self._check(lane, job, place / f"{job.thread}.json", kills)
        crew.kill()

    def _perform(self, lane: Lane, crew: Crew, batch: Batch, chance: random.Random) -> tuple[Crew, list[Kill]]:
        """Bring a batch to an end, through so many deaths; the process that is left, and when the others ended."""
        kills: list[Kill] = []
        for _ in range(chance.choice(KILLS) if lane.mortal else 0):
            crew.begin(batch)
            if crew.wait(chance.uniform(SOON, LATE)) is not None:
                return crew, kills
            crew.kill()
            lane.kills += 1
            # Not before: on a busy machine a process lives on for a while until it is really killed.
            dead = time.monotonic()
            kills.append(Kill(dead, read_stored(lane.store, [job.thread for job in batch.jobs])))
            crew = Crew()
        crew.begin(batch)
        held = crew.wait(PATIENCE)
        if held is None:
            self._find(f"{lane.name}: a batch did not end within {PATIENCE:g} s")
            crew.kill()
            crew = Crew()
        else:
            lane.megabytes.append(round(held, 1))
        return crew, kills

    def _check(self, lane: Lane, job: Job, place: Path, kills: list[Kill]) -> None:
        heard = self._stage.recall(job.thread)
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
def hired() -> Iterator[Crew]:
    """A process for a while."""
    crew = Crew()
    try:
        yield crew
    finally:
        crew.kill()


def play(stores: Mapping[str, str], folder: Path, seconds: float, seed: int = 8) -> Outcome:
    """Play on these stores for so many seconds, with a server of one's own."""
    with OpenAIServer() as server:
        return Play(Stage(server), server.url, folder, seconds, seed).run(stores)
