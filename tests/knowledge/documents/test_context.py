"""What a caller brings along: evidence files of both kinds, and what is wrong with them."""

from pathlib import Path

import pytest

from moot.errors import InputError
from moot.knowledge.documents import MAX_CONTEXT_BYTES, read_context


def test_a_text_is_one_piece_named_after_its_file(tmp_path: Path) -> None:
    """L-08."""
    path = tmp_path / "market-2026.md"
    path.write_text("\ufeffDemand grows.\n", encoding="utf-8")
    assert read_context([str(path)]) == [{"id": "market-2026", "text": "Demand grows.", "locator": str(path)}]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param('[{"id": "a", "text": "x"}, {"id": "b", "text": "y", "locator": "p. 3"}]', ["a", "b"], id="list"),
        pytest.param('{"id": "a", "text": "x"}', ["a"], id="one piece"),
        pytest.param('{"a": "x", "b": {"text": "y"}}', ["a", "b"], id="by id"),
    ],
)
def test_json_may_hold_several_pieces(tmp_path: Path, text: str, ids: list[str]) -> None:
    (tmp_path / "sources.json").write_text(text)
    assert [each["id"] for each in read_context([str(tmp_path / "sources.json")])] == ids


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"[]", "no evidence in it", id="empty list"),
        pytest.param(b"{", "not valid JSON", id="cut short"),
        pytest.param(b"[" * 100_000, "not valid JSON", id="nested too deeply"),
        pytest.param(b"7", "no evidence in it", id="a number"),
        pytest.param(b'["x"]', "item 1: not an object with id and text", id="a list of texts"),
        pytest.param(b'[{"id": "a"}]', "item 1: text is missing", id="no text"),
        pytest.param(b'[{"text": "x"}]', "item 1: id is missing", id="no id"),
        pytest.param(b'[{"id": "a", "text": 7}]', "text: a text is needed", id="a number as text"),
        pytest.param(b'[{"id": "a", "text": "x", "txt": "y"}]', "'txt' is not known; use id, text", id="unknown key"),
        pytest.param(b'[{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]', "'a' is given twice", id="twice"),
        pytest.param(b"\xff\xfe", "not UTF-8 at byte 0", id="not UTF-8"),
        pytest.param(b"x" * (MAX_CONTEXT_BYTES + 1), "larger than 1,000,000 bytes", id="too large"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(tmp_path: Path, raw: bytes, line: str) -> None:
    path = tmp_path / "sources.json"
    path.write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_context([str(path)])
    assert line in str(caught.value)
    assert str(path) in str(caught.value)


def test_two_files_may_not_claim_one_id(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rents.txt").write_text("Rents fall.")
    with pytest.raises(InputError, match="'rents' is given twice; rename one of them"):
        read_context([str(tmp_path / "a/rents.txt"), str(tmp_path / "b/rents.txt")])


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_context([str(tmp_path)])
