"""Debates on servers that fail or mean ill, in processes that are killed, lose their locks, or have a clock that jumps.

On SQLite, and on a Postgres that is restarted under them.

    python -m bench.chaos [--minutes 10] [--seed 8] [--out FILE]

At the end: nothing lost, nobody asked twice except who was answering when a process was killed, every debate ended or
paused, the stores intact, memory flat. Exit code 1 says that something of this does not hold.
"""

import argparse
import json
import logging
import platform
import sys
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from typing import Any

import pytest

from bench.chaos.disturbances import Restarts
from bench.chaos.soak import Outcome, run_soak
from tests.support.postgres import run_postgres

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Play, write what came out, and say it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench" / "chaos.json")
    options = parser.parse_args()
    # The server drops connections by raising, which its own log would tell at length.
    logging.disable(logging.ERROR)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stores = {"SQLite": f"sqlite:///{folder}/debates.db"}
        left_out = {}
        restarts = {}
        try:
            postgres = stack.enter_context(run_postgres())
            stores["Postgres"] = postgres.new_database()
            restarts["Postgres"] = Restarts(postgres.restart)
        except pytest.skip.Exception as reason:
            left_out["Postgres"] = str(reason)
        outcome = run_soak(stores, folder, options.minutes * 60, options.seed, restarts)
    report = {**describe(outcome), "minutes": options.minutes, "seed": options.seed, "left_out": left_out}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps({**report, "violations": report["violations"][:20]}, indent=2))
    return 1 if outcome.violations else 0


def describe(outcome: Outcome) -> dict[str, Any]:
    """What came out, for people and programs."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": f"{cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "seconds": round(outcome.seconds),
        "debates": sum(outcome.statuses.values()),
        "statuses": dict(outcome.statuses),
        "kills": sum(lane.kills for lane in outcome.lanes),
        "takeovers": sum(lane.takeovers for lane in outcome.lanes),
        "restarts": outcome.restarts,
        "jumps": outcome.jumps,
        "hostile": outcome.hostile,
        "requests": outcome.requests,
        "faults": dict(outcome.faults),
        "lanes": [
            {"name": lane.name, "debates": lane.debates, "kills": lane.kills, "megabytes": lane.megabytes}
            for lane in outcome.lanes
        ],
        "violations": outcome.violations,
    }


if __name__ == "__main__":
    sys.exit(main())
