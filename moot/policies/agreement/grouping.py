"""Tells the recommendations of a round apart: by equal words, by likeness of wording, and by a model's groups."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from moot.policies.comparison import FULL, PARTIAL, Advice, compare_advice, is_opposite, read_advice
from moot.policies.language import Language, reaches, words
from moot.state.ballot import NEW_OPTION, Ballot, Grouping, SharedPoint
from moot.state.findings import PairAgreement
from moot.state.positions import Position

Key = tuple[str, ...]


class Speaker(NamedTuple):
    """A seat that recommends something in the round, and what it voted for before."""

    position: Position
    earlier: str | None

    @property
    def seat(self) -> str:
        """Who speaks."""
        return self.position.seat

    @property
    def choice(self) -> str | None:
        """What it chose, whether or not there is such an option."""
        return self.position.choice

    @property
    def chose_new(self) -> bool:
        """Whether it chose none of the options so far."""
        return self.position.choice == NEW_OPTION

    @property
    def keeps(self) -> bool:
        """Whether it says that it keeps its position, and has one."""
        return self.earlier is not None and self.position.keeps_position == "yes" and not self.chose_new

    @property
    def gave_up(self) -> bool:
        """Whether it says that it does not keep its position."""
        return self.position.keeps_position == "no" or self.chose_new

    @property
    def label(self) -> str:
        """How an option of its own is worded."""
        return self.position.stance or self.position.recommendation or self.seat


class Utterances:
    """Reads each recommendation once, and compares them."""

    def __init__(self, language: Language, told: Iterable[PairAgreement] = ()) -> None:
        self._language = language
        self._told = {frozenset((pair.a, pair.b)): pair.recommendation for pair in told}
        self.told = {seat for names, level in self._told.items() if level is not None for seat in names}
        """Who was compared by somebody else."""
        self._advice: dict[tuple[str, int], Advice] = {}
        self._keys: dict[tuple[str, int], Key] = {}

    def key(self, position: Position) -> Key:
        """What makes two recommendations equal: the words of the stance, else of the recommendation."""
        place = position.seat, position.round
        if place not in self._keys:
            self._keys[place] = words(position.stance or position.recommendation or "")
        return self._keys[place]

    def classify(self, speakers: Sequence[Speaker]) -> list[list[Speaker]]:
        """Group who says the same word for word, in the order of the seats."""
        groups: dict[tuple[str, Key], list[Speaker]] = {}
        for speaker in speakers:
            key = self.key(speaker.position)
            groups.setdefault(("", key) if key else (speaker.seat, key), []).append(speaker)
        return list(groups.values())

    def distinct(self, positions: Iterable[Position]) -> list[Position]:
        """Keep one of those that say the same word for word in stance and recommendation."""
        seen = {(words(each.stance or ""), words(each.recommendation or "")): each for each in positions}
        return list(seen.values())

    def is_alike(self, group: Sequence[Speaker], other: Position) -> bool:
        """Say whether one of a group recommends fully the same as somebody else."""
        return any(self._level(each.position, other) == FULL for each in group)

    def agrees_partly(self, one: Position, other: Position) -> bool:
        """Say whether two recommendations agree at least in part."""
        level = self._level(one, other)
        return level is not None and reaches(level, PARTIAL)

    def is_opposite(self, one: Position, other: Position, *, plainly: bool = False) -> bool:
        """Say whether one advises against what the other advises."""
        return is_opposite(self._read(one), self._read(other), plainly=plainly)

    def _read(self, position: Position) -> Advice:
        place = position.seat, position.round
        if place not in self._advice:
            self._advice[place] = read_advice(position, self._language)
        return self._advice[place]

    def _level(self, one: Position, other: Position) -> float | None:
        if one.round == other.round:
            told = self._told.get(frozenset((one.seat, other.seat)))
            if told is not None:
                return told
        return compare_advice(self._read(one), self._read(other))


def find_alike(groups: Sequence[list[Speaker]], said: Utterances) -> Iterator[list[list[Speaker]]]:
    """Put groups together whose wordings agree fully, directly or by way of others.

    Where two of those put together would not agree at all, only those stay together that agree with the very same
    others: a chain of small differences is no agreement. So nothing depends on the order of the groups but the order of
    what is found.
    """
    alike = {at: {at} for at in range(len(groups))}
    apart: set[frozenset[int]] = set()
    for a, b in combinations(range(len(groups)), 2):
        one = said.distinct(each.position for each in groups[a])
        other = said.distinct(each.position for each in groups[b])
        if any(said.is_alike(groups[a], each) for each in other) and not _deny(one, other, said):
            alike[a].add(b)
            alike[b].add(a)
        elif not any(said.agrees_partly(mine, theirs) for mine in one for theirs in other):
            apart.add(frozenset((a, b)))
    done: set[int] = set()
    for at in range(len(groups)):
        if at not in done:
            reached = _reach(at, alike)
            if any(frozenset(pair) in apart for pair in combinations(reached, 2)):
                reached = [each for each in reached if alike[each] == alike[at]]
            done.update(reached)
            yield [groups[each] for each in reached]


def group_by_label(grouping: Grouping, seats: Collection[str]) -> tuple[list[str], dict[str, int]]:
    """Read a model's groups: their labels, each once, and the first group of each seat that spoke."""
    labels: dict[object, int] = {}
    texts: list[str] = []
    placed: dict[str, int] = {}
    for at, group in enumerate(grouping.options):
        number = labels.setdefault(words(group.label) or at, len(texts))
        if number == len(texts):
            texts.append(group.label)
        for seat in group.seats:
            if seat in seats:
                placed.setdefault(seat, number)
    return texts, placed


def _deny(one: Sequence[Position], other: Sequence[Position], said: Utterances) -> bool:
    return any(said.is_opposite(mine, theirs, plainly=True) for mine in one for theirs in other)


def _reach(start: int, alike: dict[int, set[int]]) -> list[int]:
    found, todo = {start}, [start]
    while todo:
        more = alike[todo.pop()] - found
        found |= more
        todo.extend(more)
    return sorted(found)


def carry_points(before: Ballot | None, positions: Sequence[Position], round_number: int) -> tuple[SharedPoint, ...]:
    """Keep what a model found shared or contradicted, for those who have not said anything else on it since."""
    if before is None:
        return ()
    last, said = before.round, {(each.round, each.seat): each for each in positions}

    def holds(seat: str, criterion: str) -> bool:
        now, then = said.get((round_number, seat)), said.get((last, seat))
        return now is not None and then is not None and getattr(now, criterion) == getattr(then, criterion)

    kept = (
        point.model_copy(
            update={
                "seats": tuple(seat for seat in point.seats if holds(seat, point.criterion)),
                "against": tuple(seat for seat in point.against if holds(seat, point.criterion)),
            }
        )
        for point in before.points
    )
    return tuple(point for point in kept if len(point.seats) + len(point.against) > 1)
