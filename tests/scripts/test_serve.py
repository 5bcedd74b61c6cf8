"""`make serve`: what its env file sets. Which model it chooses is tested in tests/models/test_discovery.py."""

from pathlib import Path

from scripts.serve import read_env


def test_an_empty_value_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('# A=1\nB=\nC="x y"\n', encoding="utf-8")
    assert read_env(tmp_path / ".env") == {"C": "x y"}
