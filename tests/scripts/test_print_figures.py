"""The figures of the code are counted exactly, and every fixed limit is seen when it is broken."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from scripts.print_figures import MAX_DOOR, MAX_LINES, ROOT, Checkout, main

CONTRACTS = """
[[tool.importlinter.contracts]]
type = "layers"
layers = ["moot.runs", "moot.policies | moot.graph", "moot.state : moot.errors"]

[[tool.importlinter.contracts]]
type = "doors"
rooms = ["moot.policies.verdict", "moot.runs"]
"""

SOUND = {
    "pyproject.toml": CONTRACTS,
    "moot/__init__.py": (
        "__all__ = ['debate']\n\n\ndef __getattr__(name):\n    from moot.runs import debate\n\n    return debate\n"
    ),
    "moot/errors.py": "class MootError(Exception):\n    ...\n",
    "moot/runs/__init__.py": "_HOMES = {'debate': 'moot.runs.debates'}\n__all__ = sorted(_HOMES)\n",
    "moot/runs/debates.py": (
        "from moot import __version__\n\nLIMIT, _REST = 1, 2\n\n\n"
        "def debate():\n    from moot.policies.verdict import judge\n\n    return judge()\n"
    ),
    "moot/policies/__init__.py": "",
    "moot/policies/verdict/__init__.py": "from moot.policies.verdict.rules import judge\n\n__all__ = ['judge']\n",
    "moot/policies/verdict/rules.py": (
        "from moot.state.debate import Debate\n\n\ndef judge() -> Debate: ...\n\n\ndef weigh(): ...\n"
    ),
    "state/__init__.py": "",
    "state/debate.py": "class Debate: ...\n\n\nif Debate:\n    Round = int\n",
    "graph/build.py": "def build(): ...\n",
    "scripts/help.py": "def judge(): ...\n",
    "tests/test_it.py": "def judge(): ...\n" * 500,
    ".venv/lib.py": "x = 1\n" * 500,
}
"""A small tree without a fault: a name in scripts or tests may be used again, the root may name what it leads to."""


def write(root: Path, changes: Mapping[str, str] = MappingProxyType({})) -> Path:
    """Write the tree below a folder, with some files added or replaced."""
    for name, text in {**SOUND, **changes}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_figures_of_a_small_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path)
    (tmp_path / "moot" / "state").symlink_to("../state")
    assert main(["--check"], tmp_path) == 0
    told = dict(line.rsplit("  ", 1) for line in capsys.readouterr().out.splitlines())
    assert {name.strip(): value for name, value in told.items()} == {
        "Python files": "11",
        "lines": "37",
        "public names": "6",
        "module-level names without underscore": "8",
        "names defined twice": "0",
        "modules outside the import contract": "0",
        "import cycles": "0",
        f"files above {MAX_LINES} lines": "0",
        "longest file": "9 (moot/runs/debates.py)",
        f"doors above {MAX_DOOR} names": "0",
        "door of moot.policies.verdict": "1",
        "door of moot.runs": "1",
    }


def test_public_are_the_exports_of_doors_and_the_names_of_other_modules(tmp_path: Path) -> None:
    checkout = Checkout(write(tmp_path))
    assert checkout.public_names == {"debate", "judge", "MootError", "Debate", "Round", "build"}
    assert checkout.homes.keys() - checkout.public_names == {"LIMIT", "weigh"}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        pytest.param(
            {"graph/routers.py": "async def weigh(): ...\n"},
            "weigh is defined in graph/routers.py and moot/policies/verdict/rules.py",
            id="a function with the name of another",
        ),
        pytest.param(
            {"graph/routers.py": "try:\n    weigh = 1\nexcept ValueError:\n    pass\n"},
            "weigh is defined in graph/routers.py and moot/policies/verdict/rules.py",
            id="a value under a condition",
        ),
        pytest.param(
            {"graph/routers.py": "weigh: int\n"},
            "weigh is defined in graph/routers.py and moot/policies/verdict/rules.py",
            id="a name that is only annotated",
        ),
        pytest.param(
            {
                "state/rounds.py": "def count():\n    from moot.policies.verdict import judge\n\n    return judge\n",
                "moot/policies/verdict/rules.py": "import moot.state.rounds\n\n\ndef judge(): ...\n",
            },
            "moot.policies.verdict and moot.policies.verdict.rules and moot.state.rounds import each other",
            id="a cycle through a door and an import inside of a function",
        ),
        pytest.param(
            {"moot/runs/debates.py": "def debate():\n    from moot.runs import fork\n\n    return fork\n"},
            "moot.runs and moot.runs.debates import each other",
            id="a cycle through a door that loads on demand",
        ),
        pytest.param(
            {
                "moot/runs/batch.py": "from moot.runs import debate\n",
                "moot/runs/__init__.py": "import moot.runs.batch\n",
            },
            "moot.runs and moot.runs.batch import each other",
            id="a module that imports its own door",
        ),
        pytest.param(
            {"scripts/long.py": "x = 1\n" * (MAX_LINES + 1)}, "scripts/long.py has 401 lines", id="a file of 401 lines"
        ),
        pytest.param(
            {"moot/policies/verdict/__init__.py": f"__all__ = {[f'name_{at}' for at in range(MAX_DOOR + 1)]}\n"},
            "the door of moot.policies.verdict exports 17 names",
            id="a door of 17 names",
        ),
        pytest.param(
            {"moot/runs/__init__.py": f"_HOMES = {dict.fromkeys('abcdefghijklmnopq', 1)}\n__all__ = sorted(_HOMES)\n"},
            "the door of moot.runs exports 17 names",
            id="a door of 17 names that loads on demand",
        ),
        pytest.param(
            {"moot/stray.py": ""},
            "moot.stray is in no layer of the import contract",
            id="a module outside the contract",
        ),
        pytest.param(
            {"nodes/judge.py": ""},
            "moot.nodes.judge is in no layer of the import contract",
            id="a mapped folder outside it",
        ),
    ],
)
def test_every_planted_fault_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, str], fault: str
) -> None:
    write(tmp_path, changes)
    assert main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[12:] == [fault]
    assert main([], tmp_path) == 0


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"graph/routers.py": "def _weigh(): ...\n"}, id="an underscore"),
        pytest.param({"graph/routers.py": "from moot.policies.verdict import judge\n"}, id="an import"),
        pytest.param({"graph/routers.py": "class Router:\n    def weigh(self): ...\n"}, id="a method"),
        pytest.param({"scripts/long.py": "x = 1\n" * MAX_LINES}, id="a file of 400 lines"),
        pytest.param(
            {"moot/policies/verdict/__init__.py": f"__all__ = {[f'name_{at}' for at in range(MAX_DOOR)]}\n"},
            id="a door of 16 names",
        ),
        pytest.param(
            {"state/debate.py": "if TYPE_CHECKING:\n    import moot.policies.verdict\n\nclass Debate: ...\n"},
            id="an import for type checkers only",
        ),
    ],
)
def test_what_is_no_fault(tmp_path: Path, changes: dict[str, str]) -> None:
    assert Checkout(write(tmp_path, changes)).list_faults() == []


def test_two_checkouts_are_shown_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, other = write(tmp_path / "here"), write(tmp_path / "other", {"graph/routers.py": "def weigh(): ...\n"})
    assert main([str(other), "--check"], here) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["here", str(other)]
    assert lines[1].split() == ["Python", "files", "11", "12"]
    assert lines[5].split() == ["names", "defined", "twice", "0", "1"]
    assert lines[-1].split() == ["door", "of", "moot.runs", "1", "1"]


def test_this_repository_keeps_the_limits() -> None:
    assert Checkout(ROOT).list_faults() == []
