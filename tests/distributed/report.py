"""What `make test-distributed` tells: in build/distributed.txt, and copied from there to docs/operating.md."""

import os
import platform
import statistics
from dataclasses import dataclass
from importlib.metadata import version

from tests.distributed import redis
from tests.distributed.cluster import ROOT, read_settings


@dataclass(frozen=True)
class Report:
    """The numbers of one run."""

    debates: int
    calls: int
    latency: float
    wall: float
    killed_after: float
    lost: int
    """Debates the dead worker had in its hands."""
    stood_still: list[float]
    """Seconds from the kill to the next request, for each of them."""
    kept: int
    """Answers of these debates that were stored."""
    again: int
    """Answers that were under way, or not stored yet, and were asked for again."""

    def lines(self) -> list[str]:
        settings, waits = read_settings(), sorted(self.stood_still)
        lease, look = settings["LEASE_DURATION_SECONDS"], settings["REAPER_INTERVAL_SECONDS"]
        aegra, langgraph, python = version("aegra-api"), version("langgraph"), platform.python_version()
        middle, jobs = statistics.median(waits), settings["N_JOBS_PER_WORKER"]
        return [
            f"with              aegra-api {aegra}, langgraph {langgraph}, Python {python}, Redis {redis.version()}",
            f"on                {os.cpu_count()} cores: one API, two workers of {jobs} debates",
            f"debates           {self.debates} of {self.debates} finished, in {self.wall:.0f} s",
            f"requests          {self.calls}, each answered after {self.latency * 1000:.0f} ms",
            f"killed with -9    one worker, after {self.killed_after:.0f} s, with {self.lost} debates in its hands",
            f"taken over after  {waits[0]:.1f} s, {middle:.1f} s, {waits[-1]:.1f} s (first, middle, last)",
            f"                  the lease lasts {lease} s and is looked at every {look} s",
            f"asked twice       0 of {self.kept} finished answers; {self.again} that were under way",
        ]

    def tell(self) -> None:
        """Write it where people look."""
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build" / "distributed.txt").write_text("\n".join(self.lines()) + "\n", encoding="utf-8")
