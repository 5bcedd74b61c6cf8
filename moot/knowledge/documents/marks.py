"""Cuts a caller's document at its own marks, so that a paragraph or an article can be cited on its own.

A mark begins a line: a heading (`## Adat 2`), an article or a clause (`Pasal 852`, `KUHPerdata Pasal 832 ayat (1):
...`, `Clause 4.2`), a ruling (`Putusan MA No. 179 K/Sip/1961: ...`) or a short numbered label (`Adat 2: ...`, `Exhibit
4: ...`). A document with at least two of them is cut; then a label without a number (`Catatan: ...`) begins a part too,
so that nothing is told under the mark before it. Years do not number anything: a table of them stays whole.

Parts keep the order of the document, and each has the headings it stands under (headings.py). A part is named by its
mark; one that is only an article (`Pasal 852`) is named after its law as well: by the law's title where that has a
number or a short name in brackets, or where the document holds several laws, else by the document. What stands below a
heading without any mark, such as a note or minutes, is one part with the name of that heading. The document itself
stays citable as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from moot.knowledge.documents.chunks import join_headings
from moot.knowledge.documents.headings import PlacedLine, TextHeading, place_lines
from moot.knowledge.documents.statutes import match_article_heading, shorten_title

_MARKS = 2
"""So many marks show that a document has them on purpose."""
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<name>\S.{0,80}?)\s*#*$")
_LABEL = re.compile(r"^\s*(?P<name>[^\W\d_][^:\n]{1,89}?)\s*:(?:\s|$)")
_NUMBERED = re.compile(r"^(?:[^\W\d_][\w.-]*\s+){1,3}\(?\d{1,3}[a-z]?\)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:pasal|article|artikel|artigo|art\.|clause|klausul|cláusula|section|§)\s*\d", re.IGNORECASE)
_RULING = re.compile(r"^(?:putusan|penetapan|judgment|ruling|acórdão|sentença)\b.*\d", re.IGNORECASE)
_LABEL_WORDS = 7
"""A label without a number has at most so many words; a longer clause before a colon is a sentence."""
_NAME_CHARS, _SHORT_NAME_CHARS = 60, 45
"""Agents have to write a name: a longer one is cut, or the document's is used where that says as much."""
_FORBIDDEN = re.compile(r'[\[\]<>{}\\"`,;\s]+')
"""What would break a citation, or a list of them."""


class Part(NamedTuple):
    """Names one part of a document; the part before the first mark has no name."""

    name: str
    text: str
    heading: str = ""
    """The headings it stands under, from the outermost to the nearest."""


def split_marks(text: str, title: str) -> list[Part]:
    """Cut a document at its marks; empty for one that has none."""
    lines = text.splitlines()
    marks = {at: name for at, line in enumerate(lines) if (name := _read_mark(line))}
    if len(set(marks.values())) < _MARKS:
        return []
    begins = [
        at in marks and bool(match_article_heading(line) or not _HEADING.match(line)) for at, line in enumerate(lines)
    ]
    placed = list(place_lines(lines, begins))
    laws = {each.under for each in placed if each.at in marks}
    several = len({_find_law(under) for under in laws}) > 1
    parts = [Part("", "")]
    for section, members in groupby(placed, key=lambda each: each.section):
        parts += _cut_section(section, list(members), marks, _Namer(title, several=several))
    return list(_join_equal(parts))


class _Namer:
    """Names articles after their law, or after their document where that holds one law without a number."""

    def __init__(self, document: str, *, several: bool) -> None:
        self._document = document
        self._several = several

    def name(self, mark: str, under: Sequence[TextHeading]) -> str:
        name = _clean(mark)
        return f"{self._name_law(under)} {name}" if _ARTICLE.match(name) else name

    def _name_law(self, under: Sequence[TextHeading]) -> str:
        law = _find_law(under)
        short = _clean(shorten_title(law.text)) if law is not None else ""
        numbered = law is not None and law.is_law and re.search(r"\d|\([^()]+\)", law.text)
        longest = _NAME_CHARS if self._several else _SHORT_NAME_CHARS
        return (
            short[:longest].strip()
            if short and (self._several or (numbered and len(short) <= longest))
            else self._document
        )


def _find_law(under: Sequence[TextHeading]) -> TextHeading | None:
    """Find the law among the headings, or else the outermost of them."""
    return next((each for each in under if each.is_law), under[0] if under else None)


def _cut_section(section: int, lines: Sequence[PlacedLine], marks: dict[int, str], namer: _Namer) -> Iterator[Part]:
    """Cut one law or piece: at its marks and labels, at its chapters, or not at all where it has no marks."""
    found = {each.at: marks[each.at] for each in lines if each.at in marks}
    if found:
        found |= {each.at: name for each in lines if each.at not in found and (name := _read_label(each.text))}
    open_name, open_under, body = "", lines[0].under, list[str]()
    for each in lines:
        if each.at in found or each.under != open_under:
            yield from _make_part(open_name, body, open_under, section)
            body, open_under = [], each.under
            open_name = namer.name(found[each.at], each.under) if each.at in found else ""
        body.append(each.text)
    yield from _make_part(open_name, body, open_under, section)


def _make_part(name: str, body: Sequence[str], under: Sequence[TextHeading], section: int) -> Iterator[Part]:
    text = "\n".join(body).strip()
    if not text:
        return
    if not name and (section or any(each.level for each in under)):
        # What stands before the first mark of a document is told with the document itself.
        titles = (_clean(shorten_title(each.text)) for each in reversed(under) if _begins_piece(each))
        name = next(titles, "")[:_NAME_CHARS].strip()
    yield Part(name, text, join_headings([each.text for each in under]))


def _begins_piece(heading: TextHeading) -> bool:
    return bool(heading.level) or heading.rank <= 1


def _read_mark(line: str) -> str:
    heading = _HEADING.match(line)
    if heading is not None:
        return heading["name"]
    article = match_article_heading(line)
    if article:
        return article
    label = _LABEL.match(line)
    name = " ".join(label["name"].split()) if label else ""
    return name if _NUMBERED.match(name) or _ARTICLE.search(name) or _RULING.match(name) else ""


def _read_label(line: str) -> str:
    label = _LABEL.match(line)
    name = label["name"].strip() if label else ""
    return name if name[:1].isupper() and "." not in name and len(name.split()) <= _LABEL_WORDS else ""


def _clean(name: str) -> str:
    return _FORBIDDEN.sub(" ", name).strip(" .:#*_")


def _join_equal(parts: Sequence[Part]) -> Iterator[Part]:
    """Put parts with the same name together: what is cited by one name is one source."""
    joined: dict[str, Part] = {}
    for part in parts:
        key = part.name.casefold()
        before = joined.get(key)
        joined[key] = before._replace(text=f"{before.text}\n{part.text}".strip()) if before else part
    yield from joined.values()
