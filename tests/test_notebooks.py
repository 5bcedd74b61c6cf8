"""Every notebook runs from top to bottom, without a key, as docs/notebooks shows it; outputs are not committed."""

import shutil
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="the extra `notebook` is not installed")
pytest.importorskip("nbclient", reason="the extra `notebook` is not installed")

from scripts import render_notebooks  # noqa: E402  # needs both

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.name[0] for path in NOTEBOOKS] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_stripped(path: Path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:
        assert not cell.get("outputs"), f"{path.name} has outputs; clear them before committing"
        assert cell.get("execution_count") is None


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    for name in ("notebooks", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    rendered = render_notebooks.render(render_notebooks.execute(path, tmp_path / "notebooks"), path)
    assert any(name.endswith(".png") for name in rendered.pictures), "no plot was drawn"
    page = render_notebooks.page_of(path).read_text(encoding="utf-8")
    assert rendered.text == page, "docs/notebooks shows something else: run scripts/render_notebooks.py --all"
