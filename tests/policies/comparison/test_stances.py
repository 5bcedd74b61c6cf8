from typing import Any

import pytest

from moot.policies.comparison.stances import changed_stance, count_changes, gate_revision, hold_unexplained
from moot.state.positions import Change
from tests.policies.voices import position

SELL, KEEP = {"recommendation": "Sell the land"}, {"recommendation": "Keep the land"}
KNOWN = ("K1", "K2", "CG001_042", "annual report")


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        pytest.param(SELL, KEEP, True, id="X-27 another recommendation"),
        pytest.param(SELL, {"recommendation": "sell the land."}, False, id="X-27 reworded"),
        pytest.param({"stance": "Sell", **SELL}, {"stance": "sell", **KEEP}, False, id="equal stances are the same"),
        pytest.param({"stance": "Sell"}, {"stance": "Do not sell"}, True, id="a negation"),
        pytest.param({"timing": "now"}, SELL, False, id="a first stance is no change"),
    ],
)
def test_changed_stance(before: dict[str, Any], after: dict[str, Any], changed: bool) -> None:
    assert changed_stance(position("a", 1, **before), position("a", 2, **after), "en") is changed


@pytest.mark.parametrize(
    ("after", "because", "unexplained"),
    [
        pytest.param(KEEP, ("K1",), False, id="names a critique"),
        pytest.param(KEEP, ("k2: the price was wrong",), False, id="names it inside a sentence"),
        pytest.param(KEEP, ("[RAG:CG001_042]",), False, id="D-57 names a retrieved chunk"),
        pytest.param(KEEP, ("Annual Report",), False, id="names evidence whose id has a blank"),
        pytest.param(KEEP, ("K9", "on reflection"), True, id="names nothing that exists"),
        pytest.param(KEEP, ("K12",), True, id="K12 is not K1"),
        pytest.param(KEEP, (), True, id="X-84 names nothing"),
        pytest.param(SELL, (), False, id="no change needs no reason"),
    ],
)
def test_a_changed_stance_names_its_reason(after: dict[str, Any], because: tuple[str, ...], unexplained: bool) -> None:
    before = position("a", 1, **SELL)
    revision = position("a", 2, changes=(Change(what="the stance", because=because),), **after)
    assert gate_revision(revision, [before, position("b", 1, **KEEP)], KNOWN, "en").unexplained is unexplained


def test_waiting_a_round_does_not_explain_a_flip() -> None:
    first, flipped = position("a", 1, **SELL), position("a", 2, unexplained=True, **KEEP)
    assert gate_revision(position("a", 3, **KEEP), [first, flipped], KNOWN, "en").unexplained
    assert not gate_revision(position("a", 3, **SELL), [first, flipped], KNOWN, "en").unexplained


def test_an_unexplained_flip_counts_with_the_last_explained_stance() -> None:
    said = [
        position("b", 1, stance="Keep", **KEEP),
        position("a", 1, stance="Sell", **SELL),
        position("a", 2, stance="Keep", risks=("x",), unexplained=True, **KEEP),
        position("b", 2, stance="Keep", **KEEP),
        position("c", 2, status="timeout"),
    ]
    held = hold_unexplained(2, said)
    assert [(each.seat, each.stance, each.recommendation) for each in held] == [
        ("a", "Sell", "Sell the land"),
        ("b", "Keep", "Keep the land"),
    ]
    assert held[0].risks == ("x",), "only the stance is set back"


def test_a_first_position_has_nothing_to_be_set_back_to() -> None:
    alone = position("a", 1, unexplained=True, **KEEP)
    assert hold_unexplained(1, [alone]) == (alone,)


@pytest.mark.parametrize(
    ("fields", "changed"),
    [
        pytest.param({"keeps_position": "yes", **SELL}, (), id="D-40 Sim"),
        pytest.param({"keeps_position": "no", **KEEP}, ("a",), id="D-40 Nao"),
        pytest.param({"keeps_position": "partly", **SELL}, ("a",), id="X-27 the flag counts, the words did not move"),
        pytest.param({"keeps_position": "yes", **KEEP}, ("a",), id="says it keeps, but recommends something else"),
        pytest.param(SELL, (), id="no flag, no change"),
        pytest.param({"status": "timeout"}, (), id="D-79 silent"),
    ],
)
def test_position_changes_are_counted(fields: dict[str, Any], changed: tuple[str, ...]) -> None:
    """D-86 mudancas_posicao, D-41."""
    said = [position("a", 1, **SELL), position("b", 1, **KEEP), position("a", 2, **fields), position("b", 2, **KEEP)]
    assert count_changes(2, said, "en").changed == changed


def test_unexplained_changes_are_told() -> None:
    said = [position("a", 1, **SELL), position("a", 2, unexplained=True, **KEEP)]
    found = count_changes(2, said, "en")
    assert (found.changed, found.unexplained) == (("a",), ("a",))
    assert "named no critique" in found.reason


def test_nobody_can_change_in_the_first_round() -> None:
    assert count_changes(1, [position("a", 1, **SELL)], "en").changed == ()
