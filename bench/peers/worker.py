"""One peer in a process of its own: reads what to do, one JSON object per line, and tells what it took.

    python -m bench.peers.worker bench.peers.bare_client

`{"open": {...}}` prepares for a job, `{"debates": 15, "at_once": 1, "limit": 60}` runs debates.
"""

import asyncio
import importlib
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib.metadata import version
from typing import Any

from bench.peers.job import Debate, Job


async def serve(peer: Any, lines: AsyncIterator[dict[str, Any]], tell: Any) -> None:
    """Do what is asked until nothing more is."""
    async with AsyncExitStack() as stack:
        debate: Debate | None = None
        async for line in lines:
            if "open" in line:
                debate = await stack.enter_async_context(peer.prepare(Job(**line["open"])))
                tell({"opened": True})
            elif debate is not None:
                told = await run(debate, line["debates"], line["at_once"], line["limit"])
                tell({**told, "lost": getattr(peer, "LOST", [])[-line["debates"] :]})


async def run(debate: Debate, count: int, at_once: int, limit: float) -> dict[str, Any]:
    """Run so many debates, some at a time, none longer than the limit."""
    walls: list[float] = []
    failures: Counter[str] = Counter()
    waiting = iter(range(count))

    async def work() -> None:
        for _ in waiting:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(limit):
                    decision = await debate()
            except Exception as error:  # noqa: BLE001  # whatever a framework raises: the debate did not complete
                failures[f"{type(error).__name__}: {error}"[:120]] += 1
                continue
            if decision:
                walls.append(time.perf_counter() - began)
            else:
                failures["no decision"] += 1

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(at_once)))
    return {
        "seconds": time.perf_counter() - began,
        "cpu": time.process_time() - cpu,
        "walls": walls,
        "failures": dict(failures),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


async def read(descriptor: int) -> AsyncIterator[dict[str, Any]]:
    """The lines that arrive, without holding up the loop."""
    with os.fdopen(descriptor) as stream:
        while line := await asyncio.to_thread(stream.readline):
            yield json.loads(line)


def main() -> None:
    """Keep the two streams for ourselves: a framework may print, or ask."""
    asked, told = os.dup(0), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def tell(what: dict[str, Any]) -> None:
        told.write(json.dumps(what) + "\n")
        told.flush()

    began, cpu = time.perf_counter(), time.process_time()
    peer = importlib.import_module(sys.argv[1])
    tell(
        {
            "import_s": time.perf_counter() - began,
            "import_cpu_s": time.process_time() - cpu,
            "versions": {name: version(name) for name in peer.PACKAGES},
        }
    )
    asyncio.run(serve(peer, read(asked), tell))


if __name__ == "__main__":
    main()
