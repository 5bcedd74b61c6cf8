"""Reads statutes article by article, with the dates that say whether an article is in force.

A document with at least two article headings (`Pasal 852`, `Article 3`, `Art. 5`, `Artigo 7`; under the title of an act
also `Section 2`) on lines or headings of their own is a statute, or several. Each article becomes one passage under the
title of its statute (headings.py). Lines that tell its validity (`Mulai berlaku: 1 Mei 1848`, `[Diubah dengan UU
16/2019]`, `(Revogado pela Lei nº 11.441)`, `Repealed 2012-02-17`) are kept in the text and told with the place; those
before the first article hold for all articles that say nothing of the kind themselves.

How an article is cited is read elsewhere (cited_articles.py). A statute answers to the name of its file, to its title,
to the parts of it, and to what stands in brackets in it; `UU No. 1 Tahun 1974`, `UU 1/1974` and `Undang-Undang Nomor 1
Tahun 1974 tentang Perkawinan` (also: `UU Perkawinan`) are one, as are `Código Civil`, `CC/2002` and `Lei 10.406`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from moot.knowledge.documents.chunks import Passage, join_headings
from moot.knowledge.documents.headings import TextHeading, place_lines
from moot.policies.language import fold, words

_WORD = r"(?:pasal|article|artikel|artigo|art\.)"
_CLAUSE = r"(?:clause|klausul|cláusula|section)"
ARTICLE_NUMBER = r"\d+(?:\.\d+)*(?:\s?(?:bis|ter)\b|[a-z]\b|[ºª°]?-[a-z]\b)?"
PARAGRAPH = r"(?:ayat|paragraph|para\.?|§)\s*\(?\d+\)?"
_HEADING = re.compile(rf"^\W*{_WORD}\s*({ARTICLE_NUMBER})[ºª°]?(?!\w)\s*[.:–-]?\s*(.*)$", re.IGNORECASE)
_SECTION_HEADING = re.compile(rf"^\W*(?:section|sec\.|s\.)\s*({ARTICLE_NUMBER})(?!\w)\s*[.:–-]?\s*(.*)$", re.IGNORECASE)
_SECTIONED = re.compile(r"\b(?:act|code|statute|ordinance|law)\b(?:\s+(?:of\s+)?\d{4})?\W*$", re.IGNORECASE)
"""The title of a law whose articles are called sections; in other documents a section is a chapter."""
_TITLE_LINES = 12
_CLAUSE_HEADING = re.compile(rf"^\W*{_CLAUSE}\s*({ARTICLE_NUMBER})(?!\w)\s*[.:–-]?\s*(.*)$", re.IGNORECASE)
_BEGINS_PARAGRAPH = re.compile(rf"^{PARAGRAPH}\s*[.:]", re.IGNORECASE)
"""`Pasal 7 ayat (1): ...` begins a paragraph; `Pasal 7 ayat (1) mengatur ...` tells of one."""
_ARTICLES = 2
"""So many articles make a document a statute."""

_ENACTED = (
    r"(?:(?:disahkan|ditetapkan|diumumkan|diundangkan|passed|adopted|sancionad[oa]|promulgad[oa])\s+(?:dan|and|e)\s+)?"
    r"(?:diundangkan|diumumkan|disahkan|mulai berlaku|berlaku|enacted|passed|adopted|in force|commencement|commenced|"
    r"(?:enters|entered|comes|came) into (?:force|effect)|effective|vigência|em vigor|entra em vigor|entrou em vigor|"
    r"sancionad[oa]|promulgad[oa]|publicad[oa])"
)
_AMENDED = (
    r"diubah|ditambah|disisipkan|amended|inserted|substituted|alterad[oa]|incluíd[oa]|acrescid[oa]|acrescentad[oa]|"
    r"redação dada"
)
_ANNULLED = (
    r"dicabut|dihapus|dibatalkan|tidak berlaku(?: lagi)?|dinyatakan (?:tidak (?:berlaku|mengikat|mempunyai kekuatan"
    r" hukum(?: mengikat)?)|bertentangan|inkonstitusional)|repealed|annulled|revoked|struck down|declared"
    r" (?:unconstitutional|void|invalid)|ceased to have effect|revogad[oa]|declarad[oa] inconstitucional|vetad[oa]"
)
_VALIDITY = re.compile(
    rf"^\W*(?:(?:pasal|artigo|art\.|article|section)\s+(?:ini|{ARTICLE_NUMBER})[ºª°]?\s+)?(?:(?:is|was|foi|telah)\s+)?"
    rf"(?:(?P<enacted>{_ENACTED})|(?P<amended>{_AMENDED})|(?P<annulled>{_ANNULLED}))\b"
    r"\W*(?:(?:sejak|pada|tanggal|dengan|oleh|on|by|since|from|pel[oa]|em|desde|a partir de)\b\W*)*"
    r"(?P<detail>.{0,120}?)[\]\s.]*$",
    re.IGNORECASE,
)
_REMARK = re.compile(r"[\[(]([^\])]{3,160})[\])]\s*$")
"""A remark behind the words of its article: `(Revogado pela Lei nº 11.441, de 2007)`."""
_BRACKETED = re.compile(r"^\s*[\[(]([^\])]{3,160})[\])]\s*(?=\w)")
_SENTENCE_ENDS = re.compile(r"(?<!\bNo)(?<!\bno)(?<!\bNr)\.\s+(?=[A-Z(])")
ARTICLE_NAMES = ("Pasal", "Article", "Artikel", "Art.", "Section")
"""What the place of an article begins with, in the language of its law."""
_ARTICLE_WORDS = {
    **dict.fromkeys(("artigo", "art"), "Art."),
    **dict.fromkeys(("section", "sec", "s"), "Section"),
    **{each.lower(): each for each in ("Pasal", "Article", "Artikel")},
}
_MONTH_NAMES = """
januari februari maret april mei juni juli agustus september oktober november desember
january february march april may june july august september october november december
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
"""
MONTH_WORDS = _MONTH_NAMES.split()
_DAY = re.compile(r"\b(\d{1,2})[ºª°]?\s+(?:de\s+)?([a-zç]+)\s+(?:de\s+)?(\d{4})\b", re.IGNORECASE)
_ISO = re.compile(r"\b\d{4}(?:-\d{2}(?:-\d{2})?)?\b")
_DETAIL_CHARS = 70

_SHORT_NAMES = {
    "kitab uu hukum perdata": "kuhperdata",
    "kuh perdata": "kuhperdata",
    "kuhper": "kuhperdata",
    "kuhpdt": "kuhperdata",
    "burgerlijk wetboek": "kuhperdata",
    "codigo civil": "kuhperdata",
    "bw": "kuhperdata",
    "civil code": "kuhperdata",
    "kitab uu hukum pidana": "kuhp",
    "kompilasi hukum islam": "khi",
}
_FILLING = frozenset({"nomor", "no", "n", "tahun", "republik", "indonesia", "ri", "the", "of", "de"})
_FILLING |= {"brasileiro", "brasileira", "do", "da", "dos", "das"}
_NUMBERED = re.compile(r"\b(lei complementar|lei|decreto|portaria)\W+(?:n\S*\W+)?([\d.]+\d)(?:\D+|.*?\D)(\d{4})\b")
_TITLE_PARTS = re.compile(r"\s+[—–|-]\s+|\s*[:|]\s+|,\s+(?=lei\b|act\b|uu\b)")
"""What parts a name from a number in a title: `Código Civil — Lei nº 10.406`."""
_LARGE = 4
"""A number of so many digits tells a law apart without its year."""


class Article(NamedTuple):
    """Names an article: the statute by its short name, and the number."""

    statute: str
    number: str


class _Piece:
    """Collects the lines of an article, or of what stands in a law or beside it without being one."""

    def __init__(self, law: str, number: str, under: Sequence[TextHeading], word: str = "") -> None:
        self.law = law
        self.number = number
        self.word = word
        self.under = under
        self.lines: list[str] = []


def split_articles(passages: Sequence[Passage]) -> list[Passage] | None:
    """Cut statutes into their articles; None for a document that is none.

    A document may hold several statutes: an article belongs to the title above it. What is no article and stands under
    a heading of its own, such as a note, stays a passage.
    """
    lines = list(_write_out(passages))
    sectioned = any(_SECTIONED.search(line) for line in lines[:_TITLE_LINES])
    headings = [_HEADING.match(line) or (_SECTION_HEADING.match(line) if sectioned else None) for line in lines]
    begins = [found is not None and not _is_reference(found[2]) for found in headings]
    pieces: list[_Piece] = []
    heads: dict[str, list[str]] = {}
    for placed in place_lines(lines, begins):
        law, line = _find_title(placed.under), placed.text.strip()
        found = headings[placed.at] if begins[placed.at] else None
        last = pieces[-1] if pieces else None
        if found is not None:
            number = write_number(found[1])
            if last is None or (last.law, last.number) != (law, number):
                pieces.append(_Piece(law, number, placed.under, _read_word(line)))
            pieces[-1].lines += [found[2]] if found[2] else []
        elif line:
            if last is not None and last.under != placed.under:
                pieces.append(_Piece(law, "", placed.under))
            if pieces:
                pieces[-1].lines.append(line)
            if not pieces or not pieces[-1].number:
                heads.setdefault(law, []).append(line)
    if len({(each.law, each.number) for each in pieces if each.number}) < _ARTICLES:
        return None
    return [_make_passage(each, heads.get(each.law, ())) for each in pieces if each.lines]


def _write_out(passages: Sequence[Passage]) -> Iterator[str]:
    """Write passages as one text, their headings as those of Markdown."""
    before: list[str] = []
    for passage in passages:
        trail = passage.heading.split(" > ") if passage.heading else []
        same = next((at for at, (one, other) in enumerate(zip(before, trail, strict=False)) if one != other), None)
        start = min(len(before), len(trail)) if same is None else same
        yield from (f"{'#' * min(at + 1, 6)} {each}" for at, each in enumerate(trail) if at >= start)
        yield ""
        yield from passage.text.splitlines()
        before = trail


def _find_title(under: Sequence[TextHeading]) -> str:
    """Find the title of the law that headings stand in, or else the outermost of them."""
    law = next((each for each in under if each.is_law), under[0] if under else None)
    return law.text if law is not None else ""


def shorten_title(title: str) -> str:
    """Shorten a law's title to the name it is cited by: its capitals in brackets, or what precedes its subject."""
    short = re.search(r"\(([^\W\d_]{2,12})\)", title)
    if short is not None and short[1].isupper():
        return short[1]
    plain = re.sub(
        r"^undang-undang(?:\s+republik\s+indonesia)?\s+nomor\b", "UU No.", title.strip(), flags=re.IGNORECASE
    )
    return re.split(r"\s+tentang\s|,\s+de\s+\d", plain, maxsplit=1, flags=re.IGNORECASE)[0].strip()


def match_article_heading(line: str) -> str:
    """Read the article that a line begins, as `Pasal 852` or `Clause 4.2`; empty for anything else."""
    found = _HEADING.match(line) or _CLAUSE_HEADING.match(line)
    if found is None or _is_reference(found[2]):
        return ""
    paragraph = _BEGINS_PARAGRAPH.match(found[2])
    end = found.start(2) + paragraph.end() if paragraph else found.end(1)
    return " ".join(line[:end].split()).lstrip('#*_-(“" ').rstrip(".: ")


def name_statute(title: str, path: str) -> frozenset[str]:
    """List the short names a statute answers to."""
    plain = fold(title.partition(" > ")[0])
    kind, about, subject = plain.partition(" tentang ")
    stem = PurePosixPath(path).stem.replace("_", " ").replace("-", " ")
    bare = re.sub(r"\([^()]*\)", " ", plain)
    parts = [each for each in _TITLE_PARTS.split(bare) if each.strip()]
    names = {*map(shorten_statute, (plain, kind, stem, bare, *parts, *re.findall(r"\(([^()]+)\)", plain)))}
    names |= {shorten_statute(f"uu {subject}")} if about else set()
    for law, number, year in _NUMBERED.findall(plain):
        digits = number.replace(".", "")
        names |= {f"{law} {digits} {year}", *([f"{law} {digits}"] if len(digits) >= _LARGE else [])}
    for part in (bare, *parts):
        letters = [word[0] for word in words(part) if word.isalpha() and word not in _FILLING]
        names |= {"".join(letters)} if len(letters) > 1 else set()
    # "Housing Act" for the Housing Act 1988, "Código Civil de 2002" where the year stands in brackets, "CC" for both.
    undated = {re.sub(r"\s(?:1[5-9]|20)\d\d$", "", name) for name in names if not re.search(r"\d \d{4}$", name)}
    names |= undated | {f"{name} {year}" for name in undated for year in re.findall(r"\b(?:1[5-9]|20)\d\d\b", plain)}
    return frozenset(filter(None, names))


def _is_reference(rest: str) -> bool:
    """Tell a sentence that begins with an article from a heading: `Pasal 852 mengatur ...`."""
    return bool(rest) and rest[0].islower() and not _BEGINS_PARAGRAPH.match(rest)


def _make_passage(piece: _Piece, head: Sequence[str]) -> Passage:
    if not piece.number:
        return Passage("\n".join(piece.lines), join_headings([each.text for each in piece.under]))
    validity = {**_read_validity(head), **_read_validity(piece.lines)}
    told = "; ".join(f"{kind} {when}".strip() for kind, when in sorted(validity.items(), key=_by_time))
    name = f"{piece.word} {piece.number}"
    place = name + (f"; {told}" if told else "")
    title = piece.law or next(iter(head), "")
    return Passage("\n".join(piece.lines), join_headings([title, name]), place)


def _read_word(heading: str) -> str:
    """Read how a law calls its articles, written in one way."""
    found = re.search(r"[^\W\d_]+", heading)
    return _ARTICLE_WORDS.get(fold(found[0]) if found else "", ARTICLE_NAMES[0])


def write_number(number: str) -> str:
    """Write an article's number in one way: 1.845 and 1845 are the same, 5.1 is another than 51."""
    plain = re.sub(r"[ºª°\s]", "", number.lower())
    return plain.replace(".", "") if re.match(r"\d{1,3}(?:\.\d{3})+(?!\d)", plain) else plain


def _by_time(entry: tuple[str, str]) -> int:
    return ("enacted", "amended", "annulled").index(entry[0])


def _cut_remark(line: str) -> str:
    """Cut a remark on validity off the article's own words that follow on its line: they are not part of it."""
    bracketed = _BRACKETED.match(line)
    if bracketed:
        return bracketed[1]
    first, *others = _SENTENCE_ENDS.split(line, maxsplit=1)
    return first if others and re.search(r"\d", first) else line


def _read_validity(lines: Iterable[str]) -> dict[str, str]:
    """Read when something was enacted, amended or annulled; the last line of a kind counts."""
    found = {}
    for line in lines:
        parts = line.split(";") if _DAY.search(line) and line.count(";") else ()
        for remark in (_cut_remark(line), *parts, *_REMARK.findall(line)):
            told = _VALIDITY.match(remark)
            if told and told.lastgroup:
                kind = next(kind for kind in ("enacted", "amended", "annulled") if told[kind])
                found[kind] = _write_date(told["detail"])
    return found


def _write_date(text: str) -> str:
    """Write the date of a remark first, then the remark itself, within a bound."""
    said = " ".join(text.split()).strip(" :;,[]()")
    day = next((each for each in _DAY.finditer(said) if fold(each[2]) in MONTH_WORDS), None)
    if day:
        date = f"{day[3]}-{MONTH_WORDS.index(fold(day[2])) % 12 + 1:02d}-{int(day[1]):02d}"
        rest = f"{said[: day.start()]} {said[day.end() :]}"
    else:
        iso = _ISO.search(said) if re.match(r"\d{4}", said) else None
        date, rest = (iso[0], said[iso.end() :]) if iso else ("", said)
    rest = re.sub(r"\b(?:tanggal|on|pada|mulai|berlaku|sejak|with effect from|in force|em vigor)\b", " ", rest)
    rest = re.sub(r"\b(?:de|em|from|from the)\s*$", " ", rest.strip(" :;,()"))
    rest = " ".join(rest.split()).strip(" :;,()")[:_DETAIL_CHARS].replace(";", ",")
    return f"{date} ({rest})" if date and rest else date or rest


def shorten_statute(text: str) -> str:
    """Reduce a statute's name to the words that tell it apart."""
    plain = re.sub(r"\bundang[- ]undang\b|\bact\b", "uu", fold(text))
    plain = re.sub(r"(?<=\d)\.(?=\d{3}\b)", "", plain)
    plain = " ".join(word for word in words(plain) if word not in _FILLING)
    for long, short in _SHORT_NAMES.items():
        plain = re.sub(rf"\b{long}\b", short, plain)
    plain = re.sub(r"^(?:(?:jo|juncto|dan|menurut|lihat|in|see|do|da|dos|das)\s+)+", "", plain)
    return " ".join(dict.fromkeys(plain.split())) if re.search(r"[a-z]", plain) else ""
