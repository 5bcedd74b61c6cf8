"""A risk that several seats named is listed once."""

from moot.catalogue import speaking
from moot.state.ballot import SharedPoint
from moot.state.positions import Position
from moot.views.wording.disputes import list_risks

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
    assert listed == ["The second shift may be lost (Analyst and Market)", "Weak data", "The cash covenant breaks"]


def test_a_point_that_fits_nobodys_words_replaces_nothing() -> None:
    with speaking("en"):
        listed = list(list_risks(HELD, [risk("Rates rise", "analyst", "financial")]))
    assert {text for each in HELD.values() for text in each.risks or ()} <= {*listed}


def test_a_risk_that_two_seats_word_almost_alike_stands_once() -> None:
    """A figure or a denial more makes it another one."""
    said = {
        "nla": Position(
            seat="nla",
            round=1,
            risks=("Kaum menunda membayar utang bandar setelah sawah kembali", "Rents rise 10 percent"),
        ),
        "ala": Position(
            seat="ala",
            round=1,
            risks=("Kaum menunda membayar biaya bandar setelah sawah kembali", "Rents rise 20 percent"),
        ),
    }
    listed = list(list_risks(said, ()))
    assert listed == [*(said["nla"].risks or ()), "Rents rise 20 percent"]
