"""The gate between agents and sources: counted, timed, internal; and any retriever behind it."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from moot.configs import load_profile
from moot.errors import InputError, ProfileError
from moot.knowledge.documents.lookup import Asker, Library, _LookupResult, look_up, open_library
from moot.knowledge.documents.retriever import KnowledgeRetriever, load_retriever
from moot.state.evidence import Query
from tests.support.words import english

PROFILE = load_profile("conclave")


class Fixed(BaseRetriever):
    """Answers every query with the same documents, after a while."""

    documents: list[Document] = []
    delay: float = 0.0
    error: str = ""
    asked: list[str] = []

    def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        self.asked.append(query)
        if self.error:
            raise RuntimeError(self.error)
        return self.documents

    async def _aget_relevant_documents(self, query: str, **named: Any) -> list[Document]:
        await asyncio.sleep(self.delay)
        return self._get_relevant_documents(query, **named)


def make_fixed(root: Path | None) -> Fixed:
    return Fixed(
        documents=[
            Document(id="v1", page_content="From a vector store.", metadata={"source": f"{root}/knowledge/a.md"})
        ]
    )


READY = Fixed()
NEITHER = 7


def ask(
    library: Library,
    *texts: str,
    leased: int = 5,
    earlier: tuple[Query, ...] = (),
    settings: dict[str, Any] | None = None,
) -> _LookupResult:
    profile = load_profile("conclave", settings) if settings else PROFILE
    return asyncio.run(look_up(library, texts, Asker("cfo", 1, leased), profile, earlier))


def chunk(text: str = "Rents fall.", **metadata: Any) -> Document:
    return Document(page_content=text, metadata={"source": "knowledge/rents.md", **metadata})


def test_results_become_evidence(library: Path) -> None:
    """D-56, D-57, W-D19: cited by chunk id, with the place it comes from."""
    opened = open_library(library, PROFILE)
    assert opened is not None
    found = ask(opened, "Who approves refunds?", "aluguéis no centro")
    assert [(each.number, each.outcome) for each in found.queries] == [(1, "succeeded"), (2, "succeeded")]
    best = next(each for each in found.evidence if each.id == found.queries[0].chunks[0])
    assert (best.id, best.kind, best.locator) == ("RP297_001", "chunk", "knowledge/refund_policy.md")
    assert "finance committee" in best.text
    assert opened.holds("RP297_002")
    assert not opened.holds("RP297_009")
    opened.close()


def test_five_and_a_sixth() -> None:
    """W-D16, D-25, D-59, X-18: five run, the sixth is refused and on record."""
    library = Library(Fixed(documents=[chunk(chunk_id="CG001_042")], asked=[]), None)
    found = ask(library, *(f"query {at}" for at in range(6)))
    assert [each.outcome for each in found.queries] == ["succeeded"] * 5 + ["refused"]
    assert english(found.queries[5].reason) == "5 of 5 queries of this debate are used up."
    assert [each.id for each in found.evidence] == ["CG001_042"]
    assert len(library.retriever.asked) == 5  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "settings", "leased", "earlier", "reason"),
    [
        pytest.param("churn", {}, 0, 0, "no query left in this round", id="X-18 nothing leased"),
        pytest.param("churn", {}, 2, 5, "5 of 5 queries", id="D-56 used up by others"),
        pytest.param("https://example.org", {}, 5, 0, "External sources are forbidden", id="D-27 W-D18 an address"),
        pytest.param("see http://x.y for churn", {}, 5, 0, "External", id="D-55 W-D18 an address inside"),
        pytest.param("  ", {}, 5, 0, "empty", id="D-58 nothing asked"),
        pytest.param("churn", {"rag.internal.enabled": False}, 5, 0, "switched off", id="D-24 switched off"),
    ],
)
def test_what_is_refused(text: str, settings: dict[str, Any], leased: int, earlier: int, reason: str) -> None:
    before = tuple(Query(seat="coo", round=1, number=at, text="x", outcome="succeeded") for at in range(earlier))
    library = Library(Fixed(documents=[chunk()], asked=[]), None)
    found = ask(library, text, leased=leased, earlier=before, settings=settings)
    assert [each.outcome for each in found.queries] == ["refused"]
    assert reason in english(found.queries[0].reason)
    assert (found.evidence, library.retriever.asked) == ((), [])  # type: ignore[attr-defined]


def test_a_slow_query_is_aborted_and_counts() -> None:
    """W-D17, D-26, D-59: aborted at its limit; the others are not held up."""
    slow = Fixed(documents=[chunk()], delay=5)
    started = time.monotonic()
    found = ask(Library(slow, None), "slow one", "slow two", settings={"timeout.rag_query": 0.1})
    assert [(each.outcome, english(each.reason)) for each in found.queries] == [
        ("timed_out", "Aborted after 0.1 s.")
    ] * 2
    assert time.monotonic() - started < 3


def test_a_failing_retriever_does_not_stop_the_debate() -> None:
    """R-59 in spirit: what cannot be looked up is on record, with the reason."""
    found = ask(Library(Fixed(error="no\nconnection"), None), "churn")
    assert [(each.outcome, english(each.reason)) for each in found.queries] == [("failed", "It failed: no connection")]


def test_nothing_found_is_an_answer() -> None:
    found = ask(Library(Fixed(), None), "churn")
    assert [(each.outcome, english(each.reason), each.chunks) for each in found.queries] == [
        ("succeeded", "Nothing was found.", ())
    ]


@pytest.mark.parametrize(
    "source",
    [
        "https://example.org/a",
        "/etc/passwd",
        "../secret.md",
        "knowledge/../../secret.md",
        "private/a.md",
        "",
        "C:\\a.md",
    ],
)
def test_results_from_outside_are_left_out(source: str) -> None:
    """D-54, D-55, W-D18, X-89: another retriever is held to the same folders."""
    found = ask(Library(Fixed(documents=[chunk(source=source), chunk(chunk_id="ok")]), Path("/srv/root")), "churn")
    assert [each.id for each in found.evidence] == ["ok"]
    assert "1 left out" in english(found.queries[0].reason)


def test_ids_that_cannot_be_cited_are_mended() -> None:
    """Path traversal and brackets in ids come to nothing; what has no id gets one that follows from its text."""
    documents = [chunk("a", chunk_id="../../etc/[x] y"), chunk("b"), chunk("b"), chunk("c" * 9000, id=7), chunk(" ")]
    found = ask(Library(Fixed(documents=documents), None), "churn")
    names = [each.id for each in found.evidence]
    assert names[0] == "etc/-x-y"
    assert names[1].endswith("_001")
    assert names[2] == "7"
    assert len(names) == 3
    assert len(found.evidence[2].text) == 4000


def test_another_retriever_by_configuration(library: Path) -> None:
    """X-89: `rag.internal.retriever` names it; a class or a function gets the root folder."""
    settings = {"rag.internal.retriever": "tests.knowledge.documents.test_lookup:make_fixed"}
    opened = open_library(library, load_profile("conclave", settings))
    assert opened is not None
    assert opened.root == library
    found = ask(opened, "churn")
    assert [(each.id, each.locator) for each in found.evidence] == [("v1", "knowledge/a.md")]
    assert not (library / ".moot").exists()
    assert load_retriever("tests.knowledge.documents.test_lookup:READY", None) is READY
    # Without a folder the retriever has no root, and is used all the same.
    alone = open_library(None, load_profile("conclave", settings))
    assert alone is not None
    assert alone.root is None


@pytest.mark.parametrize(
    ("place", "line"),
    [
        pytest.param("no_colon", "not of the form package.module:name", id="no attribute"),
        pytest.param("no.such.module:x", "cannot be loaded", id="no module"),
        pytest.param("tests.knowledge.documents.test_lookup:nothing", "cannot be loaded", id="no such name"),
        pytest.param("tests.knowledge.documents.test_lookup:NEITHER", "is no LangChain retriever", id="something else"),
        pytest.param("builtins:str", "is no LangChain retriever", id="makes something else"),
    ],
)
def test_a_wrong_retriever_is_one_clear_line(place: str, line: str) -> None:
    with pytest.raises(ProfileError, match=line):
        load_retriever(place, None)


def test_no_library(library: Path) -> None:
    """D-24: nothing to look up in, or looking up is switched off."""
    assert open_library(None, PROFILE) is None
    assert open_library(library, load_profile("conclave", {"rag.internal.enabled": False})) is None
    with pytest.raises(InputError, match="no such folder"):
        open_library(library / "nowhere", PROFILE)


def test_the_retriever_is_a_langchain_retriever(library: Path) -> None:
    opened = open_library(library, PROFILE)
    assert opened is not None
    (best, *_) = opened.retriever.invoke("Who approves large refunds?")
    assert (best.id, best.metadata["source"], best.metadata["heading"]) == (
        "RP297_001", "knowledge/refund_policy.md", "Refund policy",
    )  # fmt: skip
    opened.close()


def test_a_query_is_broken_off_inside_the_store(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D-26: the thread of an aborted query ends too."""
    opened = open_library(library, PROFILE)
    assert opened is not None
    retriever = KnowledgeRetriever(store=opened.retriever.store, seconds=-1)  # type: ignore[attr-defined]
    monkeypatch.setattr("moot.knowledge.documents.retriever._STEPS_BETWEEN_CHECKS", 1)
    with pytest.raises(TimeoutError):
        retriever.invoke("refund")
    retriever.close()


def test_threads_take_turns(library: Path) -> None:
    opened = open_library(library, PROFILE)
    assert opened is not None
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(len(opened.retriever.invoke("refund")))) for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(answers) == 8
    assert set(answers) == {2}
    opened.close()
