"""Runs many debates from a file of JSON lines, a bounded number at a time; run again, it runs only what is missing.

Each line is an object with a `question`; `id`, `profile`, `context`, `model` and the other settings of a debate are
optional. The debate of a line has an id of its own, made of the file's place and the line's content: the same line is
the same debate, a changed line is another one, and the order of the lines does not matter.
"""

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from uuid import UUID, uuid5

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from moot.errors import InputError, MootError
from moot.models.cleaning import clean_data, one_line
from moot.nodes.intake import check_hint, read_options
from moot.views.result import Result
from moot.views.wording.warrants import find_failures

_log = logging.getLogger("moot.runs")

_NAMESPACE = UUID("5f0b6c9e-6a0e-5d0c-9a54-6d6f6f740001")
"""Ours alone, so that no other program's ids can meet ours."""

_NO_OBJECT = "this is no JSON object; write one object per line"


class BatchLine(BaseModel):
    """Declares what a line of the file may say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = Field(min_length=1)
    id: str | int | None = None
    profile: str | None = None
    context: list[dict[str, str]] = []
    value_at_risk: float | None = Field(default=None, ge=0)
    irreversible: bool | None = None
    risk: Literal["low", "moderate", "severe", "catastrophic"] | None = None
    route: Literal["simple", "debate", "council", "refine"] | None = None
    domain_hint: str | None = None
    options: list[str] = []
    model: str | None = None
    base_url: str | None = None
    seat_models: dict[str, str] = {}
    overrides: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class BatchTask:
    """Names one debate to run."""

    number: int
    """The line in the file, from 1."""
    name: str | int
    """The caller's id, else the number of the line."""
    thread: str
    line: BatchLine


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Says what became of a task."""

    task: BatchTask
    result: Result | None = None
    error: str = ""

    @property
    def status(self) -> str:
        """Return the status of the result document; without one it failed."""
        return self.result.status if self.result is not None else "failed"

    @property
    def problem(self) -> str:
        """Say why it failed, if it did."""
        if self.result is None or self.result.status != "failed":
            return self.error
        return next(find_failures(self.result), self.result.decider or "no agent answered")

    def to_json(self) -> str:
        """Write one line of the results: the result document, and where it comes from."""
        head = {"id": self.task.name, "line": self.task.number, "thread_id": self.task.thread}
        rest = self.result.model_dump(mode="json") if self.result else {"status": "failed", "error": self.error}
        line = json.dumps({**head, **rest}, ensure_ascii=False)
        # Line ends of Unicode's that JSON allows inside a text: many a reader would make two lines of this one.
        return re.sub("[\x85\u2028\u2029]", lambda end: f"\\u{ord(end[0]):04x}", line)


TaskRunner = Callable[[BatchTask], Awaitable[Result]]
"""Runs a debate to its end or its pause; one that is there already is gone on with, or only read."""


def read_tasks(path: Path) -> list[BatchTask]:
    """Read a file of JSON lines; every bad line is told, with its number."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        told = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"{path}: cannot be read: {told}; name a file of JSON lines") from error
    tasks, problems, seen = [], [], Counter[str]()
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            tasks.append(_read_line(path, number, text, seen))
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise BadLinesError(problems)
    if not tasks:
        raise InputError(f'{path}: it has no lines; write one object per line, such as {{"question": "..."}}')
    return tasks


class BadLinesError(InputError):
    """Collects one message for each line that cannot be used."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(problems[-1])
        self.problems = tuple(problems)


def _read_line(path: Path, number: int, text: str, seen: Counter[str]) -> BatchTask:
    try:
        line = BatchLine.model_validate(clean_data(json.loads(text)))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if not first["loc"]:
            raise InputError(f"{path}:{number}: {_NO_OBJECT}") from error
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{path}:{number}: {place}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:{number}: {_NO_OBJECT}") from error
    try:
        if line.domain_hint is not None:
            check_hint(line.domain_hint)
        if line.options:
            read_options(line.options)
    except InputError as error:
        raise InputError(f"{path}:{number}: {error}") from error
    content = line.model_dump_json(exclude_defaults=True)
    seen[content] += 1
    thread = str(uuid5(_NAMESPACE, "\n".join((str(path.resolve()), content, str(seen[content])))))
    return BatchTask(number, number if line.id is None else line.id, thread, line)


async def run_batch(
    tasks: Iterable[BatchTask], run_task: TaskRunner, concurrency: int = 8
) -> AsyncIterator[BatchResult]:
    """Run every task, so many at a time, and tell of each as it is done; one that fails does not stop the others."""
    waiting, done = iter(tasks), asyncio.Queue[BatchResult | None]()

    async def work() -> None:
        try:
            for task in waiting:
                done.put_nowait(await _run_task(task, run_task))
        finally:
            done.put_nowait(None)

    workers = [asyncio.create_task(work()) for _ in range(max(1, concurrency))]
    try:
        left = len(workers)
        while left:
            if (item := await done.get()) is None:
                left -= 1
            else:
                yield item
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


async def _run_task(task: BatchTask, run_task: TaskRunner) -> BatchResult:
    try:
        return BatchResult(task, await run_task(task))
    except MootError as error:
        return BatchResult(task, error=one_line(str(error)))
    except Exception as error:  # noqa: BLE001  # the edge of a debate: whatever ends it, the others go on
        _log.info("line %s ended in an error nobody expected", task.number, exc_info=True)
        return BatchResult(task, error=one_line(f"{type(error).__name__}: {error}"))
