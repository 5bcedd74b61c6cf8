"""The map attributes every citation to the right test and refuses what does not exist."""

from pathlib import Path

import pytest

from scripts.requirements_map import TARGET, main
from tests.scripts.small_tree import write_small_tree

CATALOGUE = """
sections: {D: Dynamics, X: Resolutions, W: Examples}
titles: {D-01: one, D-02: two, D-03: three, D-05: five, X-21: resolved, X-21a: gate, W-C1: worked}
open:
  Comes later: [D-02..D-05]
"""

MODULE = '''"""D-01 stands in the module's docstring."""

import pytest

ROWS = [
    ("D-02", 1),
]
# X-21 stands above a table.
MORE = [*ROWS]
UNUSED = ["W-C1"]


@pytest.mark.parametrize("case", MORE)
def test_table(case):
    pass


# D-03 stands above a function.
def test_comment():
    """X-21a stands in a docstring."""


class TestGroup:
    async def test_inside(self):
        assert "D-01"
'''

BAD = [
    pytest.param(
        "def test_a():\n    'D-99'\n", "tests/test_a.py:2: D-99 is not in docs/requirements.yaml", id="unknown"
    ),
    pytest.param("# D-01..D-99\n", "tests/test_a.py:1: D-99 is not in docs/requirements.yaml", id="unknown-end"),
    pytest.param("# D-05..D-01\n", "tests/test_a.py:1: D-05..D-01 is not a range", id="backwards"),
    pytest.param("# D-05..X-21\n", "tests/test_a.py:1: D-05..X-21 is not a range", id="two-families"),
    pytest.param("def test_a(:\n", "tests/test_a.py:1: invalid syntax", id="syntax"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests/scripts").mkdir(parents=True)
    (tmp_path / "docs/requirements.yaml").write_text(CATALOGUE, encoding="utf-8")
    (tmp_path / "tests/scripts/test_of_this.py").write_text("'D-99'", encoding="utf-8")
    return write_small_tree(tmp_path)


def rows(project: Path, module: str) -> dict[str, str]:
    (project / "tests/test_a.py").write_text(module, encoding="utf-8")
    assert main([], project) == 0
    lines = [line.strip("| ").split(" | ") for line in (project / TARGET).read_text(encoding="utf-8").splitlines()]
    return {line[0]: line[2] for line in lines if len(line) == 3}


def test_each_citation_belongs_to_the_test_around_it(project: Path) -> None:
    found = rows(project, MODULE)
    assert found["D-01"] == "`test_a.py::TestGroup::test_inside`"
    assert found["D-02"] == found["X-21"] == "`test_a.py::test_table`"
    assert found["D-03"] == found["X-21a"] == "`test_a.py::test_comment`"
    assert found["W-C1"] == "`test_a.py`"
    assert found["D-05"] == "Comes later"


@pytest.mark.parametrize("dots", ["..", " .. ", "...", "…"])
def test_a_range_names_every_id_between_its_ends(project: Path, dots: str) -> None:
    found = rows(project, f"def test_a():\n    'D-02{dots}D-05'\n")
    assert found["D-02"] == found["D-03"] == found["D-05"] == "`test_a.py::test_a`"
    assert found["D-01"] == "No test yet"


def test_many_tests_are_counted_not_listed(project: Path) -> None:
    module = "\n".join(f"def test_{n}():\n    'D-01'" for n in range(8))
    assert rows(project, module)["D-01"].endswith("`test_a.py::test_4` +3")


@pytest.mark.parametrize(("module", "message"), BAD)
def test_a_wrong_citation_is_one_line(
    project: Path, module: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests/test_a.py").write_text(module, encoding="utf-8")
    assert main(["--check"], project) == 1
    assert capsys.readouterr().err.strip() == message


def test_check_changes_nothing_and_notices_a_stale_map(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows(project, MODULE)
    assert main(["--check"], project) == 0
    (project / "tests/test_a.py").write_text("def test_new():\n    'W-C1'\n", encoding="utf-8")
    before = (project / TARGET).read_text(encoding="utf-8")
    assert main(["--check"], project) == 1
    assert capsys.readouterr().err.strip() == "docs/requirements.md is not current: run `make docs`"
    assert (project / TARGET).read_text(encoding="utf-8") == before


DEAD = [
    pytest.param("from moot.policies.verdict import check\n", id="through the door"),
    pytest.param("from moot.policies.verdict.rules import check\n", id="inside the room"),
]


@pytest.mark.parametrize("line", DEAD)
def test_a_test_of_dead_code_vouches_for_nothing(project: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tests/test_a.py").write_text(f"{line}\n\ndef test_a():\n    'D-01'\n    check()\n", encoding="utf-8")
    assert main(["--check"], project) == 1
    assert capsys.readouterr().err.strip() == (
        "tests/test_a.py: it vouches for requirements with moot.policies.verdict.rules.check, "
        "which is reached from no command, graph, server or public function"
    )


def test_a_test_of_what_the_program_calls_counts(project: Path) -> None:
    found = rows(project, "from moot.policies.verdict import judge\n\n\ndef test_a():\n    'D-01'\n    judge()\n")
    assert found["D-01"] == "`test_a.py::test_a`"
