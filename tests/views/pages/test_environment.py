"""The template engine: whatever a value holds stays text, and a name nobody gave is an error."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from markupsafe import Markup

from moot.catalogue import speaking
from moot.views.pages.environment import make_environment
from tests.browser.page import Page


def fill(source: str, **values: Any) -> str:
    return make_environment().from_string(source).render(**values)


@pytest.mark.parametrize(
    ("value", "html"),
    [
        pytest.param("a < b & c", "a &lt; b &amp; c", id="a text is escaped"),
        pytest.param(Markup("<b>x</b>"), "<b>x</b>", id="markup stays"),
        pytest.param(Markup("<b>x</b>") + "<i>", "<b>x</b>&lt;i&gt;", id="a text beside markup is escaped"),
        pytest.param(None, "", id="nothing"),
        pytest.param(1, "1", id="a number"),
        pytest.param("a\x00\x1b\ud800\n", "a\ufffd\ufffd\ufffd\n", id="what a document may not hold"),
    ],
)
def test_values(value: Any, html: str) -> None:
    assert fill("<p>{{ value }}</p>", value=value) == f"<p>{html}</p>"


@given(st.text())
def test_no_text_becomes_markup(words: str) -> None:
    page = Page.read(fill('<p title="{{ words }}" id="x">{{ words }}</p>', words=words))
    assert page.tags == ["p"]
    assert [name for _, name, _ in page.attributes] == ["title", "id"]
    assert page.broken == []


def test_a_name_nobody_gave_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        fill("{{ missing }}")


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("{{ said(' ') }}{{ quoted(none) }}", id="blank texts"),
        pytest.param("{{ bullets(['', ' ']) }}{{ bullets(none) }}{{ steps([]) }}", id="lists"),
        pytest.param("{{ titled('T', bullets([])) }}", id="a list under a heading"),
        pytest.param("{% call fold('T') %} {% endcall %}", id="folds"),
        pytest.param("{{ facts([('a', ''), ('b', none)]) }}", id="facts"),
        pytest.param("{{ table('T', ['a'], []) }}", id="tables"),
    ],
)
def test_what_would_be_empty_is_left_out(source: str) -> None:
    head = '{% from "parts.html" import bullets, facts, fold, quoted, said, steps, table, titled with context %}'
    assert fill(head + source, language=None).strip() == ""


def test_words_are_said_in_the_language_of_each_page() -> None:
    """A template that was filled in for one debate says nothing of it in the next one's language."""
    template = make_environment().from_string('{{ "approved"|literal }} {{ 0.5|percent }}')
    told = []
    for language in ("pt", "en", "id"):
        with speaking(language):
            told.append(template.render())
    assert told == ["aprovada 50 %", "approved 50 %", "disetujui 50 %"]
