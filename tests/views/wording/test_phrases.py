"""How records and answers are worded: numbers, money, and lines that fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from moot.views.wording.phrases import (
    clip,
    hang,
    listed,
    percent,
    say_confidence,
    say_money,
    say_percent,
    say_time,
    wrap,
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param(percent(0.55), 55, id="W-D7 a whole percentage"),
        pytest.param(percent(0.2167), 21.67, id="a fraction"),
        pytest.param(percent(None), None, id="X-16 unknown"),
        pytest.param(say_percent(0.696), "69.6 %", id="not rounded up to the threshold"),
        pytest.param(say_percent(None), "unknown", id="unknown is not zero"),
        pytest.param(say_confidence(0.81), "high (81 %)", id="D-141 high"),
        pytest.param(say_confidence(0.8), "medium (80 %)", id="D-141 medium"),
        pytest.param(say_confidence(0.49), "low (49 %)", id="D-141 low"),
        pytest.param(say_money(None), "price unknown", id="unknown is not free"),
        pytest.param(say_money(0.0), "no charge", id="free"),
        pytest.param(say_money(0.00123), "US$ 0.0012", id="cents"),
        pytest.param(say_money(1234.5), "US$ 1,234.50", id="dollars"),
        pytest.param(say_time(59_940), "59.9 s", id="seconds"),
        pytest.param(say_time(61_000), "1 min", id="minutes"),
        pytest.param(say_time(9_000_000), "2.5 h", id="hours"),
        pytest.param(listed(()), "", id="nobody"),
        pytest.param(listed(("a",)), "a", id="one"),
        pytest.param(listed(("a", "b", "c")), "a, b and c", id="three"),
        pytest.param(clip("abcdef", 4), "abc…", id="clipped"),
        pytest.param(clip("待つ待つ", 5), "待つ…", id="clipped by cells"),
        pytest.param(clip("a\x1b[2Jb\nc", 20), "a [2Jb c", id="control signs are blanks"),
    ],
)
def test_words_for_people(said: object, expected: object) -> None:
    assert said == expected


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
