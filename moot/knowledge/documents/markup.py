"""Reads plain text, Markdown and HTML: paragraphs under their headings.

An HTML page is read in one pass, and no part of it is looked at more than a few times: the parser of the standard
library takes minutes for twenty kilobytes of `<a <a <a`. What is not closed is treated as browsers do: a comment or a
script without an end hides the rest, a tag without an end is text.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from moot.errors import InputError
from moot.knowledge.documents.chunks import HeadingTrail, Passage

_HEADING_LINE = re.compile(r" {0,3}(#{1,6})[ \t]+(.{1,500})")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_SPECIAL_STARTS = frozenset("#`~=-")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")


def read_plain_text(text: str) -> Iterator[Passage]:
    """Split a plain text into its paragraphs."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip():
            lines.append(line)
        elif lines:
            yield Passage("\n".join(lines).strip())
            lines = []
    if lines:
        yield Passage("\n".join(lines).strip())


def read_markdown(text: str) -> Iterator[Passage]:
    """Split a Markdown text into paragraphs under their headings; code between fences stays in one piece."""
    page = _MarkdownText()
    fence = ""
    for line in text.splitlines():
        start = line.lstrip()[:1]
        if fence or start in _SPECIAL_STARTS:
            if (mark := _FENCE.match(line)) and fence in ("", mark[1]):
                fence = "" if fence else mark[1]
            elif not fence and start in "=-" and len(page.lines) == 1 and (under := _UNDERLINE.fullmatch(line)):
                yield from page.enter(1 if under[1].startswith("=") else 2, page.lines.pop())
                continue
            elif not fence and (found := _HEADING_LINE.fullmatch(line)):
                yield from page.enter(len(found[1]), found[2].rstrip("# \t"))
                continue
            page.lines.append(line)
        elif start:
            page.lines.append(line)
        else:
            yield from page.close()
    yield from page.end()


class _MarkdownText:
    """Keeps where the reader of a Markdown text is: the headings above, and the lines of the open paragraph."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._trail = HeadingTrail()

    def close(self) -> Iterator[Passage]:
        """End the open paragraph."""
        if self.lines:
            yield self._trail.say("\n".join(self.lines).strip())
            self.lines = []

    def enter(self, level: int, title: str) -> Iterator[Passage]:
        """Go on under another heading."""
        yield from self.close()
        yield from self._trail.enter(level, title)

    def end(self) -> Iterator[Passage]:
        """End the text."""
        yield from self.close()
        yield from self._trail.leave()


_MAX_HTML_CHARS = 8_000_000
"""Characters of one page."""

_TAG_START = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})(?=[\s/>])")
_RAW_TEXT_ENDS = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style", "textarea", "title")
}
"""Between these and their ends there are no tags."""
_HIDDEN_TAGS = frozenset(
    {"script", "style", "template", "noscript", "svg", "iframe", "object", "nav", "select", "textarea"}
)
_HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}
_BLOCK_TAGS = """
address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form header hr
html legend li main ol option p pre section summary table tbody td tfoot th thead title tr ul
"""
_BLOCK_NAMES = frozenset(_BLOCK_TAGS.split())
_MAX_TRIED = 8
"""A `>` may stand inside an attribute; so many are tried before the first one counts."""


class _Tag(NamedTuple):
    name: str
    closes: bool
    empty: bool


def read_html(text: str) -> Iterator[Passage]:
    """Split an HTML page into paragraphs under their headings; scripts, styles and menus are left out."""
    if len(text) > _MAX_HTML_CHARS:
        raise InputError(f"{len(text) / 1e6:,.0f} MB of HTML, at most {_MAX_HTML_CHARS / 1e6:,.0f} are read; split it")
    page = _HtmlPage()
    for piece in _scan_html(text):
        if isinstance(piece, str):
            page.say(piece)
        else:
            page.meet(piece)
        yield from page.take()
    page.end()
    yield from page.take()


def _scan_html(text: str) -> Iterator[str | _Tag]:
    """Take a page apart into texts and tags, from its beginning to its end."""
    at, last = 0, text.rfind(">")
    while at < len(text):
        start = text.find("<", at)
        if start < 0 or start > last:
            yield text[at:]
            return
        yield text[at:start]
        tag = _TAG_START.match(text, start)
        if tag is not None:
            end = _find_tag_end(text, tag.end())
            found = _Tag(tag[2].lower(), bool(tag[1]), text[end - 1] == "/")
            yield found
            at = end + 1
            if found.name in _RAW_TEXT_ENDS and not found.closes and not found.empty:
                close = _RAW_TEXT_ENDS[found.name].search(text, at)
                yield text[at : close.start() if close else len(text)]
                at = close.start() if close else len(text)
        elif text.startswith(("<!", "</", "<?"), start):
            mark = "-->" if text.startswith("<!--", start) else ">"
            end = text.find(mark, start + 2)
            at = len(text) if end < 0 else end + len(mark)
        else:
            yield "<"
            at = start + 1


def _find_tag_end(text: str, start: int) -> int:
    """Find the end of a tag: the next `>` that is not inside an attribute."""
    first = end = text.find(">", start)
    for _ in range(_MAX_TRIED):
        inside = text[start:end]
        if end < 0 or not (inside.count('"') % 2 or (inside.count("'") % 2 and '"' not in inside)):
            break
        end = text.find(">", end + 1)
    return first if end < 0 else end


class _HtmlPage:
    """Collects the paragraphs of a page."""

    def __init__(self) -> None:
        self._found: list[Passage] = []
        self._words: list[str] = []
        self._trail = HeadingTrail()
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
        elif tag.name in _HIDDEN_TAGS:
            if not tag.closes and not tag.empty:
                self._hidden.append(tag.name)
        elif tag.name in _HEADING_LEVELS or tag.name in _BLOCK_NAMES:
            self.end_block()
            if not tag.closes:
                self._level = _HEADING_LEVELS.get(tag.name, 0)

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
