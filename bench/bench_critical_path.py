"""How much slower than its waves is a debate? Three seats, three rounds, critiques, every call takes 100 ms.

Such a debate has six waves (positions, critiques, revisions, critiques, revisions, synthesis), so nothing can be faster
than 600 ms. Beside moot, with its memory and its SQLite store, run the same waves as a plain LangGraph graph on the
default OpenAI client and as a bare asyncio loop; one debate of each after the other, so that all meet the same machine.

    python bench/bench_critical_path.py [--debates 15] [--at-once 100] [--json]
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import operator
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

from typing_extensions import TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import cpu_seconds, load, peak_megabytes, serve

LATENCY = 0.1
QUESTION = "Should we expand into Europe next year?"
SEATS = ("cro", "cfo", "coo")
WAVES = (
    ("position", 1, SEATS),
    ("critique", 1, SEATS),
    ("revise", 2, SEATS),
    ("critique", 2, SEATS),
    ("revise", 3, SEATS),
    ("synthesize", 3, ("synthesizer",)),
)
CALLS = sum(len(seats) for _, _, seats in WAVES)
OVERRIDES: dict[str, Any] = {
    "seats": list(SEATS),
    "rounds.execution.revise": "parallel",
    "timeout.per_agent": 600,
    "timeout.per_round": 600,
    "timeout.total": 600,
    # The waves of the others: nobody groups options, settles critiques or looks again.
    "convergence.comparator": "lexical",
    "critique.settle": "answer",
    "council.enabled": False,
    "escalation.enabled": False,
}

Debate = Callable[[], Awaitable[None]]


@asynccontextmanager
async def moot_on(url: str, store: str) -> AsyncIterator[Debate]:
    """A debate as users run it."""
    from moot import debate, open_store

    async with open_store(store) as opened:

        async def run() -> None:
            result = await debate(QUESTION, model="bench", base_url=url, store=opened, overrides=OVERRIDES)
            if (result.status, result.usage.calls) != ("decided", CALLS):
                raise SystemExit(f"the debate went another way: {result.status}, {result.usage.calls} calls")

        yield run


@asynccontextmanager
async def moot_in_memory(url: str) -> AsyncIterator[Debate]:
    async with moot_on(url, "memory:") as run:
        yield run


@asynccontextmanager
async def moot_in_sqlite(url: str) -> AsyncIterator[Debate]:
    with tempfile.TemporaryDirectory() as folder:
        async with moot_on(url, f"sqlite:///{folder}/debates.db") as run:
            yield run


class Said(TypedDict):
    """The state of the plain graph."""

    answers: Annotated[list[str], operator.add]


@asynccontextmanager
async def plain_langgraph(url: str) -> AsyncIterator[Debate]:
    """The same waves with nothing around them: no schema, no budget, no policy, no partial answers."""
    from langchain_openai import ChatOpenAI
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import END, START, StateGraph
    from pydantic import SecretStr

    model = ChatOpenAI(model_name="bench", openai_api_base=url, openai_api_key=SecretStr("none"))

    def speaker(phase: str, number: int, seat: str) -> Any:
        headers = {"x-moot-phase": phase, "x-moot-seat": seat, "x-moot-round": str(number)}

        async def speak(state: Said) -> dict[str, list[str]]:
            prompt = "\n".join((QUESTION, f"{seat}: {phase} {number}", *state["answers"]))
            return {"answers": [str((await model.ainvoke(prompt, extra_headers=headers)).content)]}

        return speak

    builder = StateGraph(Said)
    before: list[str] = [START]
    for phase, number, seats in WAVES:
        names = [f"{phase}_{number}_{seat}" for seat in seats]
        for name, seat in zip(names, seats, strict=True):
            builder.add_node(name, speaker(phase, number, seat))
            builder.add_edge(before if len(before) > 1 else before[0], name)
        before = names
    builder.add_edge(before[0], END)
    graph = builder.compile(checkpointer=InMemorySaver())

    async def run() -> None:
        said = await graph.ainvoke({"answers": []}, {"configurable": {"thread_id": str(uuid4())}})
        assert len(said["answers"]) == CALLS

    yield run


@asynccontextmanager
async def bare_loop(url: str) -> AsyncIterator[Debate]:
    """The same calls and nothing else: what the network itself costs."""
    import aiohttp

    async with aiohttp.ClientSession() as session:

        async def ask(phase: str, number: int, seat: str, said: Sequence[str]) -> str:
            messages = [{"role": "user", "content": "\n".join((QUESTION, f"{seat}: {phase} {number}", *said))}]
            headers = {"x-moot-phase": phase, "x-moot-seat": seat, "x-moot-round": str(number)}
            body = {"model": "bench", "messages": messages}
            async with session.post(f"{url}/chat/completions", json=body, headers=headers) as response:
                return str((await response.json())["choices"][0]["message"]["content"])

        async def run() -> None:
            said: list[str] = []
            for phase, number, seats in WAVES:
                said += await asyncio.gather(*(ask(phase, number, seat, said) for seat in seats))

        yield run


CONTESTANTS = {
    "moot, memory": moot_in_memory,
    "moot, SQLite": moot_in_sqlite,
    "plain LangGraph, memory": plain_langgraph,
    "bare asyncio loop": bare_loop,
}


async def one_by_one(debates: int) -> dict[str, dict[str, float]]:
    """Wall time over critical path, and processor time per debate."""
    walls: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    costs: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    async with AsyncExitStack() as stack:
        url = stack.enter_context(serve(LATENCY))
        runs = {name: await stack.enter_async_context(make(url)) for name, make in CONTESTANTS.items()}
        for number in range(debates + 2):
            if number == 2:
                # What was loaded stays; nobody is to pay for a search through it that falls into their debate.
                gc.freeze()
            for name, run in runs.items():
                started, cpu = time.perf_counter(), cpu_seconds()
                await run()
                if number >= 2:  # the first ones load what is loaded once per process
                    walls[name].append(time.perf_counter() - started)
                    costs[name].append(cpu_seconds() - cpu)
    path = len(WAVES) * LATENCY
    return {
        name: {
            "wall_over_path": round(statistics.median(walls[name]) / path, 3),
            "best": round(min(walls[name]) / path, 3),
            "cpu_ms": round(statistics.median(costs[name]) * 1000, 1),
        }
        for name in CONTESTANTS
    }


def at_once(name: str, count: int) -> dict[str, float]:
    """Many debates at the same time in a process of their own: memory and throughput."""
    context = multiprocessing.get_context("spawn")
    with serve(LATENCY) as url, ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(_crowd, name, url, count).result()


def _crowd(name: str, url: str, count: int) -> dict[str, float]:
    async def crowd() -> dict[str, float]:
        async with CONTESTANTS[name](url) as run:
            await run()
            started, cpu = time.perf_counter(), cpu_seconds()
            await asyncio.gather(*(run() for _ in range(count)))
            wall = time.perf_counter() - started
            return {
                "debates_per_second": round(count / wall, 1),
                "cpu_ms_at_once": round((cpu_seconds() - cpu) / count * 1000, 1),
                "peak_mb": round(peak_megabytes(), 1),
            }

    return asyncio.run(crowd())


async def stored_bytes(size: int, rounds: int) -> tuple[int, int]:
    """The bytes a debate of so many rounds leaves in SQLite, and the bytes its agents wrote."""
    from moot import debate

    with tempfile.TemporaryDirectory() as folder, serve(0.0, size, agree_in=99) as url:
        path = Path(folder) / "debates.db"
        settings = {**OVERRIDES, "rounds.max": rounds, "circuit_breaker.max_iterations": 99, "council.enabled": False}
        result = await debate(QUESTION, model="bench", base_url=url, store=f"sqlite:///{path}", overrides=settings)
        if len(result.rounds) != rounds:
            raise SystemExit(f"the debate ended after round {len(result.rounds)}: {result.stop_reason}")
        written = sum(len(each.model_dump_json()) for each in (*result.positions, *result.critiques))
        return count_bytes(path), written


def count_bytes(path: Path) -> int:
    """The payload of every table, without the file's own bookkeeping."""
    with sqlite3.connect(path) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        total = 0
        for table in tables:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            lengths = " + ".join(f"COALESCE(LENGTH(CAST({column} AS BLOB)), 0)" for column in columns)
            total += connection.execute(f"SELECT COALESCE(SUM({lengths}), 0) FROM {table}").fetchone()[0]
    return total


async def measure_storage() -> list[dict[str, int]]:
    """Bytes stored per round, for longer debates and for longer answers."""
    rows = []
    for size in (1, 2, 4):
        before = await stored_bytes(size, 1)
        for rounds in (2, 3, 4, 5, 6):
            now = await stored_bytes(size, rounds)
            stored, written = now[0] - before[0], now[1] - before[1]
            rows.append({"size": size, "round": rounds, "stored": stored, "written": written})
            before = now
    return rows


def show(report: dict[str, Any]) -> None:
    print(f"critical path {len(WAVES)} x {LATENCY * 1000:.0f} ms, {CALLS} calls, load average {report['load']}\n")
    names = ("wall_over_path", "best", "cpu_ms", "debates_per_second", "cpu_ms_at_once", "peak_mb")
    heads = ("wall/path", "best", "CPU ms", "debates/s", "CPU ms", "peak MB")
    print(f"{'':26}" + "".join(f"{head:>11}" for head in heads))
    for contestant, row in report["contestants"].items():
        print(f"{contestant:26}" + "".join(f"{row.get(name, ''):>11}" for name in names))
    print("\nthe last three with all debates at once; SQLite, bytes by round:\n")
    print(f"{'answers':>8} {'round':>6} {'written':>9} {'stored':>9} {'ratio':>6}")
    for row in report["storage"]:
        ratio = row["stored"] / row["written"]
        print(f"{row['size']:>7}x {row['round']:>6} {row['written']:>9} {row['stored']:>9} {ratio:>6.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=15, help="debates of each kind, one by one")
    parser.add_argument("--at-once", type=int, default=100, help="debates at the same time; 0 leaves it out")
    parser.add_argument("--no-storage", action="store_true", help="leave the bytes out")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    report: dict[str, Any] = {"load": load(), "contestants": asyncio.run(one_by_one(options.debates))}
    if options.at_once:
        for name, row in report["contestants"].items():
            row.update(at_once(name, options.at_once))
    report["storage"] = [] if options.no_storage else asyncio.run(measure_storage())
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        show(report)


if __name__ == "__main__":
    main()
