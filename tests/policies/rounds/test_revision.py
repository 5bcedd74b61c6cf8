"""What a seat holds after a revision: what it said before, with what it changed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.rounds.revision import compose_revision
from moot.state.positions import Claim, Position

BEFORE = Position(
    seat="cfo",
    round=1,
    recommendation="Open in March.",
    stance="open in March",
    premises=("demand grows",),
    risks=("rent",),
    timing="March",
    reasoning="The figures allow it.",
    claims=(Claim(id="C1", statement="Demand grew.", evidence=("E1",)), Claim(id="C2", statement="Rent is low.")),
    confidence=0.8,
    limitations=("wages",),
    choice="A",
)


def revise(**said: Any) -> Position:
    return Position(seat="cfo", round=2, stated=tuple(said), **said)


def list_claims(position: Position) -> list[str]:
    return [f"{claim.id} {claim.statement}" for claim in position.claims]


@pytest.mark.parametrize(
    ("said", "held"),
    [
        pytest.param({}, {"recommendation": "Open in March.", "timing": "March", "confidence": 0.8}, id="unchanged"),
        pytest.param({"timing": "May"}, {"timing": "May", "recommendation": "Open in March."}, id="one field"),
        pytest.param({"limitations": ()}, {"limitations": ()}, id="a stated list may be empty"),
        pytest.param({"confidence": 0.4}, {"confidence": 0.4, "premises": ("demand grows",)}, id="a figure"),
        pytest.param({"choice": "B"}, {"choice": "B"}, id="a vote"),
        pytest.param({}, {"choice": None, "changes": (), "answers": ()}, id="votes and answers belong to one round"),
    ],
)
def test_what_is_left_out_stands(said: dict[str, Any], held: dict[str, Any]) -> None:
    """INTERFACES 5: each field may be null, which is unchanged."""
    composed = compose_revision(BEFORE, revise(**said))
    assert {name: getattr(composed, name) for name in held} == held
    assert composed.stated == tuple(said)


def test_new_reasoning_takes_the_place_of_the_old() -> None:
    """INTERFACES 5: what the seat holds is composed; what it gave up does not linger beside the contrary."""
    assert compose_revision(BEFORE, revise(reasoning="Rent fell since.")).reasoning == "Rent fell since."
    assert compose_revision(BEFORE, revise(stance="wait")).reasoning == BEFORE.reasoning


@pytest.mark.parametrize(
    ("claims", "withdrawn", "held"),
    [
        pytest.param([], (), ["C1 Demand grew.", "C2 Rent is low."], id="none"),
        pytest.param([("C2", "Rent rises.")], (), ["C1 Demand grew.", "C2 Rent rises."], id="changed"),
        pytest.param([("c2", "Rent rises.")], (), ["C1 Demand grew.", "C2 Rent rises."], id="changed, another case"),
        pytest.param([("C3", "Wages.")], (), ["C1 Demand grew.", "C2 Rent is low.", "C3 Wages."], id="added"),
        pytest.param([("", "Wages.")], (), ["C1 Demand grew.", "C2 Rent is low.", "C3 Wages."], id="added, no id"),
        pytest.param([], ("c1",), ["C2 Rent is low."], id="withdrawn"),
        pytest.param([("C1", "Again.")], ("C1",), ["C2 Rent is low."], id="withdrawn wins"),
        pytest.param([], ("C9",), ["C1 Demand grew.", "C2 Rent is low."], id="never claimed"),
        pytest.param([("C1", "All anew."), ("C2", "Also.")], (), ["C1 All anew.", "C2 Also."], id="a full restatement"),
    ],
)
def test_claims_are_changed_added_and_withdrawn_by_id(
    claims: list[tuple[str, str]], withdrawn: tuple[str, ...], held: list[str]
) -> None:
    made = tuple(Claim(id=name, statement=text) for name, text in claims)
    assert list_claims(compose_revision(BEFORE, revise(claims=made, withdrawn=withdrawn))) == held


def test_nothing_is_completed_that_was_cut_off_or_had_no_beginning() -> None:
    """X-21b: a partial answer counts for what it contains."""
    cut = revise(timing="May").model_copy(update={"status": "timeout"})
    assert compose_revision(BEFORE, cut).recommendation is None
    assert compose_revision(None, revise(timing="May")).recommendation is None
    assert list_claims(compose_revision(None, revise(claims=(Claim(id="", statement="Wages."),)))) == ["C1 Wages."]


@given(st.lists(st.sampled_from(["C1", "C2", "C3", "c1", ""]), max_size=5), st.lists(st.sampled_from(["C1", "C3"])))
def test_ids_stay_unique_and_nothing_withdrawn_is_held(ids: list[str], withdrawn: list[str]) -> None:
    made = tuple(Claim(id=name, statement=f"{name}!") for name in ids)
    composed = compose_revision(BEFORE, revise(claims=made, withdrawn=tuple(withdrawn)))
    names = [claim.id for claim in composed.claims]
    assert len(names) == len(set(names))
    assert not {"Demand grew."} & {claim.statement for claim in composed.claims} or "C1" not in withdrawn


@pytest.mark.parametrize(
    ("said", "stance", "recommendation"),
    [
        pytest.param({}, "wait a year", "wait a year", id="nothing is worded anew"),
        pytest.param({"recommendation": "Wait for 2027."}, "wait a year", "Wait for 2027.", id="only the advice is"),
        pytest.param({"stance": "not yet"}, "not yet", "wait a year", id="only the stance is"),
    ],
)
def test_who_moves_to_another_option_no_longer_says_the_old_one(
    said: dict[str, Any], stance: str, recommendation: str
) -> None:
    """Its earlier words are not so any more: they would be shown beside its new vote."""
    after = compose_revision(BEFORE, revise(choice="B", **said), "wait a year")
    assert (after.stance, after.recommendation) == (stance, recommendation)
    assert after.timing == "March"
