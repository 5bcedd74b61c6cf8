"""Runs the notebooks and writes them with their outputs to docs/notebooks/; `--check` only compares digests.

A page carries the digest of the notebook and of the examples it reads, so what is current is not run again; `--all`
runs everything. `tests/test_notebooks.py` runs every notebook and compares what it says with its page.
"""

import base64
import hashlib
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbclient
import nbformat
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "notebooks"
EXAMPLES = ROOT / "examples"
FOLDER = ROOT / "docs" / "notebooks"
COLOURS = 64
"""Enough for plots; the files stay small."""


class Rendered(NamedTuple):
    """A notebook as a page: its text, and its pictures by file name."""

    text: str
    pictures: dict[str, bytes]


def main() -> int:
    """Run what is not current, or say what is not."""
    every = "--all" in sys.argv
    stale = [path for path in sorted(SOURCES.glob("*.ipynb")) if every or find_digest(page_of(path)) != digest(path)]
    if "--check" in sys.argv:
        for path in stale:
            print(f"docs/notebooks/{path.stem}.md is not current: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stale:
        print(f"running {path.name}", file=sys.stderr)
        rendered = render(execute(path), path)
        for old in FOLDER.glob(f"{path.stem}-*"):
            old.unlink()
        for name, data in rendered.pictures.items():
            (FOLDER / name).write_bytes(data)
        page_of(path).write_text(rendered.text, encoding="utf-8")
    return 0


def page_of(path: Path) -> Path:
    """The page of a notebook."""
    return FOLDER / f"{path.stem}.md"


def digest(path: Path) -> str:
    """What a page was made from: the notebook, and every example that it names."""
    text = path.read_text(encoding="utf-8")
    found = hashlib.sha256(text.encode())
    for name in sorted(set(re.findall(r"examples/([\w.]+\w)", text))):
        found.update((EXAMPLES / name).read_bytes())
    return found.hexdigest()[:16]


def find_digest(page: Path) -> str | None:
    """What a page says it was made from."""
    found = re.search(r"<!-- digest ([0-9a-f]+) -->", page.read_text(encoding="utf-8")) if page.exists() else None
    return found[1] if found else None


def execute(path: Path, folder: Path = SOURCES) -> Any:
    """Run a notebook from top to bottom, in a folder beside the examples."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=180, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def render(notebook: Any, path: Path) -> Rendered:
    """Write a notebook that was run as Markdown."""
    pictures: dict[str, bytes] = {}
    parts = [part for cell in notebook.cells for part in _cell(cell, path.stem, pictures)]
    origin = f"*The notebook [{path.name}](../../notebooks/{path.name}), run by `make docs`.*"
    title, _, rest = parts[0].partition("\n")
    body = "\n\n".join(filter(None, [title, origin, rest.strip(), *parts[1:], f"<!-- digest {digest(path)} -->"]))
    return Rendered(f"{body}\n", pictures)


def _cell(cell: Any, name: str, pictures: dict[str, bytes]) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source
        return
    yield _fence(cell.source, "python")
    # What is printed arrives in pieces, which are cut by chance.
    printed = "".join(each.text for each in cell.outputs if each.output_type == "stream" and each.name == "stdout")
    if printed:
        yield _fence(printed, "text")
    for output in cell.outputs:
        if output.output_type != "stream":
            yield _output(output, name, pictures)


def _output(output: Any, name: str, pictures: dict[str, bytes]) -> str:
    data = output.get("data", {})
    for kind, suffix in (("image/svg+xml", "svg"), ("image/png", "png")):
        if kind in data:
            file = f"{name}-{len(pictures) + 1}.{suffix}"
            pictures[file] = data[kind].encode() if suffix == "svg" else _shrink(base64.b64decode(data[kind]))
            return f"![{'Drawing' if suffix == 'svg' else 'Plot'}]({file})"
    return _fence(data.get("text/plain", ""), "text")


def _fence(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def _shrink(picture: bytes) -> bytes:
    small = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    sys.exit(main())
