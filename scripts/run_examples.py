"""Writes into README.md and docs/ what their commands print; `--check` compares.

Only commands on the repository's own examples are run (`moot ... examples/...`): they are scripted, so they print the
same on every machine but for their times. The others stand as they are written.
"""

import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from moot.cli.main import main as moot

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = "100"


class Shown(NamedTuple):
    """One command of a page, and what the page shows below it."""

    command: str
    output: str


def main() -> int:
    """Write the outputs, or say which pages are not current."""
    stale = []
    for page in list_pages():
        text = page.read_text(encoding="utf-8")
        with surroundings():
            current = BLOCK.sub(lambda found: f"```console\n{fill(found[1])}```", text)
        if current != text:
            stale.append(page.relative_to(ROOT))
            if "--check" not in sys.argv:
                page.write_text(current, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"{', '.join(map(str, stale))}: examples print something else; run `make docs`", file=sys.stderr)
        return 1
    return 0


def list_pages() -> list[Path]:
    """Every page with commands."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if BLOCK.search(page.read_text(encoding="utf-8"))]


def read_block(block: str) -> Iterator[Shown]:
    """The commands of a block, each with the lines below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield Shown(command, output)


def fill(block: str) -> str:
    """A block with what its commands print now."""
    shown = (
        each._replace(output=run(each.command)) if is_example(each.command) else each for each in read_block(block)
    )
    return "".join(f"$ {each.command}\n{each.output}" for each in shown)


def is_example(command: str) -> bool:
    """Whether a command needs nothing but what is in the repository."""
    return command.startswith("moot ") and "examples/" in command and "--model openai" not in command


def run(command: str) -> str:
    """What a command writes to stdout, with one duration for all."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        moot(shlex.split(command, comments=True)[1:])
    lines = re.sub(r"\b\d+([.,])\d s\b", r"0\g<1>1 s", out.getvalue()).rstrip().splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


@contextlib.contextmanager
def surroundings() -> Iterator[None]:
    """A folder of its own that holds the examples, and a store of its own."""
    kept = dict(os.environ)
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("examples").symlink_to(ROOT / "examples")
        os.environ |= {"MOOT_STORE": "sqlite:///debates.db", "MOOT_INCIDENTS": "incidents.db", "COLUMNS": WIDTH}
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(kept)


if __name__ == "__main__":
    sys.exit(main())
