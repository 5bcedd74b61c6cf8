"""One language per debate: what people read of a debate has no word of another language's catalogue."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("mcp.server.mcpserver")

from mcp import Client

from moot import open_store
from moot.catalogue import CATALOGUE_LANGUAGES
from moot.configs import load_profile, profile_names
from moot.configs.tables import load_lexicons
from moot.desk import DeskSettings, StoreBackend, make_app
from moot.mcp import AskSettings, make_server
from moot.runs import inspect, read_result
from moot.views.notebook import render_card
from scripts.check_catalogue import read_language
from tests.acceptance.languages import PROTOCOLS, Telling, tell
from tests.acceptance.table import Document, Table
from tests.desk.conftest import Browser

_PLACE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HIDDEN = re.compile(r"<(style|script|code|button)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_SHOWN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
_LITERAL = re.compile(
    r"\bmoot [a-z]+ \S+|\S*[./=@_]\w\S*|--[a-z]+(?: [A-Z]+| \[TEXT\])?|`[^`]*`"
    r"|[0-9a-f]{16,}|\b[A-Z]{3}-\d+|scripted-server"
)
"""What is no word: commands, files, options, addresses, fingerprints, ids of norms and the name of a model."""
_CODE = re.compile(r"\b[a-z]+(?:\.[a-z_]+)+\(\w+=|\{\w+(?::[@\w.]+)?\}")
"""A fact that nobody told, or a place that nobody filled."""
_NAMES = frozenset(("moot", "utc", "brl", "json", "html", "rca"))
_CODE_WORD = re.compile(r"[a-z_]+")
"""A word of a closed vocabulary in an answer: moot says it in its own words."""


@cache
def seat_names() -> frozenset[str]:
    """List the words of the ids of seats and profiles, which are names in every language."""
    profiles = [load_profile(name) for name in profile_names()]
    ids = (name for each in profiles for name in (each.name, *each.seat_ids))
    return frozenset(word.casefold() for name in ids for word in _WORD.findall(name.replace("_", " ")))


@cache
def catalogue_words(language: str) -> frozenset[str]:
    """List the words of a catalogue, and of the phrases in which findings about texts are worded."""
    phrases = load_lexicons().languages[language].phrases  # type: ignore[index]  # one of ours
    texts = (form for forms in (*read_language(language).values(), map(str, phrases)) for form in forms)
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(_PLACE.sub(" ", text)))


def find_foreign(text: str, language: str, own: str) -> list[str]:
    """List the words of a text that only the catalogues of other languages have."""
    others = frozenset().union(*(catalogue_words(each) for each in CATALOGUE_LANGUAGES if each != language))
    said = {each.casefold() for each in _WORD.findall(own)}
    foreign = others - catalogue_words(language) - seat_names() - _NAMES - said
    seen = (each.casefold() for each in _WORD.findall(_LITERAL.sub(" ", text)))
    return sorted({each for each in seen if each in foreign})


def strip_page(page: str) -> str:
    """Return what a reader sees of a page; codes and the names of other languages are marked as such."""
    shown = _HIDDEN.sub(" ", page)
    return unescape(f"{re.sub(r'<[^>]+>', ' ', shown)} {' '.join(_SHOWN.findall(shown))}")


async def open_desk(store_url: str, thread: str, *, waits: bool, language: str = "") -> list[str]:
    """Read the pages of a debate at the desk, with a browser that asks for English; a language is switched to."""
    async with open_store(store_url) as store:
        backend = StoreBackend(store)
        browser = Browser(make_app(backend, DeskSettings(reviewer="ana")), **{"accept-language": "en"})
        if language:
            await browser.open("/")
            await browser.send("/language", {"language": language, "next": "/"})
        pages = [f"/debates/{thread}", *([f"/debates/{thread}/review"] if waits else [])]
        shown = [(await browser.open(page)).text for page in pages]
        await browser.http.aclose()
        await backend.aclose()
    return shown


def hold(table: Table, telling: Telling, folder: Path, thread: str = "t-1") -> tuple[int, str]:
    """Run a debate as a person would, and return its exit code and everything it printed."""
    table.play(*telling.entries)
    where = (*table.where, "--thread", thread, *telling.arguments)
    if telling.log:
        (folder / "node.log").write_text(telling.log, encoding="utf-8")
        log = (str(folder / "node.log"), "--history", "memory:", "--question", telling.question)
        done = table.command("rca", *log, *where)
    elif telling.context:
        (folder / "E1.txt").write_text(telling.context, encoding="utf-8")
        done = table.command("run", telling.question, *where, "--context", str(folder / "E1.txt"))
    else:
        done = table.command("refine", telling.question, *where)
    return done.code, done.out + done.err


_WRITTEN_IN_THE_DEBATE = (
    *("synthesis", "evidence", "root_cause"),
    *("conflict_report", "consensus_results", "hypothesis_versions"),
)
"""Parts of the state in which moot's words stand beside those of the agents."""


async def read_state(store_url: str, thread: str) -> Mapping[str, Any]:
    """Read the state of a debate."""
    async with open_store(store_url) as store:
        return (await inspect(thread, store=store)).values


def dump(value: Any) -> Any:
    """Return a value of the state, or several, as plain values."""
    return [each.model_dump() for each in value] if isinstance(value, list) else value.model_dump()


async def read_conversation(store_url: str, thread: str) -> tuple[str, str]:
    """Read a debate as the messages of a chat, and as the card of a notebook."""
    async with open_store(store_url) as store:
        snapshot = await inspect(thread, store=store)
    messages = "\n".join(str(each.content) for each in snapshot.values["messages"])
    # The report inside of the card is read as a page of its own.
    return messages, strip_page(re.sub(r'srcdoc="[^"]*"', "", render_card(read_result(snapshot, thread))))


async def ask_tools(store_url: str, thread: str) -> str:
    """Read what the tools of the MCP server answer about a debate."""
    async with open_store(store_url) as store, Client(make_server(AskSettings(store))) as client:
        asked = [await client.call_tool(name, {"thread_id": thread}) for name in ("status", "report")]
        asked.append(await client.call_tool("say", {"thread_id": thread, "text": "?"}))
    return "\n".join(each.content[0].text for each in asked)  # type: ignore[union-attr]  # all answer with text


def read_records(folder: Path) -> dict[str, str]:
    """Read the prose of the records: every text of several words; keys and single words are literals."""
    records: dict[str, Any] = {}
    for path in folder.iterdir():
        if path.suffix in (".json", ".yaml"):
            # JSON is YAML too, and the parser of YAML reads both.
            records[path.name] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {name: "\n".join(text for text in list_texts(value) if " " in text) for name, value in records.items()}


def read_views(table: Table, folder: Path, *, waits: bool) -> dict[str, str]:
    """Read everything that people read of a debate, by where they read it."""
    store = table.program.store
    views = {"show": table.show("t-1"), "list": table.command("list").out}
    if waits:
        views["review"] = table.command("review", "t-1").out
        views["inbox"] = table.command("list", "--pending").out
    elif (influence := table.command("attribute", "t-1")).code == 0:  # where nobody votes it is refused
        views["attribute"] = influence.out + influence.err
    table.command("export", "t-1", "--out", str(folder))
    views |= {name: (folder / name).read_text(encoding="utf-8") for name in ("report.txt", "report.html")}
    views |= read_records(folder)
    pages = asyncio.run(open_desk(store, "t-1", waits=waits))
    views |= {f"desk {at}": page for at, page in enumerate(pages, 1)}
    views["chat"], views["notebook"] = asyncio.run(read_conversation(store, "t-1"))
    views["tools"] = asyncio.run(ask_tools(store, "t-1"))
    if waits:
        table.command("review", "t-1", "--reject", "?", "--quiet")
        views["after the review"] = table.show("t-1")
    return views


def list_texts(value: object) -> Iterator[str]:
    """List the texts in a value, without the names of its fields."""
    if isinstance(value, Mapping):
        value = value.values()
    if isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for each in value:
            yield from list_texts(each)


def find_faults(views: Mapping[str, str], language: str, own: str) -> dict[str, list[str]]:
    """List what no reader of a language should see, by where it stands."""
    faults: dict[str, list[str]] = {}
    for name, text in views.items():
        plain = strip_page(text) if text.lstrip().startswith("<!doctype") else text
        if found := [*find_foreign(plain, language, own), *_CODE.findall(plain)]:
            faults[name] = found
    return faults


def collect_own_words(telling: Telling, folder: Path) -> str:
    """Collect what a person and the models wrote; words of closed vocabularies are moot's to say."""
    written = [text for text in list_texts(telling.entries) if not _CODE_WORD.fullmatch(text)]
    return " ".join((telling.question, telling.context, telling.log, str(folder), *written))


@pytest.mark.parametrize("converges", [pytest.param(True, id="converges"), pytest.param(False, id="breaks")])
@pytest.mark.parametrize("language", CATALOGUE_LANGUAGES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_debate_speaks_one_language(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str, language: str, converges: bool
) -> None:
    """D-52, X-90: terminal, review, show, report.txt, report.html and desk; converged, and broken off."""
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    telling = tell(protocol, language, converges=converges)
    code, told = hold(table, telling, tmp_path)
    assert code == (0 if converges else 3), told
    views = {"terminal": told, **read_views(table, tmp_path / "records", waits=not converges)}
    document: Document = table.command("show", "t-1", "--json").document
    assert (document["language"], document["language_source"]) == (language, "question")
    for name, page in views.items():
        assert not page.lstrip().startswith("<!doctype") or f'<html lang="{language}"' in page, name
    if language == "pt" and document["circuit_breaker"]:
        assert "CIRCUIT BREAKER ATIVADO" in told
    elif document["circuit_breaker"]:
        assert "ATIVADO" not in told
    assert not find_faults(views, language, collect_own_words(telling, tmp_path))


@pytest.mark.parametrize("chosen", CATALOGUE_LANGUAGES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_chosen_language_is_spoken_about_every_debate(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str, chosen: str
) -> None:
    """--language and the switch of the desk set the language of moot's own words; what agents say stays theirs."""
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    spoken = "pt" if chosen != "pt" else "id"
    telling = tell(protocol, spoken, converges=False)
    _, told = hold(table, replace(telling, arguments=(*telling.arguments, "--language", chosen)), tmp_path)
    given = ("t-1", "--language", chosen)
    views = {"terminal": told, "show": table.command("show", *given).out, "list": table.command("list", *given[1:]).out}
    table.command("report", *given, "--out", str(tmp_path / "report.html"))
    views["report.html"] = (tmp_path / "report.html").read_text(encoding="utf-8")
    pages = asyncio.run(open_desk(table.program.store, "t-1", waits=False, language=chosen))
    views |= {f"desk {at}": page for at, page in enumerate(pages, 1)}
    # What moot wrote into the debate itself, where agents read it too, stays in the language of the debate.
    state = asyncio.run(read_state(table.program.store, "t-1"))
    filled = [dump(state[name]) for name in _WRITTEN_IN_THE_DEBATE if state.get(name)]
    if protocol == "research":
        # The request about a question names its gaps and verdicts, which are no facts of an escalation.
        filled.append(table.command("show", "t-1", "--json").document["review"]["request"])
    written = " ".join(list_texts(filled))
    assert not find_faults(views, chosen, f"{collect_own_words(telling, tmp_path)} {written}")


def test_the_check_finds_a_planted_word() -> None:
    """A single English word, a code that nobody told and a place that nobody filled are found."""
    views = {"a": "A pergunta foi rejected.", "b": "Falta route.row(reasons=1).", "c": "de {n} rodadas", "d": "Fim."}
    assert find_faults(views, "pt", "") == {"a": ["rejected"], "b": ["route.row(reasons="], "c": ["{n}"]}


@pytest.mark.parametrize(
    ("question", "language", "name"),
    [
        pytest.param("هل نفتح المتاجر الجديدة في مارس؟", "ar", "Arabic", id="right to left"),
        pytest.param("Открываем новые магазины в марте?", "ru", "Russian", id="Cyrillic"),
        pytest.param("¿Debemos abrir las tiendas nuevas en marzo?", "es", "Spanish", id="Latin letters"),
        pytest.param("三月に新しい店を開くべきですか？", "ja", "Japanese", id="kana"),
        pytest.param("Pitäisikö meidän avata uudet myymälät?", "fi", "Finnish", id="Latin letters of the north"),
        pytest.param(
            "Máme v březnu otevřít nové obchody?", "und", "the language of the question", id="nobody names it"
        ),
        pytest.param("ᎠᏎᏃ ᎤᎾᏓᏅᏖᎸ ᎾᏍᎩ?", "und", "the language of the question", id="nobody knows it"),
    ],
)
def test_a_language_without_a_catalogue(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str, language: str, name: str
) -> None:
    """The agents write in the question's language; moot speaks English, and says so once."""
    monkeypatch.delenv("MOOT_LANGUAGE", raising=False)
    telling = replace(tell("conclave", "en", converges=True), question=question)
    code, told = hold(table, telling, tmp_path)
    assert code == 0, told
    assert all(f"Write in {name};" in each for each in table.scenario.prompts("position"))
    assert told.count("and moot speaks English") == 1
    assert "DECIDED" in told
    document: Document = table.command("show", "t-1", "--json").document
    assert (document["language"], document["language_source"]) == (language, "question")
    table.command("export", "t-1", "--out", str(tmp_path / "records"))
    page = (tmp_path / "records" / "report.html").read_text(encoding="utf-8")
    assert '<html lang="en"' in page
    assert f'lang="{language}"' in page
    _, chosen = hold(table, replace(telling, arguments=("--language", "pt")), tmp_path, "t-2")
    assert "DECIDIDO" in chosen
    assert "English" not in chosen
