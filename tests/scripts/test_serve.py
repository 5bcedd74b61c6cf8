"""`make serve`: what its env file sets and where it serves. tests/models/test_discovery.py has which model it takes."""

import socket
from pathlib import Path

from scripts.serve import find_free_port, read_env


def test_an_empty_value_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('# A=1\nB=\nC="x y"\n', encoding="utf-8")
    assert read_env(tmp_path / ".env") == {"C": "x y"}


def test_a_port_where_somebody_listens_is_left_to_them() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert find_free_port(taken) != taken
    assert find_free_port(taken) == taken
