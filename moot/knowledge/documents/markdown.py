"""Reads Markdown and plain text: paragraphs under their headings."""

import re
from collections.abc import Iterator

from moot.knowledge.documents.passages import Passage, Trail

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.{1,500})")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_SPECIAL = frozenset("#`~=-")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")


def read_text(text: str) -> Iterator[Passage]:
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
    page = _Page()
    fence = ""
    for line in text.splitlines():
        start = line.lstrip()[:1]
        if fence or start in _SPECIAL:
            if (mark := _FENCE.match(line)) and fence in ("", mark[1]):
                fence = "" if fence else mark[1]
            elif not fence and start in "=-" and len(page.lines) == 1 and (under := _UNDERLINE.fullmatch(line)):
                yield from page.enter(1 if under[1].startswith("=") else 2, page.lines.pop())
                continue
            elif not fence and (found := _HEADING.fullmatch(line)):
                yield from page.enter(len(found[1]), found[2].rstrip("# \t"))
                continue
            page.lines.append(line)
        elif start:
            page.lines.append(line)
        else:
            yield from page.close()
    yield from page.end()


class _Page:
    """Where the reader of a Markdown text is: the headings above, and the lines of the open paragraph."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._trail = Trail()

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
