"""Reads a page as a browser would, and remembers what an author can get wrong."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "link", "meta", "wbr"}


@dataclass
class Page(HTMLParser):
    """The elements of a page, its texts, and where its markup is broken."""

    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    """Element, name and value."""
    broken: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @classmethod
    def read(cls, html: str) -> "Page":
        page = cls()
        page.feed(html)
        page.close()
        page.broken += [f"{name} is never closed" for name in page._open]
        return page

    @property
    def text(self) -> str:
        """What a reader sees, the style left out."""
        return " ".join(" ".join(self._texts).split())

    def values(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [value for _, each, value in self.attributes if each == name]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.broken.append(f"{tag} is closed where it is not open")

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] != "style":
            self._texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.broken.append(f"a comment: {data}")
