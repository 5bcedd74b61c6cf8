"""Who speaks in a wave."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.rounds.waves import choose_speakers
from moot.state.conflicts import ConflictDebate
from moot.state.routing import Routing
from tests.policies.making import SEATS, make_profile

PROFILE = make_profile()


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


_SEATED = st.lists(st.sampled_from(SEATS), unique=True).map(tuple)


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
