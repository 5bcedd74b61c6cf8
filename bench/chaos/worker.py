"""Brings debates to an end in a process of its own: new ones, and those that a killed process left."""

import asyncio
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

from bench.chaos.plan import SHORT_LIMITS, SOUND_SETTINGS, Batch, Job
from moot import Result, debate, fork, open_store, resume, review, show
from moot.errors import InputError, StoreError, ThreadError, UnbegunError
from moot.stores import Store
from tests.support.scenes import SCENES

_T = TypeVar("_T")

_DEBATES_AT_ONCE = 8
_MAX_TRIES = 600
"""So often it is tried again while somebody else drives the debate, or the store restarts; a tenth of a second each."""
_PASSING = ("another process", "does not answer")
"""What a store says that is over after a while."""
_MOST_RESUMES = 4
"""So often a debate that failed is gone on with; on a busy machine a second may be too short for an answer."""
_JUMP_SECONDS = 3600.0
_TELL_SECONDS = 2.0

_FORKSERVER = multiprocessing.get_context("forkserver")
_FORKSERVER.set_forkserver_preload([__name__, "moot.models.openai_chat", "moot.stores.sqlite", "moot.stores.postgres"])


class Worker:
    """Starts the process, hands it debates and kills it."""

    def __init__(self, *, jumping: bool = False) -> None:
        self._ours, theirs = _FORKSERVER.Pipe()
        self.process: BaseProcess = _FORKSERVER.Process(target=run_worker, args=(theirs, jumping), daemon=True)
        self.process.start()
        theirs.close()

    def begin(self, batch: Batch) -> None:
        """Hand it some debates."""
        self._ours.send(batch)

    def wait(self, seconds: float) -> float | None:
        """Wait for all of them; the megabytes the process holds then, or None if it is not done."""
        try:
            return float(self._ours.recv()) if self._ours.poll(seconds) else None
        except EOFError:
            return None

    def tell_tasks(self) -> None:
        """Let a process that is stuck say on stderr where."""
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGUSR1)
            time.sleep(_TELL_SECONDS)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self.process.join()
        self._ours.close()


def run_worker(pipe: "Connection[float, Batch]", jumping: bool) -> None:
    """Bring to an end what arrives, until nobody sends anything more; `jumping`, by a clock that is wrong."""
    if jumping:
        jump_clock()
    with asyncio.Runner() as runner:
        runner.get_loop().add_signal_handler(signal.SIGUSR1, print_tasks)
        while True:
            try:
                batch = pipe.recv()
            except EOFError:
                return
            runner.run(end_all(batch))
            pipe.send(measure_megabytes())


def print_tasks() -> None:
    """Say where everything stands that this process does."""
    for task in asyncio.all_tasks():
        task.print_stack()


def jump_clock() -> None:
    """Let the clock of this process go forth and back by an hour, every second."""
    real = time.time
    time.time = lambda: real() + _JUMP_SECONDS * (int(real()) % 2)


def measure_megabytes() -> float:
    """The memory this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


async def end_all(batch: Batch) -> None:
    """Bring all debates of a batch to an end, some at a time, and leave a document of each."""
    turn = asyncio.Semaphore(_DEBATES_AT_ONCE)
    opened = open_store(batch.store)
    await retry_while_passing(opened.connect)
    async with opened as store:

        async def end(job: Job) -> None:
            place = batch.out / f"{job.thread}.json"
            if place.exists():
                return
            async with turn:
                try:
                    document = (await bring_to_end(job, store, batch)).model_dump_json()
                except Exception as error:  # noqa: BLE001  # the edge of a process: whatever it was, it is a finding
                    document = json.dumps({"error": f"{type(error).__name__}: {error}"})
            half = place.with_suffix(f".{os.getpid()}")  # two processes may end the same debate
            half.write_text(document, encoding="utf-8")
            half.rename(place)

        await asyncio.gather(*map(end, batch.jobs))


async def bring_to_end(job: Job, store: Store, batch: Batch) -> Result:
    """Start a debate or go on with it, wherever it is, and whoever else does the same."""
    begin = branch_off if job.forked else begin_or_go_on
    result = await retry_while_passing(lambda: begin(job, store, batch))
    for _ in range(1 if job.mode else _MOST_RESUMES):
        if result.status == "failed":
            # Every seat failed, as by chance two may; moot says how to go on, and whoever runs it does.
            result = await go_on(job, store, batch)
    if result.status == "needs_review" and job.answered:
        try:
            result = await approve_or_reject(job, store)
        except ThreadError:
            # Somebody else has answered it, or we have, and the store restarted before we were told.
            result = await go_on(job, store, batch)
    return result


async def approve_or_reject(job: Job, store: Store) -> Result:
    """Answer a debate that waits for a person."""
    try:
        return await retry_while_passing(lambda: answer(job, "approve", store))
    except InputError:
        # In trouble there may be nothing to approve.
        return await retry_while_passing(lambda: answer(job, "reject", store))


async def begin_or_go_on(job: Job, store: Store, batch: Batch) -> Result:
    """Start a debate, or do what its state in the store asks for."""
    known = await store.entry(job.thread)
    if known is None:
        with suppress(ThreadError):  # another process has begun it in between
            return await start(job, store, batch)
    elif known.status == "needs_review":
        return await show(job.thread, store=store)
    return await go_on(job, store, batch)


async def branch_off(job: Job, store: Store, batch: Batch) -> Result:
    """Branch a debate off the first round of another one, or go on with it where it is."""
    known = await store.entry(job.thread)
    if known is None:
        await bring_to_end(job.base, store, batch)
    else:
        try:
            return await resume(job.thread, store=store)
        except UnbegunError:  # killed between its line in the index and its first step
            pass
        except ThreadError:
            return await show(job.thread, store=store)
    try:
        return await fork(job.base.thread, round=1, new_thread=job.thread, store=store)
    except ThreadError:  # another process has begun it in between
        return await go_on(job, store, batch)


async def answer(job: Job, kind: str, store: Store) -> Result:
    """Say one word to a debate that waits."""
    return await review(job.thread, {"decisions": [{"type": kind}]}, store=store)


async def go_on(job: Job, store: Store, batch: Batch) -> Result:
    """Resume a debate; one that was killed before its first step was stored is started again, as moot says."""
    try:
        return await retry_while_passing(lambda: resume(job.thread, store=store))
    except UnbegunError:
        try:
            return await retry_while_passing(lambda: start(job, store, batch))
        except ThreadError:  # another process has begun it in between
            return await go_on(job, store, batch)
    except ThreadError:
        # It had just begun to wait for a person, or has ended.
        return await retry_while_passing(lambda: show(job.thread, store=store))


async def start(job: Job, store: Store, batch: Batch) -> Result:
    """Start a debate as a user would."""
    scene = SCENES[job.scene]
    overrides = {**scene.settings.get("overrides", {}), **(SHORT_LIMITS if job.faulty else SOUND_SETTINGS)}
    return await debate(
        scene.question,
        profile=scene.profile,
        # What a process finds out about one model, such as a form of asking it seems to ignore, is no other's affair.
        model="faulty" if job.faulty else "sound",
        base_url=f"{batch.hostile}/{job.mode}/{job.scene}/{job.victim}/v1" if job.mode else batch.server,
        store=store,
        thread=job.thread,
        overrides=overrides,
    )


async def retry_while_passing(do: Callable[[], Awaitable[_T]]) -> _T:
    """Go on as soon as the store answers, and knows that the process before is gone."""
    for _ in range(_MAX_TRIES):
        try:
            return await do()
        except StoreError as error:
            if not any(words in str(error) for words in _PASSING):
                raise
        await asyncio.sleep(0.1)
    return await do()
