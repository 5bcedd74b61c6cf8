"""What people read of a debate: its lines stay apart, and seats are called by their titles in the reader's language."""

import pytest

from moot.catalogue import speak, speaking
from moot.views.lines import wrap_lines
from moot.views.wording import say_literal
from moot.views.wording.figures import join_names
from moot.views.wording.names import name_seat, say_seat

CONDITIONS = "We offer five percent.\nCap: five percent.\n\nReview: in March."


def test_a_decision_keeps_its_lines() -> None:
    assert wrap_lines(CONDITIONS) == ["We offer five percent.", "Cap: five percent.", "Review: in March."]


@pytest.mark.parametrize(
    ("language", "seat", "inside", "alone"),
    [
        pytest.param("pt", "analyst", "Analista", "Analista", id="a title"),
        pytest.param("id", "reviewer", "Peninjau", "Peninjau", id="another language"),
        pytest.param("en", "analyst", "Analyst", "Analyst", id="a title that is the id"),
        pytest.param("pt", "cfo", "CFO", "CFO", id="an abbreviation is its own name"),
        pytest.param("pt", "zeta", "zeta", "Zeta", id="a seat without a title"),
    ],
)
def test_how_a_seat_is_called(language: str, seat: str, inside: str, alone: str) -> None:
    with speaking(language):
        assert (name_seat(seat), join_names([seat]), say_seat(seat)) == (inside, inside, alone)
    assert speak(language)("dispute.stance.accepts", seat=seat).startswith(inside)


def test_kinds_of_conflicts_are_said_in_the_reader_s_language() -> None:
    with speaking("pt"):
        assert [say_literal(each) for each in ("tactical", "strategic")] == ["tático", "estratégico"]
