"""Finds what one agent, and a vote on round 1, would have said: the baselines a debate has to beat.

The single agent is the first seat, in the order of the profile, that answered in round 1; confidence plays no part,
because agents are not equally modest. In the vote every seat that voted in round 1 has one voice, and an answer is the
text of an option of the ballot; where options were given, so is the single agent's. Without a ballot, stances that are
the same but for case, accents and punctuation are one answer, worded as by the first seat that gave it; without a
stance the recommendation counts. When answers are tied there is no winner: all are told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from moot.policies.language import words
from moot.policies.thresholds import tidy
from moot.state.ballot import Ballot
from moot.state.findings import Baselines
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position


class FirstVote(NamedTuple):
    """What one seat said in round 1."""

    seat: str
    choice: str
    """What is counted: the text of an option, else the seat's own words."""
    answer: str
    """What the seat would have answered alone."""


def cast_ballots(positions: Iterable[Position], ballot: Ballot | None = None) -> tuple[FirstVote, ...]:
    """Take the votes of round 1 from the ballot; without one, from the words of the positions."""
    if ballot is not None and any(vote.round == 1 for vote in ballot.votes):
        said = {each.seat: each.recommendation or each.stance or "" for each in positions if each.round == 1}
        return tuple(_take_votes(ballot, said))
    return tuple(
        FirstVote(each.seat, each.stance or each.recommendation or "", each.recommendation or each.stance or "")
        for each in positions
        if each.round == 1 and words(each.stance or each.recommendation or "")
    )


def cast_hypothesis_ballots(sheets: Iterable[HypothesisSheet], ballot: Ballot | None = None) -> tuple[FirstVote, ...]:
    """Take the votes of round 1 from the reasoners: each for its best hypothesis, or what it is surest of."""
    # Who finds no incident votes for that, in the words of the ballot.
    first = {
        sheet.seat: "" if sheet.no_incident else sheet.hypotheses[0].hypothesis
        for sheet in sheets
        if sheet.round == 1 and (sheet.hypotheses or sheet.no_incident)
    }
    if first and ballot is not None and any(vote.round == 1 for vote in ballot.votes):
        return tuple(_take_votes(ballot, first))
    return tuple(FirstVote(seat, text, text) for seat, text in first.items() if words(text))


def _take_votes(ballot: Ballot, said: Mapping[str, str]) -> Iterator[FirstVote]:
    for vote in ballot.votes:
        option = ballot.option(vote.option)
        if vote.round == 1 and vote.seat in said and option is not None:
            own = said[vote.seat] if option.origin == "found" else ""
            yield FirstVote(vote.seat, option.text, own or option.text)


def find_baselines(ballots: Iterable[FirstVote], seats: Sequence[str]) -> Baselines:
    """Say what the first seat alone, and the majority of round 1, would have answered."""
    places = {seat: at for at, seat in enumerate(seats)}
    ordered = sorted(ballots, key=lambda each: (places.get(each.seat, len(places)), each.seat))
    if not ordered:
        return Baselines()
    votes: dict[tuple[str, ...], list[str]] = {}
    for each in ordered:
        votes.setdefault(words(each.choice) or (each.choice,), []).append(each.choice)
    most = max(len(voices) for voices in votes.values())
    winners = tuple(voices[0] for voices in votes.values() if len(voices) == most)
    return Baselines(
        single_seat=ordered[0].seat,
        single_answer=ordered[0].answer,
        vote_answer=winners[0] if len(winners) == 1 else None,
        vote_share=tidy(most / len(ordered)),
        tied=winners if len(winners) > 1 else (),
    )
