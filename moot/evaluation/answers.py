"""Reads what a debate answered: what its users got, and what each seat voted for.

The ballot says who stands for what. Where the question has choices they are its options, and an option's id is the
answer. Otherwise an option's answer is the one most of those who vote for it gave in their own words, of tied ones that
of the first seat, else what the option's own text says. A debate without a ballot is read from the words alone.

A debate answers only with a decision: one that waits for a person, or ended without one, gave no answer.
"""

from collections.abc import Sequence

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import extract_answer
from moot.evaluation.plurality import take_plurality
from moot.state.ballot import Ballot
from moot.state.positions import Position
from moot.views.result import Result, find_decided_option

_Answers = tuple[str | None, ...]


def read_decision(result: Result, item: DatasetItem) -> str | None:
    """Read the answer that users of a debate got; None when it gave none."""
    if result.status != "decided":
        return None
    option = find_decided_option(result)
    if item.options and option is not None:
        return option.id
    stated = extract_answer(result.decision, item)
    if stated is not None or option is None or result.ballot is None:
        return stated
    return _read_option(result.ballot, option.id, result.ballot.round, result.positions, item)


def read_votes(result: Result, item: DatasetItem, seats: Sequence[str], number: int) -> _Answers:
    """Read what each seat voted for in a round; None for one that did not vote."""
    ballot = result.ballot
    if ballot is None or not any(vote.round == number for vote in ballot.votes):
        said = {each.seat: each for each in result.positions if each.round == number}
        return tuple(_read_words(said.get(seat), item) for seat in seats)
    voted = [ballot.vote_of(seat, number) for seat in seats]
    answers = {each: _read_option(ballot, each, number, result.positions, item) for each in voted if each is not None}
    return tuple(None if each is None else answers[each] for each in voted)


def _read_option(
    ballot: Ballot, identifier: str, number: int, positions: Sequence[Position], item: DatasetItem
) -> str | None:
    if item.options:
        return identifier
    voters = {vote.seat for vote in ballot.votes if (vote.round, vote.option) == (number, identifier)}
    given = [_read_words(each, item) for each in positions if each.round == number and each.seat in voters]
    option = ballot.option(identifier)
    return take_plurality(given) or extract_answer(option.text if option else None, item)


def _read_words(position: Position | None, item: DatasetItem) -> str | None:
    if position is None:
        return None
    return extract_answer(position.recommendation, item) or extract_answer(position.stance, item)
