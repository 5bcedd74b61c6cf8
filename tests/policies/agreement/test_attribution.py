"""Who moved a decision: the votes again, without one voice or one reason."""

import pytest

from moot.policies.agreement.voting.attribution import attribute_votes
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.positions import Position

SEATS = ("cro", "cfo", "coo")


def count(*rounds: str) -> Ballot:
    votes = [
        Vote(round=number, seat=seat, option=option)
        for number, row in enumerate(rounds, 1)
        for seat, option in zip(SEATS, row, strict=True)
    ]
    options = tuple(BallotOption(id=name, text=name, origin="given") for name in "AB")
    return Ballot(round=len(rounds), options=options, votes=tuple(votes))


def change(seat: str, *because: str) -> Position:
    return Position.model_validate(
        {"seat": seat, "round": 2, "changes": [{"what": "my vote", "because": list(because)}]}
    )


@pytest.mark.parametrize(
    ("votes", "decisive"),
    [
        pytest.param("AAA", [], id="nobody decides alone"),
        pytest.param("AAB", ["cro", "cfo"], id="a majority of one hangs on each of its voices"),
        pytest.param("ABB", ["cfo", "coo"], id="whoever else it is"),
    ],
)
def test_leaving_a_seat_out(votes: str, decisive: list[str]) -> None:
    found = attribute_votes(count(votes), [], [])
    assert [each.id for each in found if each.decisive] == decisive
    assert [each.kind for each in found] == ["seat"] * 3


def test_leaving_a_reason_out_takes_back_what_it_changed() -> None:
    found = attribute_votes(count("AAB", "ABB"), [change("cfo", "K1", "E1")], ["E1"])
    reasons = {each.id: each for each in found if each.kind != "seat"}
    assert {name: (each.kind, each.leads, each.decisive) for name, each in reasons.items()} == {
        "K1": ("critique", "A", True),
        "E1": ("evidence", "A", True),
    }
    assert reasons["K1"].moved == ("cfo",)


def test_a_reason_that_changed_no_vote_moved_nobody() -> None:
    found = attribute_votes(count("AAB", "AAB"), [change("cfo", "K1")], [])
    assert {each.kind for each in found} == {"seat"}
