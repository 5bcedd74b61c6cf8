"""Do a thousand debates end when two hundred at a time share a Postgres that has sixty connections?

`moot batch` runs in a process of its own, as a user runs it; debates queue for the connections of its pool. Each has
four seats and one round on a server that answers after 100 ms. Postgres comes from the wheel the tests use.

    python bench/bench_postgres.py [--debates 1000] [--concurrency 200] [--connections 60]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import load, serve
from tests.cli.program import MOOT
from tests.support.postgres import run_postgres

LATENCY = 0.1
QUESTION = "Should we expand into Europe?"
OVERRIDES = {"rounds.max": 1, "critique.enabled": False, "council.enabled": False, "timeout.total": 3600}


@dataclass(frozen=True)
class Report:
    """What became of all debates."""

    statuses: Counter[str]
    errors: list[str]
    seconds: float
    most_connections: int


def run_many(debates: int, concurrency: int, connections: int) -> Report:
    """Run so many debates on a Postgres with so many connections."""
    with tempfile.TemporaryDirectory() as place, run_postgres(connections) as server, serve(LATENCY, agree_in=1) as url:
        folder, store = Path(place), server.new_database()
        lines = [
            json.dumps({"id": number, "question": f"{QUESTION} Plan {number}.", "overrides": OVERRIDES})
            for number in range(debates)
        ]
        (folder / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
        command = [*MOOT, "batch", "in.jsonl", "--out", "out.jsonl", "--quiet"]
        command += ["--store", store, "--concurrency", str(concurrency), "--model", "bench", "--base-url", url]
        started, most = time.perf_counter(), [0]
        ended = threading.Event()
        counter = threading.Thread(target=_count_connections, args=(server.url(), most, ended), daemon=True)
        counter.start()
        done = subprocess.run(command, cwd=folder, check=False, stderr=subprocess.PIPE, text=True)
        seconds = time.perf_counter() - started
        ended.set()
        counter.join()
        out = folder / "out.jsonl"
        results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []
    errors = [result["error"] for result in results if result.get("error")]
    if "Traceback" in done.stderr:
        errors.append(done.stderr[-2000:])
    return Report(Counter(result["status"] for result in results), errors, seconds, most[0])


def _count_connections(url: str, most: list[int], ended: threading.Event) -> None:
    """Keep the most connections that clients had at once; the counter's own is none of them."""
    with psycopg.connect(url, autocommit=True) as connection:
        while not ended.wait(0.2):
            row = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            most[0] = max(most[0], (row.fetchone() or (1,))[0] - 1)


def main() -> int:
    """Run them, and say what became of them; 1 if one did not end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=200)
    parser.add_argument("--connections", type=int, default=60)
    options = parser.parse_args()
    report = run_many(options.debates, options.concurrency, options.connections)
    print(f"{options.debates} debates, {options.concurrency} at once, Postgres with {options.connections} connections")
    print(f"load average {load()}")
    print(f"ended: {', '.join(f'{count} {status}' for status, count in sorted(report.statuses.items()))}")
    print(f"seconds {report.seconds:.0f}, debates/s {options.debates / report.seconds:.1f}")
    print(f"most connections at once {report.most_connections}; errors {len(report.errors)}")
    for error in report.errors[:5]:
        print(f"  {error}")
    return 0 if sum(report.statuses.values()) == options.debates and not report.errors else 1


if __name__ == "__main__":
    sys.exit(main())
