from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.ballot.counting import count_ballot
from moot.policies.agreement.voting.baselines import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.state.ballot import Ballot, BallotOption, Grouping, OptionGroup, Vote
from moot.state.findings import Baselines
from moot.state.positions import Position
from tests.policies.voices import any_positions, hypothesis, position, reasoner

SEATS = ("cro", "cfo", "coo", "cmo")


def stances(*given: str | None) -> list[Position]:
    return [position(seat, stance=stance) for seat, stance in zip(SEATS, given, strict=False)]


@pytest.mark.parametrize(
    ("positions", "answer", "share", "tied"),
    [
        pytest.param(stances("Sell", "Keep", "sell.", "Rent"), "Sell", 0.5, (), id="plurality, folded"),
        pytest.param(stances("Sell", "Keep", "Sell", "Keep"), None, 0.5, ("Sell", "Keep"), id="a tie is told"),
        pytest.param(stances("Sell", "Keep", "Rent"), None, 1 / 3, ("Sell", "Keep", "Rent"), id="all differ"),
        pytest.param(stances("Sell", None, None, "Sell"), "Sell", 1.0, (), id="only who answered votes"),
        pytest.param(stances("Sell"), "Sell", 1.0, (), id="one voice"),
        pytest.param(stances("Sell", "Do not sell", "Sell"), "Sell", 2 / 3, (), id="opposites are two answers"),
        pytest.param([], None, None, (), id="nobody answered"),
    ],
)
def test_vote(positions: list[Position], answer: str | None, share: float | None, tied: tuple[str, ...]) -> None:
    found = find_baselines(cast_ballots(positions), SEATS)
    assert (found.vote_answer, found.tied) == (answer, tied)
    assert found.vote_share == (share if share is None else pytest.approx(share))


def test_only_round_one_votes() -> None:
    said = [*stances("Sell", "Sell"), position("cfo", 2, stance="Keep"), position("coo", 2, stance="Keep")]
    assert find_baselines(cast_ballots(said), SEATS).vote_answer == "Sell"


@pytest.mark.parametrize(
    ("positions", "seat", "answer"),
    [
        pytest.param(
            [position("cfo", recommendation="B"), position("cro", recommendation="A")], "cro", "A", id="first seat"
        ),
        pytest.param(
            [position("cfo", recommendation="B"), position("cro", status="failed")], "cfo", "B", id="who answered"
        ),
        pytest.param([position("cmo", stance="Sell", confidence=0.1)], "cmo", "Sell", id="a stance, however unsure"),
        pytest.param([], None, None, id="nobody"),
    ],
)
def test_single(positions: list[Position], seat: str | None, answer: str | None) -> None:
    found = find_baselines(cast_ballots(positions), SEATS)
    assert (found.single_seat, found.single_answer) == (seat, answer)


def choose(choices: str) -> list[Position]:
    return [position(seat, recommendation="Because", choice=each) for seat, each in zip(SEATS, choices, strict=True)]


def test_the_ballot_says_what_was_voted_for() -> None:
    """X-21a: in other words, but one option; the answer is its text."""
    texts = ("Go", "Enter", "Start", "Wait")
    said = [position(seat, recommendation=text) for seat, text in zip(SEATS, texts, strict=True)]
    meant = Grouping(options=(OptionGroup(label="Enter the market", seats=("cro", "cfo", "coo")),))
    ballot = count_ballot(1, said, "en", 0.7, grouping=meant, order=SEATS)
    later = count_ballot(2, [*said, position("cmo", 2, recommendation="Go")], "en", 0.7, previous=ballot)
    found = find_baselines(cast_ballots(said, later), SEATS)
    assert (found.vote_answer, found.vote_share, found.tied) == ("Enter the market", 0.75, ())
    assert (found.single_seat, found.single_answer) == ("cro", "Go")


def test_given_options_are_the_answers_of_everybody() -> None:
    said = choose("BBA?")
    ballot = count_ballot(1, said, "en", 0.7, given=("Yes", "No"), order=SEATS)
    found = find_baselines(cast_ballots(said, ballot), SEATS)
    assert (found.single_answer, found.vote_answer) == ("No", "No")
    assert found.vote_share == pytest.approx(2 / 3)


def test_a_tie_of_options_is_told() -> None:
    said = choose("BABA")
    ballot = count_ballot(1, said, "en", 0.7, given=("Yes", "No"), order=SEATS)
    found = find_baselines(cast_ballots(said, ballot), SEATS)
    assert (found.vote_answer, found.tied) == (None, ("No", "Yes"))


def test_reasoners_of_one_option_give_one_answer() -> None:
    causes = {"a": "Disk full", "b": "No space"}
    sheets = [reasoner(seat, 1, hypothesis("log_1", hypothesis=text)) for seat, text in causes.items()]
    votes = tuple(Vote(round=1, seat=seat, option="A") for seat in "ab")
    ballot = Ballot(round=1, options=(BallotOption(id="A", text="Disk full", origin="found"),), votes=votes)
    found = find_baselines(cast_hypothesis_ballots(sheets, ballot), ("a", "b"))
    assert (found.vote_answer, found.vote_share, found.single_answer) == ("Disk full", 1.0, "Disk full")


def test_reasoners_vote_for_what_they_are_surest_of() -> None:
    sheets = [
        reasoner("log_focused", 1, hypothesis("log_1", hypothesis="Disk full"), hypothesis("log_2")),
        reasoner("hybrid", 1, hypothesis("hybrid_1", hypothesis="disk full!")),
        reasoner("kg_focused", 1),
        reasoner("kg_focused", 2, hypothesis("kg_1")),
    ]
    found = find_baselines(cast_hypothesis_ballots(sheets), ("log_focused", "kg_focused", "hybrid"))
    assert found == Baselines(
        single_seat="log_focused", single_answer="Disk full", vote_answer="Disk full", vote_share=1.0
    )


@given(any_positions(4), st.randoms())
def test_the_order_of_ballots_does_not_matter(positions: tuple[Position, ...], chance: Any) -> None:
    seats = tuple(each.seat for each in positions)
    shuffled = list(positions)
    chance.shuffle(shuffled)
    one = find_baselines(cast_ballots(positions), seats)
    assert one == find_baselines(cast_ballots(shuffled), seats)
    assert (one.vote_answer is None) is (bool(one.tied) or one.single_seat is None)
