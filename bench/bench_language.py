"""Measures how well and how fast the language of short texts is found, beside ready-made detectors.

    python bench/bench_language.py

The sentences are those of tests/data/languages: sets of three times a hundred of some four words, none of which tuned
ours. All choose among Portuguese, English and Indonesian; a text left in doubt counts as wrong. Then no language is
ruled out, on a hundred more and twenty in other languages. The others run in an environment of their own (`make peers`)
and are left out where it is missing.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.peers.language_detectors import DETECTORS, OPEN_DETECTORS, measure
from bench.peers.process import ENVIRONMENTS, ROOT
from moot.policies.language import LANGUAGES, find_language, find_other_language

SETS = ("held_out", "held_out_second", "held_out_third", "held_out_fourth")
PYTHON = ENVIRONMENTS / "language" / "bin" / "python"
HEAD = (
    *("detector", "first 300", "second 300", "third 300", "fourth 300"),
    *("in doubt", "ms each", "MB on disk", "MB in memory"),
)
OPEN_HEAD = ("no language ruled out", "ours right", "others right", "others taken for ours", "ms each")


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


def read_others() -> list[tuple[str, str]]:
    """Read the sentences in languages that moot does not speak."""
    lines = (ROOT / "tests" / "data" / "languages" / "open" / "other.txt").read_text(encoding="utf-8").splitlines()
    return [(language, text) for language, _, text in (line.partition("\t") for line in lines)]


def write_open_row(name: str, sentences: list[tuple[str, str]], got: dict[str, Any]) -> tuple[str, ...]:
    """Write what a detector found that may find any language."""
    pairs = [(found, language) for found, (language, _) in zip(got["found"], sentences, strict=True)]
    ours = [found == language for found, language in pairs if language in LANGUAGES]
    others = [(found == language, found in LANGUAGES) for found, language in pairs if language not in LANGUAGES]
    right, taken = sum(named for named, _ in others), sum(mistaken for _, mistaken in others)
    named = f"{name} {got['version']}" if "version" in got else name
    return (named, f"{sum(ours)}/{len(ours)}", f"{right}/{len(others)}", str(taken), f"{got['milliseconds']:.2f}")


def print_table(rows: list[tuple[str, ...]]) -> None:
    """Print rows under each other, the figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        print("  ".join((row[0].ljust(widths[0]), *cells)))


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
    print_table(rows)
    sentences = read("open") + read_others()
    texts = [text for _, text in sentences]
    got = measure(lambda text: find_other_language(text) or find_language(text), texts)
    rows = [OPEN_HEAD, write_open_row("moot", sentences, got)]
    for name in OPEN_DETECTORS:
        asked = ask_peer(name, texts)
        if not isinstance(asked, str):
            rows.append(write_open_row(name, sentences, asked))
    print()
    print_table(rows)
    for name, why in skipped.items():
        print(f"{name}: left out: {why}")


if __name__ == "__main__":
    main()
