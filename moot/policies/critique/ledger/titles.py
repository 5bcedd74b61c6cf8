"""Finds a name in the office of another one: "treasurer Paul Oduya" is not borne out by "Helen Marsh is the treasurer".

- An office is the word right before a name ("treasurer Paul Oduya"), behind it after a comma ("Paul Oduya, the
  treasurer,"), or what a name is said to do in a clause of its own ("Helen Marsh, who chairs the committee,").
- A claim gives it to a name by the same forms, by "is", or by a verb right behind the name. It is another's where
  the source has the word nowhere but beside names, none of which is the one of the claim.
"""

from collections.abc import Iterator, Sequence

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.names import span_known_names, span_names
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import LANGUAGES, STOP_WORDS, Language

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_BEING = frozenset(["is", "was", "are", "were", "e", "era", "foi", "adalah", "ialah", "menjadi"])
_WHO = frozenset(["who", "which", "que", "yang"])
_PASSED_ON = ("replac", "succe", "substitu", "suced", "digant", "menggant", "appoint", "nome", "tak", "assum", "becom")
"""An office that is passed on in a sentence is not only of whom it is said to be."""
_BEGINNING, _SHORTEST, _WITHIN = 5, 4, 3


def find_other_bearer(claimed: Sequence[Token], source: SourceReading) -> str | None:
    """Find the office that a claim gives to a name of its source, and its source only to others."""
    if any(token.denies for token in claimed):
        return None
    places = [(name, at) for name in span_names(source.tokens) for at in _list_offices(name, source.tokens)]
    known_names = frozenset().union(*(_words(name, source.tokens) for name in span_names(source.tokens)))
    for name in span_known_names(claimed, source.tokens):
        mine = _words(name, claimed)
        for at in [*_list_offices(name, claimed), *_list_said(name, claimed)]:
            office = _reduce(claimed[at], source.language)
            borne = [one for one in places if _reduce(source.tokens[one[1]], source.language) == office]
            told = [place for place, token in enumerate(source.tokens) if _reduce(token, source.language) == office]
            others = borne and not any(_words(one, source.tokens) & mine for one, _ in borne)
            open_still = any(_is_passed_on(place, source) for place in told)
            if others and not open_still and mine <= known_names and {place for _, place in borne} == set(told):
                return claimed[at].text
    return None


def _is_passed_on(at: int, source: SourceReading) -> bool:
    sentence = source.sentences[source.tokens[at].sentence]
    return any(source.tokens[each].word.startswith(_PASSED_ON) for each in sentence)


def _list_offices(name: range, tokens: Sequence[Token]) -> Iterator[int]:
    """List where the words stand that name an office beside a name, or what it is said to do in a clause of its own."""
    before = name.start - 1
    if before >= 0 and tokens[before].clause == tokens[name.start].clause and _may_be_office(tokens[before]):
        yield before
    at = name.stop
    if at >= len(tokens) or tokens[at].sign != "," or tokens[at].part != tokens[name.start].part:
        return
    while at < len(tokens) and tokens[at].word in _SMALL | _WHO | _BEING:
        at += 1
    if at < min(len(tokens), name.stop + _WITHIN) and _may_be_office(tokens[at]):
        yield at


def _list_said(name: range, tokens: Sequence[Token]) -> Iterator[int]:
    """List the words that a claim says a name is, or what it says it does, right behind it."""
    at = name.stop
    if at < len(tokens) and _may_be_office(tokens[at]) and tokens[at].clause == tokens[name.start].clause:
        yield at
    if at >= len(tokens) or tokens[at].word not in _BEING:
        return
    for place in range(at + 1, min(len(tokens), at + 1 + _WITHIN)):
        if tokens[place].word in known.PARTITIVE:
            return
        if _may_be_office(tokens[place]):
            yield place


def _may_be_office(token: Token) -> bool:
    small = token.word in _SMALL or token.word in known.PARTITIVE or token.word in known.DURATIONS
    return token.text.isalpha() and token.text.islower() and len(token.word) >= _SHORTEST and not small


def _reduce(token: Token, language: Language) -> str:
    """Reduce a word to its beginning: who presides is the president, and a tesoureira a tesoureiro."""
    return reduce_word(token.word, language)[:_BEGINNING] if token.text.islower() else ""


def _words(name: range, tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(tokens[at].word for at in name)
