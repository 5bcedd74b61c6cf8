"""Recognises questions in languages for which moot has no words of its own, by their letters or their small words.

A script that one language mostly uses names it; letters of its own tell a language from its neighbours. A language in
Latin letters is named by at least two of its small words, and by more than the text has of ours; a letter of its own
counts as one of them, and so does a word by which a neighbour of ours is told. Words with letters that none of ours
writes are a language that nobody named, unless they are few or names. Nothing else is guessed: a language in plain
Latin letters that is not listed is not recognised.
"""

import re
from collections import Counter

from moot.policies.language.stopwords import STOP_WORDS
from moot.policies.language.text import words

UNKNOWN_LANGUAGE = "und"
"""The code of a language that nobody recognised, with letters that none of ours has."""

_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ar", "؀-ۿݐ-ݿﭐ-﷿ﹰ-﻿"), ("he", "֐-׿"), ("ru", "Ѐ-ӿ"), ("el", "Ͱ-Ͽἀ-῿"), ("hi", "ऀ-ॿ"), ("bn", "ঀ-৿"),
    ("ta", "஀-௿"), ("te", "ఀ-౿"), ("th", "฀-๿"), ("ka", "Ⴀ-ჿ"), ("hy", "԰-֏"), ("am", "ሀ-፿"), ("my", "က-႟"),
    ("km", "ក-៿"), ("ko", "가-힯ᄀ-ᇿ"), ("ja", "぀-ヿ"), ("zh", "一-鿿"),
)  # fmt: skip
_LETTERS = {code: re.compile(f"[{letters}]") for code, letters in _SCRIPTS}
_OWN_LETTERS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("ar", "fa", re.compile("[پچژگ]")),
    ("ar", "ur", re.compile("[ٹڈڑےں]")),
    ("ru", "uk", re.compile("[іїєґІЇЄҐ]")),
    ("zh", "ja", _LETTERS["ja"]),
)
"""Letters by which a language is told from the one that mostly uses its script."""
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")

_ES = (
    "el la los las y es una unas unos del en nuestra nuestro nuestras nuestros debemos deberia cual hay muy pero mas si"
    " lo al con sin hoy ayer ahora quien tambien hacia segun entonces aunque nueva nuevo nuevas nuevos mejor"
)
_FR = "le la les des est et une du dans pour sur avec nous faut il devons devrions quel quelle au aux"
_DE = "der und ist nicht wir ein eine den dem zu im mit fur auf sollen sollten wie sind werden oder"
_IT = "il lo gli della dello di una nel dobbiamo dovremmo per con sono perche quale che alla"
_NL = "het een van wij niet moeten zijn en op voor met wat welke onze deze naar zouden"
_FI = "on onko ja ei se mita miksi kuka pitaisiko pitaako meidan kannattaako uusi uuden uudet tama etta voiko tai kun"
_SV = "ska vi och att det inte ett som pa med nya har kan ar vad varfor bor skall"
_PL = "czy na nie jest sie do jak powinnismy nowe nowy czemu dlaczego"
_MS = "baharu kerana mahu manakala sahaja syarikat"
_TR = "ve bir bu mi mu icin yeni ne nasil gibi daha degil miyiz olarak"
_SMALL_WORDS = {
    "es": frozenset(_ES.split()),
    # Malay shares the small words of Indonesian, and is told by those it does not share.
    "ms": STOP_WORDS["id"] | frozenset(_MS.split()),
    "fr": frozenset(_FR.split()),
    "de": frozenset(_DE.split()),
    "it": frozenset(_IT.split()),
    "nl": frozenset(_NL.split()),
    "fi": frozenset(_FI.split()),
    "sv": frozenset(_SV.split()),
    "pl": frozenset(_PL.split()),
    "tr": frozenset(_TR.split()),
}
_MARKS = {"es": re.compile("[¿¡ñ]|ción|ciones"), "de": re.compile("[ßäöü]"),
          "fr": re.compile("[œùîï]|è(?=\\w)|\\b[ldnqcs]['’]"),
          "it": re.compile("[èìò]\\b"), "fi": re.compile("[äö]"), "sv": re.compile("[äö]"),
          "pl": re.compile("[ąćęłńśźż]"), "tr": re.compile("[ığşöüç]")}  # fmt: skip
_TELLING = {
    "es": re.compile(r"\b(?:[Ll][ao]s|[Uu]n[ao]s|[Mm]uy|[Pp]ero|[Hh]oy)\b(?! [A-Z])"),
    "ms": re.compile(rf"\b(?:{_MS.replace(' ', '|')})\b", re.IGNORECASE),
}
"""Words of a neighbour of ours that ours does not have and no name begins with: one of them is enough."""
_ENOUGH = 2
_SPELLED = re.compile(r"[^\W\d_]+")
_OURS = re.compile(r"[a-záàâãäëéêíîïóôõöúüûçèñ]*")
"""Letters that occur in words of our languages, borrowed ones included: naïve, über, señor."""
_BORROWED = re.compile("[äëöüñ]")
_UNBORROWED = re.compile("[äöß]|(?<![gq])ü")
"""Letters that hardly a borrowed word has: where no word is ours, one in lower case shows another language."""
_FEW = 6
"""One strange word in more than so many is a borrowed one."""


def find_other_language(text: str) -> str | None:
    """Find which other language a text is in, as its code; None for one of ours, and where nothing tells."""
    letters = _LETTER.findall(text)
    foreign = [letter for letter in letters if not _LATIN.match(letter)]
    if 2 * len(foreign) > len(letters):
        return _name_script("".join(foreign))
    # A word that comes twice counts twice: in a short text it is often all there is.
    listed = words(text)
    ours = max(sum(word in small for word in listed) for small in STOP_WORDS.values())
    signs = Counter(code for code, mark in _MARKS.items() if mark.search(text.lower()))
    signs.update(code for code, telling in _TELLING.items() if telling.search(text))
    votes = {code: sum(word in small for word in listed) + signs[code] for code, small in _SMALL_WORDS.items()}
    best = max(votes, key=lambda code: votes[code])
    if votes[best] >= _ENOUGH and votes[best] > ours:
        return best
    strange = _count_strange(text)
    if not ours and any(word.islower() and _UNBORROWED.search(word) for word in _SPELLED.findall(text)):
        return best if list(votes.values()).count(votes[best]) == 1 else UNKNOWN_LANGUAGE
    return UNKNOWN_LANGUAGE if strange * _FEW >= len(listed) and strange > ours else None


def _count_strange(text: str) -> int:
    """Count the words with letters that none of ours writes, or with two borrowed ones; names are none of them."""
    spelled = [word for word in _SPELLED.findall(text) if word.islower()]
    return sum(not _OURS.fullmatch(word) or len(_BORROWED.findall(word)) > 1 for word in spelled)


def _name_script(letters: str) -> str:
    found = Counter({code: len(pattern.findall(letters)) for code, pattern in _LETTERS.items()})
    code, count = found.most_common(1)[0]
    if not count:
        return UNKNOWN_LANGUAGE
    if found["ja"] and code == "zh":
        return "ja"
    return next((own for base, own, mark in _OWN_LETTERS if base == code and mark.search(letters)), code)
