"""A risk that several seats named is listed once."""

from moot.catalogue import speaking
from moot.state.ballot import SharedPoint
from moot.state.positions import Position
from moot.views.wording import list_risks

HELD = {
    "analyst": Position(seat="analyst", round=1, risks=("The second shift is lost in December", "Weak data")),
    "market": Position(seat="market", round=1, risks=("Losing the second shift",)),
    "financial": Position(seat="financial", round=1, risks=("The cash covenant breaks",)),
}


def risk(text: str, *seats: str) -> SharedPoint:
    return SharedPoint(criterion="risks", text=text, seats=seats)


def test_a_shared_risk_stands_once_with_who_named_it() -> None:
    with speaking("en"):
        listed = list(list_risks(HELD, [risk("The second shift may be lost", "analyst", "market")]))
    assert listed == ["The second shift may be lost (analyst and market)", "Weak data", "The cash covenant breaks"]


def test_a_point_that_fits_nobodys_words_replaces_nothing() -> None:
    with speaking("en"):
        listed = list(list_risks(HELD, [risk("Rates rise", "analyst", "financial")]))
    assert len(listed) == 4
