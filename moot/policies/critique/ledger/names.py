"""Finds the names in a text, and which of them a source does not have.

- A name is a word with a capital inside a sentence, or at its beginning when another capital follows. Months and
  weekdays are dates, not names; a text in which most words have capitals is a headline and has none.
- The source may write it in small letters, inflected, in the spelling of another language (Brasil, Brazil), or spelt
  out where the claim abbreviates it (BNDES).
- The first word of a sentence is a name too when everything after it stands in the source, and the source has another
  name in its place.
"""

import re
from collections.abc import Collection, Sequence

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.abbreviations import is_spelt_out
from moot.policies.critique.ledger.clauses import Token
from moot.policies.language import LANGUAGES, STOP_WORDS
from moot.state.base import Texts

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_REFERENCE = re.compile(r"[A-Z]{1,3}\d+|[KCEQ]\d*")
_BEFORE_NAMES_WORDS = """
according captain director professor minister president mayor chair judge doctor mr mrs ms dr menurut kata ibu bapak
pak bu direktur ketua menteri presiden hakim dokter nyonya tuan segundo conforme diretor diretora professora senhor
senhora dona doutor doutora ministro ministra juiz juiza
"""
_BEFORE_NAMES = frozenset(_BEFORE_NAMES_WORDS.split())
"""Titles and prepositions that open a sentence before a name, and are none."""
_HONORIFICS_WORDS = """
mr mrs ms miss sir senhor senhora sr sra dona bapak ibu pak bu tuan nyonya
"""
_HONORIFICS = frozenset(_HONORIFICS_WORDS.split())
"""They say no more of somebody than the name behind them does."""
_HEADLINE, _SHORTEST_HEADLINE = 0.8, 5
_SAME_BEGINNING = 5
_LONGEST_ABBREVIATION = 8
_SPELLING = str.maketrans({"z": "s", "k": "c", "y": "i", "w": "v"})


def find_names(tokens: Sequence[Token]) -> tuple[int, ...]:
    """List where the names of a text stand."""
    letters = [token for token in tokens if token.text[:1].isalpha() and not token.first]
    capitals = sum(token.text[0].isupper() for token in letters)
    if len(letters) >= _SHORTEST_HEADLINE and capitals >= _HEADLINE * len(letters):
        return ()
    return tuple(at for at in range(len(tokens)) if _is_name(tokens, at))


def span_names(tokens: Sequence[Token]) -> list[range]:
    """List the names of a text, each with all words that stand side by side in a clause."""
    found: list[range] = []
    for at in find_names(tokens):
        follows = bool(found) and found[-1].stop == at and tokens[at].clause == tokens[at - 1].clause
        if follows and tokens[at].sentence == tokens[at - 1].sentence:
            found[-1] = range(found[-1].start, at + 1)
        else:
            found.append(range(at, at + 1))
    return found


def span_known_names(tokens: Sequence[Token], source: Sequence[Token]) -> list[range]:
    """List the names of a claim; its first word alone is one where its source has a name of that word."""
    found = span_names(tokens)
    listed = {source[at].word for at in find_names(source)}
    first = bool(tokens) and tokens[0].text[0].isupper() and tokens[0].word in listed
    return found if not first or any(0 in each for each in found) else [range(1), *found]


def find_strangers(tokens: Sequence[Token], source: Sequence[Token], also: Collection[str] = ()) -> Texts:
    """List the names of a text that a source does not have; `also` are names that need no source."""
    words = {_spell(token.word) for token in source} | {_spell(each) for each in also}
    listed = [token.word for token in source if token.word[0].isalpha()]
    content = [word for word in listed if word not in known.PARTITIVE and word not in known.JOINING]
    initials = ["".join(word[0] for word in each) for each in (listed, content)]
    strangers = [
        tokens[at].text
        for at in find_names(tokens)
        if not _is_known(tokens[at], words, whole=_follows_name(tokens, at))
        and not _is_abbreviated(tokens[at].text, initials)
        and not (tokens[at].text.isupper() and is_spelt_out(tokens[at].text, content))
    ]
    return tuple(dict.fromkeys([*strangers, *_find_replaced_first(tokens, source, words)]))


def word_beside(tokens: Sequence[Token], at: int, step: int) -> str:
    """Give the word with content beside a place in its clause, behind articles and prepositions."""
    place = at + step
    while 0 <= place < len(tokens) and tokens[place].clause == tokens[at].clause:
        word = tokens[place].word
        if tokens[place].denies:
            return ""
        if word not in _SMALL and word not in known.PARTITIVE:
            return word if word.isalpha() and not tokens[place].text[0].isupper() else ""
        place += step
    return ""


def _is_name(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if not token.text[:1].isupper() or _REFERENCE.fullmatch(token.text) or token.word in ("i", "i'm", "i've"):
        return False
    if token.word in known.MEASURES and at and tokens[at - 1].text[0].isdigit():
        return False
    dated = token.word in known.MONTHS or token.word in known.WEEKDAYS or token.word in known.CURRENCY_WORDS
    number = token.word in known.LARGE or token.word in known.SMALL or token.word in known.HUNDREDS
    if dated or number or token.word in _SMALL or token.word in _HONORIFICS:
        return False
    if not token.first:
        return True
    if token.word in _BEFORE_NAMES:
        return False
    follower = tokens[at + 1] if at + 1 < len(tokens) else None
    return (token.text.isupper() and len(token.text) > 1) or (
        follower is not None
        and not follower.first
        and follower.text[:1].isupper()
        and not follower.text.isupper()
        and follower.word not in known.MONTHS
    )


def _spell(word: str) -> str:
    """Write a word so that its spellings in our languages are the same."""
    plain = word.removesuffix("'s").replace("'", "").translate(_SPELLING).replace("ph", "f")
    return re.sub(r"(.)\1", r"\1", plain)


def _follows_name(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a name is the further part of one, as a surname is: those are never inflected."""
    before = tokens[at - 1] if at else None
    return before is not None and before.clause == tokens[at].clause and _is_name(tokens, at - 1)


def _is_known(token: Token, words: Collection[str], *, whole: bool = False) -> bool:
    spelt = _spell(token.word)
    if spelt in words or spelt.rstrip("s") in words or f"{spelt}s" in words:
        return True
    if whole:
        return False
    # Brazilian, brasileiro: longer than the name by an ending.
    return len(spelt) > _SAME_BEGINNING and any(
        len(each) >= _SAME_BEGINNING and (spelt.startswith(each[:-1]) or each.startswith(spelt[:-1])) for each in words
    )


def _is_abbreviated(text: str, initials: Sequence[str]) -> bool:
    return text.isupper() and 2 <= len(text) <= _LONGEST_ABBREVIATION and any(text.lower() in each for each in initials)


def _find_replaced_first(tokens: Sequence[Token], source: Sequence[Token], words: Collection[str]) -> list[str]:
    """Find first words that stand where the source has a name: Condor raised its fares, Lufthansa raised its fares."""
    names = {source[at].word for at in find_names(source)}
    replaced = []
    for at, token in enumerate(tokens[:-2]):
        plain = token.word in _SMALL or token.word in _BEFORE_NAMES or not token.text[0].isupper() or token.denies
        plain = plain or token.word in known.SMALL or token.word in known.HUNDREDS
        if not token.first or plain or _is_known(token, words):
            continue
        follow = tuple(each.word for each in tokens[at + 1 : at + 3])
        for place in range(1, len(source) - 1):
            here = tuple(each.word for each in source[place : place + 2])
            before = source[place - 1]
            opens = before.first and before.text[0].isupper() and before.word not in _SMALL and not before.denies
            named = before.word in names or opens
            if here == follow and named:
                replaced.append(token.text)
                break
    return replaced
