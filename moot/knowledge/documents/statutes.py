"""Reads statutes article by article, with the dates that say whether an article is in force, and finds cited articles.

A document with at least two article headings (`Pasal 852`, `Article 3`, `Art. 5`, `Artigo 7`) on lines or headings of
their own is a statute. Each article becomes one passage under the statute's title. Lines that tell its validity
(`Mulai berlaku: 1 Mei 1848`, `[Diubah dengan UU 16/2019]`, `Repealed 2012-02-17`) are kept in the text and told with
the place; those before the first article hold for all articles that say nothing of the kind themselves.

An article is cited by its statute and its number in either order: `KUHPerdata Pasal 852`, `Pasal 35 UU 1/1974`.
A statute answers to the name of its file, to its title, and to what stands in brackets in it; `UU No. 1 Tahun 1974`,
`UU 1/1974` and `Undang-Undang Nomor 1 Tahun 1974 tentang Perkawinan` (also: `UU Perkawinan`) are one.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from moot.knowledge.documents.chunks import Passage, join_headings
from moot.policies.language import fold, words

_WORD = r"(?:pasal|article|artikel|artigo|art\.)"
_NUMBER = r"\d+(?:\s?(?:bis|ter)|[a-z])?"
_HEADING = re.compile(rf"^\W*{_WORD}\s+({_NUMBER})\b\s*[.:]?\s*(.*)$", re.IGNORECASE)
_CITED = re.compile(rf"\b{_WORD}\s*({_NUMBER})\b(?:\s*(?:ayat|paragraph|para\.?|§)\s*\(?\d+\)?)*", re.IGNORECASE)
_ARTICLES = 2
"""So many articles make a document a statute."""
_DIVISION = re.compile(r"^\W*(?:bab|buku|bagian|paragraf|chapter|title|capitulo)\s+\S+(?:\s+\S+){0,6}$", re.IGNORECASE)
"""A chapter begins: what stands until the next article is its heading."""

_VALIDITY = re.compile(
    r"^\W*(?P<what>diundangkan|mulai berlaku|berlaku|diubah|dicabut|dibatalkan|tidak berlaku(?: lagi)?|dinyatakan tidak"
    r" (?:berlaku|mengikat)|enacted|in force|entered into force|amended|repealed|annulled|struck down)\b"
    r"\W*(?:(?:sejak|pada|tanggal|dengan|oleh|on|by|since|from)\b\W*)*(?P<detail>.{0,120}?)[\]\s.]*$",
    re.IGNORECASE,
)
_KINDS = {
    "enacted": ("diundangkan", "mulai berlaku", "berlaku", "enacted", "in force", "entered into force"),
    "amended": ("diubah", "amended"),
}
_MONTH_NAMES = """
januari februari maret april mei juni juli agustus september oktober november desember
january february march april may june july august september october november december
"""
_MONTHS = _MONTH_NAMES.split()
_DAY = re.compile(r"\b(\d{1,2})\s+([a-z]+)\s+(\d{4})\b", re.IGNORECASE)
_ISO = re.compile(r"\b\d{4}(?:-\d{2}(?:-\d{2})?)?\b")
_DETAIL_CHARS = 70

_SHORT_NAMES = {
    "kitab uu hukum perdata": "kuhperdata",
    "kuh perdata": "kuhperdata",
    "burgerlijk wetboek": "kuhperdata",
    "bw": "kuhperdata",
    "civil code": "kuhperdata",
    "kitab uu hukum pidana": "kuhp",
    "kompilasi hukum islam": "khi",
}
_FILLING = frozenset({"nomor", "no", "tahun", "republik", "indonesia", "ri", "the", "of"})


class Article(NamedTuple):
    """Names an article: the statute by its short name, and the number."""

    statute: str
    number: str


def split_articles(passages: Sequence[Passage]) -> list[Passage] | None:
    """Cut a statute into its articles; None for a document that is not one."""
    head: list[str] = []
    titles: list[str] = []
    articles: list[tuple[str, list[str]]] = []
    between = False
    for passage in passages:
        trail = passage.heading.split(" > ") if passage.heading else []
        under = _HEADING.match(trail[-1]) if trail else None
        if under and not (articles and articles[-1][0] == under[1].lower()):
            articles.append((under[1].lower(), [under[2]] if under[2] else []))
            between = False
        titles += [each for each in trail if not _HEADING.match(each) and each not in titles and not articles]
        for line in passage.text.splitlines():
            found = _HEADING.match(line)
            if found and not _is_reference(found[2]):
                articles.append((found[1].lower(), [found[2]] if found[2] else []))
                between = False
            elif line.strip() and articles and not between and not _DIVISION.match(line):
                articles[-1][1].append(line.strip())
            elif line.strip():
                between = bool(articles)
                head += [] if articles else [line.strip()]
    if len({number for number, _ in articles}) < _ARTICLES:
        return None
    title = titles[0] if titles else head[0] if head else ""
    common = _read_validity(head)
    return [_make_passage(title, number, lines, common) for number, lines in articles if lines]


def parse_article(text: str) -> Article | None:
    """Read a citation of an article; None for anything else."""
    found = _CITED.search(text)
    if found is None:
        return None
    name = _name_statute(f"{text[: found.start()]} {text[found.end() :]}")
    return Article(name, found[1].lower().replace(" ", "")) if name else None


def name_statute(title: str, path: str) -> frozenset[str]:
    """List the short names a statute answers to."""
    plain = title.partition(" > ")[0]
    _, about, subject = plain.partition(" tentang ")
    stem = PurePosixPath(path).stem.replace("_", " ").replace("-", " ")
    names = [plain, plain.partition(" tentang ")[0], stem, *re.findall(r"\(([^()]+)\)", plain)]
    names.append(re.sub(r"\([^()]*\)", " ", plain))
    names += [f"uu {subject}"] if about else []
    return frozenset(filter(None, map(_name_statute, names)))


def _is_reference(rest: str) -> bool:
    """Tell a sentence that begins with an article from a heading: `Pasal 852 mengatur ...`."""
    return bool(rest) and rest[0].islower()


def _make_passage(title: str, number: str, lines: Sequence[str], common: dict[str, str]) -> Passage:
    validity = {**common, **_read_validity(lines)}
    told = "; ".join(f"{kind} {when}".strip() for kind, when in sorted(validity.items(), key=_by_time))
    place = f"Pasal {number}" + (f"; {told}" if told else "")
    return Passage("\n".join(lines), join_headings([title, f"Pasal {number}"]), place)


def _by_time(entry: tuple[str, str]) -> int:
    return ("enacted", "amended", "annulled").index(entry[0])


def _read_validity(lines: Iterable[str]) -> dict[str, str]:
    """Read when something was enacted, amended or annulled; the last line of a kind counts."""
    found = {}
    for line in lines:
        told = _VALIDITY.match(line)
        if told:
            what = fold(told["what"])
            kind = next((kind for kind, names in _KINDS.items() if what in names), "annulled")
            found[kind] = _write_date(told["detail"])
    return found


def _write_date(text: str) -> str:
    """Write the date of a remark first, then the remark itself, within a bound."""
    said = " ".join(text.split()).strip(" :;,[]()")
    day = _DAY.search(said)
    if day and fold(day[2]) in _MONTHS:
        date = f"{day[3]}-{_MONTHS.index(fold(day[2])) % 12 + 1:02d}-{int(day[1]):02d}"
        rest = f"{said[: day.start()]} {said[day.end() :]}"
    else:
        iso = _ISO.search(said) if re.match(r"\d{4}", said) else None
        date, rest = (iso[0], said[iso.end() :]) if iso else ("", said)
    rest = re.sub(r"\b(?:tanggal|on|pada|berlaku|sejak)\b", " ", rest)
    rest = " ".join(rest.split()).strip(" :;,()")[:_DETAIL_CHARS].replace(";", ",")
    return f"{date} ({rest})" if date and rest else date or rest


def _name_statute(text: str) -> str:
    """Reduce a statute's name to the words that tell it apart."""
    plain = fold(text).replace("undang-undang", "uu").replace("undang undang", "uu").replace("act", "uu")
    plain = " ".join(word for word in words(plain) if word not in _FILLING)
    for long, short in _SHORT_NAMES.items():
        plain = re.sub(rf"\b{long}\b", short, plain)
    plain = re.sub(r"^(?:jo|juncto|dan|menurut|lihat|in|see)\s+", "", plain)
    return " ".join(dict.fromkeys(plain.split())) if re.search(r"[a-z]", plain) else ""
