"""Labels: who is called what, and who is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.prompts.labels import peer_labels, relabel, unlabel

_SEATS = ("cro", "cfo", "coo", "cmo")
_LABELS = peer_labels(_SEATS)
_IDS = st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True), unique=True, max_size=60)


def test_seats_are_letters_in_the_profiles_order() -> None:
    assert _LABELS == {"cro": "A", "cfo": "B", "coo": "C", "cmo": "D"}
    assert peer_labels(_SEATS, anonymise=False) == {seat: seat for seat in _SEATS}


def test_letters_do_not_run_out() -> None:
    labels = list(peer_labels([f"s{number}" for number in range(703)]).values())
    assert [labels[index] for index in (25, 26, 51, 52, 701, 702)] == ["Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("B", "cfo"),
        ("b", "cfo"),
        (" B. ", "cfo"),
        ("Agent B", "cfo"),
        ('"C"', "coo"),
        ("the agent D", "cmo"),
        ("cfo", "cfo"),
        ("CFO", "cfo"),
        pytest.param("E", None, id="nobody"),
        pytest.param("", None, id="empty"),
        pytest.param("all", None, id="everyone is nobody"),
    ],
)
def test_a_target_is_read_by_label_or_by_id(name: str, seat: str | None) -> None:
    assert unlabel(name, _LABELS) == seat


def test_a_seat_called_by_a_letter_keeps_its_name() -> None:
    labels = peer_labels(("b", "a"))
    assert [unlabel(name, labels) for name in ("A", "B", "a", "b")] == ["b", "a", "a", "b"]


@given(_IDS, st.booleans())
def test_every_label_leads_back_to_its_seat(seats: list[str], anonymise: bool) -> None:
    labels = peer_labels(seats, anonymise=anonymise)
    assert [unlabel(label, labels) for label in labels.values()] == seats
    assert [unlabel(seat, labels) for seat in seats] == seats


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("risks: cfo and cro, cfo and coo differ", "risks: B and A, B and C differ"),
        pytest.param("timing: all agree (cro said so)", "timing: all agree (cro said so)", id="a quotation stays"),
        pytest.param("crown and cfo_2", "crown and cfo_2", id="whole words only"),
    ],
)
def test_findings_call_seats_by_their_labels(text: str, expected: str) -> None:
    assert relabel(text, _LABELS) == expected
    assert relabel(text, {}) == text
