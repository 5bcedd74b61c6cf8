"""Markup that cannot be broken by what it holds: every text is escaped unless it is markup already.

Only `Html` counts as markup, and only the functions here make it. Adding two of them with `+` gives a plain text
again, which would be escaped: a slip shows up on the page and never runs.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

Attribute: TypeAlias = str | int | float | bool | None
Child: TypeAlias = "Html | str | int | float | Iterable[Child] | None"

_VOID = frozenset({"br", "link", "meta", "wbr"})
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What a document may not contain or could not be written to a file: control signs and halves of characters."""


class Html(str):
    """A piece of markup that may stand on a page as it is."""

    __slots__ = ()


NOTHING = Html("")


def text(value: str) -> Html:
    """Escape a text for element content and for attributes."""
    return Html(escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value), quote=True))


def join(*children: Child) -> Html:
    """Put pieces next to each other; nothing is left out silently except None."""
    return Html("".join(_render(child) for child in children))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """Build an element. `class_` is class, `aria_label` is aria-label; None and False leave an attribute out."""
    start = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Html(start if name in _VOID else f"{start}{join(*children)}</{name}>")


def number(value: float) -> str:
    """Write a coordinate: short, and the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _render(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return text(child)
    if isinstance(child, int | float):
        return number(child)
    return "".join(_render(each) for each in child)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{text(value if isinstance(value, str) else number(value))}"'
