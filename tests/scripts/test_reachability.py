"""What an entry point leads to is found through doors, tables of commands and lazy imports; the rest is named."""

from pathlib import Path

import pytest

from scripts.reachability import Tree, main
from tests.scripts.small_tree import write_small_tree

DEAD = [("moot.policies.verdict.rules", "check"), ("moot.runs.debates", "forgotten")]


def test_what_nothing_leads_to_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A door that exports a name does not call it."""
    root = write_small_tree(tmp_path)
    assert Tree(root).unreached() == DEAD
    assert main(root) == 1
    assert "moot.policies.verdict.rules.check is reached from no command" in capsys.readouterr().out


CALLERS = [
    pytest.param("from moot.policies.verdict import check\n\n\ndef one():\n    check()\n", id="through a door"),
    pytest.param("from moot.policies.verdict import rules\n\n\ndef one():\n    rules.check()\n", id="as an attribute"),
    pytest.param("def one():\n    from moot.policies.verdict import check as c\n\n    c()\n", id="lazily, renamed"),
    pytest.param("def one():\n    return load('moot.policies.verdict.rules:check')\n", id="by a string"),
    pytest.param(
        "from moot.policies.verdict import check\n\nTABLE = {'a': check}\n\n\ndef one():\n    ...\n", id="by a table"
    ),
]


@pytest.mark.parametrize("entries", CALLERS)
def test_each_way_of_calling_counts(tmp_path: Path, entries: str) -> None:
    root = write_small_tree(tmp_path, graph__entries=entries)
    assert ("moot.policies.verdict.rules", "check") not in Tree(root).unreached()


def test_a_registered_function_counts_when_its_module_is_imported(tmp_path: Path) -> None:
    plugin = "from moot.doors import load\n\n\n@load('name')\ndef strategy():\n    ...\n"
    root = write_small_tree(tmp_path, moot__policies__verdict__plugin=plugin)
    assert ("moot.policies.verdict.plugin", "strategy") in Tree(root).unreached()
    caller = "def one():\n    import moot.policies.verdict.plugin\n"
    root = write_small_tree(tmp_path, moot__policies__verdict__plugin=plugin, graph__entries=caller)
    assert ("moot.policies.verdict.plugin", "strategy") not in Tree(root).unreached()
    home = "REGISTRY = load('strategy', home='moot.policies.verdict')\n\n\ndef one():\n    return REGISTRY\n"
    root = write_small_tree(tmp_path, moot__policies__verdict__plugin=plugin, graph__entries=home)
    assert ("moot.policies.verdict.plugin", "strategy") not in Tree(root).unreached()


def test_only_the_caller_of_dead_code_is_dead_too(tmp_path: Path) -> None:
    rules = "def judge():\n    ...\n\n\ndef check():\n    _look()\n\n\ndef _look():\n    ...\n"
    root = write_small_tree(tmp_path, moot__policies__verdict__rules=rules)
    assert ("moot.policies.verdict.rules", "_look") in Tree(root).unreached()
