"""Who answered, who was late, who counts."""

import pytest

from moot.policies.attendance import format_timeout, take_attendance
from moot.state.positions import Position
from tests.policies.making import make_position

SEATS = ("cro", "cfo", "coo")


@pytest.mark.parametrize(
    ("third", "responded", "timed_out", "failed"),
    [
        pytest.param(make_position("coo", 2), SEATS, (), (), id="D-75 everybody"),
        pytest.param(
            make_position("coo", 2, status="timeout"), SEATS, ("coo",), (), id="W-D11 D-74 late, its part is used"
        ),
        pytest.param(
            Position(seat="coo", round=2, status="timeout"),
            ("cro", "cfo"),
            ("coo",),
            (),
            id="W-D12 D-79 late with nothing: left out",
        ),
        pytest.param(
            Position(seat="coo", round=2, status="failed"), ("cro", "cfo"), (), ("coo",), id="D-79 failed: left out"
        ),
        pytest.param(make_position("coo", 1), ("cro", "cfo"), (), ("coo",), id="D-75 the round closed without it"),
        pytest.param(make_position("coo", 2, status="partial"), SEATS, (), (), id="X-21b partial, in time"),
    ],
)
def test_attendance(
    third: Position, responded: tuple[str, ...], timed_out: tuple[str, ...], failed: tuple[str, ...]
) -> None:
    found = take_attendance([make_position("cfo", 2), third, make_position("cro", 2)], SEATS, 2)
    assert (found.responded, found.timed_out, found.failed) == (responded, timed_out, failed)
    assert str(len(responded)) in found.reason


def test_the_log_line_of_a_late_agent() -> None:
    """W-D11, D-79."""
    assert format_timeout("cfo", "position") == "TIMEOUT: CFO em position"
