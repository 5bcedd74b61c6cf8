"""One store of each kind, empty."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moot.stores import Store, open_store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is; every test that asks for it runs once per kind."""
    match request.param:
        case "memory":
            return "memory:"
        case "sqlite":
            return f"sqlite:///{tmp_path}/debates.db"
        case _:
            new: str = request.getfixturevalue("postgres").new_database()
            return new


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url) as opened:
        yield opened
