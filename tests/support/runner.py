"""Real processes that run, resume, show or review a debate, forked from one that has loaded everything.

    process = start("run", Job(scene="legal", thread="one", store=url, server=server.url, out=folder))
    assert wait_for(process, 60) == 0
    document = read(job)

A process that was killed leaves no document. One that meets an error leaves its message as `error`.
"""

import asyncio
import json
import multiprocessing
import time
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock
from typing import Any

from moot import Result, debate, resume, review, show
from moot.errors import MootError
from tests.support.scenes import SCENES

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__, "moot.models.openai_chat", "moot.stores.sqlite", "moot.stores.postgres"])
_CODES = Lock()
"""Starting a process asks all others for their exit codes, and of two threads that ask for the same one only the first
is told; the second gets 255."""


@dataclass(frozen=True)
class Job:
    """What a process is to do, and where."""

    scene: str
    thread: str
    store: str
    server: str
    out: Path
    response: Any = None
    limits: dict[str, Any] = field(default_factory=dict)
    """Further overrides of the profile."""
    later: float = 0.0
    """So many seconds later than now, by the clock of the new process."""

    @property
    def document(self) -> Path:
        return self.out / f"{self.thread}.json"


def start(task: str, job: Job) -> BaseProcess:
    """Start a process that runs, resumes, shows or reviews a debate."""
    process = _FORKS.Process(target=work, args=(task, job), daemon=True)
    with _CODES:
        process.start()
    return process


def wait_for(process: BaseProcess, seconds: float) -> int | None:
    """Wait for a process to end: its exit code, or None if it has not."""
    wait([process.sentinel], seconds)
    with _CODES:
        return process.exitcode


def finish(task: str, job: Job, seconds: float = 60) -> dict[str, Any]:
    """Run a process to its end and return the result document, or the error."""
    process = start(task, job)
    code = wait_for(process, seconds)
    if code != 0:
        process.kill()
        raise AssertionError(f"{task} of {job.thread} ended with {code}")
    return read(job)


def read(job: Job) -> dict[str, Any]:
    """What the last process left."""
    found: dict[str, Any] = json.loads(job.document.read_text(encoding="utf-8"))
    return found


def work(task: str, job: Job) -> None:
    """What the new process does."""
    if job.later:
        _move_clocks(job.later)
    try:
        document = asyncio.run(_do(task, job)).model_dump_json()
    except MootError as error:
        document = json.dumps({"error": str(error), "exit_code": error.exit_code})
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    job.document.write_text(document, encoding="utf-8")


def _move_clocks(seconds: float) -> None:
    for name in ("time", "monotonic", "perf_counter"):
        real = getattr(time, name)
        setattr(time, name, lambda real=real: real() + seconds)


async def _do(task: str, job: Job) -> Result:
    scene = SCENES[job.scene]
    match task:
        case "run":
            return await debate(
                scene.question,
                profile=scene.profile,
                model="scene",
                base_url=job.server,
                store=job.store,
                thread=job.thread,
                **{**scene.settings, "overrides": {**scene.settings.get("overrides", {}), **job.limits}},
            )
        case "resume":
            return await resume(job.thread, store=job.store)
        case "show":
            return await show(job.thread, store=job.store)
        case _:
            return await review(job.thread, job.response, store=job.store)


_PASSING = {
    *("thread_id", "execution_id", "wall_ms", "duration_ms", "seconds", "ended_at", "at_ms"),
    *("detected_at", "resolved_at", "timestamp", "reserved"),
}


def settled(document: dict[str, Any]) -> Any:
    """A result document without what differs from run to run: times, ids that are drawn, calls that were lost."""
    text = json.dumps(document)
    report = document.get("conflict_report") or {}
    for number, conflict in enumerate(report.get("conflicts") or ()):
        text = text.replace(conflict["conflict_id"], f"conflict {number}")
    return _without(json.loads(text))


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(part) for name, part in value.items() if name not in _PASSING}
    return [_without(part) for part in value] if isinstance(value, list) else value
