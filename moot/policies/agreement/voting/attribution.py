"""Finds who moved a decision: counts the last votes again without one seat, one critique or one piece of evidence.

Nobody is asked, so this says what the votes that were cast depend on, not what the others would have said instead.
What they would have said is found out by forks, which are chosen in this order: what the decision hangs on by the
votes, what moved somebody, evidence by how often it is cited, critiques by their severity, then seats. Votes say all
that can be said of a seat whose debate had one round, and of a critique that nobody had the chance to answer.

- Without a seat its vote is not counted.
- Without a critique, another's claim, a piece of evidence or a person's word, whoever named it as the reason for its
  vote keeps its earlier one. What a seat names for another change, of a claim or a date, moved no vote; a seat that
  names several changes and marks none of them has not said what moved its vote.
- In a tie no option leads. The decision hangs on what changes which option leads.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.critiques import Critique
from moot.state.positions import Change, Position

InfluenceKind = Literal["seat", "critique", "evidence", "claim", "blind_spot", "condition", "person"]
_CRITIQUE = re.compile(r"K\d+", re.IGNORECASE)
_BLIND_SPOT = re.compile(r"B\d+", re.IGNORECASE)
_CONDITION = "reservation"
"""What a seat is said to have changed its vote for whose own condition was met."""
_PERSON = re.compile(r"(?:PERSON\d*|guidance)", re.IGNORECASE)
"""What a person said to everyone, by the id it is cited with or by the word for it."""


class Counterfactual(Value):
    """What became of a fork of the debate without one voice or one reason."""

    thread: str
    status: str
    option: str | None
    """What it decided, in the words of its option; None where nothing was decided."""
    changed: bool
    """It ended otherwise than the debate did, or with another option; options that seats found compare by words."""
    calls: int
    tokens: int
    cost: float | None
    """What the fork used beyond what it shares with the debate."""


class Influence(Value):
    """What the votes come to without one voice or one reason."""

    kind: InfluenceKind
    id: str
    leads: str | None
    """The option that leads without it; None in a tie, or where nobody votes."""
    votes: dict[str, int]
    decisive: bool
    """Another option leads without it, or none."""
    moved: Texts = ()
    """Who changed its vote because of it."""
    suffices: bool = False
    """Votes alone say what would be without it; otherwise only a fork does."""
    fork: Counterfactual | None = None
    """What a fork without it came to, where one was run."""


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
            suffices=kind == "seat" and ballot.round <= 1,
        )
        for kind, name, votes, moved in _leave_out(ballot, positions, now, frozenset(evidence))
    )


def list_influences(
    ballot: Ballot, positions: Sequence[Position], critiques: Sequence[Critique], evidence: Sequence[str]
) -> tuple[Influence, ...]:
    """List what may have moved the decision, what votes say of each, and what is worth a fork first.

    `evidence` are the ids of what the caller gave: what was looked up cannot be left out.
    """
    known = attribute_votes(ballot, positions, evidence)
    named = {(each.kind, each.id) for each in known}
    now = {vote.seat: vote.option for vote in ballot.votes if vote.round == ballot.round}
    votes = dict(sorted(Counter(now.values()).items()))
    cited = Counter(name for position in positions for claim in position.claims for name in claim.evidence)
    answered = [each for each in critiques if each.agent in now]
    silent: list[tuple[InfluenceKind, str, bool]] = [
        *(("evidence", name, False) for name in evidence if cited[name]),
        *(("critique", each.id, each.round >= ballot.round) for each in answered),
    ]
    rest = tuple(
        Influence(kind=kind, id=name, leads=_find_lead(now), votes=votes, decisive=False, suffices=suffices)
        for kind, name, suffices in silent
        if (kind, name) not in named
    )
    grave = {each.id: _GRAVITY.index(each.severity) for each in critiques}

    def worth(each: Influence) -> tuple[bool, bool, int, int]:
        kinds = ("evidence", "critique", "claim", "blind_spot", "condition", "person", "seat")
        weight = -cited[each.id] if each.kind == "evidence" else grave.get(each.id, 0)
        return (not each.decisive, not each.moved, kinds.index(each.kind), weight)

    return tuple(sorted((*known, *rest), key=worth))


_GRAVITY = ("CRITICAL", "MAJOR", "MINOR")
_Left = tuple[InfluenceKind, str, dict[str, str], Texts]


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
        for reason in dict.fromkeys(name for change in _list_vote_changes(position) for name in change.because):
            # Of several changes the first one counts: without its reason none of the later ones is known.
            before.setdefault(reason, {})[position.seat] = str(earlier)
    for reason, kept in sorted(before.items()):
        yield _name_kind(reason, evidence), reason, {**now, **kept}, tuple(sorted(kept))


def _list_vote_changes(position: Position) -> Sequence[Change]:
    """List what a seat gives as the reasons of its vote: what it marks so, else its only change."""
    marked = [each for each in position.changes if each.moves_vote]
    alone = len(position.changes) == 1 and position.changes[0].moves_vote is None
    return marked or (position.changes if alone else ())


def _name_kind(reason: str, evidence: frozenset[str]) -> InfluenceKind:
    """Say what a seat named as its reason; what is neither a source nor a critique is a claim of another seat."""
    if _PERSON.fullmatch(reason):
        return "person"
    if reason in evidence:
        return "evidence"
    if reason == _CONDITION:
        return "condition"
    if _BLIND_SPOT.fullmatch(reason):
        return "blind_spot"
    return "critique" if _CRITIQUE.fullmatch(reason) else "claim"


def _find_lead(votes: Mapping[str, str]) -> str | None:
    ordered = Counter(votes.values()).most_common(2)
    if not ordered or (len(ordered) > 1 and ordered[0][1] == ordered[1][1]):
        return None
    return ordered[0][0]
