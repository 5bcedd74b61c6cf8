"""Prepares pages for the documentation site: what they link to outside docs/ goes with them.

A page in the repository links to `../../examples/expansion.yaml` or `../CONTRIBUTING.md`, which works on every forge.
The site has no such neighbours, so files are copied to `files/` in it, CONTRIBUTING becomes a page, and a link to a
folder stays as words. mkdocs calls the functions named `on_...`.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {"CONTRIBUTING.md": "contributing.md"}
"""Pages of the repository that are pages of the site, too."""

_FOREIGN_WORKER = "https://unpkg.com/iframe-worker/shim"
"""What the theme would load."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """List the pages that nobody put into the navigation at its end, so that every page can be reached."""
    known = set(list_pages(config["nav"]))
    written = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    more = [{Path(path).stem: path} for path in written if path not in known]
    if more:
        config["nav"] = [*config["nav"], {"More": more}]
    return config


def list_pages(nav: Any) -> Iterator[str]:
    """List the pages of a navigation, however deep."""
    if isinstance(nav, str):
        yield nav
        return
    for part in nav.values() if isinstance(nav, dict) else nav:
        yield from list_pages(part)


def on_files(files: Files, config: Any) -> Files:
    """Add what the pages link to."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=_move_page((ROOT / source).read_text(encoding="utf-8"))))
    linked = {target for page in DOCS.rglob("*.md") for target in _list_neighbours(page)}
    for target in sorted(linked):
        place = f"files/{target.relative_to(ROOT).as_posix()}"
        files.append(File.generated(config, place, abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:  # noqa: ARG001  # the signature is mkdocs'
    """Point every link that leaves docs/ to its place in the site."""
    folder = PurePosixPath(page.file.src_uri).parent

    def move(found: re.Match[str]) -> str:
        mark, text, link, anchor = found[1], found[2], found[3], found[4] or ""
        target = _resolve(DOCS / folder, link)
        if target is None or target.is_relative_to(DOCS):
            return found[0]
        up = "../" * len(folder.parts)
        relative = target.relative_to(ROOT).as_posix()
        if relative in PAGES:
            return f"{mark}[{text}]({up}{PAGES[relative]}{anchor})"
        return f"{mark}[{text}]({up}files/{relative})" if target.is_file() else text

    return _LINK.sub(move, markdown)


def on_post_page(output: str, page: Any, config: Any) -> str:  # noqa: ARG001  # the signature is mkdocs'
    """Take the helper of the offline search from the site itself: nothing is fetched from elsewhere."""
    up = "../" * (len(PurePosixPath(page.file.dest_uri).parts) - 1)
    return output.replace(_FOREIGN_WORKER, f"{up}javascripts/search_worker.js")


def on_post_template(output_content: str, template_name: str, config: Any) -> str:  # noqa: ARG001  # the signature is mkdocs'
    """The same for pages that no text stands behind, such as 404.html."""
    return output_content.replace(_FOREIGN_WORKER, "javascripts/search_worker.js")


def _list_neighbours(page: Path) -> Iterator[Path]:
    """List the files outside docs/ that a page links to and that are no pages themselves."""
    for found in _LINK.finditer(page.read_text(encoding="utf-8")):
        target = _resolve(page.parent, found[3])
        if target and target.is_file() and not target.is_relative_to(DOCS) and target.suffix != ".md":
            yield target


def _resolve(folder: Path, link: str) -> Path | None:
    """Find what a link names, if it is something of this repository."""
    if "://" in link or link.startswith(("/", "mailto:")):
        return None
    target = (folder / link).resolve()
    return target if target.exists() and target.is_relative_to(ROOT) else None


def _move_page(text: str) -> str:
    """Write a page of the repository's root as one of docs/."""
    return re.sub(r"\]\(docs/", "](", text)
