"""Reads which articles of which statute a citation names: one, several, or a range of them.

- The statute stands before or behind the articles: `KUHPerdata Pasal 852`, `arts. 1.829 e 1.830 do CC`.
- Several are listed (`Pasal 852 dan 853`, `ss. 12, 14`, `Pasal 852 jo. Pasal 854`) or given as a range (`Pasal
  852-854`, `sections 12 to 14`); a range of whole numbers stands for all that the statute has of them.
- Behind the name of a statute a bare number is an article, too: `KUHPerdata 854`, `BW 1320`. So it is read only where
  nothing else in the citation says what the number is, and whoever looks it up knows that name and number together are
  no name of the statute itself: `Housing Act 1988`.
- What stands within an article (`ayat (1)`, `§ 1º`, `inciso II`) is found with it; a date is no number of an article.
"""

import re
from typing import NamedTuple

from moot.knowledge.documents.statutes import (
    ARTICLE_NUMBER,
    MONTH_WORDS,
    PARAGRAPH,
    Article,
    shorten_statute,
    write_number,
)

_CITING = r"(?:pasal(?:-pasal)?|articles?|artikel|artigos?|arts?\.?|psl?\.?|sections?|secs?\.?|ss?\.?)"
"""How an article is cited: shorter than it is headed."""
_NO_DATE = rf"(?!\s+(?:de\s+)?(?:{'|'.join(MONTH_WORDS)})\b)"
_INSIDE = rf"{PARAGRAPH}[ºª°]?|\(\w\)|(?:incisos?|al[ií]nea|huruf|angka|butir)\s+[^\W\d_]+\b|caput\b"
_ONE = rf"{ARTICLE_NUMBER}[ºª°]?(?!\w){_NO_DATE}(?:\s*,?\s*(?:{_INSIDE}))*"
_JOINED = r"(?:\s*[,;&]\s*(?:dan|serta|and|e)?|\s+(?:dan|serta|atau|and|or|e|ou)|\s*,?\s+(?:jo|juncto|jis)\.?)\s*"
_UP_TO = r"\s*(?:[-–—]|\bs\s*[./]\s*d\.?|\bsampai(?:\s+dengan)?|\bhingga|\bto\b|\bthrough\b|\ba\b|\baté)\s*"
_LIST = rf"{_ONE}(?:(?:{_JOINED}|{_UP_TO})(?:{_CITING}\s*)?{_ONE})*"
_CITED = re.compile(rf"\b{_CITING}\s*(?P<list>{_LIST})", re.IGNORECASE)
_BARE = re.compile(rf"^(?P<name>\W*[^\W\d_].*?)[\s,]\s*(?P<list>{_LIST})\W*$", re.IGNORECASE)
_RANGE = re.compile(rf"(?P<first>{ARTICLE_NUMBER}){_UP_TO}(?:{_CITING}\s*)?(?P<last>{ARTICLE_NUMBER})", re.IGNORECASE)
_WITHIN = re.compile(
    rf"{PARAGRAPH}[ºª°]?|\b(?:inciso|incisos|al[ií]nea|huruf|angka|butir)\s+\w+\b|\bcaput\b|,\s*[IVXLC]+\b(?=\W|$)",
)
"""Names a part of an article, which is found with the article."""
_PARTS = re.compile(_INSIDE, re.IGNORECASE)
_FIRST_NUMBER = re.compile(ARTICLE_NUMBER, re.IGNORECASE)
_MAX_RANGE = 60
"""A range of more articles is a chapter: only its ends are looked up."""


class CitedArticles(NamedTuple):
    """Names the articles of one statute that a citation asks for."""

    named: tuple[Article, ...]
    """Those that are named one by one, the ends of a range among them."""
    between: tuple[Article, ...] = ()
    """Those within a range: a statute need not have all of them."""
    bare: bool = False
    """Nothing but the place behind a name says that the number is an article's."""


def parse_articles(text: str) -> CitedArticles | None:
    """Read a citation of one or several articles; None for anything else."""
    found = _CITED.search(text)
    bare = found is None
    found = found or _BARE.match(text.strip())
    if found is None:
        return None
    around = found["name"] if bare else f"{text[: found.start()]} {text[found.end() :]}"
    name = shorten_statute(_WITHIN.sub(" ", around))
    if not name:
        return None
    numbers, between = _read_list(found["list"])
    return CitedArticles(
        tuple(Article(name, each) for each in numbers), tuple(Article(name, each) for each in between), bare
    )


def _read_list(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the numbers that are named, and those between the ends of a range."""
    plain = _PARTS.sub(" ", text)
    numbers = dict.fromkeys(write_number(each[0]) for each in _FIRST_NUMBER.finditer(plain))
    between: dict[str, None] = {}
    for each in _RANGE.finditer(plain):
        first, last = write_number(each["first"]), write_number(each["last"])
        if first.isdecimal() and last.isdecimal() and 0 < int(last) - int(first) <= _MAX_RANGE:
            between |= dict.fromkeys(map(str, range(int(first) + 1, int(last))))
    return tuple(numbers), tuple(number for number in between if number not in numbers)
