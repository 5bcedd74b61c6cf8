"""What a person calls a seat is understood by agents who know each other by numbers only."""

import pytest

from moot.prompts import explain_named, peer_labels

LABELS = peer_labels(("cro", "cfo", "cmo"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CMO: do you join them?", "CMO: do you join them?\nIn this, cmo is agent 3."),
        ("cfo and CRO agree.", "cfo and CRO agree.\nIn this, cro is agent 1, cfo is agent 2."),
        ("Look at the cmos of others.", "Look at the cmos of others."),
        ("", ""),
    ],
)
def test_a_named_seat_is_explained(text: str, told: str) -> None:
    assert explain_named(text, LABELS) == told


def test_names_of_a_language_are_understood_and_a_human_reviewer_is_no_seat() -> None:
    labels = peer_labels(("market", "reviewer"))
    text = "A human reviewer asks everyone: Mercado, quanto custa?"
    told = explain_named(text, labels, {"market": "Mercado", "reviewer": "Revisor"})
    assert told == f"{text}\nIn this, Mercado is agent 1."


def test_seats_that_know_their_names_need_no_explanation() -> None:
    assert explain_named("CMO?", peer_labels(("cmo",), anonymise=False)) == "CMO?"
