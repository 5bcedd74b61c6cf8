"""What is told of a debate after its ruling: what repeats, what is met, and whose point is quoted against it."""

import pytest

from moot.policies.conflicts.boardroom.debates import _brings_new
from moot.policies.conflicts.boardroom.disputes import find_open_reservations
from moot.policies.conflicts.decisions import hear_stances, justify
from moot.policies.conflicts.reading import compile_lexicons
from moot.policies.language import is_placeholder
from moot.state.conflicts import Acceptance, AgentPosition, ConflictDebate, Reservation
from moot.state.outcome import Synthesis, Treatment
from moot.state.positions import Concession, Position
from tests.policies.conflict_cases import LEXICONS
from tests.policies.conflicts.test_boardroom import close

LEXICON = compile_lexicons(LEXICONS).lexicons.languages["en"]


def hold(seat: str, number: int, reasoning: str, **fields: object) -> Position:
    return Position(seat=seat, round=number, recommendation="Refuse it.", reasoning=reasoning, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "new"), [("The margin is gone.", False), ("The bank refuses.", True)], ids=["the same", "another reason"]
)
def test_who_gives_new_reasons_does_not_repeat_itself(now: str, new: bool) -> None:
    closed = close((hold("financial", 1, "The margin is gone."), hold("financial", 2, now)), 2)
    assert _brings_new("financial", closed) is new


def test_a_reservation_that_the_ruling_met_is_not_held_any_more() -> None:
    debates = [
        ConflictDebate(
            conflict_id="c",
            parties=("commercial", "reviewer"),
            reservations=(
                Reservation(seat="commercial", text="By May."),
                Reservation(seat="reviewer", text="A letter."),
            ),
        )
    ]
    ruling = Synthesis(
        decision="Go.",
        confidence=0.8,
        author="reviewer",
        reservations=(Treatment(seat="commercial", outcome="met"), Treatment(seat="reviewer", outcome="met")),
    )
    said = [Acceptance(seat="commercial", round=3, stance="accepts_with_reservation", because="No date.")]
    assert find_open_reservations(debates, (), said, ruling) == ()
    assert [each.seat for each in find_open_reservations(debates, (), (), ruling)] == ["commercial", "reviewer"]


def test_what_is_left_out_of_anothers_terms_is_no_demand() -> None:
    taken = Concession(seat="reviewer", part="terms", exception="the start in June")
    seats = (hold("analyst", 2, "It fits.", takes_over=(taken,)), hold("reviewer", 2, "Cash."))
    debates = [ConflictDebate(conflict_id="c", parties=("analyst", "reviewer"))]
    (left,) = find_open_reservations(debates, seats)
    assert (left.seat, left.left_out_of, left.text) == ("analyst", "reviewer", "the start in June")


def test_the_point_against_a_ruling_is_what_its_opponent_says_of_it() -> None:
    stated = {
        seat: AgentPosition(agent_name=seat, position="p", reasoning=f"what {seat} argued before", confidence=0.8)
        for seat in ("reviewer", "financial", "commercial")
    }
    said = {
        "financial": Acceptance(seat="financial", round=3, stance="opposes", because="The machine does not pay."),
        "commercial": Acceptance(seat="commercial", round=3, stance="accepts_with_reservation", because="No date."),
    }
    both = hear_stances("reviewer", ("financial", "commercial"), said, LEXICON)
    told = justify("reviewer", stated, both, LEXICON, said)
    assert "The machine does not pay." in told
    assert "argued before" not in told.removeprefix("what reviewer argued before")
    alone = hear_stances("reviewer", ("commercial",), said, LEXICON)
    assert justify("reviewer", stated, alone, LEXICON, said) == "what reviewer argued before"


def test_a_text_in_brackets_decides_nothing() -> None:
    assert is_placeholder("(decisão do revisor aqui)")
