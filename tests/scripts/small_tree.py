"""A small tree in the shape of moot, for the scripts that look at source code."""

from collections.abc import Mapping
from pathlib import Path

SMALL_TREE: Mapping[str, str] = {
    "pyproject.toml": '[project]\nscripts = {moot = "moot.cli.main:main"}\n',
    "langgraph.json": (
        '{"graphs": {"one": {"path": "./graph/entries.py:one"}}, "http": {"app": "./moot/desk/mounted.py:app"}}'
    ),
    "moot/__init__.py": (
        '__all__ = ["debate"]\n\n\n'
        "def __getattr__(name):\n    from moot.doors import load\n\n    return load(name)\n\n\n"
        "if TYPE_CHECKING:\n    from moot.runs import debate\n"
    ),
    "moot/doors.py": "def load(name): ...\n",
    "moot/runs/__init__.py": "from moot.runs.debates import debate, forgotten\n",
    "moot/runs/debates.py": (
        "from moot.policies.verdict import judge\n\n\ndef debate():\n    return judge()\n\n\n"
        "def forgotten():\n    ...\n"
    ),
    "moot/policies/verdict/__init__.py": "from moot.policies.verdict.rules import check, judge\n",
    "moot/policies/verdict/rules.py": (
        "LIMIT = 3\n\n\ndef judge():\n    return _weigh()\n\n\ndef _weigh():\n    return LIMIT\n\n\n"
        "def check():\n    ...\n"
    ),
    "moot/cli/main.py": "TABLE = {'run': 'run:run'}\n\n\ndef main():\n    return TABLE\n",
    "moot/cli/run.py": "def run():\n    from moot import runs\n\n    return runs.debate()\n",
    "moot/desk/mounted.py": "app = object()\n",
    "graph/entries.py": "def one(): ...\n",
}


def write_small_tree(root: Path, **changes: str) -> Path:
    """Write the tree below a folder; `changes` are further files, with dots for slashes."""
    for name, text in {**SMALL_TREE, **{_path(name): text for name, text in changes.items()}}.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return root


def _path(name: str) -> str:
    return name.replace("__", "/") + ".py"
