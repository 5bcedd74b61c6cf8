"""Which model speaks for which seat (`--models`)."""

from pathlib import Path

import pytest

from moot import debate, load_profile
from moot.errors import UsageError
from moot.runs.seating import seat_models
from tests.support.scripts import QUESTION, say, synthesis, views, write


@pytest.mark.parametrize(
    ("profile", "models", "seated"),
    [
        pytest.param("conclave", (), ("", "", "", ""), id="none"),
        pytest.param("conclave", ("a",), ("a", "a", "a", "a"), id="one for all"),
        pytest.param("conclave", ("a", "b", "c"), ("a", "b", "c", "a"), id="from the first again"),
        pytest.param("council-of-models", (), ("", "", ""), id="three voices of one model"),
        pytest.param("council-of-models", ("a", "b"), ("a", "b"), id="as many voices as models"),
        pytest.param("council-of-models", tuple("abcdefg"), tuple("abcdefg"), id="seven"),
    ],
)
def test_models_are_seated(profile: str, models: tuple[str, ...], seated: tuple[str, ...]) -> None:
    found, by_seat = seat_models(load_profile(profile), models)
    assert tuple(by_seat.get(seat, "") for seat in found.seat_ids) == seated


@pytest.mark.parametrize(
    ("models", "said"), [(("a", " "), "blank"), (("a", "b", "c", "d", "e"), "5 models for the 4 seats of conclave")]
)
def test_what_cannot_be_seated_is_refused(models: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        seat_models(load_profile("conclave"), models)


async def test_a_council_of_models_decides(tmp_path: Path) -> None:
    """Each voice is asked by its own model, and peers are letters."""
    voices = ("voice_1", "voice_2")
    one = write(tmp_path, views((1, 1, 1, 1), seats=voices), synthesis(90), name="one")
    two = write(
        tmp_path, views((1, 1, 1, 1), seats=voices), say("synthesize", reply={"decision": "Never."}), name="two"
    )
    result = await debate(QUESTION, profile="council-of-models", models=[one, two], store="memory:")
    assert {each.seat for each in result.positions} == set(voices)
    assert result.decision == "Expand into Europe with a pilot."
    assert load_profile("council-of-models").anonymise_peers


def test_seats_of_a_profile_without_personas_all_sit_down() -> None:
    profile = load_profile("conclave", {"seats": [{"id": f"s{number}"} for number in range(5)]})
    found, _ = seat_models(profile, ())
    assert found.seat_ids == profile.seat_ids
