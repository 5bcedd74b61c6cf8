"""Measures how alike two wordings are, and whether they deny each other.

A text is read into the stems of its content words, each with its sign: a word under a negation is another word than
the same word without it, so "expand" and "do not expand" have nothing in common.

Rules:
- A negation reaches to the end of its clause, at most four content words far.
- Words that only introduce advice ("we recommend", "sugiro") carry no content.
- Two texts contradict each other when at least half of the stems they share are denied by one and held by the other.
  A text that both holds and denies a word takes no side on it.
- Texts that share most of their words may still say different things: 40 or 400, March or October, in or out, from here
  to there or back. Where each has something that the other lacks, or they name the same in another order, words do not
  show that they say the same.
- Texts without any content word are compared by all their words.
- Items of two lists are paired one to one so that as many as possible find a partner; how many do is the same
  whichever list and whichever item comes first. Two items match when they share most of their words and do not deny
  each other; two that share most of their words, signs aside, and do deny each other are opposite.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.language import LANGUAGES, STOP_WORDS, Language, fold, stem, words_of
from moot.policies.thresholds import reaches, tidy

_REACH = 4
_DENIED = "-"

_CLAUSE = re.compile(r"[;:!?()\n]+|[.,](?!\d)")
_SENTENCE = re.compile(r"[!?\n]+|[.](?!\d)")
_TURNS = frozenset(["but", "however", "instead", "mas", "porem", "contudo", "tetapi", "namun", "melainkan"])
"""Words that begin another clause."""

_NEGATIONS = (
    "nao nunca jamais nem sem nenhum nenhuma ninguem tampouco evitar evite evitamos evitando "
    "not never nor neither none nobody cannot without avoid avoiding against "
    "tidak tak tiada bukan jangan belum tanpa hindari menghindari"
)
_ADVICE: dict[Language, str] = {
    "pt": "recomendo recomenda recomendamos recomendar recomendacao sugiro sugere sugerimos sugerir proponho propomos "
    "propor devemos deve deveria deveriamos precisamos",
    "en": "recommend recommends recommended recommending recommendation suggest suggests suggested propose proposes "
    "proposed advise advises advised believe think",
    "id": "rekomendasi merekomendasikan direkomendasikan saran sarankan menyarankan disarankan sebaiknya usul "
    "mengusulkan",
}
_REVERSALS = (
    "mistake wrong error unwise reckless prematur reject refus postpon delay defer instead rather cancel abandon drop "
    "halt withdraw oppos dismiss discard "
    "erro errad equivoc insensat rejeit recus adiar adia adie vez desist descart contrari "
    "keliru salah ceroboh tolak menolak ditolak tunda menunda ditunda batal membatal dibatal alih urung gegabah"
)
_CONDITION_WORDS = (
    "if only unless provided except caso somente apenas salvo exceto jika apabila kalau hanya kecuali asalkan"
)
_CONDITIONS = frozenset(_CONDITION_WORDS.split())
"""Words that put what a text repeats under a condition, or take a part of it away."""
_JUDGING = frozenset(["is", "was", "would", "seria", "foi", "adalah", "merupakan"])
"""Words that, right after what a text repeats, say something about it instead: "opening in March would be folly"."""
_COUNTS = (
    ("two", "dois", "duas", "dua"),
    ("three", "tres", "tiga"),
    ("four", "quatro", "empat"),
    ("five", "cinco", "lima"),
    ("six", "seis", "enam"),
    ("seven", "sete", "tujuh"),
    ("eight", "oito", "delapan"),
    ("nine", "nove", "sembilan"),
    ("ten", "dez", "sepuluh"),
)
_DIGITS = {word: str(number) for number, words in enumerate(_COUNTS, start=2) for word in words}
_WAY_WORDS = (
    "in out on off up down to from over under above below before after until since with more less all some most few "
    "antes depois ate desde para sob sobre com mais menos todos todas todo toda alguns algumas muitos poucos "
    "sebelum sesudah setelah hingga sampai sejak ke dari atas bawah dengan kurang lebih semua seluruh beberapa"
)
_WAYS = frozenset(_WAY_WORDS.split())
"""Small words that say where, when or how much: "stay in" and "stay out" share all others."""
_TIMES = (
    "now after before until once during when agora depois antes ate ja quando sekarang setelah sesudah sebelum hingga "
    "sampai saat ketika"
)

_CHOOSING_WORDS = (
    "take choos chose pick select adopt decid decis answer option resolv "
    "escolh opt adot respost pilih memilih ambil putus memutus jawab opsi"
)
_CHOOSING = tuple(_CHOOSING_WORDS.split())
"""Beginnings of words that may stand before an option and only choose it: "we take B", "the decision is to open"."""

NEGATIONS: dict[Language, frozenset[str]] = {
    # A text may be read in the wrong language; its negations must not get lost. Only "no" means something else in one.
    language: frozenset(_NEGATIONS.split()) | (frozenset({"no"}) if language == "en" else frozenset())
    for language in LANGUAGES
}
"""The words that deny what follows them."""

_REVERSING: tuple[str, ...] = tuple(_REVERSALS.split())
"""Beginnings of words that may turn round what a text repeats: "to open in March would be a mistake"."""

_REFUSING = frozenset().union(*NEGATIONS.values())
"""The words that deny in any of the languages: one of them alone denies what was said before it."""

EMPTY_WORDS: dict[Language, frozenset[str]] = {
    language: (STOP_WORDS[language] | frozenset(text.split())) - {"may"} for language, text in _ADVICE.items()
}
"""The words without content of their own: small words (but the month), and words that only introduce advice."""

TIME_WORDS: frozenset[str] = frozenset(_TIMES.split())
"""Small words that matter where timing is compared."""


class Reading(NamedTuple):
    """A text as it is compared."""

    words: tuple[str, ...]
    stems: frozenset[str]
    """The signed stems of its content words."""
    head: str
    """The first of them: in advice, what is to be done."""
    bare: frozenset[str]
    """The same without their signs; the very same where nothing is denied."""
    sequence: tuple[str, ...]
    """The signed stems in their order, each at its first place."""


def read_text(text: str, language: Language, *, keep: frozenset[str] = frozenset()) -> Reading:
    """Read a text for any number of comparisons; the small words in `keep` count as content."""
    folded = fold(text)
    words, skip = _count_in_digits(words_of(folded)), EMPTY_WORDS[language]
    if NEGATIONS[language].isdisjoint(words) and "n't" not in folded:
        content = [word for word in words if (word not in skip or word in keep) and word not in _TURNS]
        signed = [stem(word, language) for word in content]
        stems = bare = frozenset(signed)
    else:
        signed = list(_sign(folded, language, keep))
        stems = frozenset(signed)
        bare = frozenset(word.removeprefix(_DENIED) for word in stems)
    return Reading(words, stems, signed[0] if signed else "", bare, tuple(dict.fromkeys(signed)))


def same_words(a: Reading, b: Reading) -> bool:
    """Say whether two texts are the same but for case, accents and punctuation."""
    return bool(a.words) and a.words == b.words


def likeness(a: Reading, b: Reading) -> float:
    """Measure how much two texts share: twice the common stems over all stems, 0 to 1."""
    if a.words == b.words:
        return 1.0
    one, other = (a.stems, b.stems) if a.stems and b.stems else (frozenset(a.words), frozenset(b.words))
    total = len(one) + len(other)
    return tidy(2 * len(one & other) / total) if total else 1.0


def contradict(a: Reading, b: Reading) -> bool:
    """Say whether one text denies what the other holds."""
    if a.bare is a.stems and b.bare is b.stems:
        return False
    shared = a.bare & b.bare
    opposed = sum(_opposed(word, a.stems, b.stems) for word in shared)
    return opposed > 0 and 2 * opposed >= len(shared)


def may_differ(a: Reading, b: Reading) -> bool:
    """Say whether two texts that share most of their words may say different things, each instead of the other's.

    One that only says more than the other does not, unless it says so before all else: "refuse to open".
    """
    if (a.stems - b.stems and b.stems - a.stems) or a.head != b.head:
        return True
    return _exchange_ways(a, b) or _reorder(a, b)


def says_the_same(a: Reading, b: Reading) -> bool:
    """Say whether two texts have the same content words in the same order, and the same small words that matter."""
    return a.sequence == b.sequence and _WAYS.intersection(a.words) == _WAYS.intersection(b.words)


def _exchange_ways(a: Reading, b: Reading) -> bool:
    ways, others = _WAYS.intersection(a.words), _WAYS.intersection(b.words)
    return bool(ways - others and others - ways)


def _reorder(a: Reading, b: Reading) -> bool:
    shared = a.stems & b.stems
    return [each for each in a.sequence if each in shared] != [each for each in b.sequence if each in shared]


def replaces_figures(text: str, wordings: Sequence[str]) -> bool:
    """Say whether a text has another figure in the place of one of an option, one that none of its wordings has.

    The option's figures are those of its first wording; where that has none, those of all that have any, if most have.
    """
    said, listed = _list_figures(text), [_list_figures(wording) for wording in wordings]
    known = [figures for figures in listed if figures]
    if not known:
        return False
    common = listed[0] or (frozenset.intersection(*known) if 2 * len(known) >= len(listed) else frozenset[str]())
    return bool(common - said) and bool(said.difference(*known))


def may_reverse(text: str, wanted: Reading, language: Language) -> bool:
    """Say whether a text may turn round what it repeats of another, lacks a figure of it, or puts a condition on it.

    What turns it round stands in the clause that repeats most of it, or is a clause of its own: "No.", "rejected". So
    does a part of it that is only denied, and whatever that clause says before it ("stop who wants to open"), in its
    place ("close"), or in another order.
    """
    clauses = [read_text(clause, language) for clause in _CLAUSE.split(fold(text))]
    said = frozenset().union(*(clause.stems for clause in clauses))
    if any(_DENIED + word in said for word in wanted.stems - said) or any(map(_only_refuses, clauses)):
        return True
    nearest = max(clauses, key=lambda clause: len(clause.bare & wanted.bare))
    missing = _figures(wanted) - {figure for clause in clauses for figure in _figures(clause)}
    head = next((each for each in nearest.sequence if not each.startswith(_CHOOSING)), "")
    if head not in wanted.stems or (wanted.stems - said and nearest.stems - wanted.stems):
        return True
    if _exchange_ways(nearest, wanted) or _reorder(nearest, wanted):
        return True
    added = {*nearest.words} - {*wanted.words}
    if missing or _adds_condition(text, nearest, wanted) or any(word.startswith(_REVERSING) for word in added):
        return True
    last = max((at for at, word in enumerate(nearest.words) if word in wanted.words), default=-1)
    return not _JUDGING.isdisjoint(nearest.words[last + 1 : last + 2])


def _adds_condition(text: str, nearest: Reading, wanted: Reading) -> bool:
    """Say whether a clause has a condition that what is wanted does not have, or the next one begins with it."""
    conditions = _CONDITIONS - {*wanted.words}
    for sentence in _SENTENCE.split(fold(text)):
        clauses = [_count_in_digits(words_of(clause)) for clause in _CLAUSE.split(sentence)]
        if nearest.words in clauses:
            return bool(conditions.intersection((*nearest.words, *(clause[0] for clause in clauses if clause))))
    return not conditions.isdisjoint(nearest.words)


def _only_refuses(clause: Reading) -> bool:
    """Say whether a clause has no word but one that denies, or turns round, what was said before it."""
    return len(clause.words) == 1 and (clause.words[0] in _REFUSING or clause.words[0].startswith(_REVERSING))


def _list_figures(text: str) -> frozenset[str]:
    return frozenset(_figures(read_text(text, "en")))


def _figures(reading: Reading) -> set[str]:
    return {word for word in reading.words if any(map(str.isdigit, word))}


def plainly_opposite(a: Reading, b: Reading) -> bool:
    """Say whether two texts are the same but for a negation, a refusal or a figure."""
    return (contradict(a, b) and a.bare == b.bare) or _refuse(a, b) or _refuse(b, a) or _differ_in_figures(a, b)


def _refuse(a: Reading, b: Reading) -> bool:
    """Say whether one text refuses or puts off the very thing that the other recommends."""
    return a.head.startswith(_REVERSING) and len(a.sequence) > 1 and a.sequence[1:] == b.sequence


def _differ_in_figures(a: Reading, b: Reading) -> bool:
    if len(a.words) != len(b.words):
        return False
    other = [pair for pair in zip(a.words, b.words, strict=True) if pair[0] != pair[1]]
    return bool(other) and all(any(map(str.isdigit, word)) for pair in other for word in pair)


def _count_in_digits(words: Sequence[str]) -> tuple[str, ...]:
    """Put the small numbers that stand in words into digits."""
    return tuple(_DIGITS.get(word, word) for word in words)


def _sign(folded: str, language: Language, keep: frozenset[str]) -> Iterator[str]:
    skip, deny = EMPTY_WORDS[language], NEGATIONS[language]
    for clause in _CLAUSE.split(folded):
        reach = 0
        for word in _count_in_digits(words_of(clause)):
            if word in deny or word.endswith("n't"):
                reach = _REACH
            elif word in _TURNS:
                reach = 0
            elif word not in skip or word in keep:
                yield f"{_DENIED}{stem(word, language)}" if reach else stem(word, language)
                reach = max(0, reach - 1)


def _opposed(word: str, one: frozenset[str], other: frozenset[str]) -> bool:
    signs = [(word in stems, _DENIED + word in stems) for stems in (one, other)]
    return signs in ([(True, False), (False, True)], [(False, True), (True, False)])


_SAME_ITEM = 0.6


def match_items(a: Reading, b: Reading) -> bool:
    """Say whether two short statements say the same."""
    # Likeness first: it is cheap, and most pairs of a large team end there.
    return same_words(a, b) or (reaches(likeness(a, b), _SAME_ITEM) and not contradict(a, b))


def deny_items(a: Reading, b: Reading) -> bool:
    """Say whether two short statements say the same but that one denies it."""
    if a.bare is a.stems and b.bare is b.stems:
        return False
    shared, total = len(a.bare & b.bare), len(a.bare) + len(b.bare)
    return bool(total) and reaches(2 * shared / total, _SAME_ITEM) and contradict(a, b)


def count_matches(a: Sequence[Reading], b: Sequence[Reading]) -> int:
    """Count how many items of two lists can be paired off."""
    wanted = [[at for at, item in enumerate(b) if match_items(each, item)] for each in a]
    taken: dict[int, int] = {}

    def place(which: int, tried: set[int]) -> bool:
        for at in wanted[which]:
            if at not in tried:
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = which
                    return True
        return False

    return sum(place(which, set()) for which in range(len(a)))
