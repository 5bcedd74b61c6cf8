from typing import Any, Literal

import pytest

from moot.policies.comparison.stances.stances import count_changes, gate_revision, hold_all, hold_unexplained
from moot.state.ballot import Ballot, Vote
from moot.state.positions import Change, Claim, CritiqueAnswer
from tests.policies.voices import position
from tests.support.words import english

SELL, KEEP = {"recommendation": "Sell the land"}, {"recommendation": "Keep the land"}
KNOWN = ("K1", "K2", "CG001_042", "annual report")


def _answer(identifier: str, outcome: Literal["accepted", "rejected", "partly"]) -> CritiqueAnswer:
    return CritiqueAnswer(critique_id=identifier, outcome=outcome, reason="The cost of one country was missing.")


def _claim(evidence: str, statement: str = "The land costs 3 million.") -> Claim:
    return Claim(id="C1", statement=statement, evidence=(evidence,))


@pytest.mark.parametrize(
    ("moved", "because", "unexplained"),
    [
        pytest.param(True, ("K1",), False, id="names a critique"),
        pytest.param(True, ("k2: the price was wrong",), False, id="names it inside a sentence"),
        pytest.param(True, ("[RAG:CG001_042]",), False, id="D-57 names a retrieved chunk"),
        pytest.param(True, ("Annual Report",), False, id="names evidence whose id has a blank"),
        pytest.param(True, ("K9", "on reflection"), True, id="names nothing that exists"),
        pytest.param(True, ("K12",), True, id="K12 is not K1"),
        pytest.param(True, (), True, id="X-84 names nothing"),
        pytest.param(False, (), False, id="no change needs no reason"),
    ],
)
def test_a_changed_vote_names_its_reason(moved: bool, because: tuple[str, ...], unexplained: bool) -> None:
    revision = position("a", 2, changes=(Change(what="the stance", because=because),), **KEEP)
    assert gate_revision(revision, KNOWN, (), moved=moved).unexplained is unexplained


@pytest.mark.parametrize(
    ("said", "unexplained"),
    [
        pytest.param({"answers": (_answer("K1", "accepted"),)}, False, id="it grants a critique"),
        pytest.param({"answers": (_answer("K1", "partly"),)}, False, id="it grants a part of one"),
        pytest.param({"answers": (_answer("K1", "rejected"),)}, True, id="what it rejects moves nobody"),
        pytest.param({"answers": (_answer("K9", "accepted"),)}, True, id="it grants a critique nobody made"),
        pytest.param({"claims": (_claim("annual report", "Rents double."),)}, False, id="a new claim cites evidence"),
        pytest.param({"claims": (_claim("annual report"),)}, True, id="an old claim is no reason"),
        pytest.param({"claims": (_claim("a friend", "Rents double."),)}, True, id="a new claim cites nothing known"),
    ],
)  # fmt: skip
def test_a_reason_may_stand_in_an_answer_or_a_claim(said: dict[str, Any], unexplained: bool) -> None:
    """X-84: a model that names the reason elsewhere than in `changes` has named it all the same."""
    before = position("a", 1, claims=(_claim("annual report"),), **SELL)
    revision = position("a", 2, **KEEP).model_copy(update=said)
    assert gate_revision(revision, KNOWN, [before], moved=True).unexplained is unexplained


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


def test_the_choice_of_an_unexplained_flip_is_set_back_too() -> None:
    """X-84: no choice is an unchanged vote."""
    said = [position("a", 1, choice="A", **SELL), position("a", 2, choice="B", unexplained=True, **KEEP)]
    assert [(each.round, each.choice) for each in hold_all(said)] == [(1, "A"), (2, None)]


def test_a_first_position_has_nothing_to_be_set_back_to() -> None:
    alone = position("a", 1, unexplained=True, **KEEP)
    assert hold_unexplained(1, [alone]) == (alone,)


def votes(*given: tuple[int, str, str]) -> Ballot:
    """A ballot of (round, seat, option)."""
    cast = tuple(Vote(round=number, seat=seat, option=option) for number, seat, option in given)
    last = max((number for number, _, _ in given), default=1)
    return Ballot(round=last, options=(), votes=cast)


@pytest.mark.parametrize(
    ("fields", "vote", "changed"),
    [
        pytest.param({"keeps_position": "yes", **SELL}, "A", (), id="D-40 Sim"),
        pytest.param({"keeps_position": "no", **KEEP}, "B", ("a",), id="D-40 Nao"),
        pytest.param({"keeps_position": "partly", **SELL}, "A", ("a",), id="X-27 the flag counts, the vote did not"),
        pytest.param({"keeps_position": "yes", **KEEP}, "B", ("a",), id="says it keeps, but votes for something else"),
        pytest.param({"keeps_position": "yes", "stance": "Get rid of it"}, "A", (), id="other words, the same vote"),
        pytest.param(SELL, "A", (), id="no flag, no change"),
        pytest.param({"unexplained": True, **KEEP}, "A", ("a",), id="X-84 set back, and told all the same"),
        pytest.param({"status": "timeout"}, "A", (), id="D-79 silent"),
    ],
)
def test_position_changes_are_counted(fields: dict[str, Any], vote: str, changed: tuple[str, ...]) -> None:
    """D-86 mudancas_posicao, D-41."""
    said = [position("a", 1, **SELL), position("b", 1, **KEEP), position("a", 2, **fields), position("b", 2, **KEEP)]
    ballot = votes((1, "a", "A"), (1, "b", "B"), (2, "a", vote), (2, "b", "B"))
    assert count_changes(2, said, ballot).changed == changed


def test_unexplained_changes_are_told() -> None:
    said = [position("a", 1, **SELL), position("a", 2, unexplained=True, **KEEP)]
    found = count_changes(2, said, votes((1, "a", "A"), (2, "a", "A")))
    assert (found.changed, found.unexplained) == (("a",), ("a",))
    assert "named no critique" in english(found.reason)


def test_a_seat_that_missed_a_round_is_compared_with_its_last_vote() -> None:
    said = [position("a", 1, **SELL), position("a", 3, **KEEP)]
    assert count_changes(3, said, votes((1, "a", "A"), (3, "a", "B"))).changed == ("a",)
    assert count_changes(3, said, votes((1, "a", "A"), (3, "a", "A"))).changed == ()


def test_nobody_can_change_in_the_first_round() -> None:
    assert count_changes(1, [position("a", 1, **SELL)], votes((1, "a", "A"))).changed == ()
