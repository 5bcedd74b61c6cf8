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
    noticed: list[float]
    """Seconds from the kill until each of them was put back into the queue."""
    stood_still: list[float]
    """Seconds from the kill to the next request of each: those that waited in the queue before it went first."""
    kept: int
    """Answers of these debates that were stored."""
    again: int
    """Answers that were under way, or not stored yet, and were asked for again."""

    def lines(self) -> list[str]:
        settings = read_settings()
        lease, look = settings["LEASE_DURATION_SECONDS"], settings["REAPER_INTERVAL_SECONDS"]
        aegra, langgraph, python = version("aegra-api"), version("langgraph"), platform.python_version()
        jobs = settings["N_JOBS_PER_WORKER"]
        return [
            f"with              aegra-api {aegra}, langgraph {langgraph}, Python {python}, Redis {redis.version()}",
            f"on                {os.cpu_count()} cores: one API, two workers of {jobs} debates",
            f"debates           {self.debates} of {self.debates} finished, in {self.wall:.0f} s",
            f"requests          {self.calls}, each answered after {self.latency * 1000:.0f} ms",
            f"killed with -9    one worker, after {self.killed_after:.0f} s, with {self.lost} debates in its hands",
            f"noticed after     {_spread(self.noticed)} (first, middle, last)",
            f"                  the lease lasts {lease} s and is looked at every {look} s",
            f"taken over after  {_spread(self.stood_still)}: at the end of the queue, behind those that had not begun",
            f"asked twice       0 of {self.kept} finished answers; {self.again} that were under way",
        ]

    def tell(self) -> None:
        """Write it where people look."""
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build" / "distributed.txt").write_text("\n".join(self.lines()) + "\n", encoding="utf-8")


def _spread(seconds: list[float]) -> str:
    return f"{min(seconds):.1f} s, {statistics.median(seconds):.1f} s, {max(seconds):.1f} s"
