"""One language per debate: what people read of a debate has no word of another language's catalogue."""

import asyncio
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from moot import open_store
from moot.catalogue import CATALOGUE_LANGUAGES
from moot.desk.access import DeskSettings
from moot.desk.app import make_app
from moot.desk.store_backend import StoreBackend
from scripts.check_catalogue import read_language
from tests.acceptance.languages import LOG, PROTOCOLS, Telling, tell
from tests.acceptance.table import Document, Table
from tests.desk.conftest import Browser

_PLACE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HIDDEN = re.compile(r"<(style|script|svg)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_LITERAL = re.compile(r"\bmoot [a-z]+ \S+|\S*[./=@_]\w\S*|--[a-z]+(?: [A-Z]+| \[TEXT\])?|`[^`]*`")
"""What is no word: commands, names of files, options and addresses."""
_NAMES = frozenset(
    [
        "moot",
        "json",
        "yaml",
        "html",
        "conclave",
        "boardroom",
        "legal",
        "rca",
        "research",
        "cro",
        "cfo",
        "coo",
        "cmo",
        "nla",
        "ala",
        "analyst",
        "commercial",
        "financial",
        "market",
        "reviewer",
        "hybrid",
        "local",
        "ip",
        "utc",
        "brl",
        "en",
        "pt",
        "id",
    ]
)
"""Names that stay as they are in every language: seats, profiles, files."""


@cache
def catalogue_words(language: str) -> frozenset[str]:
    """List the words of a catalogue."""
    texts = (form for forms in read_language(language).values() for form in forms)
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(_PLACE.sub(" ", text)))


def find_foreign(text: str, language: str, own: str) -> list[str]:
    """List the words of a text that only the catalogues of other languages have."""
    others = frozenset().union(*(catalogue_words(each) for each in CATALOGUE_LANGUAGES if each != language))
    foreign = others - catalogue_words(language) - _NAMES - {each.casefold() for each in _WORD.findall(own)}
    seen = (each.casefold() for each in _WORD.findall(_LITERAL.sub(" ", text)))
    return sorted({each for each in seen if each in foreign})


def strip_page(page: str) -> str:
    """Return what a reader sees of a page."""
    named = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', page)
    return unescape(re.sub(r"<[^>]+>", " ", _HIDDEN.sub(" ", page))) + " ".join(map(unescape, named))


async def open_desk(store_url: str, thread: str, *, waits: bool) -> str:
    """Read the pages of a debate at the desk, with a browser that asks for no language."""
    async with open_store(store_url) as store:
        backend = StoreBackend(store)
        browser = Browser(make_app(backend, DeskSettings(reviewer="ana")))
        pages = [f"/debates/{thread}", *([f"/debates/{thread}/review"] if waits else [])]
        shown = [(await browser.open(page)).text for page in pages]
        await browser.http.aclose()
        await backend.aclose()
    return "\n".join(shown)


def hold(table: Table, telling: Telling, folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a debate as a person would, and return its exit code and everything it printed."""
    table.play(*telling.entries)
    given: list[str] = [*table.where, "--thread", "t-1", *telling.arguments, *arguments]
    if telling.log:
        (folder / "node.log").write_text(telling.log, encoding="utf-8")
        done = table.command(
            "rca", str(folder / "node.log"), "--question", telling.question, "--history", "memory:", *given
        )
    elif "research" in arguments:
        done = table.command("refine", telling.question, *table.where, "--thread", "t-1")
    else:
        if telling.context:
            (folder / "E1.txt").write_text(telling.context, encoding="utf-8")
            given += ["--context", str(folder / "E1.txt")]
        done = table.command("run", telling.question, *given)
    return done.code, done.out + done.err


@pytest.mark.parametrize("converges", [pytest.param(True, id="converges"), pytest.param(False, id="breaks")])
@pytest.mark.parametrize("language", CATALOGUE_LANGUAGES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_debate_speaks_one_language(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str, language: str, converges: bool
) -> None:
    """D-52, X-90: terminal, review, show, report.txt, report.html and desk; converged, and broken off."""
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    telling = tell(protocol, language, converges=converges)
    code, told = hold(table, telling, tmp_path, *([protocol] if protocol == "research" else []))
    assert code == (0 if converges else 3), told
    views = {"terminal": told, "show": table.show()}
    if not converges:
        views["review"] = table.command("review", "t-1").out
    table.command("export", "t-1", "--out", str(tmp_path / "records"))
    views["report.txt"] = (tmp_path / "records" / "report.txt").read_text(encoding="utf-8")
    page = (tmp_path / "records" / "report.html").read_text(encoding="utf-8")
    desk = asyncio.run(open_desk(table.program.store, "t-1", waits=not converges))
    if not converges:
        table.command("review", "t-1", "--reject", telling.question)
        views["rejected"] = table.show()
    import os

    if os.environ.get("DUMP"):
        place = Path(os.environ["DUMP"]) / f"{protocol}-{language}-{'ok' if converges else 'broken'}"
        place.mkdir(parents=True, exist_ok=True)
        for name, text in (views | {"report.html": page, "desk": desk}).items():
            (place / f"{name}.txt").write_text(
                text if name not in ("report.html", "desk") else re.sub(r"\s*\n\s*", "\n", strip_page(text)),
                encoding="utf-8",
            )
    document: Document = table.command("show", "t-1", "--json").document
    assert (document["language"], document["language_source"]) == (language, "question")
    assert f'<html lang="{language}"' in page
    assert desk.count(f'<html lang="{language}"') == (1 if converges else 2)
    own = f"{telling.question} {telling.entries} {telling.context} {LOG} {tmp_path}"
    views |= {"report.html": strip_page(page), "desk": strip_page(desk)}
    foreign = {name: found for name, text in views.items() if (found := find_foreign(text, language, own))}
    assert not foreign
