"""Finds which figures a text sets against each other: from 14 to 9, 5.8 compared with 4.3, 12 % more than in 2023."""

from collections.abc import Sequence
from itertools import pairwise

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import Token, word_at
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import agree
from moot.policies.critique.ledger.opposites import find_rise, find_side
from moot.policies.critique.ledger.reckoning import is_difference
from moot.policies.critique.ledger.rivals import FigureContext, is_year
from moot.policies.critique.ledger.sources import SourceReading
from moot.state.facts import Fact, state_fact

LEADING_FROM, LEADING_TO = frozenset({"from", "de", "dari"}), frozenset({"to", "para", "menjadi", "ke"})
_COMPARING_WORDS = """
than contra against versus compared comparison relation que ante frente comparado comparacao relacao dibanding
dibandingkan daripada perbandingan
"""
_COMPARING = frozenset(_COMPARING_WORDS.split())
"""What stands after them is what something is compared with: 12 % more than in 2023 is said of another year."""
_SET_AGAINST = _COMPARING - {"than", "que"}
_COMPARED_NEAR, _COMPARED_YEAR = 3, 6
_ON_YEAR = frozenset({"on", "over", "sobre"})
"""Before a year they compare with it: up 6.5 % on 2024."""
_BEGINNING, _LED_NEAR = "began", 3
_BETWEEN = LEADING_FROM | {"between", "desde", "since", "entre", "antara", "mulai", "sejak"}
_AGAINST = frozenset({"contra", "against", "melawan", "x"})
_UNTIL = LEADING_TO | {"until", "till", "and", "ate", "as", "a", "e", "hingga", "sampai", "dan", "-", "–"}


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
    if known.NEXT_YEARS.get((word_at(tokens, year.start), word_at(tokens, year.start + 1)), 1) < 0:
        return True  # the year before
    if is_year(year) and word_leading(tokens, year) in _ON_YEAR:
        return True
    before = [token for token in tokens[: year.start] if token.clause == tokens[year.start].clause]
    near = before[-_COMPARED_YEAR:]
    return any(token.word in _COMPARING for token in near) or any(token.word in _SET_AGAINST for token in before)


def compares_year(figure: Figure, claimed: Sequence[Token], stated: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim and its source name a year only to compare another one with it."""
    compared = is_year(figure) and is_compared_with(figure, claimed)
    return compared and any(is_compared_with(each, source.tokens) for each in stated)


def tells_change(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim tells a change between two figures of the source: before and after are then both meant."""
    stands = [each for each in figures if any(agree(each, stated) for stated in source.figures)]
    before = {word_leading(tokens, each) for each in stands}
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


def _tells_backwards(old: Figure, new: Figure, source: SourceReading) -> bool:
    """Say whether a source names as the beginning of a change what a claim names as its end: 72, down from 81."""
    before, after = ([each for each in source.figures if agree(figure, each)] for figure in (old, new))
    led = [[word_leading(source.tokens, each) in LEADING_FROM for each in listed] for listed in (before, after)]
    return bool(before and after) and not any(led[0]) and all(led[1])


def show_figure(figure: Figure, tokens: Sequence[Token]) -> str:
    """Give a figure as it is written."""
    return " ".join(token.text for token in tokens[figure.start : figure.end])


def find_wrong_way(tokens: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> Fact | None:
    """Find a change that is called a rise and goes down, or the reverse."""
    places = [each for each in figures if each.kind == "number" and not is_year(each)]
    for old, new in pairwise(places):
        if word_leading(tokens, old) not in LEADING_FROM or word_leading(tokens, new) not in LEADING_TO:
            continue
        if _tells_backwards(old, new, source):
            return state_fact("claim.figure_of_other", figure=show_figure(new, tokens))
        if (old.unit and new.unit and old.unit != new.unit) or len(old.values) + len(new.values) > 2:
            continue
        clause = [token for token in tokens[: new.end] if token.sentence == tokens[new.start].sentence]
        told = find_rise(clause)
        (before,), (after,) = old.values, new.values
        if told is not None and before != after and told.rises is not (after > before):
            return state_fact(
                "claim.wrong_way", word=told.word, old=show_figure(old, tokens), new=show_figure(new, tokens)
            )
    return None


def is_other_end(figure: Figure, claimed: Sequence[Token], stated: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim gives the end of a span as its beginning, or the reverse: from 3 March to 28 June."""
    clause = claimed[figure.start].clause
    told = {find_side(token.word) for token in claimed[: figure.start] if token.clause == clause}
    pair = find_side(_BEGINNING)
    sides = {side[1] for side in told if side is not None and pair is not None and side[0] == pair[0]}
    if figure.kind not in ("date", "time") or len(sides) != 1 or any(token.denies for token in claimed):
        return False
    ends = [_find_end(each, source) for each in stated]
    return all(each is not None and each not in sides for each in ends)


def _find_end(stated: Figure, source: SourceReading) -> int | None:
    """Find whether a date is the beginning (0) or the end (1) of a span that a source tells from one to another."""
    others = [each for each in source.figures if each.kind == stated.kind and each is not stated]
    for each in others:
        first, last = sorted((each, stated), key=lambda one: one.start)
        near = 0 < last.start - first.end <= _LED_NEAR
        leads = {token.word for token in source.tokens[max(0, first.start - _LED_NEAR) : first.start]}
        between = {token.word for token in source.tokens[first.end : last.start]}
        if near and leads & _BETWEEN and between & _UNTIL:
            return int(stated is last)
    return None


def tells_score(figure: Figure, claimed: Sequence[Token], figures: Sequence[Figure], source: SourceReading) -> bool:
    """Say whether a claim tells a figure as one of two that its source tells side by side too: 11 to 4, 2-1."""
    for each in figures:
        first, last = sorted((each, figure), key=lambda one: one.start)
        if each is figure or last.start != first.end + 1 or claimed[first.end].word not in _UNTIL | _AGAINST:
            continue
        for one, other in pairwise(source.figures):
            if other.start - one.end <= _LED_NEAR and agree(first, one) and agree(last, other):
                return True
    return False


def tells_by_how_much(figure: Figure, claimed: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a claim tells by how much something changed that its source tells from one figure to another."""
    if word_leading(claimed, figure) in LEADING_TO:
        return False
    before = [each for each in source.figures if word_leading(source.tokens, each) in LEADING_FROM]
    after = [each for each in source.figures if word_leading(source.tokens, each) in LEADING_TO]
    return any(is_difference(figure, one, other) for one in before for other in after)
