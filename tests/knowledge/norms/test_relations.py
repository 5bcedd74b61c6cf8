"""Facts of a legal question: whose spouse somebody is, what a title says, and denials in three languages."""

import pytest

from moot.knowledge.norms.facts import find_facts


def _list(question: str) -> tuple[set[str], set[str]]:
    read = find_facts(question)
    return {each.fact for each in read.found}, {each.fact for each in read.denied}


@pytest.mark.parametrize(
    "question",
    [
        "istri kemenakan saya menuntut pusako tinggi Minangkabau",
        "Kakak ipar saya, suami dari kemenakan, menjual ulayat Minangkabau",
        "The nephew's wife claims the pusako tinggi in Minangkabau",
        "O marido da sobrinha quer o pusako tinggi dos Minangkabau",
        "My daughter-in-law claims the house in Java",
        "Menantu saya menuntut rumah di Jawa",
    ],
)
def test_whose_spouse_somebody_is_makes_nobody_a_claimant(question: str) -> None:
    """L-43: a rule fires on who claims, not on a word for a relative."""
    found, _ = _list(question)
    assert not [each for each in found if each.startswith("claimant(")]


@pytest.mark.parametrize(
    ("question", "claimants"),
    [
        ("istri dan anak menuntut warisan di Jawa", {"claimant(widow)", "claimant(child)"}),
        ("Istri saya dan kemenakan saya menuntut warisan", {"claimant(widow)", "claimant(nephew)"}),
        ("anak janda itu menuntut warisan di Jawa", {"claimant(child)"}),
        ("Janda menuntut gono-gini; anaknya juga", {"claimant(widow)", "claimant(child)"}),
    ],
)
def test_who_claims_is_still_found(question: str, claimants: set[str]) -> None:
    """L-43: two claimants beside each other are two."""
    found, _ = _list(question)
    assert {each for each in found if each.startswith("claimant(")} == claimants


@pytest.mark.parametrize(
    "question",
    [
        "A filha não foi elevada a sentana rajeg em Bali; ela herda?",
        "Não é verdade que ela é sentana rajeg em Bali",
        "tidak benar bahwa ia sentana rajeg di Bali",
        "It is not true that she is sentana rajeg in Bali",
    ],
)
def test_a_denied_status_is_denied(question: str) -> None:
    """L-45: what is denied in other words is denied."""
    found, denied = _list(question)
    assert "status(sentana)" in denied - found


def test_a_title_is_no_matter_of_inheritance() -> None:
    """L-43: a mamak kepala waris who sells land inherits nothing by his title."""
    sale = "Mamak kepala waris menjual sawah pusaka tinggi Minangkabau tanpa kaum"
    assert "topic(inheritance)" not in _list(sale)[0]
    assert "topic(inheritance)" in _list(f"{sale}; siapa ahli waris?")[0]


def test_a_mother_with_a_name_is_a_mother() -> None:
    """L-45: `ibunya Rahmat` is a mother; `Ibu Ani` is a form of address."""
    assert "line(mother)" in _list("Pusako tinggi milik ibunya Rahmat, orang Minang")[0]
    assert "line(mother)" not in _list("Pusako tinggi milik Ibu Ani, orang Minang")[0]
