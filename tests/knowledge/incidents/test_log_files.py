"""Logs are read as a stream, and what is no log is refused with one line."""

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import InputError
from moot.knowledge.incidents import log_files, read_incident
from moot.knowledge.incidents.log_files import (
    _MAX_LINE_CHARS,
    _PIECE_BYTES,
    LineDefects,
    LogFile,
    list_log_files,
    read_log_lines,
)
from tests.support.words import english


def lines_of(path: Path, noticed: LineDefects | None = None) -> list[str]:
    return [line for block in read_log_lines(str(path), noticed or LineDefects()) for line in block]


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        pytest.param(b"one\ntwo\n", ["one", "two"], id="lines"),
        pytest.param(b"one\ntwo", ["one", "two"], id="no newline at the end"),
        pytest.param(b"one\r\ntwo\r\n", ["one", "two"], id="Windows line ends"),
        pytest.param(b"\xef\xbb\xbfone\n", ["one"], id="a mark at the beginning"),
        pytest.param(b"one\x0btwo\x85three\n", ["one\x0btwo\ufffdthree"], id="only a newline ends a line"),
        pytest.param(b"a\n\n\nb\n", ["a", "", "", "b"], id="line numbers count blank lines"),
        pytest.param("é\ntwo\n".encode("utf-16"), ["é", "two"], id="UTF-16"),
        pytest.param(b"\x1b[31mERROR\x1b[0m it broke\n", ["ERROR it broke"], id="colours of a terminal"),
    ],
)
def test_lines(tmp_path: Path, raw: bytes, lines: list[str]) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(raw)
    assert lines_of(path) == lines


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0\ufeff"), max_size=50), min_size=1))
def test_no_line_is_lost_at_the_edge_of_a_piece(texts: list[str]) -> None:
    """Whatever the size of a piece, the lines are the same."""
    raw = "\n".join(["x" * 20, *texts]).encode() + b"\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_files, "_PIECE_BYTES", 64)
        patch.setattr(log_files, "_check_text", lambda *_: None)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        read = [line for block in read_log_lines("-", LineDefects()) for line in block]
    assert read == ["x" * 20, *texts]


def _gz_bomb(path: Path) -> None:
    path.write_bytes(gzip.compress(b"a log line that says nothing at all\n" * 200_000, 9))


REFUSED: list[tuple[str, Callable[[Path], object], str]] = [
    ("missing", lambda path: None, "cannot be read: No such file"),
    ("empty", lambda path: path.write_bytes(b""), "empty"),
    ("blank", lambda path: path.write_bytes(b"\n \n\t\n"), "only blank lines"),
    ("binary", lambda path: path.write_bytes(bytes(range(256)) * 40), "binary, not a text log"),
    ("NUL", lambda path: path.write_bytes(b"text\0text\n"), "binary, not a text log"),
    ("broken UTF-8 throughout", lambda path: path.write_bytes(b"\xff\xfa\xc0 " * 500), "binary, not a text log"),
    ("one endless line", lambda path: path.write_bytes(b"word " * (_PIECE_BYTES // 4)), "first line is longer than"),
    ("half a gzip", lambda path: path.write_bytes(gzip.compress(b"line\n" * 9000)[:40]), "ended before"),
    ("a gzip of nothing", lambda path: path.write_bytes(gzip.compress(b"")), "empty"),
    ("a damaged gzip", lambda path: path.write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\0damaged"), "cannot be read"),
]


@pytest.mark.parametrize(("make", "message"), [pytest.param(*case, id=name) for name, *case in REFUSED])
def test_what_is_no_log_is_refused(tmp_path: Path, make: Callable[[Path], object], message: str) -> None:
    """Hostile input: one line that names the file, exit code 2."""
    path = tmp_path / "a.log"
    make(path)
    with pytest.raises(InputError, match=message) as caught:
        lines_of(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).count(str(path)) == 1
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_trap_of_compressed_data_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.log.gz"
    _gz_bomb(path)
    monkeypatch.setattr(log_files, "_BOMB_BYTES", 1 << 16)
    monkeypatch.setattr(log_files, "_BOMB_RATIO", 50)
    with pytest.raises(InputError, match="more than 50 times its size"):
        lines_of(path)


def test_compressed_logs_are_read_as_they_are_even_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n"))
    assert lines_of(path) == ["one", "two"]


def test_a_long_line_is_cut_and_broken_bytes_are_counted(tmp_path: Path) -> None:
    path, noticed = tmp_path / "a.log", LineDefects()
    path.write_bytes(b"caf\xe9 is down\n" + b"long " * (_PIECE_BYTES // 2) + b"\nlast\n")
    read = lines_of(path, noticed)
    assert (read[0], read[2]) == ("caf\ufffd is down", "last")
    assert len(read[1]) == _MAX_LINE_CHARS
    assert (noticed.cut_lines, noticed.broken_lines) == (1, 1)


def test_stdin_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"one\ntwo\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert list(read_log_lines("-", LineDefects())) == [["one", "two"]]
    assert not stdin.buffer.closed


def test_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"a line of the log\n" * 100_000)
    told: list[tuple[int, int | None]] = []
    for _ in read_log_lines(str(path), LineDefects(), lambda done, size: told.append((done, size))):
        pass
    size = path.stat().st_size
    assert [done for done, _ in told] == [_PIECE_BYTES, size]
    assert {each for _, each in told} == {size}


def test_files_and_folders_are_listed_in_order(tmp_path: Path) -> None:
    """Several logs at once: what was named, and what is in folders that were; hidden files are left out."""
    folder = tmp_path / "logs"
    (folder / "old").mkdir(parents=True)
    for name in ("b.log", "a.log", "old/c.log.gz", ".hidden"):
        (folder / name).write_text("x\n")
    single = tmp_path / "z.log"
    single.write_text("x\n")
    files = list_log_files([str(single), str(folder), str(single)])
    assert [(file.number, file.name, file.found) for file in files] == [
        (1, "z.log", False),
        (2, "a.log", True),
        (3, "b.log", True),
        (4, "old/c.log.gz", True),
    ]


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder without files"):
        list_log_files([str(tmp_path)])


@pytest.mark.parametrize(
    ("name", "component"),
    [
        ("postgresql-2026-08-20_140000.log", "postgresql"),
        ("access.log-20260820.gz", "access"),
        ("app.2026-08-20.0.log", "app"),
        ("app-20260820T1405.log", "app"),
        ("postgresql-Wed.log", "postgresql"),
        ("postgresql-15-main.log", "postgresql-15-main"),
        ("web-1.log", "web-1"),
        ("2026-08-20.log", "2026-08-20"),
    ],
)
def test_the_log_of_another_day_is_by_the_same(name: str, component: str) -> None:
    assert LogFile(1, name, name).component == component


def test_what_lies_beside_logs_is_passed_over_and_named(tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text("2026-03-02 10:00:00 ERROR [a] gone\n", encoding="utf-8")
    (tmp_path / "NOTES.md").write_text("# 2026-03-02\n", encoding="utf-8")
    incident, parsed = read_incident(str(tmp_path))
    assert [file.name for file in parsed.files] == ["app.log"]
    told = "passed over, no logs by their names: NOTES.md; give one by itself if it is a log"
    assert english(incident.warnings) == (told,)
    assert read_incident(str(tmp_path / "NOTES.md"))[1].lines == 1
