"""Compares a claim about an exception with the rule that it is one of: open until August, except for customs.

- The exception is what stands behind a word such as except, up to the end of its clause; what follows is said of it.
- A claim that speaks of the exception, names no other, and says of it what the source says as the rule, is denied; a
  claim that says the opposite of the rule agrees. Figures tell which of both is said: those of the rule, or others.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import LANGUAGES, STOP_WORDS

_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES))
_EXCEPT_WORDS = """
except excepting excluding exceto salvo excetuando excecao kecuali terkecuali
"""
_EXCEPT = frozenset(_EXCEPT_WORDS.split())
_BEGINNING = 5


def compare_exception(
    tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading
) -> Literal["denied", "agrees"] | None:
    """Say whether a claim takes an exception for the rule, or tells it as the exception that it is."""
    if any(token.word in _EXCEPT for token in tokens):
        return None
    told = _reduce(tokens, source)
    for at, token in enumerate(source.tokens):
        if token.word not in _EXCEPT:
            continue
        sentence = source.sentences[token.sentence]
        own = [each for each in sentence if each > at and source.tokens[each].clause == token.clause]
        rule = [each for each in sentence if each < at]
        behind = [each for each in sentence if each > at and each not in own]
        excepted = _pick(own, source) - _pick(rule, source)
        if not excepted or 2 * len(excepted & told) < len(excepted):
            continue
        if not _tells_rule(told - excepted, figures, rule, behind, source):
            continue
        denied = sum(source.tokens[each].denies for each in rule) + sum(each.denies for each in tokens)
        return "agrees" if denied % 2 else "denied"
    return None


def _tells_rule(
    told: frozenset[str], figures: Sequence[Figure], rule: Sequence[int], behind: Sequence[int], source: SourceReading
) -> bool:
    in_rule, said_of_it = ([each for each in source.figures if each.start in places] for places in (rule, behind))
    if any(agree(mine, each) for mine in figures for each in said_of_it):
        return False
    if any(agree(mine, each) for mine in figures for each in in_rule):
        return True
    return bool(told & _pick(rule, source)) and not told & (_pick(behind, source) - _pick(rule, source))


def _pick(places: Iterable[int], source: SourceReading) -> frozenset[str]:
    return _reduce([source.tokens[at] for at in places], source)


def _reduce(tokens: Iterable[Token], source: SourceReading) -> frozenset[str]:
    listed = (token.word for token in tokens if token.word.isalpha() and not token.denies)
    return frozenset(reduce_word(each, source.language)[:_BEGINNING] for each in listed if each not in _SMALL | _EXCEPT)
