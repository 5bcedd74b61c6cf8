"""Keeps debates: in memory, in one SQLite file, or in Postgres."""

from moot.stores.base import (
    DAMAGES,
    INTERRUPTED,
    NEEDS_REVIEW,
    RUNNING,
    Entry,
    Store,
    say_being_run,
    say_taken_over,
    tell_damage,
)
from moot.stores.open import default_url, open_store
from moot.stores.serializers import allowed_types, make_serializer
from moot.stores.sqlite import SqliteStore

__all__ = [
    "DAMAGES",
    "INTERRUPTED",
    "NEEDS_REVIEW",
    "RUNNING",
    "Entry",
    "SqliteStore",
    "Store",
    "allowed_types",
    "default_url",
    "make_serializer",
    "open_store",
    "say_being_run",
    "say_taken_over",
    "tell_damage",
]
