"""What was found overlooked stays on record with its state (D-40)."""

from moot.policies.critique import mark_blind_spots
from moot.state.critiques import CritiqueSheet, Point
from moot.state.positions import Change, CritiqueAnswer, Position

SHEET = CritiqueSheet(
    agent="ala", round=1, blind_spots=tuple(Point(target="nla", point=each) for each in ("rent", "water", "heirs"))
)


def test_a_seat_takes_up_what_it_names_or_answers() -> None:
    said = Position(
        seat="nla",
        round=2,
        changes=(Change(what="rent added", because=("B1",)),),
        answers=(CritiqueAnswer(critique_id="B2", outcome="rejected", reason="Water is not asked about."),),
    )
    other = Position(seat="ala", round=2, answers=(CritiqueAnswer(critique_id="B3", outcome="accepted", reason="x"),))
    found = mark_blind_spots([SHEET], [said, other])
    assert [(each.id, each.taken_up) for each in found] == [("B1", True), ("B2", True), ("B3", False)]
