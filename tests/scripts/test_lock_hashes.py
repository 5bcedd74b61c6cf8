"""The locks name what a fresh machine installs, with hashes and without addresses; the check sees what is missing."""

from pathlib import Path

import pytest

from scripts import lock_hashes
from scripts.lock_hashes import EXTRAS, find_problems
from scripts.write_licences import name_licence

HASH = f"--hash=sha256:{'0' * 64}"


@pytest.mark.parametrize("extra", EXTRAS)
def test_locks_have_names_versions_and_hashes_only(extra: str) -> None:
    text = (lock_hashes.LOCKS / f"{extra}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    assert not [problem for problem in find_problems(extra) if "no package with hashes" in problem]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(("langgraph==", "langgraph-gone=="), "langgraph<2,>=1.2 is not locked", id="one left out"),
        pytest.param(("typer==", "typer==0."), "typer is not", id="another version than the pin"),
        pytest.param(("rich==", "--index-url https://example.org\nrich=="), "no package with hashes", id="an address"),
        pytest.param((f" \\\n    {HASH}\n", "\n"), "no package with hashes", id="no hash"),
        pytest.param(("markdown-it-py==", "markdown=="), "markdown-it-py", id="what a dependency needs"),
    ],
)
def test_the_check_says_what_is_wrong(
    change: tuple[str, str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (lock_hashes.LOCKS / "local.txt").read_text(encoding="utf-8") + f"zzz==1 \\\n    {HASH}\n"
    assert change[0] in text
    (tmp_path / "local.txt").write_text(text.replace(*change, 1), encoding="utf-8")
    monkeypatch.setattr(lock_hashes, "LOCKS", tmp_path)
    assert any(problem in each for each in find_problems("local")), list(find_problems("local"))


def test_a_lock_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_hashes, "LOCKS", tmp_path)
    assert list(find_problems("local")) == ["locks/local.txt: it is not there; run: make locks"]


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"license_expression": "MIT", "license": "whatever"}, "MIT"),
        ({"classifier": ["License :: OSI Approved :: Apache Software License"]}, "Apache-2.0"),
        ({"license": "BSD 3-Clause\nCopyright"}, "BSD 3-Clause"),
        ({}, "see the package"),
    ],
)
def test_how_a_licence_is_named(told: dict[str, object], named: str) -> None:
    assert name_licence(told) == named
