"""Finds what one agent, and a vote on round 1, would have said: the baselines a debate has to beat.

The single agent is the first seat, in the order of the profile, that answered in round 1; confidence plays no part,
because agents are not equally modest. In the vote every seat that answered in round 1 has one voice. Stances that
are the same but for case, accents and punctuation are one answer; without a stance the recommendation counts.
An answer is worded as by the first seat that gave it. When answers are tied there is no winner: all are told.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from moot.policies.language import tidy, words
from moot.state.findings import Baselines
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position


class Ballot(NamedTuple):
    """One seat's voice."""

    seat: str
    choice: str
    """What is counted."""
    answer: str
    """What the seat would have answered alone."""


def cast_ballots(positions: Iterable[Position]) -> tuple[Ballot, ...]:
    """Take the voices of round 1 from the positions."""
    return tuple(
        Ballot(each.seat, each.stance or each.recommendation or "", each.recommendation or each.stance or "")
        for each in positions
        if each.round == 1 and words(each.stance or each.recommendation or "")
    )


def cast_hypothesis_ballots(sheets: Iterable[HypothesisSheet]) -> tuple[Ballot, ...]:
    """Take the voices of round 1 from the reasoners: each votes for what it is surest of."""
    first = ((sheet.seat, sheet.hypotheses[0].hypothesis) for sheet in sheets if sheet.round == 1 and sheet.hypotheses)
    return tuple(Ballot(seat, text, text) for seat, text in first if words(text))


def find_baselines(ballots: Iterable[Ballot], seats: Sequence[str]) -> Baselines:
    """Say what the first seat alone, and the majority of round 1, would have answered."""
    places = {seat: at for at, seat in enumerate(seats)}
    ordered = sorted(ballots, key=lambda each: (places.get(each.seat, len(places)), each.seat))
    if not ordered:
        return Baselines()
    votes: dict[tuple[str, ...], list[str]] = {}
    for ballot in ordered:
        votes.setdefault(words(ballot.choice), []).append(ballot.choice)
    most = max(len(voices) for voices in votes.values())
    winners = tuple(voices[0] for voices in votes.values() if len(voices) == most)
    return Baselines(
        single_seat=ordered[0].seat,
        single_answer=ordered[0].answer,
        vote_answer=winners[0] if len(winners) == 1 else None,
        vote_share=tidy(most / len(ordered)),
        tied=winners if len(winners) > 1 else (),
    )
