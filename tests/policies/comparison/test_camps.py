"""Who stands together, and whose position is the last one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.comparison.stances.camps import group_camps, keep_latest
from moot.state.ballot import Ballot, Vote
from moot.state.positions import Position
from tests.policies.making import SEATS, make_position


def hold(seat: str, stance: str | None, confidence: float | None = 0.5, **fields: Any) -> Position:
    return make_position(seat, stance=stance, confidence=confidence, **fields)


@pytest.mark.parametrize(
    ("positions", "camps"),
    [
        pytest.param([], [], id="nobody"),
        pytest.param(
            [hold("cro", "expand"), hold("cfo", "hold", 0.9), hold("coo", "Expand!")],
            [("cro", "coo"), ("cfo",)],
            id="the larger camp first, signs and case aside",
        ),
        pytest.param(
            [hold("cro", "expand", 0.5), hold("cfo", "hold", 0.8)], [("cfo",), ("cro",)], id="then the surer camp"
        ),
        pytest.param([hold("cro", "expand"), hold("cfo", "hold")], [("cro",), ("cfo",)], id="then the order of seats"),
        pytest.param(
            [hold("cro", "expand", 0.2), hold("cfo", "expand", 0.9)],
            [("cfo", "cro")],
            id="the surest speaks for its camp",
        ),
        pytest.param(
            [hold("cro", None), hold("cfo", None, recommendation="Expand")],
            [("cro", "cfo")],
            id="known by recommendation",
        ),
        pytest.param([hold("cro", None, recommendation=None)], [], id="who recommends nothing stands nowhere"),
    ],
)
def test_camps(positions: list[Position], camps: list[tuple[str, ...]]) -> None:
    assert [camp.seats for camp in group_camps(positions)] == camps


def test_the_last_position_in_which_anything_arrived_counts() -> None:
    """D-79, D-80: a seat that fell silent keeps what it said before."""
    said = [
        make_position("cfo", 1, "hold"),
        make_position("cro", 1, "expand"),
        make_position("cro", 2, "wait"),
        Position(seat="cfo", round=2, status="timeout"),
        make_position("zoe", 1, "expand"),
    ]
    latest = keep_latest(said, SEATS)
    assert [(each.seat, each.recommendation) for each in latest] == [
        ("cro", "wait"),
        ("cfo", "hold"),
        ("zoe", "expand"),
    ]


def test_a_flip_without_a_reason_does_not_move_a_seat() -> None:
    """X-84."""
    flipped = make_position("cro", 2, "hold", stance="hold", unexplained=True)
    latest = keep_latest([make_position("cro", 1, "expand", stance="expand"), flipped], SEATS)
    assert (latest[0].round, latest[0].stance) == (2, "expand")


positions = st.builds(
    hold,
    st.sampled_from(SEATS),
    st.sampled_from(["expand", "hold", "wait", None]),
    st.none() | st.integers(0, 100).map(lambda points: points / 100),
)


@given(st.lists(positions, max_size=4, unique_by=lambda each: each.seat), st.randoms())
def test_the_order_of_arrival_does_not_matter(said: list[Position], random: Any) -> None:
    shuffled = random.sample(said, len(said))
    camps = group_camps(keep_latest(said, SEATS))
    assert camps == group_camps(keep_latest(shuffled, SEATS))
    assert sum(len(camp.seats) for camp in camps) == len(said)


def test_who_votes_for_one_option_stands_together() -> None:
    """X-21a: whatever the words; without a vote the words tell."""
    votes = tuple(Vote(round=number, seat=seat, option=option) for number, seat, option in (
        (1, "cro", "A"), (1, "cfo", "B"), (2, "cfo", "A"),
    ))  # fmt: skip
    said = [hold("cro", "expand", 0.5), hold("cfo", "go abroad", 0.9), hold("coo", "wait")]
    camps = group_camps(said, Ballot(round=2, options=(), votes=votes))
    assert [camp.seats for camp in camps] == [("cfo", "cro"), ("coo",)]
