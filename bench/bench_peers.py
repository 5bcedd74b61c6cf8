"""moot beside its peers in one run: the same job, the same server, one process and one environment for each.

The job is in bench/peers/job.py: three agents, three rounds, one aggregation, ten calls in four waves. Every peer is
written the way its own documentation shows it, with its telemetry off. A peer that is not installed (`make peers`) is
left out, and the table says why.

    python bench/bench_peers.py [--debates 15] [--at-once 100] [--faulty 100] [--only NAME ...] [--out FILE]
"""

import argparse
import asyncio
import json
import platform
import statistics
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.peers.process import PEERS, ROOT, Peer, PeerError, Process, run
from bench.peers.server import FAILURES, HANGS, MALFORMED, Manner, Seen, look, serve
from bench.peers.tables import write_tables
from bench.support import load

LATENCY = 0.1
SIZES = ((3, 3), (12, 3), (3, 6), (12, 6))
"""Agents and rounds."""
LENGTHS = (1, 4, 12, 24)
"""Sentences of reasoning in an answer; the middle one is used for everything else."""
USUAL = LENGTHS[1]
TIMEOUT = 1.0
"""Seconds per call, where calls hang; every peer is told in its own way."""
PATIENCE = 60.0
"""Seconds after which a debate has not completed."""
FAULTY_AT_ONCE = 10
TRIES = 3
"""Some peers trip over themselves in the first debate of a process."""

Figures = dict[str, Any]


class Run:
    """Everything that is measured, and whom it was not measured on."""

    def __init__(self, peers: Sequence[Peer]) -> None:
        self.figures: dict[Peer, Figures] = {peer: {} for peer in peers}
        self.skipped: dict[str, str] = {}

    def skip(self, peer: Peer, error: PeerError) -> None:
        """Leave a peer out from here on."""
        tell(f"{peer.name}: left out: {error}")
        del self.figures[peer]
        self.skipped[peer.name] = str(error)

    async def each(self, what: str, measure: Callable[[Process, Figures], Awaitable[None]]) -> None:
        """Measure one thing on everybody, in a new process for each."""
        tell(f"{what} ...")
        for peer, figures in list(self.figures.items()):
            try:
                async with run(peer) as process:
                    await measure(process, figures)
            except PeerError as error:
                self.skip(peer, error)


def tell(what: str) -> None:
    """Say how far it is."""
    print(what, file=sys.stderr, flush=True)


async def measure_alone(measured: Run, debates: int) -> None:
    """One debate of each after the other, so that all meet the same machine."""
    tell("one by one ...")
    async with AsyncExitStack() as stack:
        url = stack.enter_context(serve(Manner(LATENCY)))
        running: dict[Peer, Process] = {}
        for peer, figures in list(measured.figures.items()):
            try:
                running[peer] = await stack.enter_async_context(run(peer))
                await running[peer].open(url=url)
                await check(running[peer])
                await running[peer].debate()
            except PeerError as error:
                running.pop(peer, None)
                measured.skip(peer, error)
                continue
            figures.update(running[peer].started)
        took: dict[Peer, list[Figures]] = {peer: [] for peer in running}
        for _ in range(debates):
            for peer, process in running.items():
                took[peer].append(await process.debate())
    for peer, runs in took.items():
        measured.figures[peer].update(sum_up(runs, rounds=3))


async def check(process: Process) -> None:
    """Warm a peer up; one that cannot do the job on a good day, tried a few times, is not measured."""
    failures: Figures = {}
    for _ in range(TRIES):
        failures = (await process.debate())["failures"]
        if not failures:
            return
    raise PeerError(next(iter(failures)))


async def count_one(process: Process, url: str) -> Seen:
    """What one whole debate sends; the tries before it are forgotten."""
    await check(process)
    look(url)
    await process.debate()
    return look(url)


def sum_up(runs: Sequence[Figures], rounds: int) -> Figures:
    """What a debate took, in the middle."""
    path = LATENCY * (rounds + 1)
    walls = [wall for each in runs for wall in each["walls"]]
    return {
        "wall_over_path": statistics.median(walls) / path,
        "best_over_path": min(walls) / path,
        "cpu_ms": statistics.median(each["cpu"] for each in runs) * 1000,
    }


async def measure_growth(process: Process, figures: Figures, debates: int) -> None:
    """More agents, more rounds: prompt tokens as the server counted them, time and processor time."""
    figures["sizes"] = {}
    for agents, rounds in SIZES:
        with serve(Manner(LATENCY, rounds=rounds)) as url:
            await process.open(url=url, agents=agents, rounds=rounds)
            seen = await count_one(process, url)
            took = sum_up([await process.debate() for _ in range(debates)], rounds)
        counted = {name: getattr(seen, name) for name in ("calls", "message_tokens", "form_tokens")}
        figures["sizes"][f"{agents}x{rounds}"] = {**counted, **took}


async def measure_lengths(process: Process, figures: Figures) -> None:
    """Shorter and longer answers: how much of them is sent around."""
    figures["lengths"] = {}
    for length in LENGTHS:
        with serve(Manner(0.01, length)) as url:
            await process.open(url=url)
            seen = await count_one(process, url)
        figures["lengths"][str(length)] = {
            "answer_tokens": seen.answer_tokens / seen.calls,
            "prompt_tokens": seen.message_tokens + seen.form_tokens,
        }


async def measure_crowd(process: Process, figures: Figures, count: int) -> None:
    """Many debates at once, in a process that has done little else, so that its memory is theirs."""
    with serve(Manner(LATENCY)) as url:
        await process.open(url=url)
        await check(process)
        done = await process.debate(count, count, limit=300)
    figures["per_second"] = len(done["walls"]) / done["seconds"]
    figures["cpu_ms_at_once"] = done["cpu"] / count * 1000
    figures["peak_mb"] = done["peak_mb"]
    figures["crowd_failures"] = done["failures"]


async def measure_faults(process: Process, figures: Figures, count: int) -> None:
    """How many debates complete on a server that fails, hangs and talks nonsense."""
    with serve(Manner(0.02, faults=True)) as url:
        await process.open(url=url, timeout=TIMEOUT)
        done = await process.debate(count, FAULTY_AT_ONCE, PATIENCE)
        seen = look(url)
    figures["completed"] = len(done["walls"]) / count
    figures["faults"] = {"calls": seen.calls, **seen.faults}
    figures["failures"] = done["failures"]
    figures["faulty_wall_s"] = statistics.median(done["walls"]) if done["walls"] else None


async def measure(options: argparse.Namespace) -> Figures:
    """Measure everything, one thing after the other."""
    measured = Run([peer for peer in PEERS if not options.only or peer.module in options.only])
    began = load()
    await measure_alone(measured, options.debates)
    few = max(1, options.debates // 5)
    await measured.each("growth", lambda process, figures: measure_growth(process, figures, few))
    await measured.each("length of answers", measure_lengths)
    await measured.each("all at once", lambda process, figures: measure_crowd(process, figures, options.at_once))
    await measured.each("among faults", lambda process, figures: measure_faults(process, figures, options.faulty))
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "load": {"before": began, "after": load()},
        "settings": {
            "latency_s": LATENCY,
            "debates": options.debates,
            "at_once": options.at_once,
            "faulty": options.faulty,
            "faults": {"failures": FAILURES, "hangs": HANGS, "malformed": MALFORMED},
            "timeout_s": TIMEOUT,
            "usual_length": USUAL,
        },
        "peers": {peer.name: figures for peer, figures in measured.figures.items()},
        "skipped": measured.skipped,
    }


def main() -> None:
    """Measure, write, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=15, help="debates of each peer, one by one")
    parser.add_argument("--at-once", type=int, default=100, help="debates at the same time")
    parser.add_argument("--faulty", type=int, default=100, help="debates on a faulty server")
    parser.add_argument("--only", nargs="*", help="modules of bench/peers to measure; all when left out")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench" / "peers.json")
    options = parser.parse_args()
    report = asyncio.run(measure(options))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(write_tables(report))


if __name__ == "__main__":
    main()
