"""How fast does `moot batch` get through many debates on one machine, beside the bare asyncio loop?

The same debates as in bench_critical_path.py: three seats, three rounds, critiques, 16 calls, every call takes 100 ms.
Each way runs in a process of its own, so that its memory is its own; the bare loop makes the same calls and no more.
What is loaded once per process is not counted.

    python bench/bench_batch.py [--debates 500] [--concurrency 100] [--json]
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.bench_critical_path import CALLS, CONTESTANTS, LATENCY, OVERRIDES, QUESTION, WAVES
from bench.support import cpu_seconds, load, peak_megabytes, serve

BARE = next(name for name in CONTESTANTS if "bare" in name)


async def run_batch_on(store: str, url: str, folder: Path, debates: int, concurrency: int) -> None:
    """A batch as users run it, without the printing."""
    from moot.runs.batch import BatchDefaults, make_store_runner, read_tasks, run_batch
    from moot.stores import open_store

    lines = [json.dumps({"id": number, "question": f"{QUESTION} Plan {number}."}) for number in range(debates)]
    file = folder / f"questions{debates}.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    tasks = read_tasks(file)
    async with open_store(store.format(folder=folder)) as opened:
        place = make_store_runner(opened, BatchDefaults(model="bench", base_url=url, overrides=OVERRIDES))
        async for done in run_batch(tasks, place, concurrency):
            if done.result is None or (done.result.status, done.result.usage.calls) != ("decided", CALLS):
                raise SystemExit(f"a debate went another way: {done.status} {done.problem}")


async def run_bare(url: str, folder: Path, debates: int, concurrency: int) -> None:  # noqa: ARG001
    """The same calls with nothing around them."""
    waiting = iter(range(debates))
    async with CONTESTANTS[BARE](url) as run:

        async def work() -> None:
            for _ in waiting:
                await run()

        await asyncio.gather(*(work() for _ in range(concurrency)))


WAYS: dict[str, Callable[..., Awaitable[None]]] = {
    "bare asyncio loop": run_bare,
    "moot batch, memory": lambda *rest: run_batch_on("memory:", *rest),
    "moot batch, SQLite": lambda *rest: run_batch_on("sqlite:///{folder}/debates.db", *rest),
}


def measure(name: str, debates: int, concurrency: int) -> dict[str, float]:
    """Run one way in this process and say what it took."""
    with tempfile.TemporaryDirectory() as folder, serve(LATENCY) as url:
        asyncio.run(WAYS[name](url, Path(folder), 1, 1))  # type: ignore[arg-type]  # all are coroutines
        started, cpu = time.perf_counter(), cpu_seconds()
        asyncio.run(WAYS[name](url, Path(folder), debates, concurrency))  # type: ignore[arg-type]  # all are coroutines
        wall = time.perf_counter() - started
        return {
            "seconds": round(wall, 2),
            "debates_per_second": round(debates / wall, 1),
            "cpu_ms_per_debate": round((cpu_seconds() - cpu) / debates * 1000, 1),
            "peak_mb": round(peak_megabytes(), 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=500)
    parser.add_argument("--concurrency", type=int, default=100, help="debates at the same time")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    rows = {}
    for name in WAYS:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            rows[name] = pool.submit(measure, name, options.debates, options.concurrency).result()
    report: dict[str, Any] = {"load": load(), "debates": options.debates, "concurrency": options.concurrency}
    if options.json:
        print(json.dumps({**report, "ways": rows}, indent=2))
        return
    print(f"{options.debates} debates of {len(WAVES)} waves, {options.concurrency} at a time, load {report['load']}\n")
    print(f"{'':22}{'seconds':>10}{'debates/s':>11}{'CPU ms':>9}{'peak MB':>9}")
    for name, row in rows.items():
        print(
            f"{name:22}"
            + "".join(f"{value:>{width}}" for value, width in zip(row.values(), (10, 11, 9, 9), strict=True))
        )


if __name__ == "__main__":
    main()
