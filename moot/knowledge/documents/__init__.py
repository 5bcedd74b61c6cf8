"""Documents: reading, storing and searching them, and the gate through which agents look things up."""

from moot.knowledge.documents.context import LIMIT, decode, read_context
from moot.knowledge.documents.gate import Asker, look_up
from moot.knowledge.documents.index import Index, opened
from moot.knowledge.documents.ingestion import ingest
from moot.knowledge.documents.library import Library, open_library
from moot.knowledge.documents.searching import search

__all__ = [
    "LIMIT",
    "Asker",
    "Index",
    "Library",
    "decode",
    "ingest",
    "look_up",
    "open_library",
    "opened",
    "read_context",
    "search",
]
