"""Measures how well and how fast the language of short texts is found, beside ready-made detectors.

    python bench/bench_language.py

The sentences are those of tests/data/languages: sets of three times a hundred of some four words, none of which tuned
ours. All choose among Portuguese, English and Indonesian; a text left in doubt counts as wrong. The others run in an
environment of their own (`make peers`) and are left out where it is missing.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.peers.language_detectors import DETECTORS, measure
from bench.peers.process import ENVIRONMENTS, ROOT
from moot.policies.language import LANGUAGES, find_language

SETS = ("held_out", "held_out_second", "held_out_third", "held_out_fourth")
PYTHON = ENVIRONMENTS / "language" / "bin" / "python"
HEAD = (
    *("detector", "first 300", "second 300", "third 300", "fourth 300"),
    *("in doubt", "ms each", "MB on disk", "MB in memory"),
)


def read(name: str) -> list[tuple[str, str]]:
    """Read a set: language and text."""
    folder = ROOT / "tests" / "data" / "languages" / name
    return [
        (language, text)
        for language in LANGUAGES
        for text in (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    ]


def ask_peer(name: str, texts: list[str]) -> dict[str, Any] | str:
    """Let a detector find all languages in its own process; why not, where that is impossible."""
    if not PYTHON.exists():
        return "not installed; run `make peers`"
    done = subprocess.run(
        [PYTHON, "-m", "bench.peers.language_detectors", name], input=json.dumps(texts),
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().rpartition("\n")[2]


def write_row(name: str, sentences: list[tuple[str, str]], got: dict[str, Any]) -> tuple[str, ...]:
    """Write what a detector found, set by set, and what it took."""
    right = [found == language for found, (language, _) in zip(got["found"], sentences, strict=True)]
    size = len(right) // len(SETS)
    shares = (f"{sum(right[at : at + size]) / size:.1%}" for at in range(0, len(right), size))
    title = f"{name} {got['version']}" if "version" in got else name
    disk = f"{got['disk']:.0f}" if "disk" in got else "0"
    took = (str(got["found"].count(None)), f"{got['milliseconds']:.2f}", disk, f"{got['memory']:.0f}")
    return (title, *shares, *took)


def main() -> None:
    sentences = [each for name in SETS for each in read(name)]
    texts = [text for _, text in sentences]
    rows = [HEAD, write_row("moot", sentences, measure(find_language, texts))]
    skipped = {}
    for name in DETECTORS:
        got = ask_peer(name, texts)
        if isinstance(got, str):
            skipped[name] = got
        else:
            rows.append(write_row(name, sentences, got))
    average = sum(len(text.split()) for text in texts) / len(texts)
    print(f"{len(texts)} sentences of {average:.1f} words; a text left in doubt counts as wrong\n")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        print("  ".join((row[0].ljust(widths[0]), *cells)))
    for name, why in skipped.items():
        print(f"{name}: left out: {why}")


if __name__ == "__main__":
    main()
