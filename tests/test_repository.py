"""The repository keeps its own promises: links, contracts that see them, pins without addresses."""

import re
import tomllib
from pathlib import Path

import grimp
import pytest

from tests.support.links import needs_links

ROOT = Path(__file__).resolve().parent.parent
LINKED = ("configs", "graph", "nodes", "prompts", "state")
PIN = re.compile(r"[a-z0-9-]+==[0-9a-z.!+]+( ; .+)?")
NAME = re.compile(r"[A-Za-z0-9._-]+")


@needs_links
@pytest.mark.parametrize("name", LINKED)
def test_each_folder_is_linked_where_type_checkers_look(name: str) -> None:
    link = ROOT / "moot" / name
    assert link.is_symlink()
    assert link.readlink() == Path("..") / name


@needs_links
def test_the_import_contracts_see_the_linked_folders() -> None:
    # A linter that does not follow the links would keep every contract and check nothing.
    modules = grimp.build_graph("moot", cache_dir=None).modules
    for name in LINKED:
        for path in (ROOT / name).rglob("*.py"):
            parts = ("moot", name, *path.relative_to(ROOT / name).with_suffix("").parts)
            assert ".".join(part for part in parts if part != "__init__") in modules


def test_pins_are_names_and_versions_only() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert lines == sorted(lines)


def test_everything_we_ask_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}
    names = {found[0].lower().replace("_", "-") for line in asked if (found := NAME.match(line))}
    assert names - {"moot"} <= pinned
