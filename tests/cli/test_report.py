"""`moot report`: one page about one debate (INTERFACES 2)."""

from pathlib import Path

import pytest

from tests.cli.program import Program, agree, doubt


@pytest.fixture
def full(moot: Program) -> Program:
    """A store with a debate that was decided, and one that waits."""
    for thread, script in (("done", agree()), ("waits", doubt())):
        model = moot.script(*script)
        moot("run", "Should we open a second shop?", "--model", model, "--thread", thread, "-q")
    return moot


@pytest.mark.parametrize(("thread", "text"), [("done", "Decided"), ("waits", "moot review waits")])
def test_the_page_of_a_debate_is_written_and_named(full: Program, tmp_path: Path, thread: str, text: str) -> None:
    page = tmp_path / "new folder/report.html"
    done = full("report", thread, "-o", str(page))
    assert (done.code, done.out, done.err) == (0, f"{page}\n", "")
    assert text in page.read_text(encoding="utf-8")


def test_the_page_is_the_one_of_the_records(full: Program, tmp_path: Path) -> None:
    """INTERFACES 6: `moot export` writes the same page."""
    page = tmp_path / "report.html"
    full("report", "done", "--out", str(page))
    full("export", "done", "--out", str(tmp_path / "records"))
    assert (tmp_path / "records/report.html").read_bytes() == page.read_bytes()


def test_without_a_file_it_is_named_after_the_debate(
    full: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert full("report", "done").out == "done.html\n"
    assert "Decided" in Path("done.html").read_text(encoding="utf-8")


def test_as_json(full: Program, tmp_path: Path) -> None:
    page = str(tmp_path / "report.html")
    assert full("report", "done", "-o", page, "--json").document == {"thread_id": "done", "file": page}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["report", "nobody", "-o", "x.html"], "is not in the store", id="unknown debate"),
        pytest.param(["report", "done", "-o", "."], "name a file, such as report.html", id="a folder"),
        pytest.param(["report", "done", "-o", "taken/x.html"], "choose another place", id="below a file"),
    ],
)
def test_wrong_usage_is_one_line(
    full: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken").touch()
    done = full(*arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
