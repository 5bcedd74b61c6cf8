"""Reads, stores and searches documents, and runs the queries of agents within their limits."""

from moot.knowledge.documents.cited_articles import parse_articles
from moot.knowledge.documents.context import MAX_CONTEXT_BYTES, decode_context, read_context
from moot.knowledge.documents.index import DocumentIndex, open_index
from moot.knowledge.documents.ingestion import ingest_documents
from moot.knowledge.documents.lookup import Asker, Library, look_up, open_library
from moot.knowledge.documents.searching import search_documents
from moot.knowledge.documents.statutes import Article

__all__ = [
    "MAX_CONTEXT_BYTES",
    "Article",
    "Asker",
    "DocumentIndex",
    "Library",
    "decode_context",
    "ingest_documents",
    "look_up",
    "open_index",
    "open_library",
    "parse_articles",
    "read_context",
    "search_documents",
]
