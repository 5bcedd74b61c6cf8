"""Labels: who is called what, and who is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.prompts.labels import peer_labels, relabel, unlabel

_SEATS = ("cro", "cfo", "coo", "cmo")
_LABELS = peer_labels(_SEATS)
_IDS = st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True), unique=True, max_size=60)


def test_seats_are_numbered_in_the_profiles_order() -> None:
    """Options have letters, so seats have none."""
    assert _LABELS == {"cro": "agent 1", "cfo": "agent 2", "coo": "agent 3", "cmo": "agent 4"}
    assert peer_labels(_SEATS, anonymise=False) == {seat: seat for seat in _SEATS}


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("agent 2", "cfo"),
        ("Agent 2", "cfo"),
        (" 2. ", "cfo"),
        ('"agent 3"', "coo"),
        ("the agent 4", "cmo"),
        ("Agente 4", "cmo"),
        ("agent2", "cfo"),
        ("agent #2", "cfo"),
        ("agent cfo", "cfo"),
        pytest.param("B", "cfo", id="some models count by letters"),
        pytest.param("Agent d", "cmo", id="in any case"),
        ("cfo", "cfo"),
        ("CFO", "cfo"),
        pytest.param("E", None, id="nobody"),
        pytest.param("agent 5", None, id="nobody by number"),
        pytest.param("0", None, id="nobody is agent 0"),
        pytest.param("", None, id="empty"),
        pytest.param("all", None, id="everyone is nobody"),
    ],
)
def test_a_target_is_read_by_label_or_by_id(name: str, seat: str | None) -> None:
    assert unlabel(name, _LABELS) == seat


def test_a_seat_called_by_a_letter_keeps_its_name() -> None:
    labels = peer_labels(("b", "a"))
    assert [unlabel(name, labels) for name in ("A", "B", "a", "b")] == ["a", "b", "a", "b"]


@given(_IDS, st.booleans())
def test_every_label_leads_back_to_its_seat(seats: list[str], anonymise: bool) -> None:
    labels = peer_labels(seats, anonymise=anonymise)
    assert [unlabel(label, labels) for label in labels.values()] == seats
    assert [unlabel(seat, labels) for seat in seats] == seats


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("risks: cfo and cro, cfo and coo differ", "risks: agent 2 and agent 1, agent 2 and agent 3 differ"),
        pytest.param("timing: all agree (cro said so)", "timing: all agree (cro said so)", id="a quotation stays"),
        pytest.param("crown and cfo_2", "crown and cfo_2", id="whole words only"),
    ],
)
def test_findings_call_seats_by_their_labels(text: str, expected: str) -> None:
    assert relabel(text, _LABELS) == expected
    assert relabel(text, {}) == text
