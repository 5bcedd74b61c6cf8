"""Finds which seats changed their mind, and whether they say why.

A seat has changed its mind when it votes for another option of the ballot than before; rewording is no change. A change
has a reason when it names a critique or a piece of evidence that exists, grants a critique in whole or in part, or
rests a claim that it makes for the first time on evidence. One without a reason stays recorded, but does not move the
debate: in comparisons the seat counts with the last stance it has accounted for, also in later rounds, until it names
its reason or returns (X-84: agreement is not forced). Its choice is set back too: no choice is an unchanged vote.

A seat counts as having changed position when it says so (`no`, `partly`) or when its vote has changed although
it says otherwise (D-86, X-27).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from moot.policies.language import fold
from moot.state.ballot import Ballot
from moot.state.bookkeeping import StanceChanges
from moot.state.facts import state_fact
from moot.state.positions import Position

_SEPARATORS = re.compile(r"[\s,;()\[\]]+")
_RAG = "rag:"


def gate_revision(
    position: Position, known_ids: Collection[str], earlier: Iterable[Position], *, moved: bool
) -> Position:
    """Mark a revision that votes for something else without a reason that exists."""
    unexplained = moved and not _any_known(_list_reasons(position, earlier), known_ids)
    return mark_unexplained(position, unexplained=unexplained)


def mark_unexplained(position: Position, *, unexplained: bool) -> Position:
    """Mark a position, or give it back as it is where nothing changes."""
    return position if position.unexplained == unexplained else position.model_copy(update={"unexplained": unexplained})


def explains_change(position: Position, known_ids: Collection[str]) -> bool:
    """Say whether a revision names at least one critique or piece of evidence that exists for what it changes."""
    return _any_known((because for change in position.changes for because in change.because), known_ids)


def _list_reasons(position: Position, earlier: Iterable[Position]) -> Iterator[str]:
    """List what may have moved a seat: what its changes name, critiques it grants, sources of its new claims."""
    yield from (because for change in position.changes for because in change.because)
    yield from (answer.critique_id for answer in position.answers if answer.outcome != "rejected")
    before = {claim.statement for each in earlier if each.seat == position.seat for claim in each.claims}
    yield from (cited for claim in position.claims if claim.statement not in before for cited in claim.evidence)


def _any_known(reasons: Iterable[str], known_ids: Collection[str]) -> bool:
    known = {fold(each) for each in known_ids}
    return any(_names(each, known) for each in reasons)


def last_held(position: Position, positions: Iterable[Position]) -> Position | None:
    """Find the last earlier position of the same seat that it has accounted for."""
    earlier = [
        each
        for each in positions
        if each.seat == position.seat and each.round < position.round and not each.unexplained and _advises(each)
    ]
    return max(earlier, key=lambda each: each.round, default=None)


def hold_unexplained(round_number: int, positions: Sequence[Position]) -> tuple[Position, ...]:
    """List who spoke in a round, by seat; who flipped without a reason counts with its earlier stance."""
    spoke = [each for each in positions if each.round == round_number and each.spoke]
    return tuple(_held(each, positions) for each in sorted(spoke, key=lambda each: each.seat))


def hold_all(positions: Sequence[Position]) -> tuple[Position, ...]:
    """List who spoke in each round so far; who flipped without a reason counts with its earlier stance."""
    rounds = sorted({each.round for each in positions})
    return tuple(each for number in rounds for each in hold_unexplained(number, positions))


def count_changes(round_number: int, positions: Sequence[Position], ballot: Ballot) -> StanceChanges:
    """Count who changed position in a round, and who did so without a reason."""
    now = sorted((each for each in positions if each.round == round_number and each.spoke), key=lambda each: each.seat)
    changed = tuple(each.seat for each in now if _moved(each, ballot))
    unexplained = tuple(each.seat for each in now if each.unexplained)
    reason = state_fact("agreement.nobody_moved", round=round_number)
    if changed:
        reason = state_fact("agreement.moved", round=round_number, changed=changed)
    if unexplained:
        reason = state_fact("agreement.moved_silently", moved=reason, unexplained=unexplained)
    return StanceChanges(round=round_number, changed=changed, unexplained=unexplained, reason=reason)


def _names(text: str, known: set[str]) -> bool:
    folded = fold(text).strip()
    parts = {part.strip(".:").removeprefix(_RAG) for part in _SEPARATORS.split(folded)}
    return folded in known or bool(parts & known)


def _advises(position: Position) -> bool:
    return bool(position.stance or position.recommendation)


def _held(position: Position, positions: Sequence[Position]) -> Position:
    before = last_held(position, positions) if position.unexplained else None
    if before is None:
        return position
    return position.model_copy(
        update={"stance": before.stance, "recommendation": before.recommendation, "choice": None}
    )


def _moved(position: Position, ballot: Ballot) -> bool:
    if position.keeps_position in ("no", "partly") or position.unexplained:
        # The vote of an unexplained flip is set back, so the mark alone tells of it.
        return True
    now = ballot.vote_of(position.seat, position.round)
    before = [vote for vote in ballot.votes if vote.seat == position.seat and vote.round < position.round]
    return bool(now and before) and now != max(before, key=lambda vote: vote.round).option
