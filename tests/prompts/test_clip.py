"""Bounds: nothing is longer than agreed, and nothing short is cut for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.prompts.clip import bullet, clip, fit
from moot.prompts.fitting import squash

_TEXTS = st.lists(st.text(max_size=200), max_size=30)
_LIMIT = st.integers(0, 2000)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("two\n words ", 20, "two words"),
        ("one two three four", 12, "one two…"),
        ("one two three four", 14, "one two three…"),
        ("one two, three four", 10, "one two…"),
        ("unbreakable", 6, "unbre…"),
        ("a unbreakable", 6, "a unb…"),
        ("ab", 1, "…"),
        ("ab", 0, ""),
    ],
)
def test_a_cut_falls_between_words_and_is_marked(text: str, limit: int, expected: str) -> None:
    assert clip(text, limit) == expected


@given(st.text(), _LIMIT)
def test_a_clipped_text_is_one_line_within_its_limit(text: str, limit: int) -> None:
    cut = clip(text, limit)
    assert len(cut) <= limit
    assert len(cut.splitlines()) <= 1
    assert cut == squash(text) or cut.endswith("…") or not limit


@given(_TEXTS, _LIMIT)
def test_a_fitted_list_keeps_its_limit_and_counts_what_it_leaves_out(texts: list[str], limit: int) -> None:
    lines = fit(texts, limit)
    said = [text for text in texts if squash(text)]
    note = lines[-1] if lines and lines[-1].startswith("(+") and len(lines) <= len(said) + 1 else ""
    assert sum(map(len, lines)) <= limit + len(note)
    assert all(len(line.splitlines()) <= 1 for line in lines)
    if sum(len(squash(text)) for text in said) <= limit:
        assert lines == [squash(text) for text in said]


def test_what_does_not_fit_is_counted() -> None:
    assert fit(["x" * 50] * 5, 100) == ["x" * 50, "x" * 50, "(+3 more)"]
    assert bullet(["a", "", "b"], 10) == "- a\n- b"
