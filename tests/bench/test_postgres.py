"""More debates at once than Postgres has connections: all end (the whole size: `python bench/bench_postgres.py`)."""

import os

from bench.bench_postgres import run_many

DEBATES = int(os.environ.get("MOOT_MANY_DEBATES", "60"))


def test_debates_queue_for_connections_instead_of_failing() -> None:
    report = run_many(DEBATES, concurrency=DEBATES, connections=24)
    assert report.errors == []
    assert sum(report.statuses.values()) == DEBATES
    assert "failed" not in report.statuses
    assert 0 < report.most_connections <= 20
