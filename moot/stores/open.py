"""Opens a store by its URL."""

from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from moot.errors import UsageError
from moot.program import name_extra
from moot.stores.base import Store

_FORMS = "memory:, sqlite:///path/of/file.db or postgresql://user@host/database"


def default_url() -> str:
    """Name the store used when nothing else is configured: one file in the user's data folder."""
    return f"sqlite:///{user_data_path('moot', appauthor=False) / 'moot.db'}"


def open_store(url: str | None = None) -> Store:
    """Open `memory:`, `sqlite:///path` or `postgresql://...`; it connects when first used."""
    url = url or default_url()
    if url in ("memory:", "memory://"):
        from moot.stores.memory import MemoryStore

        return MemoryStore(url)
    if url.startswith("sqlite:///"):
        from moot.stores.sqlite import SqliteStore

        path = url.removeprefix("sqlite:///")
        if not path or Path(path).is_dir():
            raise UsageError(f"store {url!r}: name a file, for example sqlite:///debates.db")
        return SqliteStore(url, Path(path).expanduser())
    if url.startswith(("postgresql://", "postgres://")):
        if find_spec("psycopg") is None or find_spec("langgraph.checkpoint.postgres") is None:
            raise UsageError(f"store: Postgres needs an extra; install it with: {name_extra('postgres')}")
        from moot.stores.postgres import PostgresStore

        return PostgresStore(url)
    raise UsageError(f"store {url.split('@')[-1]!r} is not understood; use {_FORMS}")
