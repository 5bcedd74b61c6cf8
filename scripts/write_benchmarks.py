"""Writes docs/benchmarks.md from what `make bench` and `make chaos` left in build/bench.

A part whose measurement is missing keeps what stands on the page, so that one benchmark can be run again alone.

    python -m scripts.write_benchmarks
"""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench.peers.tables import write_tables

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
MEASURED = ROOT / "build" / "bench"
MARK = "<!-- {name} -->"
HEAD = """# Benchmarks

Every figure comes from one run on one machine, beside the others of its table: compare figures inside a table, never
between two tables or with another machine's. Written by `make benchmarks` from what `make bench` and `make chaos`
measured; do not edit. Where moot is not the best, the text says so.
"""
PEERS = """## Beside its peers

The job: three agents, three rounds, one aggregation, on a scripted server that takes {latency:.0f} ms for every
answer, so that no debate can be faster than its waves (the critical path). Each peer is written the way its own
documentation shows it, runs in a process and an environment of its own with its telemetry off, and all of them take
turns. In brackets: how many times the bare client's figure; in bold: the best framework.

Faults: {failures:.0%} of the requests fail, {hangs:.0%} hang and {malformed:.0%} are answered with nonsense; each peer
was told to give up a call after {timeout:g} s. Completed means that a decision came out. Versions: {versions}.

Measured on {date}, {machine}, by `python bench/bench_peers.py`.
"""
CHAOS = """## Soak and chaos

For {minutes:g} minutes debates of all five protocols ran on {stores}, most of them on a server that fails, hangs and
talks nonsense, or on one that means ill to one seat (all modes of the hostile server of the tests). Processes were
killed with -9, some in a loop, and replaced by others that went on, some by a clock that jumped by an hour; others lost
their locks, and a second process drove the same debates; Postgres was restarted under all of them. Afterwards every
debate was checked: ended or paused, no answer lost, nobody asked twice except who was answering at that moment, nothing
asked again that was stored, undisturbed ones exactly as in a rehearsal, the stores intact, the memory of the processes
that lived flat and below 500 MB.

| | |
| --- | --- |
| debates | {debates:,} |
| how they ended | {statuses} |
| processes killed with -9 | {kills:,} |
| takeovers after lost locks, by batch | {takeovers:,} |
| restarts of Postgres | {restarts:,} |
| processes with a jumping clock | {jumps:,} |
| debates on a server that means ill | {hostile:,} |
| requests | {requests:,} |
| faults met | {faults} |
| memory of the processes that lived, MB | {memory} |
| **violations** | **{violations}** |

Measured on {date}, {machine}, by `make chaos MINUTES={minutes:g}`.
"""
TEXTS = {
    "tokens": ("Tokens: sent, cacheable, written", "bench_tokens"),
    "prompts": ("Prompts of long debates", "bench_prompts"),
    "critical_path": ("Over the critical path, and what a store costs", "bench_critical_path"),
    "batch": ("Many debates: `moot batch`", "bench_batch"),
    "postgres": ("Many debates on few connections", "bench_postgres"),
    "desk": ("The desk", "bench_desk"),
    "tails": ("Slow answers, sent again (simulated)", "bench_tails"),
    "latency": ("Slow answers beside the peers", "bench_latency"),
    "startup": ("Starting", "bench_startup"),
    "ballot": ("What it costs to compare meanings", "bench_ballot"),
    "language": ("The language of short texts", "bench_language"),
    "conflicts": ("Conflicts without a model", "bench_conflicts"),
    "retrieval": ("The knowledge store", "bench_retrieval"),
    "logs": ("Logs", "bench_logs"),
    "incidents": ("What is seen of an incident", "bench_incidents"),
    "rules": ("Stopping and voting", "bench_rules"),
}
"""Benchmarks that print text, in the order of the page."""


def main() -> int:
    """Write the page anew, part by part."""
    known = _parts(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    writers: dict[str, Callable[[], str | None]] = {
        "peers": _peers,
        "chaos": _chaos,
        **{name: partial(_text, name) for name in TEXTS},
    }
    parts = {name: write() or known.get(name, "") for name, write in writers.items()}
    said = [f"{MARK.format(name=name)}\n{text.strip()}\n" for name, text in parts.items() if text]
    PAGE.write_text("\n".join([HEAD, *said]), encoding="utf-8")
    missing = [name for name, text in parts.items() if not text]
    if missing:
        print(f"not measured yet: {', '.join(missing)}; run `make bench` and `make chaos`", file=sys.stderr)
    return 0


def _parts(page: str) -> dict[str, str]:
    pieces = re.split(r"^<!-- (\w+) -->\n", page, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def _read(name: str) -> Any:
    file = MEASURED / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def _peers() -> str | None:
    report = _read("peers")
    if report is None:
        return None
    settings = report["settings"]
    head = PEERS.format(
        latency=settings["latency_s"] * 1000,
        timeout=settings["timeout_s"],
        versions=_versions(report["peers"]),
        date=report["date"],
        machine=report["machine"],
        **settings["faults"],
    )
    return f"{head}\n{write_tables(report)}"


def _versions(peers: Mapping[str, Any]) -> str:
    found: dict[str, set[str]] = {}
    for figures in peers.values():
        for name, version in figures["versions"].items():
            found.setdefault(name, set()).add(version)
    return ", ".join(f"{name} {' and '.join(sorted(found[name]))}" for name in sorted(found))


def _chaos() -> str | None:
    report = _read("chaos")
    if report is None:
        return None
    lasting = [lane for lane in report["lanes"] if "lasting" in lane["name"] and lane["megabytes"]]
    memory = "; ".join(_memory(lane["name"].split()[0], lane["megabytes"]) for lane in lasting)
    stores = " and ".join(dict.fromkeys(lane["name"].split()[0] for lane in report["lanes"]))
    counts = {key: _count(report[key]) for key in ("statuses", "faults")}
    violations = report["violations"]
    page = CHAOS.format(**{**report, **counts, "memory": memory, "stores": stores, "violations": len(violations)})
    return "\n".join([page, *(f"- {each}" for each in violations)])


def _memory(store: str, held: Sequence[float]) -> str:
    return f"{store}: {held[0]:.0f} after the first batch, {held[-1]:.0f} at the end, {max(held):.0f} at most"


def _count(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in sorted(counted.items()))


def _text(name: str) -> str | None:
    title, script = TEXTS[name]
    file = MEASURED / f"{script}.txt"
    if not file.exists():
        return None
    said = file.read_text(encoding="utf-8").rstrip()
    return f"## {title}\n\n`python bench/{script}.py`\n\n```\n{said}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
