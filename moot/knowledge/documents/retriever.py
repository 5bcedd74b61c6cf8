"""Offers the index as a LangChain retriever, and loads any other retriever in its place.

`rag.internal.retriever` names one as `module:attribute`: a retriever, or something that makes one from the root folder.
What it returns is held to the same rules: a source inside the allowed folders, and an id to cite it by.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import PrivateAttr

from moot.errors import ProfileError
from moot.knowledge.documents.index import Chunk, DocumentIndex
from moot.knowledge.documents.searching import search_documents
from moot.knowledge.documents.statutes import Article

_RESULTS_PER_QUERY = 3
"""Chunks per query: five queries still fit into a prompt."""

_STEPS_BETWEEN_CHECKS = 20_000


class KnowledgeRetriever(BaseRetriever):
    """Finds chunks in the index of a folder."""

    store: Path
    """The file `ingest` has written."""
    results: int = _RESULTS_PER_QUERY
    seconds: float | None = 15.0
    """A query that takes longer is broken off inside the store as well (D-26)."""

    _index: DocumentIndex | None = PrivateAttr(default=None)
    _turn: Any = PrivateAttr(default_factory=threading.Lock)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun | None = None,  # noqa: ARG002  # LangChain passes it
    ) -> list[Document]:
        with self._turn:
            index = self._open()
            deadline = None if self.seconds is None else time.monotonic() + self.seconds
            index.connection.set_progress_handler(
                None if deadline is None else lambda: time.monotonic() > deadline, _STEPS_BETWEEN_CHECKS
            )
            try:
                hits = search_documents(index, query, self.results)
            except sqlite3.OperationalError as error:
                if deadline is not None and time.monotonic() > deadline:
                    raise TimeoutError from error
                raise
        return [_make_document(hit.chunk, score=hit.score) for hit in hits]

    def find_article(self, cited: Article, *, bare: bool = False) -> Document | None:
        """Find a cited article."""
        with self._turn:
            found = self._open().find_article(cited, bare=bare)
        return _make_document(found) if found is not None else None

    def holds(self, chunk_id: str) -> bool:
        """Say whether there is a chunk of this id."""
        with self._turn:
            return self._open().holds(chunk_id)

    def close(self) -> None:
        """Close the store; the next query opens it again."""
        with self._turn:
            if self._index is not None:
                self._index.close()
                self._index = None

    def _open(self) -> DocumentIndex:
        if self._index is None:
            self._index = DocumentIndex(self.store)
        return self._index


def _make_document(chunk: Chunk, **more: float) -> Document:
    about = {"chunk_id": chunk.id, "source": chunk.locator, "heading": chunk.heading}
    return Document(id=chunk.id, page_content=chunk.text, metadata={**about, **more})


def load_retriever(place: str, root: Path | None) -> BaseRetriever:
    """Load the retriever a profile names; a class or a function is called with the root folder."""
    module, colon, attribute = place.partition(":")
    if not (module and colon and attribute):
        raise ProfileError(f"rag.internal.retriever {place!r}: not of the form package.module:name")
    try:
        found: Any = import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        raise ProfileError(f"rag.internal.retriever {place!r}: cannot be loaded: {error}") from error
    make: Callable[[Path | None], Any] | None = None if isinstance(found, BaseRetriever) else found
    if make is not None and callable(make):
        found = make(root)
    if not isinstance(found, BaseRetriever):
        raise ProfileError(f"rag.internal.retriever {place!r}: is no LangChain retriever, nor does it make one")
    return found
