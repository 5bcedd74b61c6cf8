"""The published guarantees name tests that exist."""

import ast
import re
from pathlib import Path

import pytest

from moot import load_profile
from moot.policies.limits.leases import lease_wave
from moot.state.budget import Spent

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| ([a-z ]+) \| (.+) \| `(tests/[\w/]+\.py)::(\w+)` \|$")
BOUNDARIES = {"process", "store", "lock", "model server", "desk", "client", "installation"}


def rows() -> list[str]:
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    return [line for line in page.splitlines() if line.startswith("|")][2:]


def test_every_boundary_has_its_promises() -> None:
    found = [ROW.match(row) for row in rows()]
    assert [row for row, match in zip(rows(), found, strict=True) if match is None] == []
    assert {match[1] for match in found if match} == BOUNDARIES


@pytest.mark.parametrize("row", rows())
def test_each_promise_names_a_test_that_exists(row: str) -> None:
    match = ROW.match(row)
    assert match, row
    tree = ast.parse((ROOT / match[3]).read_text(encoding="utf-8"))
    assert match[4] in {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("name", ["conclave", "boardroom", "legal", "rca", "research"])
def test_time_is_finite_by_default(name: str) -> None:
    timeout = load_profile(name).timeout
    assert timeout.total is not None
    assert timeout.council is not None
    assert timeout.rag_query is not None
    # A seat's time follows from its own limit, else from what is left of the whole.
    assert load_profile(name, {"timeout.total": None}).timeout.total is None


@pytest.mark.parametrize("name", ["conclave", "boardroom", "legal", "rca", "research"])
@pytest.mark.parametrize("phase", ["position", "revise", "synthesize", "compare", "classify", "council_critic"])
@pytest.mark.parametrize("slowest", [0.0, 3.0, 1e6])
def test_nobody_is_waited_for_without_end(name: str, phase: str, slowest: float) -> None:
    """Before anybody has answered, and when the answers before took for ever."""
    profile = load_profile(name)
    leases = lease_wave(profile, Spent(slowest=slowest), profile.seat_ids, phase, 1)
    assert leases
    assert all(lease.seconds is not None and lease.seconds <= 3600 for lease in leases)
