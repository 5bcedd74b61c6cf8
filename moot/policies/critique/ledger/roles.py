"""Finds whether a statement turns round who does what to whom: "aborted by the peer" and "aborted the peer".

- A deed is a word that is done by somebody ("rejected by", "comprada pela", "dilaporkan oleh"), or the past form of a
  verb between two names ("Condor bought Lufthansa").
- Two texts tell the same deed the other way round where each has the doer of the other among those it is done to, and
  they share no doer. What both sides of a deed name tells nothing.
- A comparison is told the other way round as a deed is: higher in the one than in the other.
- What is done with somebody is done by both, and is not compared; nor are marriages, meetings and mergers.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.critique.ledger.clauses import Token, split_clauses, word_at
from moot.policies.critique.ledger.names import find_names
from moot.policies.language import STOP_WORDS, Language, guess_language, stem
from moot.state.facts import Fact, state_fact

_BY = frozenset(["by", "por", "pelo", "pela", "pelos", "pelas", "oleh"])
_MUTUAL = frozenset(["with", "com", "dengan", "and", "e", "dan", "each"])
_BOTH_WAYS = ("marr", "met", "merg", "match", "equal", "border", "cas", "encontr", "igual", "nikah", "temu")
_PAST_ENDINGS: dict[str, tuple[str, ...]] = {"en": ("ed",), "pt": ("ou", "eu", "iu", "aram", "eram", "iram"), "id": ()}
_PAST = frozenset(
    ["bought", "sold", "beat", "sued", "paid", "gave", "took", "won", "lost", "hit", "told", "sent", "built"]
)
_SHORTEST = 5
_THAN = frozenset({"than", "que", "daripada", "dibanding", "dibandingkan", "dari"})
_DEGREES = frozenset(["more", "less", "fewer", "mais", "menos", "lebih", "kurang"])
_COMPARATIVES = frozenset(
    ["maior", "maiores", "menor", "menores", "melhor", "pior", "superior", "inferior", "better", "worse"]
)
_LESS_WORDS = """
less fewer lower smaller shorter menos menor menores inferior kurang rendah kecil pendek singkat sedikit
"""
_MORE_WORDS = """
more higher greater larger bigger longer mais maior maiores superior tinggi besar panjang lama banyak
"""
_LESS, _MORE = frozenset(_LESS_WORDS.split()), frozenset(_MORE_WORDS.split())
"""Less of the one is more of the other."""
_COMPARED_WITHIN, _FEWEST_SHARED = 8, 3


class _Deed(NamedTuple):
    """What is done, by whom and to whom, each as the stems that name them."""

    word: str
    root: str
    doers: frozenset[str]
    others: frozenset[str]
    passive: bool
    named: bool
    """Whether a name stands on either side of it: without, it may be an adjective."""

    compares: bool = False
    """Whether it is said to be more of the one than of the other."""

    @property
    def only_doers(self) -> frozenset[str]:
        """Those that are named as doers alone."""
        return self.doers - self.others


def find_turned_round(claim: Sequence[Token], source: Sequence[Token], language: Language) -> Fact | None:
    """Say which deed of a statement the source tells the other way round; None where it tells none so."""
    stated = [*_list_deeds(source, language), *_list_comparisons(source, language)]
    told = [*_list_deeds(claim, language), *_list_comparisons(claim, language)] if stated else []
    for deed in told:
        same = [each for each in stated if each.root == deed.root and (not each.compares or _share_sides(each, deed))]
        if same and all(_is_reversed(deed, each) for each in same):
            return state_fact("claim.turned_round", deed=deed.word)
    return None


def turns_round(statement: str, text: str) -> str:
    """Give the word of a statement that a line of a log tells the other way round; its component is named in it too."""
    language = guess_language(text)
    said, told = (split_clauses(each.replace(":", " "), language) for each in (statement, text))
    found = find_turned_round(said, told, language)
    return str(found.values["deed"]) if found is not None else ""


def _share_sides(one: _Deed, other: _Deed) -> bool:
    """Say whether two comparisons name the same two."""
    return len((one.doers | one.others) & (other.doers | other.others)) > 1


def _is_reversed(one: _Deed, other: _Deed) -> bool:
    sure = one.passive or other.passive or (one.named and other.named)
    crossed = bool(one.only_doers & (other.others - other.doers)) and bool(other.only_doers & (one.others - one.doers))
    if one.compares:
        # What is compared stands on the same side in both; told in other words, it has to be said of the same deed.
        sides = one.only_doers & other.others | other.only_doers & one.others
        return crossed and (one.word == other.word or len(sides) >= _FEWEST_SHARED)
    return sure and crossed and not one.only_doers & other.doers and not other.only_doers & one.doers


def _list_deeds(tokens: Sequence[Token], language: Language) -> Iterator[_Deed]:
    names = frozenset(find_names(tokens))
    for at, token in enumerate(tokens):
        if not token.word.isalpha() or at in names:
            continue
        passive = word_at(tokens, at + 1) in _BY and not word_at(tokens, at + 2)[:1].isdigit()
        done = is_past(token.word, language) or (language != "id" and _follows_name(tokens, at, names))
        if not passive and not done:
            continue
        root = stem(token.word, language)
        if root.startswith(_BOTH_WAYS) or word_at(tokens, at + 1) in _MUTUAL:
            continue
        before, after = _find_around(tokens, at)
        if passive and not any(_may_be_name(tokens, place, names) for place in before):
            before = _reach_back(tokens, before)
        doers, others = (_read(tokens, each, language) for each in ((after, before) if passive else (before, after)))
        named = all(any(_may_be_name(tokens, place, names) for place in each) for each in (before, after))
        yield _Deed(token.text, root, doers, others, passive, named)


def _list_comparisons(tokens: Sequence[Token], language: Language) -> Iterator[_Deed]:
    """List what is said to be more in one place, or of one thing, than of another."""
    for at, token in enumerate(tokens):
        if token.word not in _THAN:
            continue
        near = range(max(0, at - _COMPARED_WITHIN), at)
        found = next((each for each in reversed(near) if _compares(tokens, each)), None)
        if found is None or tokens[found].part != token.part:
            continue
        degree = tokens[found].word in _DEGREES
        root = " ".join(stem(each.word, language) for each in tokens[found : found + 1 + degree])
        before, after = _find_around(tokens, at)
        greater, less = (_read(tokens, each, language) for each in (before, after))
        words = {each.word for each in tokens[found : found + 1 + degree]}
        if words & _LESS:
            greater, less = less, greater
        shape = "than" if words & (_LESS | _MORE) else f"than {root}"
        yield _Deed(tokens[found].text, shape, greater, less, passive=True, named=True, compares=True)


def _compares(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    ends = word.endswith("er") and tokens[at].text.islower() and word not in STOP_WORDS["en"]
    return word in _DEGREES or word in _COMPARATIVES or ends


def _follows_name(tokens: Sequence[Token], at: int, names: frozenset[int]) -> bool:
    """Say whether a word in small letters stands right behind a name: Simon transfers his stake to Dana."""
    same = at > 0 and tokens[at - 1].clause == tokens[at].clause and _may_be_name(tokens, at - 1, names)
    small = tokens[at].word in STOP_WORDS["en"] | STOP_WORDS["pt"] | STOP_WORDS["id"]
    return same and tokens[at].text.islower() and not small and len(tokens[at].word) >= _SHORTEST


def is_past(word: str, language: Language) -> bool:
    """Say whether a word has the form of something that was done."""
    if language == "id":
        return word.startswith("me") and len(word) > _SHORTEST
    return word in _PAST or (len(word) > _SHORTEST and word.endswith(_PAST_ENDINGS[language]))


def _find_around(tokens: Sequence[Token], at: int) -> tuple[range, range]:
    """Find what stands before and behind a word in its part of the sentence."""
    part = tokens[at].part
    start, end = at, at + 1
    while start and tokens[start - 1].part == part:
        start -= 1
    while end < len(tokens) and tokens[end].part == part:
        end += 1
    return range(start, at), range(at + 1, end)


def _reach_back(tokens: Sequence[Token], before: range) -> range:
    """Reach back to the beginning of a sentence: Bruno left and was replaced by Marina."""
    start = before.start
    while start and tokens[start - 1].sentence == tokens[before.start].sentence:
        start -= 1
    return range(start, before.stop)


def _may_be_name(tokens: Sequence[Token], at: int, names: frozenset[int]) -> bool:
    return at in names or (tokens[at].first and tokens[at].text[0].isupper())


def _read(tokens: Sequence[Token], places: range, language: Language) -> frozenset[str]:
    words = (tokens[at].word for at in places)
    return frozenset(
        stem(word, language)
        for word in words
        if (word.isalpha() or word.isdigit()) and word not in STOP_WORDS[language] | _BY
    )
