"""Splits a text into words, numbers and signs that know their sentence, part and clause.

A conjunction opens a part of a sentence, a comma a clause of it; so does a word that leads from one figure to the next.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.comparison.wording import NEGATIONS
from moot.policies.language import Language, fold, stem

_TOKEN = re.compile(
    r"(?<![^\W\d_])(?:[kcdm]?m[23]|CO2|NO[23]|SO[24]|NH[34]|CH4|N2O|H2O|PM10)(?!\w)|(?:US|R)\$|(?<![^\W\d_])Rp(?=[\s.\d])|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[%$€£/–-]|[.!?;:,()\n—]"
)
_ENDS = frozenset(".!?\n;:")
_SIGNS = _ENDS.union(",()—", "–-/")
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
hardly nobody nothing ninguem nada deixou deixaram deixa deixar fails failed lack lacks lacked lacking
carece carecem refrained
"""
_ADVICE_WORDS = """
avoid avoiding evitar evite evitamos evitando hindari menghindari against
"""
_FAILING = frozenset({"failed", "fails"})
"""They deny what somebody failed to do; a chiller that failed denies nothing."""
_LEAVING = frozenset({"deixou", "deixaram", "deixa", "deixar"})
"""They deny what somebody left off doing (deixou de atender); who leaves an office (deixa o cargo) denies nothing."""
_FREE = frozenset({"free", "livre", "livres", "isento", "isenta", "isentos", "isentas", "bebas"})
_FROM_WHAT = frozenset({"of", "from", "de", "do", "da", "dos", "das", "dari"})
"""Free of errors is without errors."""
_NEGATIONS = (frozenset().union(*NEGATIONS.values()) | frozenset(_FURTHER_DENIALS.split())) - frozenset(
    _ADVICE_WORDS.split()
)
_COLON_TIME = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::\d{2})?(?!\d)")
"""Its colon ends no sentence: 14:30 is read as 14h30."""
_GROUPED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)|(?<![\d.,])\d{1,3}(?: \d{3}){2,}(?![\d.,]\d|\d)"
    r"|(?<![\d.,])\d{1,3}(?:['’]\d{3})+(?!\d)"
)
"""Thousands that are parted by a thin space or an apostrophe; by a plain space only where it happens twice."""
_SQUARED = str.maketrans({"²": "2", "³": "3"})
_MEASURE = re.compile(r"(?<![^\W\d_])[kcdm]?m[²³]")
_FOOTNOTE = re.compile(r"[¹²³⁰⁴-⁹]+|(?<=\w)\[\d{1,3}\]")
"""A mark behind a word or a number is no figure."""

_PLAINLY_SET = re.compile(r"[\d¹²³⁰⁴-⁹]")
"""Without any of these nothing has to be set plainly."""


_SHORTEST_SWALLOWED = 5


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
    sign: str = ""
    """The last sign before it that is no token itself: a comma, a line break, a bracket."""


def split_clauses(text: str, language: Language) -> tuple[Token, ...]:
    """Split a text into tokens that know their sentence, part and clause."""
    found = [match.group() for match in _TOKEN.finditer(_set_plainly(text))]
    tokens: list[Token] = []
    sign = ""
    sentence = clause = part = 0
    first = True
    for at, each in enumerate(found):
        if each in _SIGNS:
            before = tokens[-1].word if tokens else ""
            short = each == "." and (before in _SHORT_FORMS or (len(before) == 1 and before.isalpha()))
            if each in _ENDS and not short:
                sentence, clause, part, first, sign = sentence + 1, clause + 1, part + 1, True, each
                continue
            if each in ",()—" or short or not _is_joint(found, at):
                clause, sign = clause + (not short), "" if short else each
                continue
        word = fold(each)
        joins = word in _CONJUNCTIONS and each not in ("é", "É")
        clause, part = clause + (joins or (word in _STEPS and _leads_on(found, at))), part + joins
        denial = (word in _NEGATIONS and (word != "no" or language == "en")) or word.endswith("n't")
        denial = denial and (word not in _FAILING or found[at + 1 : at + 2] == ["to"])
        denial = denial and (word not in _LEAVING or found[at + 1 : at + 2] == ["de"])
        denial = denial or (word in _FREE and fold("".join(found[at + 1 : at + 2])) in _FROM_WHAT)
        tokens.append(Token(each, word, sentence, clause, part, first, denial, sign))
        first, sign = False, ""
    return tuple(tokens)


def _set_plainly(text: str) -> str:
    """Write thousands, measures and times of day as they are read, and leave footnote marks out."""
    if not _PLAINLY_SET.search(text):
        return text
    measured = _MEASURE.sub(lambda found: found[0].translate(_SQUARED), text)
    grouped = _GROUPED.sub(lambda found: re.sub(r"\D", "", found[0]), _FOOTNOTE.sub("", measured))
    return _COLON_TIME.sub(r"\1h\2", grouped)


def _leads_on(found: Sequence[str], at: int) -> bool:
    """Say whether a word leads from one figure to the next: from 23 in 2019 to 16 in 2024."""
    after = found[at + 1] if at + 1 < len(found) else ""
    return after[:1].isdigit() or after in ("$", "€", "£", "R$", "US$", "Rp")


def _is_joint(found: Sequence[str], at: int) -> bool:
    """Keep the signs inside a date such as 12/03/2026."""
    around = [*found[max(0, at - 1) : at], *found[at + 1 : at + 2]]
    return len(around) == 2 and all(each[0].isdigit() for each in around)


def reduce_to_root(word: str, language: Language) -> str:
    """Reduce a word to its stem; in Indonesian without the first letter that a prefix may swallow.

    Terbit is diterbitkan and menerbitkan, kirim dikirim and mengirim: the stem of the second begins behind it.
    """
    root = stem(word, language)
    swallowed = language == "id" and len(root) >= _SHORTEST_SWALLOWED and root[0] in "tk" and root[1] in "aeiou"
    return root[1:] if swallowed else root


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
