"""Opens what a debate may look things up in, and runs the queries of its seats there (X-89).

- What may not be asked is not asked, and is on record as refused, with the reason (X-18).
- A query has its own limit; one that runs out of time counts (W-D17).
- A result needs a source inside the allowed folders: what cannot be traced cannot be cited (D-55).
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from moot.knowledge.documents.folders import locate_documents
from moot.knowledge.documents.ingestion import IngestReport, ingest_documents
from moot.knowledge.documents.retriever import KnowledgeRetriever, load_retriever
from moot.knowledge.documents.statutes import ARTICLE_NAMES, Article
from moot.policies.limits.leases import admit_query, check_scope
from moot.state.evidence import Evidence, Query
from moot.state.facts import Saying, state_fact
from moot.state.protocol import Profile


@dataclass(frozen=True, slots=True)
class Library:
    """Holds a retriever, and the folder its sources are relative to."""

    retriever: BaseRetriever
    root: Path | None
    ingested: IngestReport | None = None

    def holds(self, evidence_id: str) -> bool:
        """Say whether a source of this id exists, as far as this can be known."""
        return isinstance(self.retriever, KnowledgeRetriever) and self.retriever.holds(evidence_id)

    def find_article(self, article: Article, *, bare: bool = False) -> Evidence | None:
        """Find an article of a statute; None where no statute of its name has it, or several do."""
        if not isinstance(self.retriever, KnowledgeRetriever):
            return None
        found = self.retriever.find_article(article, bare=bare)
        return _make_evidence(found, _find_source(found, self.root)) if found is not None else None

    def close(self) -> None:
        """Close the index, if one is open."""
        if isinstance(self.retriever, KnowledgeRetriever):
            self.retriever.close()


def open_library(directory: str | Path | None, profile: Profile) -> Library | None:
    """Open what a profile may look things up in, brought up to date; None when there is nothing, or it may not."""
    rules = profile.rag.internal
    if not rules.enabled or (directory is None and rules.retriever is None):
        return None
    if rules.retriever is not None:
        root = locate_documents(directory, rules.scope).root if directory is not None else None
        return Library(load_retriever(rules.retriever, root), root)
    assert directory is not None  # checked above  # noqa: S101
    done = ingest_documents(directory, rules.scope)
    retriever = KnowledgeRetriever(store=done.store, seconds=profile.timeout.rag_query)
    return Library(retriever, done.root, done)


_MAX_RESULT_CHARS = 4000
"""Characters of one result; another retriever may return whole books."""
_MAX_RESULTS = 8
_MAX_NOTE_CHARS = 120
_MAX_QUERIES = 20
"""Queries of one seat that are put on record; nobody reads more refusals."""

_UNCITABLE = re.compile(r"[^\w.:/#@+-]+")


class Asker(NamedTuple):
    """Names who asks, and how many queries it may run."""

    seat: str
    round: int
    leased: int


class _LookupResult(NamedTuple):
    """Holds what became of some queries."""

    queries: tuple[Query, ...]
    evidence: tuple[Evidence, ...]


async def look_up(
    library: Library, texts: Sequence[str], asker: Asker, profile: Profile, earlier: Sequence[Query] = ()
) -> _LookupResult:
    """Run the queries of one seat that may run, at once, and put the others on record."""
    done: list[Query] = []
    admitted: list[tuple[int, str]] = []
    for number, text in enumerate(texts[:_MAX_QUERIES], start=1):
        running = [_record_query(asker, at, asked, "succeeded") for at, asked in admitted]
        left = asker.leased - len(admitted)
        admission = admit_query(text, profile.rag, (*earlier, *running), leased=left)
        if admission.allowed:
            admitted.append((number, text))
        else:
            done.append(_record_query(asker, number, text, "refused", reason=admission.reason))
    ran = await asyncio.gather(*(_run_query(library, asker, number, text, profile) for number, text in admitted))
    evidence = {each.id: each for _, found in ran for each in found}
    queries = sorted((*done, *(query for query, _ in ran)), key=lambda query: query.number)
    return _LookupResult(tuple(queries), tuple(evidence.values()))


async def _run_query(
    library: Library, asker: Asker, number: int, text: str, profile: Profile
) -> tuple[Query, tuple[Evidence, ...]]:
    limit = profile.timeout.rag_query
    try:
        async with asyncio.timeout(limit):
            documents = await library.retriever.ainvoke(text)
    except TimeoutError:
        return _record_query(
            asker, number, text, "timed_out", reason=state_fact("retrieval.aborted", seconds=limit)
        ), ()
    except Exception as error:  # noqa: BLE001  # anybody's retriever: whatever it raises is how the query ended
        detail = " ".join(str(error).split())[:200] or type(error).__name__
        return _record_query(asker, number, text, "failed", reason=state_fact("retrieval.failed", detail=detail)), ()
    evidence, refused = _accept_documents(library.root, documents, profile.rag.internal.scope)
    reason = state_fact("retrieval.found", n=len(evidence)) if evidence else state_fact("retrieval.nothing")
    if refused:
        reason = state_fact("retrieval.left_out", found=reason, n=refused)
    chunks = tuple(each.id for each in evidence)
    return _record_query(asker, number, text, "succeeded", chunks, reason), evidence


def _record_query(
    asker: Asker, number: int, text: str, outcome: str, chunks: tuple[str, ...] = (), reason: Saying = ""
) -> Query:
    return Query.model_validate(
        {
            "seat": asker.seat,
            "round": asker.round,
            "number": number,
            "text": " ".join(text.split())[:500],
            "outcome": outcome,
            "chunks": chunks,
            "reason": reason,
        }
    )


def _accept_documents(
    root: Path | None, documents: Sequence[Document], scope: Sequence[str]
) -> tuple[tuple[Evidence, ...], int]:
    """Keep what stands inside the allowed folders, and count the rest."""
    kept: dict[str, Evidence] = {}
    refused = 0
    for document in documents[:_MAX_RESULTS]:
        locator = _find_source(document, root)
        if not check_scope(locator.partition("#")[0], scope).allowed:
            refused += 1
        elif document.page_content.strip():
            made = _make_evidence(document, locator)
            kept.setdefault(made.id, made)
    return tuple(kept.values()), refused


def _make_evidence(document: Document, locator: str) -> Evidence:
    name, text = _name_evidence(document), document.page_content.strip()[:_MAX_RESULT_CHARS]
    _, _, place = locator.partition("#")
    # An article is told with its statute and the dates that say whether it is in force.
    heading = str(document.metadata.get("heading") or "").partition(" > ")[0]
    note = (
        ", ".join(filter(None, (heading[:_MAX_NOTE_CHARS], place))) if place.split(" ", 1)[0] in ARTICLE_NAMES else ""
    )
    return Evidence(id=name, kind="chunk", text=text, locator=locator, note=note)


def _find_source(document: Document, root: Path | None) -> str:
    """Find a result's source, relative to the root where it lies below it."""
    source = str(document.metadata.get("source") or "")
    if root is not None and source.startswith(f"{root}/"):
        return source.removeprefix(f"{root}/")
    return source


def _name_evidence(document: Document) -> str:
    """Make an id that can be cited, whatever the retriever calls it."""
    given = document.metadata.get("chunk_id") or document.id or document.metadata.get("id") or ""
    name = _UNCITABLE.sub("-", str(given)).strip("-./")[:80]
    return name or f"D{int.from_bytes(blake2b(document.page_content.encode(), digest_size=4).digest()):010d}_001"
