"""Where debates are kept: in memory, in one SQLite file, or in Postgres."""

from moot.stores.base import Entry, Store
from moot.stores.open import open_store

__all__ = ["Entry", "Store", "open_store"]
