"""Who answered, who was late, who counts."""

import pytest

from moot.policies.rounds.attendance import find_silence, format_timeout, take_attendance
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position
from tests.policies.making import make_position
from tests.policies.voices import hypothesis, reasoner

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


def mute(seat: str, status: str, *flags: str) -> Position:
    return make_position(seat, 1, None, status=status, flags=flags)


@pytest.mark.parametrize(
    ("positions", "silence"),
    [
        pytest.param([make_position("cro"), make_position("cfo")], "none", id="D-31 everybody spoke"),
        pytest.param([make_position("cro"), mute("cfo", "failed")], "none", id="W-D12 one spoke"),
        pytest.param([mute("cro", "failed"), mute("cfo", "failed")], "failed", id="X-16 everybody failed"),
        pytest.param([mute("cro", "timeout"), mute("cfo", "timeout")], "timeout", id="X-16 everybody was late"),
        pytest.param([mute("cro", "failed"), mute("cfo", "timeout")], "timeout", id="X-16 failed or late"),
        pytest.param([mute("cro", "failed"), mute("cfo", "failed", "raw")], "unusable", id="X-16 one talked nonsense"),
        pytest.param([mute("cro", "failed", "refusal")], "unusable", id="X-16 it declined"),
        pytest.param([make_position("cro"), make_position("cro", 2, None, status="failed")], "none",
                     id="X-16 what was said in round 1 stands"),
        pytest.param([], "timeout", id="nothing happened"),
    ],
)  # fmt: skip
def test_silence(positions: list[Position], silence: str) -> None:
    assert find_silence(positions) == silence


@pytest.mark.parametrize(
    ("sheets", "silence"),
    [
        pytest.param([reasoner("log", 1, hypothesis("log_1"))], "none", id="R-21 a hypothesis"),
        pytest.param([reasoner("log", 1)], "failed", id="W-R9 none at all"),
        pytest.param([reasoner("log", 1).model_copy(update={"flags": ("raw",)})], "unusable", id="X-16 nonsense"),
    ],
)
def test_silence_of_reasoners(sheets: list[HypothesisSheet], silence: str) -> None:
    assert find_silence([], sheets) == silence
