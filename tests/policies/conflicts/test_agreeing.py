"""Two parties that came to terms are read as agreed, whatever words they share (X-44)."""

from typing import Any

import pytest

from moot.policies.conflicts.boardroom.agreeing import find_reservations, have_agreed
from moot.policies.language import is_placeholder
from moot.state.positions import Concession, Position

TERMS_A = (
    "Aceito o que o outro lado pede: teste de 45 dias em até 12 lojas, abatimento de no máximo 6% contra volume, gasto "
    "total de 0,4% da receita. Desisto dos 14%."
)
TERMS_B = (
    "De acordo com o teste de 45 dias em 12 lojas no máximo: até 6% em troca de volume, gasto de até 0,4% da receita; "
    "fora disso continuam os 2%."
)


def party(seat: str, text: str, keeps: Any = "partly", accepts: tuple[str, ...] = ()) -> Position:
    return Position(seat=seat, round=3, recommendation=text, keeps_position=keeps, accepts=accepts)


@pytest.mark.parametrize(
    ("one", "other", "agreed"),
    [
        pytest.param(party("a", TERMS_A, "no"), party("b", TERMS_B), True, id="both say so, with the same figures"),
        pytest.param(party("a", "Fine.", "no", ("b",)), party("b", "A cap of 3%."), True, id="declared by one side"),
        pytest.param(party("a", TERMS_A, "yes"), party("b", TERMS_B), False, id="one keeps its position"),
        pytest.param(party("a", TERMS_A), party("b", "Não aceito 12 lojas nem 6%, 0,4% e 45."), False, id="denied"),
        pytest.param(party("a", "Só aceito sair, 5%, 7%."), party("b", "Só aceito entrar, 5%, 7%."), False, id="only"),
        pytest.param(party("a", "I agree to 15% and 50."), party("b", "I agree to 3% and 20."), False, id="figures"),
        pytest.param(party("a", "I agree."), party("b", "I agree."), False, id="to what?"),
        pytest.param(party("a", "x", "no", ("b",)), party("b", "y", "no"), False, id="the other moved away meanwhile"),
    ],
)
def test_whether_two_parties_agree(one: Position, other: Position, agreed: bool) -> None:
    assert have_agreed([one, other]) is agreed
    assert have_agreed([other, one]) is agreed


def reserved(seat: str, text: str = "", accepts: tuple[str, ...] = ()) -> Position:
    return Position(seat=seat, round=3, recommendation="Pilot.", reservation=text, accepts=accepts)


CAP = "Only with a cap of three percent."


@pytest.mark.parametrize(
    ("one", "other", "before", "held"),
    [
        pytest.param(reserved("a"), reserved("b"), {}, [], id="none"),
        pytest.param(reserved("a", CAP), reserved("b"), {}, ["a"], id="the other did not accept it"),
        pytest.param(reserved("a", CAP), reserved("b", "Not in May."), {}, ["a", "b"], id="each has its own"),
        pytest.param(reserved("a", CAP), reserved("b", CAP.lower()), {}, [], id="both state it"),
        pytest.param(reserved("a", CAP), reserved("b", "", ("a",)), {}, ["a"], id="accepted before it was stated"),
        pytest.param(reserved("a", CAP), reserved("b", "", ("a",)), {"a": CAP}, [], id="accepted with it"),
        pytest.param(reserved("a", CAP), reserved("b", "", ("a",)), {"a": "Not in May."}, ["a"], id="another since"),
        pytest.param(reserved("a", CAP, ("b",)), reserved("b"), {"a": CAP}, ["a"], id="its own acceptance is not"),
        pytest.param(reserved("a", "  "), reserved("b"), {}, [], id="blank"),
    ],
)
def test_a_condition_that_nobody_accepted_keeps_two_parties_apart(
    one: Position, other: Position, before: dict[str, str], held: list[str]
) -> None:
    """X-44: who chooses the same option on a condition of its own has not agreed."""
    earlier = {seat: reserved(seat, text) for seat, text in before.items()}
    assert [each.seat for each in find_reservations([one, other], earlier)] == held
    assert sorted(each.seat for each in find_reservations([other, one], earlier)) == held


@pytest.mark.parametrize(
    ("shown", "since", "open_"),
    [
        pytest.param(CAP, CAP, False, id="the same"),
        pytest.param(CAP, "Only with a cap of 3 percent.", True, id="another figure"),
        pytest.param(CAP, f"{CAP} Nights are decided in October, after the next test.", True, id="extended"),
        pytest.param(f"{CAP} Nights are decided in October.", CAP, False, id="shortened"),
        pytest.param("The pilot ends in June at the latest.", "The pilot ends in June, at the latest", False, id="dot"),
    ],
)
def test_only_what_was_shown_has_been_accepted(shown: str, since: str, open_: bool) -> None:
    """X-44: whoever takes over a reservation has not taken over what it became since."""
    before = reserved("a", shown).model_copy(update={"round": 2})
    taking = reserved("b").model_copy(update={"takes_over": (Concession(seat="a", part="reservation"),)})
    assert bool(find_reservations([reserved("a", since), taking], {"a": before})) is open_


@pytest.mark.parametrize(
    ("text", "placeholder"),
    [
        ("TBD", True),
        ("...", True),
        ("", True),
        ("[decision]", True),
        ("A definir.", True),
        ("Belum ditentukan", True),
        ("To be decided after the meeting.", True),
        ("A ser definido na próxima reunião.", True),
        ("Akan diputuskan minggu depan.", True),
        ("The decision is as follows:", True),
        ("To be competitive, cut the price.", False),
        ("A definir o preço em R$ 30 e lançar o produto em março.", False),
        ("Decide in March:\nopen the shop.", False),
        ("I do not know.", True),
        ("Não há riscos conhecidos", True),
        ("Tidak ada risiko lain", True),
        ("Insufficient information to recommend anything.", True),
        ("I abstain.", True),
        ("Insufficient data to determine the root cause.", True),
        ("Não há dados para decidir.", True),
        ("Tidak ada rekomendasi.", True),
        ("Tergantung situasinya.", True),
        ("recommendation", True),
        ("More data is needed.", True),
        ("More data is needed before a decision can be made.", True),
        ("Further analysis is required.", True),
        ("We need more information to decide.", True),
        ("There is insufficient information. More data is needed.", True),
        ("São necessários mais dados.", True),
        ("Precisamos de mais informações antes de decidir.", True),
        ("É preciso mais análise.", True),
        ("Faltam dados.", True),
        ("Diperlukan lebih banyak data.", True),
        ("Perlu informasi lebih lanjut sebelum mengambil keputusan.", True),
        ("Masih dibutuhkan kajian tambahan.", True),
        ("Gather more data first.", False),
        ("More data is needed, so run a pilot for three months first.", False),
        ("Run a pilot for three months first.", False),
        ("Faça um piloto de três meses antes.", False),
        ("Jalankan uji coba tiga bulan dulu.", False),
        ("More data is needed. Ask the landlord for the lease.", False),
        ("More data on the demand in Porto is needed.", False),
        ("No further study is needed.", False),
        ("No. More data is needed.", False),
        ("More staff is needed.", False),
        ("Não. São necessários mais dados.", False),
        ("Perlu lebih banyak toko.", False),
        ("No.", False),
        ("No, no!", False),
        ("Do nothing.", False),
        ("No change.", False),
        ("Sell the company.", False),
        ("Expandir.", False),
    ],
)
def test_a_placeholder_decides_nothing(text: str, placeholder: bool) -> None:
    assert is_placeholder(text) is placeholder


def _argue(seat: str, **fields: Any) -> Position:
    return Position(seat=seat, round=2, recommendation=f"what {seat} says", choice="A", **fields)


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        pytest.param((), ["cro"], id="nothing"),
        pytest.param((Concession(seat="cro", part="reservation"),), [], id="the reservation alone"),
        pytest.param((Concession(seat="cro", part="terms"),), [], id="the terms"),
        pytest.param((Concession(seat="cro", part="terms", exception="Not in May."),), ["cfo"], id="with an exception"),
        pytest.param((Concession(seat="cro", part="reservation", exception="Not in May."),), ["cro"], id="in part"),
        pytest.param((Concession(seat="coo", part="reservation"),), ["cro"], id="somebody else's"),
    ],
)
def test_a_party_takes_over_a_reservation_alone_or_terms_with_an_exception(
    taken: tuple[Concession, ...], left: list[str]
) -> None:
    before = _argue("cro", reservation="Only with a cap.").model_copy(update={"round": 1})
    cro, cfo = _argue("cro", reservation="Only with a cap."), _argue("cfo", takes_over=taken)
    held = find_reservations((cro, cfo), {"cro": before})
    assert [each.seat for each in held] == left
    assert have_agreed((cro, cfo)) == any(each.part == "terms" and each.seat == "cro" for each in taken)
