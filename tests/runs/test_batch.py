"""Many debates at once: never more than allowed, and each is told of."""

import asyncio
import json
from pathlib import Path

from moot.errors import ModelError
from moot.runs.batch.batch import BatchResult, BatchTask, read_tasks, run_batch
from moot.views.result import Result


async def test_never_more_run_at_once_than_allowed(tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text("\n".join(json.dumps({"question": f"{number}?"}) for number in range(20)), encoding="utf-8")
    tasks = read_tasks(file)
    running: set[str] = set()
    most = 0

    async def run_task(task: BatchTask) -> Result:
        nonlocal most
        running.add(task.thread)
        most = max(most, len(running))
        await _turn()
        running.remove(task.thread)
        raise ModelError("no model")

    done = [each async for each in run_batch(tasks, run_task, 3)]
    assert most == 3
    assert sorted(each.task.number for each in done) == list(range(1, 21))
    assert {each.error for each in done} == {"no model"}


async def _turn() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_whatever_happens_to_one_line_the_others_end(tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text("\n".join(json.dumps({"question": f"\ud800 {number}?"}) for number in range(20)), encoding="utf-8")
    tasks = read_tasks(file)

    async def run_task(task: BatchTask) -> Result:
        await _turn()
        if task.number % 3 == 0:
            raise RecursionError("too deep\x00")
        raise ModelError("no model")

    found = [done async for done in run_batch(tasks, run_task, concurrency=4)]
    assert sorted(done.task.number for done in found) == list(range(1, 21))
    assert {done.error for done in found if done.task.number % 3 == 0} == {"RecursionError: too deep"}
    assert all(json.loads(done.to_json().encode()) for done in found)


def test_a_line_ends_where_json_lines_end(tmp_path: Path) -> None:
    """Unicode knows more line ends, and JSON allows them inside a text: in what is read, and in what is written."""
    file = tmp_path / "in.jsonl"
    file.write_text('{"question": "one\u2028still one?"}\n{"question": "two\x85still two?"}\n', encoding="utf-8")
    first, second = read_tasks(file)
    assert (first.line.question, second.line.question) == ("one\nstill one?", "two\nstill two?")
    assert len(BatchResult(first, error="broken\u2028in\u2029two\x85").to_json().splitlines()) == 1
