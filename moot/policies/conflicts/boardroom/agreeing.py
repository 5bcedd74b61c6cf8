"""Finds whether two parties of a conflict have come to terms, whatever their words have in common.

- Who names the other party under `accepts` has accepted its last terms. One side is enough, unless the other one
  moved away from these terms in the same round.
- Without such a declaration, both have agreed when both say so in their recommendations, neither keeps its position,
  and the figures they name are the same: most of those of the party that names fewer.
- Whoever keeps its position has not agreed in words; a denied "I agree" is none.
- A condition that a party states as its reservation keeps the two apart, whatever they choose or accept, until the
  other one states it as well, or accepts the terms of which it was already a part, or takes it over by itself.
- A condition that was extended after it was accepted is open again: only what was shown has been accepted.
- Whoever takes over another's terms with an exception holds that exception as a condition of its own.
"""

import re
from collections.abc import Mapping, Sequence

from moot.policies.language import words
from moot.state.conflicts import Reservation
from moot.state.positions import Position

_AGREEING = frozenset(
    {"aceito", "aceitamos", "acordo", "concordo", "concordamos", "accept", "agree", "agreed"}
    | {"setuju", "sepakat", "menerima", "terima"}
)
_DENYING = frozenset({"nao", "not", "don't", "cannot", "can't", "tidak", "belum", "no", "so", "only", "hanya"})
"""Words before it that make it no agreement: not, and only on a condition."""
_NEAR = 2
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*%?")
_SAME_FIGURES = 0.6
_LEAST_FIGURES = 2
_SAME_CONDITION = 0.7
"""A condition is stated elsewhere when so many of its words stand there, and all of its figures."""


def have_agreed(parties: Sequence[Position]) -> bool:
    """Say whether the parties agree, by their last words in a round."""
    if len(parties) != 2:  # a conflict has two sides
        return False
    one, other = parties
    declared = _accepts_terms(one, other.seat) or _accepts_terms(other, one.seat)
    if declared:
        return all(each.keeps_position != "no" or each.accepts for each in parties)
    return all(_says_so(each) and each.keeps_position != "yes" for each in parties) and _share_figures(one, other)


def find_reservations(
    parties: Sequence[Position], before: Mapping[str, Position] | None = None
) -> tuple[Reservation, ...]:
    """List the conditions of either party that the other has not accepted; `before` is what each held a round ago."""
    if len(parties) != 2:
        return ()
    one, other = parties
    return (
        *_list_unshared(one, other, before or {}),
        *_list_exceptions(one, other),
        *_list_unshared(other, one, before or {}),
        *_list_exceptions(other, one),
    )


def find_unaccepted(positions: Sequence[Position]) -> tuple[Reservation, ...]:
    """List the conditions that seats hold in the end and that somebody else has not accepted.

    Who took a condition over once has accepted it for as long as it is held in the same substance; so has who states it
    as its own.
    """
    spoken = [each for each in sorted(positions, key=lambda each: each.round) if each.spoke]
    latest = {each.seat: each for each in spoken}
    return tuple(
        Reservation(seat=seat, text=held.reservation.strip(), accepted_by=accepted)
        for seat, held in sorted(latest.items())
        if held.reservation.strip()
        for accepted in (
            tuple(other for other in latest if other != seat and has_accepted(latest[other], held, spoken)),
        )
        if len(accepted) < len(latest) - 1
    )


def has_accepted(other: Position, held: Position, spoken: Sequence[Position]) -> bool:
    """Say whether a seat states what another reserves as its own, or took it over once it was on record."""
    if other.reservation.strip() and _covers(other.reservation, held.reservation):
        return True
    for taking in (each for each in spoken if each.seat == other.seat and takes_over_reservation(each, held.seat)):
        shown = (each.text for each in taking.takes_over if each.seat == held.seat and not each.exception.strip())
        if any(text and _covers(text, held.reservation) for text in shown):
            return True
        # What is taken over is what was on record when the seat spoke.
        before = [each.reservation for each in spoken if each.seat == held.seat and each.round < taking.round]
        if before and _covers(before[-1], held.reservation):
            return True
    return False


def takes_over_reservation(position: Position, of: str) -> bool:
    """Say whether a party has taken over what another reserves: with its terms, by itself, and without exception."""
    told = (each for each in position.takes_over if each.seat == of)
    return of in position.accepts or any(each.part == "terms" or not each.exception.strip() for each in told)


def _list_unshared(one: Position, other: Position, before: Mapping[str, Position]) -> tuple[Reservation, ...]:
    text, shared = one.reservation.strip(), [other.reservation]
    if takes_over_reservation(other, one.seat) and one.seat in before:
        shared.append(before[one.seat].reservation)
    if not text or any(_covers(each, text) for each in shared):
        return ()
    return (Reservation(seat=one.seat, text=text),)


def _accepts_terms(position: Position, of: str) -> bool:
    return of in position.accepts or any(each.seat == of and each.part == "terms" for each in position.takes_over)


def _list_exceptions(one: Position, other: Position) -> tuple[Reservation, ...]:
    """List what one party leaves out of the other's terms, unless its reservation says so already."""
    told = (each.exception.strip() for each in one.takes_over if each.seat == other.seat and each.part == "terms")
    return tuple(
        Reservation(seat=one.seat, text=each, left_out_of=other.seat)
        for each in told
        if each and not _covers(one.reservation, each)
    )


def _covers(stated: str, condition: str) -> bool:
    """Say whether a text states a condition whole: one that was extended since is another one."""
    held, said = frozenset(words(condition)), frozenset(words(stated))
    if not held or not frozenset(_FIGURE.findall(condition)) <= frozenset(_FIGURE.findall(stated)):
        return False
    return len(held & said) / len(held) >= _SAME_CONDITION


def _says_so(position: Position) -> bool:
    said = words(position.recommendation or "")
    return any(
        word in _AGREEING and _DENYING.isdisjoint(said[max(0, place - _NEAR) : place])
        for place, word in enumerate(said)
    )


def _share_figures(one: Position, other: Position) -> bool:
    named = [frozenset(_FIGURE.findall(each.recommendation or "")) for each in (one, other)]
    fewer = min(map(len, named))
    return fewer >= _LEAST_FIGURES and len(named[0] & named[1]) / fewer >= _SAME_FIGURES
