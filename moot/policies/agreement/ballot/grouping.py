"""Tells the recommendations of a round apart: by equal words, by likeness of wording, and by a model's groups."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, get_args

from moot.policies.comparison import FULL, PARTIAL, Advice, compare_advice, is_opposite, read_advice
from moot.policies.language import Language, words
from moot.policies.thresholds import reaches
from moot.state.ballot import NEW_OPTION, Ballot, Grouping, SharedCriterion, SharedPoint
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


def read_groups(grouping: Grouping, speakers: Sequence[Speaker], said: Utterances) -> tuple[list[str], dict[str, int]]:
    """Read a model's groups: their labels, each once, and the group of each seat that spoke.

    A seat in two groups is in none: whoever put it there did not say which of them it means. Who put seats together
    that say the same but for a negation did not read them, and has placed nobody.
    """
    seats = {each.seat for each in speakers}
    labels: dict[object, int] = {}
    texts: list[str] = []
    placed: dict[str, set[int]] = {}
    for at, group in enumerate(grouping.options):
        number = labels.setdefault(words(group.label) or at, len(texts))
        if number == len(texts):
            texts.append(group.label)
        for seat in group.seats:
            if seat in seats:
                placed.setdefault(seat, set()).add(number)
    found = {seat: min(numbers) for seat, numbers in placed.items() if len(numbers) == 1}
    return texts, {} if _join_opposites(found, speakers, said) else found


def _join_opposites(placed: Mapping[str, int], speakers: Sequence[Speaker], said: Utterances) -> bool:
    grouped = [each for each in speakers if each.seat in placed]
    return any(
        placed[a.seat] == placed[b.seat] and said.is_opposite(a.position, b.position, plainly=True)
        for a, b in combinations(grouped, 2)
    )


def _deny(one: Sequence[Position], other: Sequence[Position], said: Utterances) -> bool:
    return any(said.is_opposite(mine, theirs, plainly=True) for mine in one for theirs in other)


def _reach(start: int, alike: dict[int, set[int]]) -> list[int]:
    found, todo = {start}, [start]
    while todo:
        more = alike[todo.pop()] - found
        found |= more
        todo.extend(more)
    return sorted(found)


def find_points(
    found: Grouping | None,
    before: Ballot | None,
    positions: Sequence[Position],
    round_number: int,
    votes: Mapping[str, str],
    order: Sequence[str] = (),
) -> tuple[SharedPoint, ...]:
    """Find what is shared or contradicted after a round: as a model said now, else before, and by equal words."""
    points = found.points if found is not None else _carry_points(before, positions, round_number, votes)
    points = _drop_joined(points, {each.seat for each in positions if each.round == round_number and each.joined})
    return _add_repeated(points, positions, round_number, order)


def _drop_joined(points: Sequence[SharedPoint], joined: set[str]) -> tuple[SharedPoint, ...]:
    """Take out of contradicted points who gave up its side after the positions were compared."""
    if not joined:
        return tuple(points)

    def without(seats: Sequence[str]) -> tuple[str, ...]:
        return tuple(seat for seat in seats if seat not in joined)

    left = (
        each.model_copy(update={"seats": without(each.seats), "against": without(each.against)})
        if each.against
        else each
        for each in points
    )
    return tuple(each for each in left if each.seats and len(each.seats) + len(each.against) > 1)


def _carry_points(
    before: Ballot | None, positions: Sequence[Position], round_number: int, votes: Mapping[str, str]
) -> tuple[SharedPoint, ...]:
    """Keep what a model found shared or contradicted, for those who still say it.

    Who says all that it said then still says it; who left something out does if what it kept has the point's words.
    Nobody stands on a point whose claim it withdrew. A point that was contradicted parted those who voted apart: who
    votes for something else now left its side of it, and when all vote alike who did not then, it parts nobody.
    Where all voted alike already, the model found the contradiction beside the same votes, so it holds on.
    """
    if before is None:
        return ()
    last, said = before.round, {(each.round, each.seat): each for each in positions}
    earlier = {seat: vote for seat in votes if (vote := before.last_vote(seat)) is not None}
    moved = {seat for seat, vote in earlier.items() if vote != votes[seat]}
    reconciled = len(set(votes.values())) == 1 and len(set(earlier.values())) > 1

    def holds(seat: str, point: SharedPoint) -> bool:
        now, then = said.get((round_number, seat)), said.get((last, seat))
        if now is None or then is None or not _still_says(point, then, now):
            return False
        return not (point.against and seat in moved) and not _gave_up(point.text, then, now)

    kept = (
        point.model_copy(
            update={
                "seats": tuple(seat for seat in point.seats if holds(seat, point)),
                "against": tuple(seat for seat in point.against if holds(seat, point) and not reconciled),
            }
        )
        for point in before.points
        if not point.by_words
    )
    return tuple(point for point in kept if point.seats and len(point.seats) + len(point.against) > 1)


def _add_repeated(
    points: Sequence[SharedPoint], positions: Sequence[Position], round_number: int, seats: Sequence[str]
) -> tuple[SharedPoint, ...]:
    """Share what seats say in the same words now: a point with all who say it, and each sentence of two or more.

    Who says a point word for word contradicts it no longer. `seats` is the order in which they are named.
    """
    now = {each.seat: each for each in positions if each.round == round_number and each.spoke}
    order = [*(seat for seat in seats if seat in now), *(seat for seat in now if seat not in seats)]
    known, found = [*points], list[SharedPoint]()
    for criterion in _CRITERIA:
        texts: dict[Key, str] = {}
        holders: dict[Key, list[str]] = {}
        for seat in order:
            for key, text in list_statements(now[seat], criterion).items():
                texts.setdefault(key, text)
                holders.setdefault(key, []).append(seat)
        named = {words(each.text) for each in known if each.criterion == criterion}
        known = [_join_point(each, holders) if each.criterion == criterion else each for each in known]
        found += [
            SharedPoint(criterion=criterion, text=texts[key], seats=tuple(said), by_words=True)
            for key, said in holders.items()
            if len(said) > 1 and key not in named
        ]
    return (*known, *found)


def list_statements(position: Position, criterion: SharedCriterion) -> dict[Key, str]:
    """List what a seat says on a criterion: each statement under the words that make it equal to another."""
    held = getattr(position, criterion) or ()
    return {key: each for each in ((held,) if isinstance(held, str) else held) if (key := words(each))}


def _join_point(point: SharedPoint, holders: Mapping[Key, Sequence[str]]) -> SharedPoint:
    """Add who says a point in its own words to those who hold it."""
    also = holders.get(words(point.text), ())
    seats = tuple(dict.fromkeys((*point.seats, *also)))
    return point.model_copy(
        update={"seats": seats, "against": tuple(seat for seat in point.against if seat not in also)}
    )


def _still_says(point: SharedPoint, then: Position, now: Position) -> bool:
    """Say whether a seat still says what a point was found in."""
    before, after = list_statements(then, point.criterion), list_statements(now, point.criterion)
    if not before or before.keys() <= after.keys():
        return bool(before) or not after
    named = set(words(point.text))
    kept = (set(key) for key in before.keys() & after.keys())
    return bool(named) and any(reaches(len(named & each) / len(named), _SAID_BY_CLAIM) for each in kept)


_CRITERIA: tuple[SharedCriterion, ...] = get_args(SharedCriterion)
_SAID_BY_CLAIM = 2 / 3
"""So much of a point's wording stands in the claim or statement that it sums up."""


def _gave_up(text: str, then: Position, now: Position) -> bool:
    """Say whether a seat withdrew the claim that a point sums up: the point has its words."""
    named = set(words(text))
    claims = (claim.statement for claim in then.claims if claim.id in now.withdrawn)
    return bool(named) and any(reaches(len(named & set(words(each))) / len(named), _SAID_BY_CLAIM) for each in claims)
