"""A finished legal debate, run once for all tests that only read it."""

import asyncio

import pytest

from tests.views.debates import Story, argue_law


@pytest.fixture(scope="session")
def legal(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return asyncio.run(argue_law(tmp_path_factory.mktemp("legal"), thread="7d0ca0de-0b0e-4a46-9d39-2a55d4c1f6b1"))
