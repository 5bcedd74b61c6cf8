"""Finds who moved a decision: counts the last votes again without one seat, one critique or one piece of evidence.

Nobody is asked, so this says what the votes that were cast depend on, not what the others would have said instead.

- Without a seat its vote is not counted.
- Without a critique or a piece of evidence, whoever named it as a reason for changing its mind keeps its earlier vote.
- In a tie no option leads. The decision hangs on what changes which option leads.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.positions import Position


class Influence(Value):
    """What the votes come to without one voice or one reason."""

    kind: Literal["seat", "critique", "evidence"]
    id: str
    leads: str | None
    """The option that leads without it; None in a tie, or where nobody votes."""
    votes: dict[str, int]
    decisive: bool
    """Another option leads without it, or none."""
    moved: Texts = ()
    """Who changed its vote because of it."""


def attribute_votes(ballot: Ballot, positions: Sequence[Position], evidence: Sequence[str]) -> tuple[Influence, ...]:
    """Leave out each seat and each reason in turn; `evidence` are the ids of the debate's sources."""
    now = {vote.seat: vote.option for vote in ballot.votes if vote.round == ballot.round}
    leader = _find_lead(now)
    return tuple(
        Influence(
            kind=kind,
            id=name,
            leads=_find_lead(votes),
            votes=dict(sorted(Counter(votes.values()).items())),
            decisive=_find_lead(votes) != leader,
            moved=moved,
        )
        for kind, name, votes, moved in _leave_out(ballot, positions, now, frozenset(evidence))
    )


_Left = tuple[Literal["seat", "critique", "evidence"], str, dict[str, str], Texts]


def _leave_out(
    ballot: Ballot, positions: Sequence[Position], now: Mapping[str, str], evidence: frozenset[str]
) -> Iterator[_Left]:
    for seat in now:
        yield "seat", seat, {other: option for other, option in now.items() if other != seat}, ()
    before: dict[str, dict[str, str]] = {}
    for position in sorted(positions, key=lambda each: each.round, reverse=True):
        earlier = ballot.vote_of(position.seat, position.round - 1)
        changed = earlier is not None and earlier != ballot.vote_of(position.seat, position.round)
        if not changed or position.seat not in now:
            continue
        for reason in dict.fromkeys(name for change in position.changes for name in change.because):
            # Of several changes the first one counts: without its reason none of the later ones is known.
            before.setdefault(reason, {})[position.seat] = str(earlier)
    for reason, kept in sorted(before.items()):
        yield "evidence" if reason in evidence else "critique", reason, {**now, **kept}, tuple(sorted(kept))


def _find_lead(votes: Mapping[str, str]) -> str | None:
    ordered = Counter(votes.values()).most_common(2)
    if not ordered or (len(ordered) > 1 and ordered[0][1] == ordered[1][1]):
        return None
    return ordered[0][0]
