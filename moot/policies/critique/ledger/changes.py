"""Finds which figures a text sets against each other: from 14 to 9, 5.8 compared with 4.3, 12 % more than in 2023."""

from collections.abc import Sequence

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree
from moot.policies.critique.ledger.rivals import FigureContext
from moot.policies.critique.ledger.sources import SourceReading

LEADING_FROM, LEADING_TO = frozenset({"from", "de", "dari"}), frozenset({"to", "para", "menjadi", "ke"})
_COMPARING_WORDS = """
than contra against versus compared que ante comparado dibanding dibandingkan daripada
"""
_COMPARING = frozenset(_COMPARING_WORDS.split())
"""What stands after them is what something is compared with: 12 % more than in 2023 is said of another year."""
_SET_AGAINST = _COMPARING - {"than", "que"}
_COMPARED_NEAR = 3


def is_set_against(stated: Figure, context: FigureContext, source: SourceReading) -> bool:
    """Say whether a source sets a figure against another one, and a claim names what only stands behind this one.

    "5.8 tons, compared with 4.3 with old seed" tells both of the same: only what is behind the second is its own.
    """
    tokens = source.tokens
    clause = tokens[stated.start].clause
    leading = {token.word for token in tokens[max(0, stated.start - _COMPARED_NEAR) : stated.start]}
    if leading.isdisjoint(_SET_AGAINST | LEADING_FROM) or leading & LEADING_TO:
        return False
    behind = range(
        stated.end, next((at for at in range(stated.end, len(tokens)) if tokens[at].clause != clause), len(tokens))
    )
    elsewhere = [at for at in source.sentences[tokens[stated.start].sentence] if at not in behind]
    own = {source.reduced[at] for at in behind} - {source.reduced[at] for at in elsewhere}
    return not own.isdisjoint(context.words) or any(
        agree(mine, each) for mine in context.figures for each in source.figures if each.start in behind
    )


def is_compared_with(year: Figure, tokens: Sequence[Token]) -> bool:
    """Say whether a source names a year only to compare another one with it: 12 % more than in 2023."""
    before = [token for token in tokens[: year.start] if token.clause == tokens[year.start].clause]
    near = before[-_COMPARED_NEAR:]
    return any(token.word in _COMPARING for token in near) or any(token.word in _SET_AGAINST for token in before)


def tells_change(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim tells a change between two figures of the source: before and after are then both meant."""
    known = [each for each in figures if any(agree(each, stated) for stated in source.figures)]
    before = {word_leading(tokens, each) for each in known}
    return not LEADING_FROM.isdisjoint(before) and not LEADING_TO.isdisjoint(before)


def is_origin(stated: Sequence[Figure], others: Sequence[Figure], tokens: Sequence[Token]) -> bool:
    """Say whether the source names a figure only as where something came from: from 4.60 to 5.10."""
    return all(
        word_leading(tokens, each) in LEADING_FROM
        and any(
            tokens[other.start].sentence == tokens[each.start].sentence and word_leading(tokens, other) in LEADING_TO
            for other in others
        )
        for each in stated
    )


def word_leading(tokens: Sequence[Token], figure: Figure) -> str:
    """Give the word right before a figure."""
    return tokens[figure.start - 1].word if figure.start else ""


def tells_backwards(old: Figure, new: Figure, source: SourceReading) -> bool:
    """Say whether a source names as the beginning of a change what a claim names as its end: 72, down from 81."""
    before, after = ([each for each in source.figures if agree(figure, each)] for figure in (old, new))
    led = [[word_leading(source.tokens, each) in LEADING_FROM for each in listed] for listed in (before, after)]
    return bool(before and after) and not any(led[0]) and all(led[1])
