"""Groups the seats that hold the same stance.

Seats that vote for the same option stand together. Where there is no vote, equal stances mean the same; a seat that
gave no stance is known by its recommendation. Case, accents and punctuation do not matter. A seat that changed its
stance without naming a reason stands where it stood before. Camps are ordered by the number of seats, then by mean
confidence, then by the first seat in the profile's order, so the first camp is the best supported one.
"""

from collections.abc import Iterable, Sequence

from moot.policies.comparison.stances.stances import hold_unexplained
from moot.policies.language import words
from moot.policies.thresholds import mean
from moot.state.ballot import Ballot
from moot.state.base import Confidence, Texts, Value
from moot.state.positions import Position


class Camp(Value):
    """Seats that hold the same stance, the most confident first."""

    positions: tuple[Position, ...]
    confidence: Confidence | None
    """The mean of those who stated one."""

    @property
    def seats(self) -> Texts:
        """Who stands here."""
        return tuple(position.seat for position in self.positions)

    @property
    def recommendation(self) -> str:
        """What the most confident of them recommends, in its own words."""
        stated = (position.recommendation or position.stance for position in self.positions)
        return next((text for text in stated if text), "")


def keep_latest(positions: Iterable[Position], order: Sequence[str]) -> tuple[Position, ...]:
    """Keep the last position of each seat in which anything arrived, in the profile's order."""
    said = tuple(positions)
    latest: dict[str, Position] = {}
    for number in sorted({position.round for position in said}):
        latest.update((position.seat, position) for position in hold_unexplained(number, said))
    place = {seat: index for index, seat in enumerate(order)}
    return tuple(sorted(latest.values(), key=lambda each: (place.get(each.seat, len(place)), each.seat)))


def group_camps(positions: Sequence[Position], ballot: Ballot | None = None) -> tuple[Camp, ...]:
    """Group the seats by what they vote for, or else recommend, the best supported group first."""
    groups: dict[str | tuple[str, ...], list[Position]] = {}
    for position in positions:
        vote = ballot.last_vote(position.seat) if ballot else None
        key = vote or words(position.stance or position.recommendation or "")
        if key:
            groups.setdefault(key, []).append(position)
    camps = [_make_camp(members) for members in groups.values()]
    # Sorting is stable, so camps that are equal in size and confidence stay in the order of their first seats.
    return tuple(sorted(camps, key=lambda camp: (-len(camp.positions), -(camp.confidence or 0.0))))


def average_confidence(positions: Iterable[Position]) -> float | None:
    """Average the confidences that were stated; None when none was."""
    return mean(position.confidence for position in positions if position.confidence is not None)


def _make_camp(members: list[Position]) -> Camp:
    ordered = sorted(members, key=lambda position: -(position.confidence or 0.0))
    return Camp(positions=tuple(ordered), confidence=average_confidence(members))
