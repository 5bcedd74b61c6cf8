"""Reads what kind of answer a question wants, and what it proposes.

- A question that can be answered with yes or no proposes an act; one with "or" offers two alternatives. Others ask how
  much, when, or what to do about something; of the rest nothing is known but their subject.
- Only the sentence that asks counts, and of it what stands after "whether".
- Two alternatives are told by their verbs where both have one ("buy or lease"), else by the words closest to the "or".
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advised_acts import find_leading_act
from moot.policies.conflicts.reading.lexicon_index import BEGINNING, AdviceIndex, Hit, find_hits
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS, Alternatives
from moot.policies.language import STOP_WORDS

AskedKind = Literal["proposal", "choice", "amount", "time", "open", "other", "nothing"]

_ENDS = frozenset(".!?;")
_WHETHER = frozenset({"whether", "apakah", "haruskah", "perlukah"})
_OR_NOT = frozenset({"not", "nao", "tidak", "belum", "bukan", "no"})
_AGAIN = frozenset({"again", "novamente", "vez", "lagi"})
"""The last word of a question whether something is done once more."""
_PREPOSITIONS = frozenset({"em", "com", "para", "por", "a", "de", "in", "on", "to", "with", "from"})
_STANDING_IN = frozenset({"it", "them", "this", "isso", "la", "lo", "las", "los", "nya", "itu"})
"""Words that stand for what the first of two alternatives names."""
_SHARING_OUT = frozenset(
    {"use", "used", "spend", "spent", "invest", "invested", "allocate", "allocated", "divide", "split"}
)
_SHARING_OUT |= {"usar", "usado", "usada", "usados", "usadas", "aplicar", "gastar", "investir", "destinar", "empregar"}
_SHARING_OUT |= {"dividir", "alocar", "distribuir", "aplicado", "aplicada", "repartir", "utilizar"}
_SHARING_OUT |= {"digunakan", "dipakai", "menggunakan", "memakai", "dialokasikan", "dibagi", "membagi", "dimanfaatkan"}
"""How a question asks for what money is to be used."""
_WHAT_KIND = frozenset({"que", "qual", "quais", "which"})
_NO_KIND = frozenset({"fazer", "se", "e", "a", "o", "and", "is", "of", "untuk", "dengan", "tentang", "soal", "atas"})
_NO_KIND |= {"dari", "sebagai", "langkah", "apa", "tindakan", "sikap", "prioritas"}
_OPENING = 5
"""So far into a question stands the word by which it asks."""
_NEAREST = 3
"""So many words on each side of the joint tell an alternative."""
_VERB_REACH = 4
"""So close behind the joint stands the verb of the second alternative."""
_ASKING: tuple[tuple[int, AskedKind], ...] = (
    (AdviceCue.OPEN, "open"),
    (AdviceCue.AMOUNT, "amount"),
    (AdviceCue.TIME, "time"),
    (AdviceCue.WHICH | AdviceCue.HOW, "other"),
)


class Matter(NamedTuple):
    """What a question asks."""

    kind: AskedKind = "nothing"
    act: int = AdviceCue.DO
    """The act it proposes; of two alternatives the first one's."""
    words: frozenset[str] = frozenset()
    """What it is about."""
    verb: str = ""
    """The object word of that act: acquire, acquisition; empty where no word for an act was found."""
    ways: frozenset[tuple[int, int]] = frozenset()
    """The ways it names that have an opposite."""
    marks: frozenset[str] = frozenset()
    """The numbers and months it names."""
    without: bool = False
    """Whether it proposes to do so without something."""
    priced: bool = False
    """Whether it is about a price, a fee, a budget."""
    shared_out: bool = False
    """Whether it asks for what something is to be used."""
    selects: bool = False
    """Whether it asks for one of many: which, where, who."""
    options: Alternatives | None = None
    """The words of its two alternatives."""
    other_act: int = 0
    """The act of the second alternative."""
    ordered: bool = False
    """Whether it asks what comes first."""


def read_asked(tokens: Sequence[str], index: AdviceIndex) -> Matter:
    """Read what a question asks."""
    asking = _find_sentence(tokens)
    if not asking:
        return Matter()
    hits = find_hits(asking, index)
    words = frozenset(filter(None, map(index.objects.__getitem__, asking)))
    found = find_leading_act(asking, hits, index)
    act = found[2] if found is not None else AdviceCue.DO
    if act == AdviceCue.DO and asking[-1] in _AGAIN:
        act = AdviceCue.KEEP  # whoever asks whether to do it again asks whether to go on with it
    joint = next((place for place, sense in hits if sense.cues & AdviceCue.JOINT and place), None)
    if joint is not None and not _OR_NOT.issuperset(asking[joint + 1 : joint + 2]):
        choice = _read_choice(asking, hits, joint, index)
        if choice is not None:
            return choice._replace(words=words)
    reach = len(asking) if index.language == "id" else _OPENING
    for bits, kind in _ASKING:
        if any(sense.cues & bits and place < reach for place, sense in hits):
            # What to do about it is told by the sentences before.
            about = frozenset(filter(None, map(index.objects.__getitem__, tokens))) if kind == "open" else words
            priced = any(sense.cues & AdviceCue.PRICED for _, sense in hits)
            # "What should the refund window be" asks for an amount without saying so.
            measured = asking[0] == "what" and asking[-1] == "be"
            selects = any(sense.cues & AdviceCue.WHICH and place < reach for place, sense in hits)
            picked = kind == "open" and not selects and _asks_for_one(asking)
            asked: AskedKind = "amount" if measured else "other" if picked else kind
            shared_out = asked in ("open", "other") and not _SHARING_OUT.isdisjoint(asking)
            marks = frozenset(token for token in asking if token[0].isdecimal()) if shared_out else frozenset[str]()
            return Matter(
                asked, act, about, marks=marks, priced=priced, shared_out=shared_out, selects=selects or picked
            )
    if _asks_for_one(asking):
        return Matter("other", act, words, selects=True)
    verb = index.objects[asking[found[0]]] if found is not None else ""
    if not words - {verb}:  # "adopt a four-day week": small words are all it names
        words |= frozenset(word[:BEGINNING] for word in asking if index.objects[word] == "" and is_word(word, index))
    marks = frozenset(token for token in asking if token[0].isdecimal() or token in MONTH_NUMBERS)
    without = any(sense.cues & AdviceCue.WITHOUT for _, sense in hits)
    return Matter("proposal", act, words, verb, list_sides(asking, index), marks, without)


def _asks_for_one(asking: Sequence[str]) -> bool:
    """Say whether a question asks for one of a kind that it names: "em que obra ...", "bahan apa ..."."""
    first, second, third = (*asking[:3], "", "", "")[:3]
    asked = second if first in _PREPOSITIONS else first
    named = third if first in _PREPOSITIONS else second
    if asked in _WHAT_KIND and named not in _NO_KIND:
        return True
    asked_last = second if second == "apa" else third  # "bahan apa", "bahan bakar apa"
    return asked_last == "apa" and first.isalpha() and _NO_KIND.isdisjoint({first, second} - {"apa"})


def list_sides(words: Iterable[str], index: AdviceIndex) -> frozenset[tuple[int, int]]:
    """List the ways that some words name, each as one side of its pair; who names both sides names neither."""
    named = {side for word in words for side in index.opposites.get(word, ())}
    return frozenset((pair, side) for pair, side in named if (pair, 1 - side) not in named)


def name_option_word(word: str, index: AdviceIndex) -> str:
    """Name a word by which alternatives may be told apart: also "new", which says nothing elsewhere."""
    return index.objects[word] or (word[:BEGINNING] if is_word(word, index) else "")


def is_word(word: str, index: AdviceIndex) -> bool:
    """Say whether a word is more than a small one."""
    return word.isalpha() and word not in STOP_WORDS[index.language]


def _find_sentence(tokens: Sequence[str]) -> Sequence[str]:
    """Take the last sentence that asks, from "whether" on."""
    ends = [-1, *(place for place, token in enumerate(tokens) if token in _ENDS), len(tokens)]
    spans = [(low + 1, high) for low, high in pairwise(ends) if high > low + 1]
    asking = [span for span in spans if span[1] < len(tokens) and tokens[span[1]] == "?"]
    if not spans:
        return ()
    low, high = (asking or spans)[-1]
    told = next((place for place in range(low, high) if tokens[place] in _WHETHER), None)
    return tokens[low if told is None else told + 1 : high]


def _read_choice(tokens: Sequence[str], hits: Sequence[Hit], joint: int, index: AdviceIndex) -> Matter | None:
    """Read the two alternatives around a joint."""
    acts = [place for place, sense in hits if sense.cues & AdviceCue.ACTS]
    left = [place for place in acts if place < joint]
    right = [place for place in acts if joint < place <= joint + _VERB_REACH]
    listed = any(sense.cues & AdviceCue.WHICH for _, sense in hits) or ":" in tokens[:joint]
    marks = [place for place in range(joint) if tokens[place] in ":,"]
    one = two = 0
    if left and right and not listed:
        # "buy or lease the vans" does both to the same; "enlarge the shop or renovate the hall" does not
        own = _take_words(tokens[left[-1] + 1 : joint], index, 1) and _take_words(tokens[right[0] + 1 :], index, 1)
        same = not own or not _STANDING_IN.isdisjoint(tokens[right[0] + 1 : right[0] + 3])
        most = 1 if same else 2
        first, second = _take_words(tokens[left[-1] : joint], index, most), _take_words(tokens[right[0] :], index, most)
        one, two = (
            _find_act(tokens, left[-1], joint, hits, index),
            _find_act(tokens, right[0], len(tokens), hits, index),
        )
    else:
        nearest = tokens[marks[-1] + 1 : joint] if marks and listed else tokens[:joint]
        nearest = tokens[left[-1] : joint] if left and not listed else nearest
        first, second = _take_words(reversed(nearest), index), _take_words(tokens[joint + 1 :], index)
        if left and not listed:  # "is it worth insuring the vans, or should we carry the risk"
            first |= _take_words(tokens[left[0] :], index, 1)
    if not first - second or not second - first:
        return None
    options = first - second, second - first
    return Matter("choice", one or AdviceCue.DO, options=options, other_act=two)


def _find_act(tokens: Sequence[str], low: int, high: int, hits: Sequence[Hit], index: AdviceIndex) -> int:
    found = find_leading_act(tokens, [hit for hit in hits if low <= hit[0] < high], index)
    return found[2] if found is not None else 0


def _take_words(tokens: Iterable[str], index: AdviceIndex, most: int = _NEAREST) -> frozenset[str]:
    named = filter(None, (name_option_word(token, index) for token in tokens))
    return frozenset(word for word, _ in zip(named, range(most), strict=False))
