"""The pieces every view is made of: what was said, names, marks, lists, tables and what can be unfolded."""

from collections.abc import Iterable, Sequence
from typing import Literal

from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.story import Story
from moot.views.wording import say_seat

Tone = Literal["good", "warn", "bad", "plain", "info"]


def said(story: Story, words: str | None, name: str = "p", class_: str = "said") -> Html:
    """A text of an agent or a person, in its own language and direction."""
    if not (words or "").strip():
        return NOTHING
    return tag(name, words, class_=class_, dir="auto", lang=story.language)


def quoted(story: Story, words: str | None) -> Html:
    """A text of an agent inside a sentence of ours; its direction does not leak."""
    return said(story, words, "bdi", "")


def seat_name(story: Story, seat: str) -> Html:
    """A seat's name with its colour."""
    return tag("bdi", say_seat(seat), class_=f"seat c{story.colour(seat)}", title=story.titles.get(seat))


def seat_names(story: Story, seats: Iterable[str]) -> Html:
    """Several seats in a row."""
    return tag("span", (seat_name(story, seat) for seat in seats), class_="seats")


def pill(words: str, tone: Tone = "plain") -> Html:
    """A short mark."""
    return tag("span", words, class_=f"pill {tone}")


def bullets(story: Story, texts: Iterable[str | None], class_: str = "points") -> Html:
    """A list of texts by agents; nothing when there are none."""
    return _listed(story, "ul", texts, class_)


def steps(story: Story, texts: Iterable[str | None]) -> Html:
    """A numbered list of texts by agents."""
    return _listed(story, "ol", texts, "points")


def _listed(story: Story, name: str, texts: Iterable[str | None], class_: str) -> Html:
    # The list has the direction of its first text, so that its marks stand on the side where reading starts.
    items = [tag("li", each, class_="said") for each in texts if (each or "").strip()]
    return tag(name, items, class_=class_, dir="auto", lang=story.language) if items else NOTHING


def block(title: str, *children: Child, class_: str = "block") -> Html:
    """A titled part of a section; nothing when it would be empty."""
    body = join(*children)
    return tag("div", tag("h3", title), body, class_=class_) if body else NOTHING


def card(*children: Child, class_: str = "card") -> Html:
    """A framed part."""
    return tag("div", *children, class_=class_)


def fold(summary: Child, *children: Child, opened: bool = False, class_: str = "fold") -> Html:
    """What can be unfolded; nothing when there is nothing in it."""
    body = join(*children)
    if not body:
        return NOTHING
    return tag("details", tag("summary", summary), tag("div", body, class_="folded"), class_=class_, open=opened)


def facts(rows: Iterable[tuple[str, Child]], class_: str = "facts") -> Html:
    """Names and values; a value that is empty is left out."""
    pairs = [(name, join(value)) for name, value in rows]
    shown = [tag("div", tag("dt", name), tag("dd", value)) for name, value in pairs if value]
    return tag("dl", shown, class_=class_) if shown else NOTHING


def table(caption: str, head: Sequence[Child], rows: Iterable[Sequence[Child]], class_: str = "") -> Html:
    """A table in a box of its own, which scrolls when the table is wider; the first cell of a row is its header."""
    body = [
        tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:]))
        for row in rows
        if row
    ]  # fmt: skip
    titles = tag("tr", (tag("th", cell, scope="col") for cell in head))
    inner = tag("table", tag("caption", caption), tag("thead", titles), tag("tbody", body), class_=class_ or None)
    return tag("div", inner, class_="scroll", role="region", aria_label=caption, tabindex="0") if body else NOTHING
