"""Runs a batch in several processes that share its lines, its store and its budget.

Every process takes the next line from one counter, so that no line is taken twice and a slow debate holds up nobody
else. What a process that died had taken is done again at the end by the first process: the store knows how far each
debate had come.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from moot.catalogue import choose_frame_language
from moot.runs.batch.batch import BatchResult, BatchTask, run_batch
from moot.runs.batch.budget import BatchBudget
from moot.runs.batch.runners import BatchDefaults, make_store_runner
from moot.runs.live import log_json
from moot.stores import open_store

_SPAWN = multiprocessing.get_context("spawn")
_PATIENCE = 5.0
"""Seconds a process has to save what there is when the batch is interrupted."""


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """Everything a process needs to know to take part in a batch."""

    tasks: Sequence[BatchTask]
    defaults: BatchDefaults
    store: str
    budget: BatchBudget
    concurrency: int
    """Debates at a time in each process."""
    language: str = ""
    """Chosen for moot's own words; empty leaves it to the environment and the debates."""
    log: bool = False


async def run_batch_in_processes(plan: BatchPlan, processes: int) -> AsyncIterator[BatchResult]:
    """Run every task of a plan in so many processes, and tell of each as it is done."""
    taken = _SPAWN.Value("i", 0)
    workers = [_start(plan, taken) for _ in range(processes)]
    done: set[int] = set()
    try:
        readers = {reader: process for process, reader in workers}
        while readers:
            for reader in await asyncio.to_thread(wait, list(readers), 0.2):
                assert isinstance(reader, Connection)  # noqa: S101  # we made them
                try:
                    result: BatchResult = reader.recv()
                except (EOFError, OSError):
                    plan.budget.forget_process(readers.pop(reader).pid or 0)
                    continue
                done.add(result.task.number)
                yield result
    except BaseException:
        for process, _ in workers:
            _interrupt(process)
        raise
    finally:
        await asyncio.shield(asyncio.to_thread(_await_end, [process for process, _ in workers]))
    left = [task for task in plan.tasks if task.number not in done]
    if left:
        async for result in _run_here(plan, left):
            yield result


async def _run_here(plan: BatchPlan, tasks: Sequence[BatchTask] | Iterator[BatchTask]) -> AsyncIterator[BatchResult]:
    async with open_store(plan.store) as store:
        run_task = make_store_runner(store, plan.defaults, plan.budget, log=plan.log)
        async for result in run_batch(tasks, run_task, plan.concurrency):
            yield result


def _start(plan: BatchPlan, taken: Any) -> tuple[SpawnProcess, Connection]:
    reader, writer = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_take_part, args=(plan, taken, writer), daemon=True)
    process.start()
    writer.close()
    return process, reader


def _interrupt(process: SpawnProcess) -> None:
    """Let a process save what there is, as Ctrl-C does."""
    if process.is_alive() and process.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGINT)


def _await_end(processes: Sequence[SpawnProcess]) -> None:
    """Wait until every process has ended; one that does not end by itself is ended."""
    for process in processes:
        process.join(_PATIENCE)
        if process.is_alive():
            process.kill()


def _take_part(plan: BatchPlan, taken: Any, writer: Connection) -> None:
    """Run what is left of the lines, in a process of its own."""
    choose_frame_language(plan.language)
    if plan.log:
        log_json()

    async def run() -> None:
        async for result in _run_here(plan, _take(plan.tasks, taken)):
            writer.send(result)

    # Interrupted, or nobody is left to tell.
    with suppress(KeyboardInterrupt, BrokenPipeError):
        asyncio.run(run())
    writer.close()


def _take(tasks: Sequence[BatchTask], taken: Any) -> Iterator[BatchTask]:
    """Take one task after the other that no process has taken."""
    while True:
        with taken.get_lock():
            place = taken.value
            taken.value += 1
        if place >= len(tasks):
            return
        yield tasks[place]
