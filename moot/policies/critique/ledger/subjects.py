"""Finds what a claim says of one subject although its source says it of the other, side by side in one sentence.

- "The airport stays open, but the port is closed until Wednesday": what a claim says from some word on stands only in
  the part of the other, which has a subject of its own, while the claim begins as its own part does.
- Both parts have to say something: a verb in the past, a denial, a figure of the same kind, or the same verb. "The
  clinic and the lab opened in May" has one part that says nothing.
- A word of a pair that the part of the claim's own subject has does not speak against it: the port is closed.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, takewhile
from typing import NamedTuple

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree
from moot.policies.critique.ledger.names import find_names
from moot.policies.critique.ledger.opposites import find_side
from moot.policies.critique.ledger.rivals import is_rival
from moot.policies.critique.ledger.roles import is_past
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import LANGUAGES, STOP_WORDS, Language
from moot.state.facts import Fact, state_fact

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_BEING_WORDS = """
was were is are stay stays stayed remain remains foi foram esta estao continua continuam segue permanece tetap masih
"""
_BEING = frozenset(_BEING_WORDS.split())
_ARTICLES = frozenset(["the", "a", "an", "o", "os", "as", "um", "uma", "para"])
_AGAINST_WORDS = """
but while whereas although though mas enquanto embora porem sedangkan sementara tetapi tapi namun
"""
_AGAINST = frozenset(_AGAINST_WORDS.split())
_FEWEST, _LONGEST = 2, 16
"""How many words of a claim have to stand by the other subject, and in how many it is told."""


class _Part(NamedTuple):
    """A part of a sentence: its words with content in their order, and its figures."""

    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    figures: tuple[Figure, ...]
    group: int = 0
    lead: frozenset[str] = frozenset()
    """The words before the first one that shows to be a verb, or is a figure; only its names where it has any."""
    named: bool = False

    @property
    def content(self) -> frozenset[str]:
        """The words, whatever their order."""
        return frozenset(self.words)

    def is_about(self, claim: "_Part") -> bool:
        """Say whether a claim names whom this part speaks of; a surname will do."""
        return bool(self.lead & claim.content) and (self.named or self.lead <= claim.content)


def find_other_subject(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> Fact | None:
    """Find the word from which on a claim says of its subject what its source says of another one."""
    told = _read_claim(tokens, figures, source)
    if told is None:
        return None
    claim, places = told
    for own, other in permutations(_list_parts(source), 2):
        if own.group != other.group or not own.is_about(claim) or any(token.denies for token in other.tokens):
            continue
        only = other.content - own.content
        at = next((at for at, word in enumerate(claim.words) if word in only), 0)
        if not frozenset(claim.words[:at]) <= own.content or tokens[places[at]].text[0].isupper():
            continue  # it names somebody else, or more than its own part does
        if at and _tells_of_other(claim, at, own, other) and not _is_elsewhere(claim, at, own.group, source):
            return state_fact("claim.figure_of_other", figure=tokens[places[at]].text)
    return None


def is_said_of_own(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether the part about a claim's own subject has the claim's word of a pair, and the other its opposite."""
    told = _read_claim(tokens, figures, source)
    if told is None:
        return False
    sides = _list_sides(told[0])
    return any(
        own.group == other.group
        and bool(other.lead - told[0].content)
        and own.is_about(told[0])
        and sides & _list_sides(own)
        and {(number, 1 - side) for number, side in sides} & _list_sides(other)
        for own, other in permutations(_list_parts(source), 2)
    )


def _read_claim(
    tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading
) -> tuple[_Part, tuple[int, ...]] | None:
    """Read a claim of one part that denies nothing, with where its words stand; None where it is none."""
    if len({token.part for token in tokens}) != 1 or len(tokens) > _LONGEST or any(token.denies for token in tokens):
        return None
    places = tuple(at for at, token in enumerate(tokens) if _reduce(token, source.language))
    words = tuple(_reduce(tokens[at], source.language) for at in places)
    return _Part(tuple(tokens), words, tuple(figures)), places


def _list_parts(source: SourceReading) -> Iterator[_Part]:
    """List the parts of each sentence; what a semicolon joins is one sentence here."""
    group, names = 0, frozenset(find_names(source.tokens))
    places = range(len(source.tokens))
    for _, listed in groupby(places, key=lambda at: source.tokens[at].part):
        part = tuple(listed)
        first = source.tokens[part[0]]
        group += first.first and first.sign != ";"
        tokens = tuple(source.tokens[at] for at in part)
        figures = tuple(each for each in source.figures if part[0] <= each.start <= part[-1])
        words = (_reduce(token, source.language) for token in tokens)
        opening = list(takewhile(lambda at: not _is_verb(source.tokens[at], source.language), part))
        called = [at for at in opening if at in names]
        lead = frozenset(_reduce(source.tokens[at], source.language) for at in called or opening) - {""}
        yield _Part(tokens, tuple(filter(None, words)), figures, group, lead, bool(called))


def _is_verb(token: Token, language: Language) -> bool:
    told = token.word in _BEING or token.denies or find_side(token.word) is not None or token.word[0].isdigit()
    return told or (token.text.islower() and is_past(token.word, language))


def _reduce(token: Token, language: Language) -> str:
    """Reduce a word with content; a letter that names something, as in line B, is one too."""
    if len(token.text) == 1 and token.text.isalpha():
        return token.text if token.text.isupper() and not token.first else ""
    if token.denies or token.word in _SMALL or token.word in _AGAINST or not token.word[0].isalnum():
        return ""
    return reduce_word(token.word, language)


def _list_sides(part: _Part) -> set[tuple[int, int]]:
    denied = any(token.denies for token in part.tokens)
    sides = filter(None, (find_side(token.word) for token in part.tokens))
    return {(number, 1 - side if denied else side) for number, side in sides}


def _tells_of_other(claim: _Part, at: int, own: _Part, other: _Part) -> bool:
    """Say whether what a claim says from a word on is the other's, who is named before it and not in the claim."""
    if not other.lead or not other.lead.isdisjoint(claim.content | own.lead) or not _opens_with_name(other):
        return False
    only_own = own.content - other.content
    told = frozenset(claim.words[at:])
    if not own.content - claim.content:
        return False
    taken = [
        mine
        for mine in claim.figures
        if any(agree(mine, each) for each in other.figures)
        and not any(agree(mine, each) for each in own.figures)
        and any(is_rival(each, mine) for each in own.figures)
    ]
    if taken:
        return len(taken) == len(claim.figures)
    against = bool({own.tokens[0].word, other.tokens[0].word} & _AGAINST)
    against = against and claim.words[at] == next((each for each in other.words if each not in other.lead), "")
    if told & only_own or len(told & (other.content - own.content)) < (1 if against else _FEWEST):
        return False
    return len(own.lead) < len(own.content)


def _opens_with_name(part: _Part) -> bool:
    """Say whether a part opens with whom it speaks of, rather than with what the one before it did further."""
    first, second = (*part.tokens, *part.tokens)[:2]
    opening = (
        second if first.sign != ";" and not first.first and first.text.islower() and len(part.tokens) > 1 else first
    )
    return first.first or first.word in _AGAINST or opening.word in _ARTICLES or opening.text[0].isupper()


def _is_elsewhere(claim: _Part, at: int, group: int, source: SourceReading) -> bool:
    """Say whether another sentence tells of the claim's subject what the claim says of it."""
    subject, told = frozenset(claim.words[:at]), frozenset(claim.words[at:])
    others = (each for each in _list_parts(source) if each.group != group)
    return any(subject & each.content and told & each.content for each in others)
