"""Every store passes LangGraph's own conformance suite for checkpointers, what it may leave out included."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from langgraph.checkpoint.conformance import validate
from langgraph.checkpoint.conformance.capabilities import Capability
from langgraph.checkpoint.conformance.initializer import RegisteredCheckpointer

from moot.stores import Store, open_store


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_a_store_passes_the_conformance_suite(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Of every capability something was tested, and nothing failed or was left out."""
    made = 0

    async def open_empty_store() -> AsyncIterator[Store]:
        nonlocal made
        made += 1
        url = {"memory": "memory:", "sqlite": f"sqlite:///{tmp_path}/{made}.db"}.get(kind)
        async with open_store(url or request.getfixturevalue("postgres").new_database()) as store:
            yield store

    report = await validate(RegisteredCheckpointer(kind, open_empty_store))  # type: ignore[arg-type]  # an async generator
    assert {name: result.failures for name, result in report.results.items() if result.failures} == {}
    assert {name for name, result in report.results.items() if result.tests_passed} == {
        each.value for each in Capability
    }
