"""One self-contained page: nothing is fetched, no script runs. It has the style of a debate's report."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from moot.views.report import Child, Html, read_style, tag


class Part(NamedTuple):
    """A section of the page."""

    id: str
    title: str
    body: Html


def render_page(title: str, lead: Child, parts: Iterable[Part]) -> str:
    """Write a page with a heading, a first sentence and sections."""
    shown = [part for part in parts if part.body]
    contents = tag("ul", (tag("li", tag("a", part.title, href=f"#{part.id}")) for part in shown))
    main = tag(
        "main",
        tag("header", tag("p", tag("b", "moot"), tag("span", "evaluation"), class_="origin"), tag("h1", title), lead),
        tag("nav", contents, aria_label="Contents"),
        tag("div", (_section(part) for part in shown), class_="sections"),
    )
    return f"<!doctype html>\n{tag('html', _head(title), tag('body', main), lang='en')}\n"


def _section(part: Part) -> Html:
    heading = tag("h2", part.title, id=f"{part.id}-heading")
    return tag("section", heading, part.body, id=part.id, aria_labelledby=f"{part.id}-heading")


def _head(title: str) -> Html:
    style = read_style()
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title, " · moot"),
        tag("style", Html(style)),
    )
