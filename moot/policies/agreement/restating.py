"""Tells an option as those who vote for it put it now: its label is from the round in which it was found.

- Options that were given never change. Nor do found ones in their first round: the label tells what was said then.
- The present words are those of the surest voter of the last round in which somebody voted for it, before others one
  who holds no reservation: a reservation is against the option as others hold it. Ties go by name.
- Words that a seat said already while it voted for something else are not about this option.
- As long as that voter says what somebody said for the option when it was found, or says its label, the label stands.
- So it does where the present words are those of another option: two options never read the same.
- Everything follows from votes and positions, so a round that is counted again gives the same words.
"""

from collections.abc import Iterable, Sequence

from moot.policies.language import words
from moot.state.ballot import BallotOption, Vote
from moot.state.positions import Position


def restate_options(
    options: Sequence[BallotOption], votes: Iterable[Vote], positions: Iterable[Position]
) -> tuple[BallotOption, ...]:
    """Give every found option its present wording, where its voters have reworded it."""
    cast = tuple(votes)
    said = {(each.round, each.seat): each for each in positions}
    present = {option.id: _find_present(option, cast, said) for option in options}
    taken = [words(text) for option in options for text in {option.text, present[option.id]} if text]
    return tuple(
        option.model_copy(update={"restated": text if taken.count(words(text)) == 1 else ""})
        for option in options
        for text in (present[option.id],)
    )


def _find_present(option: BallotOption, votes: Sequence[Vote], said: dict[tuple[int, str], Position]) -> str:
    rounds = [vote.round for vote in votes if vote.option == option.id]
    if option.origin == "given" or not rounds or min(rounds) == max(rounds):
        return ""
    first, last = (
        [said[vote.round, vote.seat] for vote in votes if _is_cast(vote, option, number) and _key(vote) in said]
        for number in (min(rounds), max(rounds))
    )
    spoken = sorted(last, key=lambda each: (bool(each.reservation.strip()), -(each.confidence or 0.0), each.seat))
    elsewhere = {
        (vote.seat, words(_tell(said[_key(vote)]))) for vote in votes if vote.option != option.id and _key(vote) in said
    }
    surest = next((each for each in spoken if _tell(each) and (each.seat, words(_tell(each))) not in elsewhere), None)
    if surest is None or words(_tell(surest)) in {words(option.text), *(words(_tell(each)) for each in first)}:
        return ""
    return _tell(surest)


def _is_cast(vote: Vote, option: BallotOption, number: int) -> bool:
    return vote.option == option.id and vote.round == number


def _key(vote: Vote) -> tuple[int, str]:
    return vote.round, vote.seat


def _tell(position: Position) -> str:
    return (position.stance or position.recommendation or "").strip()
