"""Where debates are kept: in memory, in one SQLite file, or in Postgres."""

from moot.stores.base import Entry, Store
from moot.stores.open import default_url, open_store
from moot.stores.serde import allowed_types, serializer
from moot.stores.sqlite import SqliteStore

__all__ = ["Entry", "SqliteStore", "Store", "allowed_types", "default_url", "open_store", "serializer"]
