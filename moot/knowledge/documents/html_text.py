"""Reads HTML: the text people see, under its headings.

A page is read in one pass, and no part of it is looked at more than a few times: the parser of the standard library
takes minutes for twenty kilobytes of `<a <a <a`. What is not closed is treated as browsers do: a comment or a script
without an end hides the rest, a tag without an end is text.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from moot.errors import InputError
from moot.knowledge.documents.passages import Passage, Trail

LIMIT = 8_000_000
"""Characters of one page."""

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})(?=[\s/>])")
_RAW = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style", "textarea", "title")}
"""Between these and their ends there are no tags."""
_HIDDEN = frozenset({"script", "style", "template", "noscript", "svg", "iframe", "object", "nav", "select", "textarea"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCK_TAGS = """
address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form header hr
html legend li main ol option p pre section summary table tbody td tfoot th thead title tr ul
"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_TRIED = 8
"""A `>` may stand inside an attribute; so many are tried before the first one counts."""


class _Tag(NamedTuple):
    name: str
    closes: bool
    empty: bool


def read_html(text: str) -> Iterator[Passage]:
    """Split an HTML page into paragraphs under their headings; scripts, styles and menus are left out."""
    if len(text) > LIMIT:
        raise InputError(f"{len(text) / 1e6:,.0f} MB of HTML, at most {LIMIT / 1e6:,.0f} are read; split it")
    page = _Page()
    for piece in _scan(text):
        if isinstance(piece, str):
            page.say(piece)
        else:
            page.meet(piece)
        yield from page.take()
    page.end()
    yield from page.take()


def _scan(text: str) -> Iterator[str | _Tag]:
    """Take a page apart into texts and tags, from its beginning to its end."""
    at, last = 0, text.rfind(">")
    while at < len(text):
        start = text.find("<", at)
        if start < 0 or start > last:
            yield text[at:]
            return
        yield text[at:start]
        tag = _TAG.match(text, start)
        if tag is not None:
            end = _find_end(text, tag.end())
            found = _Tag(tag[2].lower(), bool(tag[1]), text[end - 1] == "/")
            yield found
            at = end + 1
            if found.name in _RAW and not found.closes and not found.empty:
                close = _RAW[found.name].search(text, at)
                yield text[at : close.start() if close else len(text)]
                at = close.start() if close else len(text)
        elif text.startswith(("<!", "</", "<?"), start):
            mark = "-->" if text.startswith("<!--", start) else ">"
            end = text.find(mark, start + 2)
            at = len(text) if end < 0 else end + len(mark)
        else:
            yield "<"
            at = start + 1


def _find_end(text: str, start: int) -> int:
    """Find the end of a tag: the next `>` that is not inside an attribute."""
    first = end = text.find(">", start)
    for _ in range(_TRIED):
        inside = text[start:end]
        if end < 0 or not (inside.count('"') % 2 or (inside.count("'") % 2 and '"' not in inside)):
            break
        end = text.find(">", end + 1)
    return first if end < 0 else end


class _Page:
    """Collects the paragraphs of a page."""

    def __init__(self) -> None:
        self._found: list[Passage] = []
        self._words: list[str] = []
        self._trail = Trail()
        self._level = 0
        """The heading that is being read; 0 outside of one."""
        self._hidden: list[str] = []

    def take(self) -> list[Passage]:
        """Hand over what was found since the last time."""
        found, self._found = self._found, []
        return found

    def say(self, text: str) -> None:
        """Take text that people see."""
        if text and not self._hidden:
            self._words.append(text)

    def meet(self, tag: _Tag) -> None:
        """Begin or end a block, a heading, or something nobody sees."""
        if self._hidden:
            # Only the same tag is counted, so that unclosed tags inside cannot keep the rest hidden.
            if tag.name == self._hidden[-1]:
                if tag.closes:
                    self._hidden.pop()
                elif not tag.empty:
                    self._hidden.append(tag.name)
        elif tag.name in _HIDDEN:
            if not tag.closes and not tag.empty:
                self._hidden.append(tag.name)
        elif tag.name in _HEADINGS or tag.name in _BLOCKS:
            self.end_block()
            if not tag.closes:
                self._level = _HEADINGS.get(tag.name, 0)

    def end_block(self) -> None:
        """Keep what was said since the last block began, as a heading or as a paragraph."""
        text = " ".join(unescape("".join(self._words)).split())
        self._words = []
        if text and self._level:
            self._found += self._trail.enter(self._level, text)
        elif text:
            self._found.append(self._trail.say(text))
        self._level = 0

    def end(self) -> None:
        """End the page."""
        self.end_block()
        self._found += self._trail.leave()
