"""Lines that fit a terminal: cut and wrapped in cells, without signs that could play tricks on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from moot.views.lines import clip_line, hang, wrap


@pytest.mark.parametrize(
    ("clipped", "expected"),
    [
        pytest.param(clip_line("abcdef", 4), "abc…", id="clipped"),
        pytest.param(clip_line("待つ待つ", 5), "待つ…", id="clipped by cells"),
        pytest.param(clip_line("a\x1b[2Jb\nc", 20), "a [2Jb c", id="control signs are blanks"),
    ],
)
def test_a_text_is_cut_to_cells(clipped: str, expected: str) -> None:
    assert clipped == expected


def test_a_long_head_has_a_line_of_its_own() -> None:
    """Issue 6: seats with 40-character names."""
    lines = hang(f"  {'s' * 40}: ", "Wait for the loan to be paid back, then think again", 60)
    assert lines == [f"  {'s' * 40}:", "      Wait for the loan to be paid back, then think again"]


@given(st.text(max_size=300), st.integers(min_value=4, max_value=90))
def test_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    kept = "".join("".join(lines).split())
    assert kept == "".join(sign for sign in text if sign.isprintable() and not sign.isspace())
