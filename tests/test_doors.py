"""Tests, benchmarks and scripts enter rooms through their doors; only a room's own tests look inside it."""

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _rooms() -> list[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    listed = next(contract["rooms"] for contract in contracts if contract["type"] == "doors")
    return sorted(listed, key=len, reverse=True)


def _trespasses(path: str, source: str, rooms: list[str]) -> Iterator[str]:
    """Name the imports of a file that go past a door."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ImportFrom) or node.module is None or node.module in rooms:
            continue
        room = next((each for each in rooms if node.module.startswith(f"{each}.")), None)
        if room is not None and not _belongs(path, room, rooms):
            yield f"{path}:{node.lineno} imports {node.module}; import {room}"


def _belongs(path: str, room: str, rooms: list[str]) -> bool:
    """Whether a file is a test of a room, or of the room around it."""
    around = [each for each in rooms if room == each or room.startswith(f"{each}.")]
    return any(path.startswith(f"tests/{each.removeprefix('moot.').replace('.', '/')}/") for each in around)


def test_rooms_are_entered_through_their_doors() -> None:
    command = ["git", "ls-files", "tests/*.py", "bench/*.py", "scripts/*.py"]
    files = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    rooms = _rooms()
    found = [line for file in files for line in _trespasses(file, (ROOT / file).read_text(encoding="utf-8"), rooms)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "line", "allowed"),
    [
        ("tests/graph/test_a.py", "from moot.policies.limits.budget import derive_spent", False),
        ("tests/policies/limits/test_a.py", "from moot.policies.limits.budget import derive_spent", True),
        ("tests/policies/verdict/test_a.py", "from moot.policies.limits.budget import derive_spent", False),
        ("tests/models/test_a.py", "from moot.models.testing.steps import status_error", True),
        ("tests/policies/limits/test_a.py", "from moot.policies.limits.leases.leases import lease_wave", True),
        ("tests/policies/verdict/test_a.py", "from moot.policies.limits.leases.leases import lease_wave", False),
        ("tests/policies/verdict/test_a.py", "from moot.policies.limits.leases import lease_wave", True),
        ("bench/a.py", "from moot.policies.limits import derive_spent", True),
        ("bench/a.py", "from moot.state.positions import Position", True),
    ],
)
def test_who_may_look_inside(path: str, line: str, allowed: bool) -> None:
    assert (not list(_trespasses(path, line, _rooms()))) is allowed
