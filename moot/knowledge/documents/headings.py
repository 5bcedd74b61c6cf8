"""Reads which headings stand above a line of a plain text: a law's title, its chapters, a note's title.

A heading belongs to what stands below it. A line is one when it stands apart and is no sentence:

- A title of Markdown (`## Adat 2`).
- A law's title: it begins with the kind of law it is (`UU No. 5 Tahun 1960`, `Lei n. 8.245`, `Housing Act 1988`).
  Lines that carry a title on (`NOMOR 1 TAHUN 1974`, `TENTANG`) belong to it.
- A chapter (`BAB II`, `Bagian Kesatu`, `CAPÍTULO IV`), with the title below it.
- Another line in capitals, or with a capital in each word, with an empty line or a heading above it. Directly above an
  article it is the article's heading within the law; above anything else a new piece begins, and the law has ended.

What stands directly below an article's number is its text, not a heading. A text that has no number and no title before
its first article is under no heading.
"""

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from moot.policies.language import fold

_LONGEST = 200
_MARKDOWN = re.compile(r"^\s{0,3}(#{1,6})\s+(\S.*?)\s*#*$")
_DIVISION = re.compile(
    r"^\W*(buku|livro|book|part|parte|bab|chapter|titulo|title|capitulo|bagian|secao|subsecao|paragraf)\s+"
    r"(?:[ivxlc]+|\d+|ke\w+|[a-z]|unic[oa])\b[.:]?(?:\s+\S+){0,10}$",
    re.IGNORECASE,
)
_RANKS = ("buku livro book part parte", "bab chapter titulo title", "capitulo", "bagian secao", "paragraf subsecao")
_LAW = re.compile(
    r"^\W*(?:uu|uud|uupa|perpu|perppu|perpres|permen|pp|perda|kuh\w*|kuhp|khi|undang-undang|undang undang|peraturan|"
    r"keputusan|kitab|kompilasi|instruksi|lei|codigo|decreto|constituicao|medida provisoria|estatuto|regulamento|"
    r"portaria|regulation|directive|constitution|convention|treaty|statute|law)\b|\b(?:act|code|regulations|ordinance)\b"
    r"(?:\s+(?:of\s+)?\d{4})?$",
)
_CARRIES_ON = re.compile(r"^\W*(?:nomor|no\.?|tahun|tentang|republik indonesia|de \d|sobre|of \d{4})\b")
_ENDS = re.compile(r"[.;:,!?]$")
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?\w{1,3}[.)])\s")
_SMALL_WORD = 3


class _Rank(IntEnum):
    """How far a heading reaches: one ends all that are not above it."""

    piece = 0
    law = 1
    division = 2
    article = 9


class TextHeading(NamedTuple):
    """A heading above some lines."""

    rank: int
    text: str
    is_law: bool = False
    level: int = 0
    """How many signs of Markdown stand before it."""


class PlacedLine(NamedTuple):
    """A line that is no heading, with the headings above it; `at` counts the lines of the text."""

    at: int
    text: str
    under: tuple[TextHeading, ...]
    section: int
    """The piece or law it belongs to, counted from 0."""


def place_lines(lines: Sequence[str], articles: Sequence[bool]) -> Iterator[PlacedLine]:
    """Say of each line that is no heading under which headings it stands; `articles` are the lines that begin one."""
    trail: list[TextHeading] = []
    section, said, at = 0, False, 0
    while at < len(lines):
        block = _read_block(lines, articles, at, trail, said=said)
        if block is None:
            said = said or bool(lines[at].strip())
            yield PlacedLine(at, lines[at], tuple(trail), section)
            at += 1
            continue
        heading, at = block
        section += said and (heading.rank <= _Rank.law or bool(heading.level))
        said = said and heading.rank > _Rank.law
        trail = [each for each in trail if each.rank < heading.rank] + [heading]


def _read_block(
    lines: Sequence[str], articles: Sequence[bool], at: int, trail: Sequence[TextHeading], *, said: bool
) -> tuple[TextHeading, int] | None:
    """Read the heading that begins at a line, and where it ends; None where none begins."""
    line = lines[at].strip()
    if articles[at]:
        return None
    if (marked := _MARKDOWN.match(lines[at])) is not None:
        return _read_markdown(len(marked[1]), marked[2], trail), at + 1
    if not _stands_apart(line):
        return None
    division = _DIVISION.match(fold(line))
    follows = at == 0 or not lines[at - 1].strip() or not said
    if division is None and (not follows or (at > 0 and articles[at - 1])):
        return None
    is_law = division is None and bool(_LAW.search(fold(line)))
    if division is None and not is_law and not _is_title(line):
        return None
    end = _find_end(lines, articles, at, carried=is_law or bool(division))
    text = " ".join(each.strip() for each in lines[at:end] if each.strip())
    if division is not None:
        return TextHeading(_Rank.division + _rank_division(division[1]), text), end
    below = next((each for each in range(end, len(lines)) if lines[each].strip()), None)
    if below is None:
        return None
    if is_law:
        return TextHeading(_Rank.law, text, is_law=True), end
    within = any(each.rank == _Rank.law for each in trail)
    if articles[below] or _DIVISION.match(fold(lines[below])):
        return TextHeading(_Rank.article if within else _Rank.law, text), end
    return TextHeading(_Rank.piece, text), end


def _read_markdown(level: int, text: str, trail: Sequence[TextHeading]) -> TextHeading:
    above = [each.rank for each in trail if 0 < each.level < level]
    is_law = bool(_LAW.search(fold(text))) and _Rank.law not in above
    rank = _Rank.law if is_law else max(above) + 1 if above else _Rank.piece
    return TextHeading(rank, text, is_law, level)


def _find_end(lines: Sequence[str], articles: Sequence[bool], at: int, *, carried: bool) -> int:
    """Find the line after a heading: it goes on where the next line carries on a title, or is one of its own kind."""
    end = at + 1
    while end < len(lines):
        ahead = end if lines[end].strip() else end + 1
        if ahead >= len(lines) or articles[ahead] or not _stands_apart(lines[ahead].strip()):
            break
        line = lines[ahead].strip()
        titled = carried and ahead == end and _is_title(line) and not _LAW.search(fold(line))
        if not (_CARRIES_ON.match(fold(line)) or fold(lines[end - 1].strip()) == "tentang" or titled):
            break
        if _DIVISION.match(fold(line)):
            break
        end = ahead + 1
    return end


def _stands_apart(line: str) -> bool:
    return bool(line) and len(line) <= _LONGEST and not _ENDS.search(line) and not _ITEM.match(line)


def _is_title(line: str) -> bool:
    """Say whether a line is written as a title: in capitals, or with one in each longer word."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > _SMALL_WORD]
    return bool(words) and ": " not in line and all(word[0].isupper() for word in words)


def _rank_division(name: str) -> int:
    return next((at for at, names in enumerate(_RANKS) if name in names.split()), 0)
