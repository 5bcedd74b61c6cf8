"""Describes how the seats voted in each round, and who stands against whom in the end."""

from collections.abc import Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.policies.comparison.stances import group_camps
from moot.state.ballot import BallotOption
from moot.views.report.story import Story
from moot.views.wording.agreement import find_overruled
from moot.views.wording.disputes import list_opposition


class VoteCourse(NamedTuple):
    """What each seat voted for, round by round."""

    rounds: Sequence[int]
    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    """A seat and the option it voted for in each round; a dash where it did not vote."""


def describe_votes(story: Story) -> VoteCourse:
    """Describe who voted for what in each round."""
    votes = story.result.ballot.votes if story.result.ballot else ()
    rounds = sorted({vote.round for vote in votes})
    cast = {(vote.seat, vote.round): vote.option for vote in votes}
    voted = [seat for seat in story.seats if any(vote.seat == seat for vote in votes)]
    rows = [(seat, [cast.get((seat, number), "–") for number in rounds]) for seat in voted]
    return VoteCourse(rounds, [say("report.round_number", round=number) for number in rounds], rows)


class Dissent(NamedTuple):
    """Who stands against whom."""

    overruled: BallotOption | None
    """What the majority votes for, where the council decided against it."""
    sides: Sequence[tuple[Sequence[str], str]]
    """Seats and what they stand for."""
    opposition: Sequence[str] = ()
    """What parties hold against the decision, in their own words."""


def describe_dissent(story: Story) -> Dissent:
    """Describe who stands for what in the end: as the ballot says, else by equal stances.

    Hypotheses about a root cause are no sides: the judge ranks them, and the report has a part of its own for that.
    """
    ballot = story.result.ballot
    if story.result.rca is not None:
        sides: Sequence[tuple[Sequence[str], str]] = ()
    elif ballot is not None:
        sides = [(option.seats, option.wording) for option in ballot.options if option.seats]
    else:
        sides = [(camp.seats, camp.recommendation) for camp in group_camps(story.latest)]
    return Dissent(find_overruled(story.result), sides, [*list_opposition(story.result)])
