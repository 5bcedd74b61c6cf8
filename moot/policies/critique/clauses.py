"""Splits a text into words, numbers and signs that know their sentence, part and clause.

A conjunction opens a part of a sentence, a comma a clause of it; so does a word that leads from one figure to the next.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.comparison import NEGATIONS
from moot.policies.language import Language, fold

_TOKEN = re.compile(
    r"(?:US|R)\$|(?<![^\W\d_])Rp(?=[\s.\d])|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[%$€£/–-]|[.!?;:,()\n—]"
)
_ENDS = frozenset(".!?\n;:")
_SHORT_FORMS_WORDS = """
mr mrs ms dr dra sr sra no art inc ltd rp vs approx
"""
_SHORT_FORMS = frozenset(_SHORT_FORMS_WORDS.split())
_CONJUNCTIONS_WORDS = """
and but while whereas although though because mas enquanto embora porem e porque ja tetapi tapi namun sedangkan
sementara karena meskipun dan
"""
_CONJUNCTIONS = frozenset(_CONJUNCTIONS_WORDS.split())
_STEPS_WORDS = """
to para a contra against versus menjadi ke melawan
"""
_STEPS = frozenset(_STEPS_WORDS.split())
_FURTHER_DENIALS = """
hardly nobody nothing ninguem nada deixou deixaram deixa fails failed lacks lacking refrained
"""
_ADVICE_WORDS = """
avoid avoiding evitar evite evitamos evitando hindari menghindari against
"""
_FREE = frozenset({"free", "livre", "livres", "isento", "isenta", "isentos", "isentas", "bebas"})
_FROM_WHAT = frozenset({"of", "from", "de", "do", "da", "dos", "das", "dari"})
"""Free of errors is without errors."""
_NEGATIONS = (frozenset().union(*NEGATIONS.values()) | frozenset(_FURTHER_DENIALS.split())) - frozenset(
    _ADVICE_WORDS.split()
)
_COLON_TIME = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::\d{2})?(?!\d)")
"""Its colon ends no sentence: 14:30 is read as 14h30."""


class Token(NamedTuple):
    """A word, number or sign of a text."""

    text: str
    """As it is written."""
    word: str
    """Folded."""
    sentence: int
    clause: int
    part: int
    """Parts of a sentence are joined by a conjunction; clauses also by a comma."""
    first: bool
    """It opens a sentence."""
    denies: bool
    """It denies what stands beside it."""


def split_clauses(text: str, language: Language) -> tuple[Token, ...]:
    """Split a text into tokens that know their sentence, part and clause."""
    found = [match.group() for match in _TOKEN.finditer(_COLON_TIME.sub(r"\1h\2", text))]
    tokens: list[Token] = []
    sentence = clause = part = 0
    first = True
    for at, each in enumerate(found):
        word = fold(each)
        before = tokens[-1].word if tokens else ""
        short = each == "." and (before in _SHORT_FORMS or (len(before) == 1 and before.isalpha()))
        if each in _ENDS and not short:
            sentence, clause, part, first = sentence + 1, clause + 1, part + 1, True
            continue
        if each in ",()—" or short or (each in "–-/" and not _is_joint(found, at)):
            clause += not short
            continue
        joins = word in _CONJUNCTIONS and each not in ("é", "É")
        clause, part = clause + (joins or _leads_on(found, at, word)), part + joins
        denial = (word in _NEGATIONS and (word != "no" or language == "en")) or word.endswith("n't")
        denial = denial or (word in _FREE and fold("".join(found[at + 1 : at + 2])) in _FROM_WHAT)
        tokens.append(Token(each, word, sentence, clause, part, first, denial))
        first = False
    return tuple(tokens)


def _leads_on(found: Sequence[str], at: int, word: str) -> bool:
    """Say whether a word leads from one figure to the next: from 23 in 2019 to 16 in 2024."""
    after = found[at + 1] if at + 1 < len(found) else ""
    return word in _STEPS and (after[:1].isdigit() or after in ("$", "€", "£", "R$", "US$", "Rp"))


def _is_joint(found: Sequence[str], at: int) -> bool:
    """Keep the signs inside a date such as 12/03/2026."""
    around = [*found[max(0, at - 1) : at], *found[at + 1 : at + 2]]
    return len(around) == 2 and all(each[0].isdigit() for each in around)


def word_at(tokens: Sequence[Token], at: int) -> str:
    """Give the folded word at a place; outside the text there is none."""
    return tokens[at].word if 0 <= at < len(tokens) else ""


def is_digits(text: str) -> bool:
    """Say whether a text is a whole number in plain digits."""
    return text.isascii() and text.isdigit()


def number_at(tokens: Sequence[Token], at: int) -> int:
    """Give the number at a place as far as a date could have it, else 0."""
    text = word_at(tokens, at)
    if text[-2:] in ("st", "nd", "rd", "th"):
        text = text[:-2]
    return int(text) if is_digits(text) and len(text) <= 4 else 0
