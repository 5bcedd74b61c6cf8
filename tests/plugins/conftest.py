"""Makes the example plug-in visible as if it were installed, and forgets it afterwards."""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot.models import PROVIDERS
from moot.policies.agreement import STRATEGIES
from moot.policies.comparison import COMPARATORS
from moot.registry import Registry
from moot.views.records import RECORD_WRITERS

EXAMPLE = Path(__file__).parent / "moot_example"
REGISTRIES: tuple[Registry[Any], ...] = (STRATEGIES, COMPARATORS, RECORD_WRITERS, PROVIDERS)


@pytest.fixture
def example_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Announce the entry points of tests/plugins/moot_example, as an installer would write them down."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    about = tmp_path / "site" / "moot_example-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines: list[str] = []
    for group, names in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in names.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(about.parent)
    monkeypatch.syspath_prepend(EXAMPLE)
    for registry in REGISTRIES:
        registry.names()  # what is built in stays
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))
        monkeypatch.setattr(registry, "_origins", dict(registry._origins))
    yield
    for name in [name for name in sys.modules if name.startswith("moot_example")]:
        del sys.modules[name]
