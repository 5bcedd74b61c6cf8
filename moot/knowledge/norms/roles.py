"""Reads in which role somebody is named in a legal question: as a claimant, or only beside one.

Who asks does not claim (`Istri saya bertanya`, `Bu Rosna, seorang janda, ingin tahu`), nor does the one who died
(`almarhum suaminya`; `anak almarhum` is alive), the one whose property is claimed (`tanah suaminya`, `the estate of her
husband`), or the one of whom a claimant is a relation (`suami dari kemenakan`, `ayah dari janda`). A word for a child
may be a name: `Putri Ayu`.
"""

import re
from collections.abc import Sequence

from moot.knowledge.norms.polarity import QuestionWord

_ASKING_WORDS = """
bertanya menanyakan tanya berkonsultasi konsultasi mengadu meminta tahu asks asked ask wonders inquires know pergunta
perguntou saber consulta
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_NAMES = frozenset({"putri", "putra"})
"""Words for children that are names as well."""
_SPOUSE_WORDS = "istri isteri suami janda duda wife husband widow widower esposa marido viuva"
_KIN_WORDS = """
anak putri putra kemenakan keponakan child children daughter daughters son sons nephew nephews niece nieces
filho filhos filha filhas sobrinho sobrinha sobrinhos sobrinhas
"""
_RELATIVE_WORDS = """
ayah bapak orangtua tua mertua saudara saudari kakak adik paman bibi ipar cucu father mother parent parents brother
brothers sister sisters uncle aunt cousin cousins pai mae pais irmao irmaos irma irmas tio tia sogro sogra neto neta
"""
_OF_WORDS = "dari of the a an do da de dos das o si seorang sang his her their my saya s"
_PROPERTY_WORDS = """
harta tanah sawah rumah kebun ladang pusako pusaka tinggi rendah kaum suku keluarga milik peninggalan gaji land house
property farm estate clan family terra terras casa bens cla familia
"""
_OF_SPOUSE_WORDS = "warisan heranca inheritance"
_DEAD_BEFORE_WORDS = "almarhum almarhumah mendiang alm late deceased falecido falecida finado finada"
_DEAD_AFTER_WORDS = "wafat meninggal mangkat died dies dead faleceu morreu falecido falecida"
_SPOUSES, _KIN, _OF = frozenset(_SPOUSE_WORDS.split()), frozenset(_KIN_WORDS.split()), frozenset(_OF_WORDS.split())
_RELATIVES, _PROPERTY = frozenset(_RELATIVE_WORDS.split()), frozenset(_PROPERTY_WORDS.split())
_OF_SPOUSE = frozenset(_OF_SPOUSE_WORDS.split())
_DEAD_BEFORE, _DEAD_AFTER = frozenset(_DEAD_BEFORE_WORDS.split()), frozenset(_DEAD_AFTER_WORDS.split())
_SUFFIX = re.compile(r"(?<=\w{3})(?:nya|ku|mu)$")
_STOPS = re.compile(r"[.,;:!?]")
_AHEAD = 4
_APPOSED = 7
"""Behind a comma somebody may be described before what they do: `Bu Rosna, seorang janda, ingin tahu`."""


def is_claimant(question: str, tokens: Sequence[QuestionWord], start: int, end: int) -> bool:
    """Say whether a word for somebody names one who claims."""
    return not (
        _is_relation(question, tokens, start, end)
        or _is_dead(question, tokens, start, end)
        or _is_owner(question, tokens, start, end)
    )


def is_asker(question: str, tokens: Sequence[QuestionWord], start: int, end: int) -> bool:
    """Say whether somebody only asks, or is a name; a few words, such as a name, may stand before the verb."""
    named = tokens[start].word in _NAMES and end < len(tokens) and tokens[start].text[0].isupper()
    if named and tokens[end].text[0].isupper():
        return True
    apposed = start > 0 and end < len(tokens) and "," in question[tokens[end - 1].end : tokens[end].start]
    following = [each.word for each in tokens[end : end + (_APPOSED if apposed else _AHEAD)]]
    place = next((at for at, word in enumerate(following) if word in _ASKING), None)
    return place is not None and not any(word in ("apakah", "yang", "berhak", "whether") for word in following[:place])


def _is_relation(question: str, tokens: Sequence[QuestionWord], start: int, end: int) -> bool:
    """Say whether a phrase tells whose relation somebody is: the husband of a nephew is no widower, and no nephew."""
    spouse, kin = tokens[start].word in _SPOUSES, tokens[start].word in _KIN
    prior = _find_before(question, tokens, start)
    later = next((each for each in range(end, len(tokens)) if tokens[each].word not in _OF), None)
    if later is not None and not _STOPS.search(question[tokens[end - 1].end : tokens[later].start]):
        met = tokens[later].word
        possessed = tokens[end].word == "s"
        if (spouse and met in _KIN) or (possessed and kin and met in _SPOUSES) or (possessed and met in _RELATIVES):
            return True
    if not prior:
        return False
    return (kin and prior in _SPOUSES) or (spouse and prior in _KIN) or prior in _RELATIVES


def _is_dead(question: str, tokens: Sequence[QuestionWord], start: int, end: int) -> bool:
    before = tokens[start - 1].word if start else ""
    return before in _DEAD_BEFORE or (
        end < len(tokens)
        and not _STOPS.search(question[tokens[end - 1].end : tokens[end].start])
        and any(each.word in _DEAD_AFTER for each in tokens[end : end + 1])
    )


def _is_owner(question: str, tokens: Sequence[QuestionWord], start: int, end: int) -> bool:
    """Say whether a phrase tells whose property something is."""
    after = [each.word for each in tokens[end : end + 3]]
    if after[:1] == ["s"] and not _PROPERTY.isdisjoint(after[1:]):
        return True
    prior = _find_before(question, tokens, start)
    spouse = _SUFFIX.sub("", tokens[start].word) in _SPOUSES
    return prior in _PROPERTY or (spouse and prior in _OF_SPOUSE)


def _find_before(question: str, tokens: Sequence[QuestionWord], start: int) -> str:
    """Find the word before a phrase, beyond those that join two nouns; empty where a sign divides them."""
    at = next((each for each in range(start - 1, -1, -1) if tokens[each].word not in _OF | _DEAD_BEFORE), None)
    if at is None or _STOPS.search(question[tokens[at].end : tokens[start].start]):
        return ""
    return _SUFFIX.sub("", tokens[at].word)
