"""Finds how far every two seats agree after a round, criterion by criterion (D-33, D-95), as the ballot has it.

- Recommendation: who votes for the same option agrees fully. Different options agree in part where a model has told
  them apart and does not say that they exclude each other; otherwise not at all.
- Premises, risks and timing: two seats that share a point and contradict each other on none agree fully; who
  contradicts the other does not agree; everybody else agrees in part, because seats exist to see different things.
  Shared and contradicted points are those a model named, and what two seats say in the same words once a model has
  told the votes apart; on a criterion it named none for, the words tell.
- A critic that declares an agreement with a peer shares a premise with it (D-40).
- Where another comparator than words said how far two seats agree, its word stands, but for who votes with whom; what
  it did not compare is not compared.
- What either did not say is not compared (X-21b).
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.policies.agreement.ballot import list_statements
from moot.policies.comparison import FULL, NONE, PARTIAL, compare_lexically
from moot.policies.language import Language
from moot.state.ballot import Ballot, SharedCriterion, SharedPoint
from moot.state.critiques import CritiqueSheet
from moot.state.findings import PairAgreement
from moot.state.positions import Position

_LISTED: tuple[SharedCriterion, ...] = ("premises", "risks", "timing")


def measure_pairs(
    ballot: Ballot,
    speakers: Sequence[Position],
    language: Language,
    *,
    sheets: Iterable[CritiqueSheet] = (),
    told: Iterable[PairAgreement] = (),
) -> tuple[PairAgreement, ...]:
    """Find how far every two speakers agree; `told` is what another comparator said."""
    votes = {each.seat: _find_vote(ballot, each) for each in speakers}
    arrived = {each.seat for each in speakers if each.premises is not None}
    declared = _list_declared(sheets, arrived, ballot.round)
    known = {frozenset((pair.a, pair.b)): pair for pair in told}
    said = {each.seat: each for each in speakers}
    found = []
    for pair in compare_lexically(speakers, language):
        names = frozenset((pair.a, pair.b))
        other = known.get(names)
        levels: dict[str, float | None] = {}
        for criterion in _LISTED:
            level = getattr(other, criterion) if other else _compare_points(ballot, criterion, pair)
            if level == PARTIAL and not other and ballot.by_meaning and _repeats(said, pair, criterion):
                level = FULL
            levels[criterion] = level
        if names in declared and levels["premises"] != NONE:
            levels["premises"] = FULL
        levels["recommendation"] = _compare_votes(ballot, votes[pair.a], votes[pair.b], other)
        found.append(pair.model_copy(update=levels))
    return tuple(found)


def _find_vote(ballot: Ballot, speaker: Position) -> str | None:
    # Who is heard with an earlier word counts with the vote of that time.
    now = ballot.vote_of(speaker.seat)
    return now or (ballot.last_vote(speaker.seat) if speaker.stance or speaker.recommendation else None)


def _compare_votes(ballot: Ballot, one: str | None, other: str | None, told: PairAgreement | None) -> float | None:
    if one is None or other is None:
        return None
    if one == other:
        return FULL
    if ballot.is_opposed(one, other):
        return NONE
    if told is not None and told.recommendation is not None:
        return min(PARTIAL, told.recommendation)
    return PARTIAL if ballot.source == "model" else NONE


def _compare_points(ballot: Ballot, criterion: SharedCriterion, pair: PairAgreement) -> float | None:
    by_words: float | None = getattr(pair, criterion)
    points = [point for point in ballot.points if point.criterion == criterion and not point.by_words]
    if by_words is None or not points:
        return by_words
    if any(is_split(pair.a, pair.b, by=point) for point in points):
        return NONE
    shared = any({pair.a, pair.b} <= set(point.seats) for point in points)
    return FULL if shared or by_words == FULL else PARTIAL


def _repeats(said: Mapping[str, Position], pair: PairAgreement, criterion: SharedCriterion) -> bool:
    """Say whether two seats name a point in the same words: who adopts another's sentence shares it."""
    one, other = (list_statements(said[seat], criterion).keys() for seat in (pair.a, pair.b))
    return bool(one & other)


def is_split(one: str, other: str, *, by: SharedPoint) -> bool:
    """Say whether one of two seats states a point and the other denies it."""
    return (one in by.seats and other in by.against) or (other in by.seats and one in by.against)


def _list_declared(sheets: Iterable[CritiqueSheet], arrived: set[str], last: int) -> set[frozenset[str]]:
    return {
        frozenset((sheet.agent, point.target))
        for sheet in sheets
        if sheet.round <= last
        for point in sheet.agreements
        if sheet.agent != point.target and {sheet.agent, point.target} <= arrived
    }
