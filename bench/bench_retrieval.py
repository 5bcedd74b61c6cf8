"""Measures the knowledge store: how fast documents are ingested, how fast and how well queries are answered.

    python bench/bench_retrieval.py --faquad FILE        recall on FaQuAD (SQuAD format), by paragraph
    python bench/bench_retrieval.py --chunks 100000      speed on a made-up library of so many chunks

The library is made up of words with a natural distribution, a third of them small words, in Markdown files of 40 KB.
Recall on the English set in tests/data is always measured: its paragraphs and questions were written for this project.
"""

import argparse
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import load, peak_megabytes
from moot.knowledge.documents import DocumentIndex, ingest_documents, open_index, search_documents
from moot.policies.language import STOP_WORDS

SCOPE = ("knowledge/",)
ENGLISH = Path(__file__).resolve().parent.parent / "tests" / "data" / "retrieval_english.json"
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo", "tra", "ple", "con")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faquad", type=Path, help="dev.json of FaQuAD, not part of this project")
    parser.add_argument("--chunks", type=int, default=100_000, help="size of the made-up library")
    parser.add_argument("--queries", type=int, default=200)
    chosen = parser.parse_args()
    print(f"load {load()}")
    for name, file in (("English, own set", ENGLISH), ("FaQuAD, Portuguese", chosen.faquad)):
        if file is None:
            print(f"{name}: not measured; give --faquad FILE")
        else:
            measure_recall(name, json.loads(file.read_text(encoding="utf-8")))
    measure_speed(chosen.chunks, chosen.queries)
    print(f"peak memory {peak_megabytes():.0f} MB, load {load()}")


def measure_recall(name: str, squad: Any) -> None:
    """Ingest every paragraph as a document and see at which place each question finds its own."""
    paragraphs = [paragraph for article in squad["data"] for paragraph in article["paragraphs"]]
    with tempfile.TemporaryDirectory() as folder:
        write_documents(Path(folder), ((f"p{at:04d}.txt", each["context"]) for at, each in enumerate(paragraphs)))
        done = ingest_documents(folder, SCOPE)
        with open_index(done.store) as index:
            ranks = [
                find_rank(index, question["question"], f"knowledge/p{at:04d}.txt")
                for at, each in enumerate(paragraphs)
                for question in each["qas"]
            ]
    recall = {place: sum(rank <= place for rank in ranks) / len(ranks) for place in (1, 5, 10)}
    shown = ", ".join(f"recall@{place} {value:.3f}" for place, value in recall.items())
    print(f"{name}: {len(paragraphs)} paragraphs, {len(ranks)} questions: {shown}")


def find_rank(index: DocumentIndex, question: str, path: str) -> int:
    """At which place a question finds its paragraph."""
    found = list(dict.fromkeys(hit.chunk.locator for hit in search_documents(index, question, 40)))
    return found.index(path) + 1 if path in found else 10**6


def measure_speed(chunks: int, queries: int) -> None:
    """Ingest a made-up library, and ask it."""
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        size = write_documents(Path(folder), make_library(chance, chunks)) / 1e6
        started = time.process_time()
        done = ingest_documents(folder, SCOPE)
        used = time.process_time() - started
        print(
            f"ingest: {done.documents} documents, {done.chunks:,} chunks, {size:.1f} MB in {done.seconds:.1f} s wall, "
            f"{used:.1f} s of one core: {size / done.seconds:.1f} MB/s, {size / used:.1f} MB per core second"
        )
        again = ingest_documents(folder, SCOPE)
        print(f"again, unchanged: {again.unchanged} documents in {again.seconds:.2f} s")
        with open_index(done.store) as index:
            asked = [make_question(chance, index, done.chunks) for _ in range(queries)]
            times = sorted(1000 * timed(index, question) for question in asked)
        print(
            f"query at {done.chunks:,} chunks: median {statistics.median(times):.1f} ms, "
            f"95 % within {times[int(len(times) * 0.95)]:.1f} ms, longest {times[-1]:.1f} ms"
        )


def timed(index: DocumentIndex, question: str) -> float:
    started = time.perf_counter()
    search_documents(index, question, 3)
    return time.perf_counter() - started


def make_library(chance: random.Random, chunks: int) -> Iterator[tuple[str, str]]:
    """Make up documents: some forty chunks each, under headings."""
    invented = {"".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(80_000)}
    vocabulary = sorted(invented - STOP_WORDS["en"])
    chance.shuffle(vocabulary)
    weights = list(itertools.accumulate(1 / (place + 30) for place in range(len(vocabulary))))
    small = sorted(STOP_WORDS["en"])

    def paragraph() -> str:
        words = chance.choices(vocabulary, cum_weights=weights, k=80)
        mixed = (word for pair in zip(words, chance.choices(small, k=80), strict=True) for word in pair)
        kept = [word for at, word in enumerate(mixed) if at % 4 != 3]
        return " ".join(kept).capitalize() + "."

    for number in range(chunks // 40):
        sections = (f"## {paragraph()[:40]}\n\n{paragraph()}\n\n" for _ in range(40))
        yield f"{number // 500:03d}/d{number:05d}.md", f"# Document {number}\n\n" + "".join(sections)


def make_question(chance: random.Random, index: DocumentIndex, chunks: int) -> str:
    """Ask with five to nine words of a chunk, and some small ones."""
    (chunk,) = index.fetch([chance.randint(1, chunks)])
    words = chunk.text.lower().rstrip(".").split()
    return f"what is the {' '.join(chance.sample(words, chance.randint(8, 14)))} of it?"


def write_documents(folder: Path, documents: Iterable[tuple[str, str]]) -> int:
    """Write documents into the folder that is read; the size of all of them."""
    size = 0
    for name, text in documents:
        file = folder / "knowledge" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        size += file.write_bytes(text.encode())
    return size


if __name__ == "__main__":
    main()
