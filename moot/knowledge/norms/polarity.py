"""Reads whether a phrase of a legal question is said, denied or left open, and where its passage begins.

- A phrase behind a negation is denied; only words that link the two, names, and, before a status, verbs in the passive
  (`tidak pernah ditetapkan sebagai sentana rajeg`) may stand between them. A list of people is denied as a whole: `no
  sons or daughters`.
- It is left open when it is asked (`Apakah Ni Luh sentana rajeg?`), disputed (`membantah bahwa ia ...`), told as what
  somebody says (`katanya`), or taken back within its sentence (`..., sedangkan adiknya bukan`; `tetapi tidak pernah
  disahkan`).
- What only dates a purchase (`during the marriage`) is left open when anything before it in its clause is denied.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from moot.policies.language import fold

Polarity = Literal["said", "denied", "unclear"]

_SHORTEST = 3


class QuestionWord(NamedTuple):
    """Holds a word of the question and where it stands."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """Give the word without case and accents."""
        return fold(self.text)

    def is_(self, word: str) -> bool:
        """Say whether this is a word, with or without its owner: `kemenakannya` is a `kemenakan`."""
        return self.word == word or (len(word) > _SHORTEST and self.word in (f"{word}nya", f"{word}ku", f"{word}mu"))


class Phrase(NamedTuple):
    """Names a phrase by the tokens it stands on, and the kind of fact it speaks of."""

    start: int
    end: int
    kind: str


_NEGATION_WORDS = """
bukan bukanlah tidak tak tiada belum tanpa jangan not no never neither nor without isn wasn hasn doesn didn nao nunca
jamais sem nem
"""
_LINK_WORDS = """
adalah seorang sebagai menjadi merupakan diangkat punya mempunyai memiliki ada lagi pernah termasuk orang warga suku
soal perkara masalah tentang berstatus status jadi berasal dari
a an the any been be is was were are has have had as to of raised made called yet about person t um uma benar
bahwa ia dia beliau true that she he it verdade que ela ele e foi foram era eram esta elevada elevado feita
feito nomeada nomeado sido ter tem teve ainda mais como sobre pessoa da de do being ser
"""
_DISPUTING_WORDS = """
membantah dibantah menyangkal disangkal mempersoalkan meragukan diragukan katanya konon diduga mengaku menolak ditolak
denies deny denied disputes disputed doubts doubted contests contested refused allegedly supposedly alleged claimed
nega negou negam contesta contestou duvida duvidam recusou recusado recusada suposta suposto supostamente deixou
"""
_CONTRARY_WORDS = "namun tetapi tapi meski meskipun walau walaupun but although though however mas porem embora"
_PERSON_WORDS = """
anak laki lelaki perempuan putra putri kemenakan keponakan istri isteri suami janda duda
child children son sons daughter daughters nephew nephews niece nieces wife husband widow widower
filho filhos filha filhas sobrinho sobrinhos sobrinha sobrinhas esposa marido viuva viuvo
"""
_NEGATIONS, _LINKS = frozenset(_NEGATION_WORDS.split()), frozenset(_LINK_WORDS.split())
_DISPUTING, _CONTRARY = frozenset(_DISPUTING_WORDS.split()), frozenset(_CONTRARY_WORDS.split())
_PERSONS = frozenset(_PERSON_WORDS.split())
_OR = frozenset(("atau", "ataupun", "maupun", "or", "nor", "ou", "nem"))
_PASSIVE = re.compile(r"di[a-z]{4,}|[a-z]{3,}ed|[a-z]{2,}(?:ad|id)[oa]s?")
_STOPS = re.compile(r"[.,;:!?]")
_SENTENCE_ENDS = re.compile(r"[.;!?]")
_ASKED = re.compile(r"(?:apakah|benarkah|adakah|is|was|were|are|sera|e|era|foi)\b")
_CLAIMING = re.compile(
    r"\b(?:me)?waris\w*|\bberhak|\bdapat\b|\bboleh\b|\bmenuntut|\binherit\w*|\bentitled|\bclaim\w*|\bherda\w*|\bdireito"
)
_ONLY_A_PLACE = re.compile(r"\s*(?:(?:di|in|em|at|dari|from|de)\s+[^\W\d_]+\s*){0,2}\?")
_TAKEN_BACK = re.compile(r"(?:\b(?:bukan|tidak|belum|not|nao)|n['’]t)\s*(?=[.,;!?)]|$)")
_NEAR = 5


def read_polarity(question: str, tokens: Sequence[QuestionWord], phrase: Phrase) -> tuple[Polarity, int]:
    """Say whether a phrase is said, denied or left open, and at which token its passage begins."""
    after = [each.word for each in tokens[phrase.end : phrase.end + 2]]
    if len(after) == 2 and after[0] in _OR and after[1] in _NEGATIONS:
        return "unclear", phrase.start
    found = _read_before(question, tokens, phrase)
    if found is not None:
        return found
    if phrase.kind == "status" and _is_left_open(question, tokens, phrase):
        return "unclear", phrase.start
    return "said", phrase.start


def is_denied_before(question: str, tokens: Sequence[QuestionWord], phrase: Phrase) -> bool:
    """Say whether anything before a phrase is denied in its clause."""
    at = phrase.start
    while at > 0 and not _STOPS.search(question[tokens[at - 1].end : tokens[at].start]):
        at -= 1
        if tokens[at].word in _NEGATIONS:
            return True
    return False


def _read_before(question: str, tokens: Sequence[QuestionWord], phrase: Phrase) -> tuple[Polarity, int] | None:
    """Walk back over what may stand between a phrase and what denies or disputes it."""
    at, listed = phrase.start, False
    while at > 0:
        before = tokens[at - 1]
        if _STOPS.search(question[before.end : tokens[at].start]):
            return None
        word = before.word
        if word in _NEGATIONS and not (word in _OR and phrase.kind == "claimant"):
            return "denied", at - 1
        if word in _DISPUTING and phrase.kind == "status":
            return "unclear", phrase.start
        if phrase.kind == "claimant" and word in _OR:
            listed = True
        elif not (_may_link(before, phrase.kind) or (listed and word in _PERSONS)):
            return None
        at -= 1
    return None


def _may_link(token: QuestionWord, kind: str) -> bool:
    # A name may stand between: "it is not true that Putu is ...".
    if token.word in _LINKS or token.text[0].isupper():
        return True
    return kind == "status" and _PASSIVE.fullmatch(token.word) is not None


def _is_left_open(question: str, tokens: Sequence[QuestionWord], phrase: Phrase) -> bool:
    """Say whether a status is only asked for, or taken back within its sentence."""
    first, last = tokens[phrase.start].start, tokens[phrase.end - 1].end
    begins = max((found.end() for found in _SENTENCE_ENDS.finditer(question, 0, first)), default=0)
    before, rest = fold(question[begins:first]).strip(), question[last:]
    if _ASKED.match(before.lstrip(" ,¿\"'“")) and _ONLY_A_PLACE.match(rest) and not _CLAIMING.search(before):
        return True
    ending = _SENTENCE_ENDS.search(rest)
    sentence = fold(rest[: ending.end()] if ending else rest)
    if _TAKEN_BACK.search(sentence):
        return True
    following = [each.word for each in tokens[phrase.end :] if each.end <= last + len(sentence)]
    return any(
        word in _CONTRARY and not _NEGATIONS.isdisjoint(following[at + 1 : at + _NEAR])
        for at, word in enumerate(following)
    )
