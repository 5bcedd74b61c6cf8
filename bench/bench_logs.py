"""Measures the log parser: how well it groups lines, how fast it reads, and how much memory it takes.

    python bench/bench_logs.py --loghub DIR          grouping accuracy on HDFS_2k and OpenStack_2k (loghub, not part of
                                                     this project), and speed on their lines
    python bench/bench_logs.py --sizes 10,200        memory and speed on made-up logs of so many megabytes

Grouping accuracy is the share of lines whose group is exactly the group of the truth. Drain's published figures are
0.998 for HDFS and 0.733 for OpenStack. Speed is measured from the file to the selection that is shown to a model, by
the CPU time it takes, beside drain3 alone: its tree on messages that are already cut out of their lines, and its own
miner with two masks.

Each size runs in a process of its own, so that its peak is its own. What is kept does not depend on the size: at most
10,000 kinds with one line of 2,000 characters, 48 samples of 300 and 60 lines of stack trace of 500 each, 100,000
masked lines whose kind is remembered, 1,000 templates, and the entries of one piece of 1 MB.
"""

import argparse
import csv
import multiprocessing
import os
import random
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from drain3 import TemplateMiner
from drain3.drain import Drain
from drain3.masking import MaskingInstruction
from drain3.template_miner_config import TemplateMinerConfig

from moot.knowledge.incidents import (
    DRAIN_DEPTH,
    DRAIN_MAX_CHILDREN,
    DRAIN_SIMILARITY,
    LineTemplates,
    mask_variables,
    read_incident,
)

PUBLISHED = {"HDFS": 0.998, "OpenStack": 0.733}
COPIES = 50
"""So often the 2,000 lines of a set are repeated to measure speed."""

Row = dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loghub", type=Path, help="folder with HDFS_2k.log_structured.csv and its like")
    parser.add_argument("--sizes", default="10,100", help="megabytes of made-up logs, separated by commas")
    chosen = parser.parse_args()
    print(f"load {' '.join(f'{each:.2f}' for each in os.getloadavg())}")
    if chosen.loghub is None:
        print("grouping accuracy: not measured; give --loghub DIR")
    else:
        for name in PUBLISHED:
            measure_set(name, chosen.loghub)
    for size in (int(each) for each in chosen.sizes.split(",") if each):
        measure_size(size)


def measure_set(name: str, folder: Path) -> None:
    """Accuracy of the groups, and speed beside drain3 alone."""
    with (folder / f"{name}_2k.log_structured.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    templates = LineTemplates()
    found = [templates.find(mask_variables(row["Content"])) for row in rows]
    accuracy = grouping_accuracy(found, [row["EventId"] for row in rows])
    print(f"{name}: grouping accuracy {accuracy:.4f} (Drain's published figure {PUBLISHED[name]})")
    contents = [row["Content"] for row in rows] * COPIES
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "a.log"
        log.write_text("".join(f"{rebuild(name, row)}\n" for row in rows) * COPIES, encoding="utf-8")
        ours = best_of(3, lambda: read_incident(str(log)))
    tree = best_of(3, lambda: feed(Drain(DRAIN_DEPTH, DRAIN_SIMILARITY, DRAIN_MAX_CHILDREN).add_log_message, contents))
    miner = best_of(1, lambda: feed(make_miner().add_log_message, contents))
    rates = [len(contents) / each for each in (ours, tree, miner)]
    told = [f"{rate:,.0f}" for rate in rates]
    print(f"  lines a second of CPU: file to selection {told[0]}; drain3's tree alone {told[1]}; its miner {told[2]}")


def grouping_accuracy(found: Sequence[object], truth: Sequence[object]) -> float:
    """The share of lines whose group holds exactly the lines of their true group."""
    ours, theirs = defaultdict(set), defaultdict(set)
    for line, (mine, right) in enumerate(zip(found, truth, strict=True)):
        ours[mine].add(line)
        theirs[right].add(line)
    return sum(len(lines) for lines in ours.values() if theirs[truth[min(lines)]] == lines) / len(found)


def rebuild(name: str, row: Row) -> str:
    """The line as it stood in the log."""
    if name == "HDFS":
        head = f"{row['Date'].zfill(6)} {row['Time'].zfill(6)} {row['Pid']} {row['Level']} {row['Component']}:"
    else:
        names = ("Logrecord", "Date", "Time", "Pid", "Level", "Component")
        head = f"{' '.join(row[name] for name in names)} [{row['ADDR']}]"
    return f"{head} {row['Content']}"


def make_miner() -> TemplateMiner:
    config = TemplateMinerConfig()
    config.masking_instructions = [
        MaskingInstruction(r"(?<![A-Za-z0-9])\d{1,3}(?:\.\d{1,3}){3}(?![A-Za-z0-9])", "IP"),
        MaskingInstruction(r"(?<![A-Za-z0-9])[-+]?\d+(?![A-Za-z0-9])", "NUM"),
    ]
    return TemplateMiner(config=config)


def feed(take: Callable[[str], object], contents: Sequence[str]) -> None:
    for content in contents:
        take(content)


def best_of(times: int, job: Callable[[], object]) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        job()
        taken.append(time.process_time() - began)
    return min(taken)


def measure_size(megabytes: int) -> None:
    """Peak memory and speed on a made-up log, in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "a.log"
        with log.open("w", encoding="utf-8") as file:
            for lines in make_up(megabytes):
                file.write(lines)
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=read_alone, args=(str(log), theirs))
        process.start()
        before, peak, lines, seconds = ours.recv()
        process.join()
    memory = f"{peak:.0f} MB at the peak ({before:.0f} before)"
    print(f"{megabytes:,} MB: {lines:,} lines, {lines / seconds:,.0f} lines a second of CPU, {memory}")


def read_alone(log: str, tell: "multiprocessing.connection.Connection[object, object]") -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    began = time.process_time()
    _, parsed = read_incident(log)
    seconds = time.process_time() - began
    tell.send((before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, parsed.lines, seconds))


def make_up(megabytes: int) -> Iterator[str]:
    """A log of many services: usual lines, identifiers that never repeat, and now and then an error."""
    draw = random.Random(7)
    verbs = ("served", "stored", "fetched", "checked", "queued", "replayed", "merged", "split")
    left, clock = megabytes * 1_000_000, datetime(2024, 3, 1, tzinfo=UTC)
    while left > 0:
        lines = []
        for _ in range(2000):
            clock += timedelta(milliseconds=draw.randrange(100))
            trouble = draw.random() < 0.002
            level, end = ("ERROR", "failed: connection refused") if trouble else ("INFO", f"in {draw.random():.3f} s")
            head = f"{clock:%Y-%m-%d %H:%M:%S},{clock.microsecond // 1000:03d} {level} [t-{draw.randrange(64)}]"
            what = f"{draw.choice(verbs)} {draw.getrandbits(64):016x} for user{draw.randrange(10**6)}"
            lines.append(f"{head} app.Service{draw.randrange(40)}: {what} {end}\n")
        block = "".join(lines)
        left -= len(block)
        yield block


if __name__ == "__main__":
    main()
