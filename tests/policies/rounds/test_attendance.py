"""Who speaks in a wave, who answered, who was late, and the line that says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.rounds.opening.attendance import choose_speakers, find_silence, format_timeout, take_attendance
from moot.state.conflicts import ConflictDebate
from moot.state.hypotheses import HypothesisSheet
from moot.state.positions import Position
from moot.state.routing import Routing
from tests.policies.making import SEATS, make_position, make_profile
from tests.policies.voices import hypothesis, reasoner

THREE = ("cro", "cfo", "coo")

PROFILE = make_profile()
_SEATED = st.lists(st.sampled_from(SEATS), unique=True).map(tuple)


@pytest.mark.parametrize(
    ("third", "responded", "timed_out", "failed"),
    [
        pytest.param(make_position("coo", 2), THREE, (), (), id="D-75 everybody"),
        pytest.param(
            make_position("coo", 2, status="timeout"), THREE, ("coo",), (), id="W-D11 D-74 late, its part is used"
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
        pytest.param(make_position("coo", 2, status="partial"), THREE, (), (), id="X-21b partial, in time"),
    ],
)
def test_attendance(
    third: Position, responded: tuple[str, ...], timed_out: tuple[str, ...], failed: tuple[str, ...]
) -> None:
    found = take_attendance([make_position("cfo", 2), third, make_position("cro", 2)], THREE, 2)
    assert (found.responded, found.timed_out, found.failed) == (responded, timed_out, failed)


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


def route(*seats: str, critics: tuple[str, ...] = ()) -> Routing:
    return Routing(route="debate", seats=seats, critics=critics, reason="tested")


def argued(*parties: str, over: bool = False) -> ConflictDebate:
    return ConflictDebate(conflict_id="/".join(parties), parties=parties, ended_by="converged" if over else None)


@pytest.mark.parametrize(
    ("phase", "routing", "debates", "speakers"),
    [
        pytest.param("position", route(*SEATS), (), SEATS, id="D-28 all seats of the route"),
        pytest.param("position", route("cmo", "cro"), (), ("cro", "cmo"), id="D-28 in the profile's order"),
        pytest.param("revise", route(*SEATS), (), SEATS, id="D-38 all of them revise"),
        pytest.param("critique", route(*SEATS), (), SEATS, id="D-40 everybody criticises"),
        pytest.param("critique", route("cro", critics=("cfo",)), (), ("cfo",), id="X-56l only the other side does"),
        pytest.param("revise", route("cro", critics=("cfo",)), (), ("cro",), id="X-56l who was criticised revises"),
        pytest.param("revise", route(*SEATS), (argued("cmo", "cfo"),), ("cfo", "cmo"), id="C-24 only the parties"),
        pytest.param(
            "revise", route(*SEATS), (argued("cmo", "cfo"), argued("cro", "cfo", over=True)), ("cfo", "cmo"),
            id="C-24 only of what is still open",
        ),
        pytest.param(
            "revise", route(*SEATS), (argued("cro", "cfo", over=True),), ("cro", "cfo"),
            id="X-22 all of them again when a further round is asked for",
        ),
        pytest.param("position", route(*SEATS), (argued("cmo", "cfo"),), SEATS, id="C-25 everybody answers first"),
        pytest.param("revise", route(), (), (), id="nobody is seated, nobody speaks"),
    ],
)  # fmt: skip
def test_who_speaks(
    phase: str, routing: Routing, debates: tuple[ConflictDebate, ...], speakers: tuple[str, ...]
) -> None:
    assert choose_speakers(phase, routing, debates, PROFILE) == speakers


@given(
    phase=st.sampled_from(["position", "critique", "revise"]),
    seats=_SEATED,
    critics=_SEATED,
    parties=st.lists(st.lists(st.sampled_from(SEATS), min_size=2, max_size=2, unique=True).map(tuple), max_size=3),
)
def test_a_wave_is_a_part_of_the_profile_in_its_order(
    phase: str, seats: tuple[str, ...], critics: tuple[str, ...], parties: list[tuple[str, ...]]
) -> None:
    debates = tuple(argued(*pair) for pair in parties)
    speakers = choose_speakers(phase, route(*seats, critics=critics), debates, PROFILE)
    assert list(speakers) == [seat for seat in SEATS if seat in speakers]
    # It does not matter in which order anybody was named.
    again = choose_speakers(phase, route(*seats[::-1], critics=critics[::-1]), debates[::-1], PROFILE)
    assert again == speakers
