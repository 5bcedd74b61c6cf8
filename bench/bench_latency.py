"""What slow answers cost a debate beside its peers, on a real server: median 4 s, 99 % within 40 s, 2 % hang, scaled.

The job of bench_peers.py. Every framework is told how long a call may take and does what it has for slow ones: moot
sends a call again that is silent or late (and is measured without that, too), LangGraph has its retry policy, AutoGen
the retries of its client. A debate of moot goes on without an answer that is lost, one of the others fails. Answers of
moot begin to arrive after an eighth of their time; the others wait for the whole. Extra calls are those beyond the ten
of a debate that goes well.

    python bench/bench_latency.py [--debates 100] [--at-once 5] [--scale 0.1] [--limit 30 120]

A debate that waits for the processor loses answers, too: few at once, on a machine that does nothing else.
"""

import argparse
import asyncio
import math
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.peers.process import PEERS, PeerError, run
from bench.peers.server import Manner, look, serve
from bench.support import load

MEDIAN, CALLS = 4.0, 10
BY_MODULE = {peer.module: peer for peer in PEERS}
CONTESTANTS = (
    ("moot, asked once", "moot_debate", False),
    ("moot, watchdog and hedge", "moot_debate", True),
    ("LangGraph with a retry policy", "langgraph_send", True),
    ("AutoGen core", "autogen_core_debate", True),
)


def find_percentile(times: list[float], share: float) -> float:
    """The time within which so many ended."""
    return sorted(times)[min(len(times) - 1, math.ceil(share * len(times)) - 1)] if times else math.nan


async def measure(module: str, again: bool, limit: float, options: argparse.Namespace) -> dict[str, Any]:
    """Run debates of one framework."""
    scale = options.scale
    with serve(Manner(MEDIAN * scale, tail=True)) as url:
        async with run(BY_MODULE[module]) as process:
            await process.open(url=url, timeout=limit * scale, again=again)
            await process.debate(options.at_once, options.at_once, 60 * limit * scale)  # what is loaded once
            look(url)
            done = await process.debate(options.debates, options.at_once, 60 * limit * scale)
            calls = look(url).calls
    failed = sum(done["failures"].values())
    times = [each / scale for each in done["walls"]]
    return {
        "times": [find_percentile(times, share) for share in (0.5, 0.95, 0.99)],
        "harmed": (failed + sum(map(bool, done["lost"]))) / options.debates,
        "decided": len(done["walls"]) / options.debates,
        "extra": calls / (CALLS * options.debates) - 1,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=100)
    parser.add_argument("--at-once", type=int, default=5)
    parser.add_argument("--scale", type=float, default=0.1, help="what a second of the distribution takes")
    parser.add_argument("--limit", type=float, nargs="*", default=[30.0, 120.0], help="seconds a call may take")
    options = parser.parse_args()
    print(f"{options.debates} debates, {options.at_once} at once, times scaled by {options.scale:g}, load {load()}\n")
    heads = ("p50 s", "p95 s", "p99 s", "lose an answer", "decided", "extra calls")
    print(f"{'':40}" + "".join(f"{head:>16}" for head in heads))
    for limit in options.limit:
        for name, module, again in CONTESTANTS:
            head = f"{f'{limit:g} s, {name}':40}"
            try:
                row = asyncio.run(measure(module, again, limit, options))
            except PeerError as error:
                print(f"{head}left out: {error}")
                continue
            shares = (row["harmed"], row["decided"], row["extra"])
            print(head + "".join(f"{each:>16.0f}" for each in row["times"]) + "".join(f"{x:>16.1%}" for x in shares))


if __name__ == "__main__":
    main()
