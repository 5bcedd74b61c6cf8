"""The desk under load: the pages of 100,000 debates, and 200 people who watch debates run.

    python bench/bench_desk.py [--debates 100000] [--viewers 200]

Reported: how long the inbox takes in the SQLite store, and how much longer debates take when many pages follow them
live. The limits of issue 7: a first page within 200 ms; viewers do not slow the debates.
"""

import argparse
import asyncio
import logging
import random
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import httpx
import uvicorn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from moot import open_store
from moot.desk import NewDebate, Person, StoreBackend, make_app
from moot.stores import Entry, Store
from tests.support.scripts import synthesis, views, write

STATUSES = ("needs_review", "decided", "decided", "decided", "rejected", "inconclusive", "failed")
PAGES = ("/", "/?show=all", "/?show=decided&page=40", "/?show=all&q=warehouse", "/?show=all&q=nothing-like-it")
IN_ONE_GO = 500
AT_ONCE = 4
DELAY = 1.0
"""Seconds per answer: a quick model's."""


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--debates", type=int, default=100_000)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--follow", help=argparse.SUPPRESS)
    return parser.parse_args()


async def fill(store: Store, count: int) -> None:
    for start in range(0, count, IN_ONE_GO):
        await asyncio.gather(*(note(store, number) for number in range(start, min(count, start + IN_ONE_GO))))


async def note(store: Store, number: int) -> None:
    """Write one line of the index."""
    place = ("warehouse", "office", "factory", "shop")[number % 4]
    status = STATUSES[number % len(STATUSES)]
    question = f"Should we open {place} number {number} next year, or pay back the loan first?"
    reason = "The confidence of 44 % is below 50 %." if status == "needs_review" else ""
    await store.note(Entry(f"debate-{number}", 1.0, 1e9 + number, "conclave", status, question, reason, float(number)))


async def time_pages(store: Store) -> None:
    app = make_app(StoreBackend(store))
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        await client.get("/start")
        for page in PAGES:
            times = []
            for _ in range(7):
                began = time.perf_counter()
                reply = await client.get(page)
                times.append(1000 * (time.perf_counter() - began))
                assert reply.status_code == 200
            print(f"{page:32}  first {times[0]:6.1f} ms   median {statistics.median(times):6.1f} ms")


async def run_debates(folder: Path, model: str, viewers: int) -> tuple[float, int]:
    """Some debates at once, watched over HTTP by another process; seconds, and events that were delivered."""
    async with open_store(f"sqlite:///{folder}/live.db") as store, serve(StoreBackend(store, model=model)) as served:
        desk, address = served
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, __file__, "--viewers", str(viewers), "--follow", address)
        follower = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert follower.stdin is not None
        assert follower.stdout is not None
        await follower.stdout.readline()
        began = time.perf_counter()
        threads = [await desk.start(NewDebate("Should we expand?", "conclave"), Person()) for _ in range(AT_ONCE)]
        follower.stdin.write(f"{' '.join(threads)}\n".encode())
        while await count_running(store, threads):  # noqa: ASYNC110  # looked at from outside, as a person would
            await asyncio.sleep(0.02)
        took = time.perf_counter() - began
        told, _ = await follower.communicate()
        return took, int(told)


async def count_running(store: Store, threads: list[str]) -> int:
    entries = [await store.entry(thread) for thread in threads]
    return sum(entry is not None and entry.status == "running" for entry in entries)


@asynccontextmanager
async def serve(desk: StoreBackend) -> AsyncIterator[tuple[StoreBackend, str]]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(make_app(desk), log_level="error", timeout_keep_alive=60, timeout_graceful_shutdown=1)
        )
        task = asyncio.create_task(server.serve(sockets=[listening]))
        yield desk, f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


async def follow(address: str, threads: list[str], viewers: int) -> int:
    """Watch as pages do: hear every event, and fetch the views again when a round closes."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def view(thread: str) -> int:
            seen = 0
            async with session.get(f"{address}/debates/{thread}/events") as stream:
                async for line in stream.content:
                    seen += line.startswith(b"data:")
                    if b'"round_closed"' in line:
                        await asyncio.sleep(random.uniform(0.15, 0.6))
                        await (await session.get(f"{address}/debates/{thread}/views")).read()
            return seen

        return sum(await asyncio.gather(*(view(threads[number % len(threads)]) for number in range(viewers))))


async def main() -> None:
    logging.disable(logging.WARNING)
    arguments = read_arguments()
    if arguments.follow:
        print("ready", flush=True)
        threads = (await asyncio.to_thread(sys.stdin.readline)).split()
        print(await follow(arguments.follow, threads, arguments.viewers))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with open_store(f"sqlite:///{folder}/inbox.db") as store:
            await fill(store, arguments.debates)
            print(f"inbox of {arguments.debates:,} debates in SQLite (limit: 200 ms)")
            await time_pages(store)
        rounds = [{**entry, "delay": DELAY} for number in (1, 2, 3) for entry in views((0.5, 0.5, 0, 0), number)]
        model = write(folder, rounds, synthesis(40))
        await run_debates(folder, model, 1)
        print(f"{AT_ONCE} debates at once, {DELAY * 1000:.0f} ms per answer")
        for viewers in (0, arguments.viewers):
            runs = [await run_debates(folder, model, viewers) for _ in range(3)]
            took = statistics.median(run[0] for run in runs)
            events = statistics.median(run[1] for run in runs)
            print(f"{viewers:5} viewers   {took:5.2f} s   {events:7,.0f} events delivered")


if __name__ == "__main__":
    asyncio.run(main())
