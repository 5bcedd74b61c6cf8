"""The one way from an agent's question to a source: counted, timed, internal, and inside the allowed folders (X-89).

- What may not be asked is not asked, and is on record as refused, with the reason (X-18).
- A query has its own limit; one that runs out of time counts (W-D17).
- A result needs a source inside the allowed folders: what cannot be traced cannot be cited (D-55).
"""

import asyncio
import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from langchain_core.documents import Document

from moot.knowledge.documents.library import Library
from moot.policies.limits import admit_query, check_scope
from moot.state.evidence import Evidence, Query
from moot.state.protocol import Profile

LONGEST_TEXT = 4000
"""Characters of one result; another retriever may return whole books."""
MOST_RESULTS = 8
MOST_ASKED = 20
"""Queries of one seat that are put on record; nobody reads more refusals."""

_STRANGE = re.compile(r"[^\w.:/#@+-]+")


class Asker(NamedTuple):
    """Who asks, and how many queries it may run."""

    seat: str
    round: int
    leased: int


class Found(NamedTuple):
    """What became of some queries."""

    queries: tuple[Query, ...]
    evidence: tuple[Evidence, ...]


async def look_up(
    library: Library, texts: Sequence[str], asker: Asker, profile: Profile, earlier: Sequence[Query] = ()
) -> Found:
    """Run the queries of one seat that may run, at once, and put the others on record."""
    done: list[Query] = []
    admitted: list[tuple[int, str]] = []
    for number, text in enumerate(texts[:MOST_ASKED], start=1):
        running = [_entry(asker, at, asked, "succeeded") for at, asked in admitted]
        left = asker.leased - len(admitted)
        admission = admit_query(text, profile.rag, (*earlier, *running), leased=left)
        if admission.allowed:
            admitted.append((number, text))
        else:
            done.append(_entry(asker, number, text, "refused", reason=admission.reason))
    ran = await asyncio.gather(*(_run(library, asker, number, text, profile) for number, text in admitted))
    evidence = {each.id: each for _, found in ran for each in found}
    queries = sorted((*done, *(query for query, _ in ran)), key=lambda query: query.number)
    return Found(tuple(queries), tuple(evidence.values()))


async def _run(
    library: Library, asker: Asker, number: int, text: str, profile: Profile
) -> tuple[Query, tuple[Evidence, ...]]:
    limit = profile.timeout.rag_query
    try:
        async with asyncio.timeout(limit):
            documents = await library.retriever.ainvoke(text)
    except TimeoutError:
        return _entry(asker, number, text, "timed_out", reason=f"Aborted after {limit:g} s."), ()
    except Exception as error:  # noqa: BLE001  # anybody's retriever: whatever it raises is how the query ended
        detail = " ".join(str(error).split())[:200] or type(error).__name__
        return _entry(asker, number, text, "failed", reason=f"It failed: {detail}"), ()
    evidence, refused = _accept(library.root, documents, profile.rag.internal.scope)
    reason = f"{len(evidence)} found." if evidence else "Nothing was found."
    if refused:
        reason += f" {refused} left out: from outside of the allowed folders."
    chunks = tuple(each.id for each in evidence)
    return _entry(asker, number, text, "succeeded", chunks, reason), evidence


def _entry(asker: Asker, number: int, text: str, outcome: str, chunks: tuple[str, ...] = (), reason: str = "") -> Query:
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


def _accept(root: Path | None, documents: Sequence[Document], scope: Sequence[str]) -> tuple[tuple[Evidence, ...], int]:
    """Keep what stands inside the allowed folders, and count the rest."""
    kept: dict[str, Evidence] = {}
    refused = 0
    for document in documents[:MOST_RESULTS]:
        locator = _locate(document, root)
        if not check_scope(locator.partition("#")[0], scope).allowed:
            refused += 1
        elif document.page_content.strip():
            name = _name(document)
            text = document.page_content.strip()[:LONGEST_TEXT]
            kept.setdefault(name, Evidence(id=name, kind="chunk", text=text, locator=locator))
    return tuple(kept.values()), refused


def _locate(document: Document, root: Path | None) -> str:
    """A result's source, relative to the root where it lies below it."""
    source = str(document.metadata.get("source") or "")
    if root is not None and source.startswith(f"{root}/"):
        return source.removeprefix(f"{root}/")
    return source


def _name(document: Document) -> str:
    """An id that can be cited, whatever the retriever calls it."""
    given = document.metadata.get("chunk_id") or document.id or document.metadata.get("id") or ""
    name = _STRANGE.sub("-", str(given)).strip("-./")[:80]
    return name or f"D{int.from_bytes(blake2b(document.page_content.encode(), digest_size=4).digest()):010d}_001"
