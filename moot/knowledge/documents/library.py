"""What a debate may look things up in: a folder of documents, or another retriever in its place."""

from dataclasses import dataclass
from pathlib import Path

from langchain_core.retrievers import BaseRetriever

from moot.knowledge.documents.files import locate
from moot.knowledge.documents.ingestion import Ingested, ingest
from moot.knowledge.documents.retriever import KnowledgeRetriever, load_retriever
from moot.state.protocol import Profile


@dataclass(frozen=True, slots=True)
class Library:
    """A retriever, and the folder its sources are relative to."""

    retriever: BaseRetriever
    root: Path | None
    ingested: Ingested | None = None

    def holds(self, evidence_id: str) -> bool:
        """Say whether a source of this id exists, as far as this can be known."""
        return isinstance(self.retriever, KnowledgeRetriever) and self.retriever.holds(evidence_id)

    def close(self) -> None:
        """Give back what is open."""
        if isinstance(self.retriever, KnowledgeRetriever):
            self.retriever.close()


def open_library(directory: str | Path | None, profile: Profile) -> Library | None:
    """Open what a profile may look things up in, brought up to date; None when there is nothing, or it may not."""
    rules = profile.rag.internal
    if not rules.enabled or (directory is None and rules.retriever is None):
        return None
    if rules.retriever is not None:
        root = locate(directory, rules.scope).root if directory is not None else None
        return Library(load_retriever(rules.retriever, root), root)
    assert directory is not None  # checked above  # noqa: S101
    done = ingest(directory, rules.scope)
    retriever = KnowledgeRetriever(store=done.store, seconds=profile.timeout.rag_query)
    return Library(retriever, done.root, done)
