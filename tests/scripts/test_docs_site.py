"""The documentation site: nothing is fetched, links out of docs/ lead somewhere, every public name has its entry."""

import re
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest
import yaml

import moot
from scripts.docs_hooks import list_pages, on_config, on_page_markdown, on_post_page, on_post_template

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"


def page(path: str) -> SimpleNamespace:
    return SimpleNamespace(file=SimpleNamespace(src_uri=path, dest_uri=str(PurePosixPath(path).with_suffix(".html"))))


@pytest.mark.parametrize(
    ("where", "written", "moved"),
    [
        pytest.param("a.md", "[x](glossary.md)", "[x](glossary.md)", id="inside docs"),
        pytest.param("a.md", "[x](https://example.org/a.md)", "[x](https://example.org/a.md)", id="elsewhere"),
        pytest.param("a.md", "[x](../CONTRIBUTING.md#tests)", "[x](contributing.md#tests)", id="a page of the root"),
        pytest.param("decisions/b.md", "[x](../../CONTRIBUTING.md)", "[x](../contributing.md)", id="from a folder"),
        pytest.param(
            "protocols/b.md", "[x](../../examples/europe.json)", "[x](../files/examples/europe.json)", id="a file"
        ),
        pytest.param("protocols/b.md", "[x](../../examples/waris/knowledge)", "x", id="a folder"),
    ],
)
def test_links_that_leave_docs_lead_to_their_place_in_the_site(where: str, written: str, moved: str) -> None:
    assert on_page_markdown(written, page(where), None, None) == moved  # type: ignore[arg-type]  # not looked at


def test_the_helper_of_the_search_comes_from_the_site() -> None:
    foreign = '<script src="https://unpkg.com/iframe-worker/shim"></script>'
    assert on_post_page(foreign, page("a/b.md"), None) == '<script src="../javascripts/search_worker.js"></script>'
    assert "unpkg" not in on_post_template(foreign, "404.html", None)
    assert (DOCS / "javascripts/search_worker.js").is_file()


def test_every_public_name_is_in_the_reference() -> None:
    entries = re.findall(r"^::: ([\w.]+)", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(moot.__all__) - {"__version__"} <= {entry.rpartition(".")[2] for entry in entries}


def test_a_page_that_nobody_put_into_the_navigation_is_still_reached() -> None:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    shortened = {"nav": [part for part in config["nav"] if "Protocols" not in part]}
    assert {"boardroom": "protocols/boardroom.md"} in on_config(shortened)["nav"][-1]["More"]
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert written <= set(list_pages(on_config(config)["nav"]))
