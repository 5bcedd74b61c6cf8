from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from moot.policies.critique.critiques import check_floor, number_critiques
from moot.policies.critique.ledger import cite_quoted, make_bearing
from moot.state.evidence import Evidence
from moot.state.positions import Claim
from moot.state.protocol import ClaimRules, CritiqueRules
from tests.policies.voices import claim, critique, item, position, sheet
from tests.support.words import english

SEATS = ("nla", "ala")
SAID = (
    position("nla", recommendation="A", claims=(claim("C1"), claim("C2", evidence=("KUH-833",)))),
    position("ala", recommendation="B", claims=(claim("C1"), claim("C2", evidence=("MIN-001",)), claim("C3"))),
)


def test_critiques_are_numbered_in_one_order() -> None:
    """L-13: by round, then by the profile's seats, then by place; earlier numbers are continued."""
    sheets = [
        sheet("ala", item("nla", "C1"), item("nla", "C2")),
        sheet("nla", item("ala", "C3"), item("ala", "C1")),
    ]
    found = number_critiques(sheets, SAID, SEATS)
    assert [(each.id, each.agent, each.target_claim_id) for each in found.accepted] == [
        ("K1", "nla", "C3"),
        ("K2", "nla", "C1"),
        ("K3", "ala", "C1"),
        ("K4", "ala", "C2"),
    ]
    assert number_critiques(sheets[:1], SAID, SEATS, taken=found.accepted).accepted[0].id == "K5"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"target": "nla"}, "may not judge its own", id="W-L10 L-03 agent is the target"),
        pytest.param({"target": "NLA "}, "may not judge its own", id="W-L10 L-03 whatever the case"),
        pytest.param({"claim_id": "C9"}, "made no claim 'C9'", id="W-L10 L-13 unknown claim"),
        pytest.param({"claim_id": ""}, "made no claim ''", id="W-L10 no claim named"),
        pytest.param({"suggested_fix": ""}, "how to put it right", id="W-L10 L-31 no fix"),
        pytest.param({"suggested_fix": " - "}, "how to put it right", id="W-L10 L-31 blank fix"),
        pytest.param({"description": ""}, "what is wrong", id="L-13 no description"),
        pytest.param({"target": "ghost"}, "said nothing", id="W-L10 unknown target"),
    ],
)
def test_bad_critiques_are_turned_away_with_a_reason(fields: dict[str, Any], reason: str) -> None:
    """L-14."""
    found = number_critiques([sheet("nla", item(), item(**fields), item("ala", "C2"))], SAID, SEATS)
    assert [each.target_claim_id for each in found.accepted] == ["C1", "C2"]
    assert [(each.agent, each.index) for each in found.rejected] == [("nla", 2)]
    assert reason in english(found.rejected[0].reason)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"issue_type": "style"}, id="W-L10 unknown issue_type"),
        pytest.param({"severity": "HUGE"}, id="W-L10 unknown severity"),
    ],
)
def test_unknown_words_are_refused_by_the_schema(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        item(**fields)


def test_ids_are_taken_over_as_their_owner_writes_them() -> None:
    found = number_critiques([sheet("nla", item("ALA", "c3"))], SAID, SEATS)
    assert (found.accepted[0].target, found.accepted[0].target_claim_id) == ("ala", "C3")


def test_copies_do_not_count() -> None:
    found = number_critiques([sheet("nla", item(), item(), item(severity="MINOR"))], SAID, SEATS)
    assert (len(found.accepted), len(found.rejected)) == (1, 2)


def test_a_position_without_claims_is_criticised_as_a_whole() -> None:
    found = number_critiques([sheet("a", item("b", "C1"))], [position("b", recommendation="Grow")], ("a", "b"))
    assert found.accepted[0].target_claim_id == ""


def test_the_target_must_have_spoken_in_that_round() -> None:
    found = number_critiques([sheet("nla", item(), number=2)], SAID, SEATS)
    assert "said nothing in round 2" in english(found.rejected[0].reason)


@pytest.mark.parametrize(
    ("fields", "severity", "downgraded"),
    [
        pytest.param({"description": "It cites no source."}, "MAJOR", True, id="X-56a the source is there"),
        pytest.param({"description": "Klaim itu tanpa sumber."}, "MAJOR", True, id="X-56a in Indonesian"),
        pytest.param({"description": "The cited ruling was annulled."}, "CRITICAL", False, id="X-56a annulled"),
        pytest.param({"description": "Tidak ada bukti pasal itu masih berlaku."}, "CRITICAL", False, id="in force?"),
        pytest.param({"description": "No source, and the one named is misread."}, "CRITICAL", False, id="misread"),
        pytest.param({"description": "It does not carry this."}, "CRITICAL", False, id="X-56a says nothing is missing"),
        pytest.param(
            {"description": "It cites no source.", "claim_id": "C1"}, "CRITICAL", False, id="X-56a none bears it"
        ),
        pytest.param(
            {"description": "It cites no source.", "issue_type": "conflict"}, "CRITICAL", False, id="another issue"
        ),
    ],
)
def test_severity_must_fit_the_issue(fields: dict[str, Any], severity: str, downgraded: bool) -> None:
    """Only what can be looked up is lowered, and only where a source that is quoted bears the claim."""
    raised = item(**{"claim_id": "C2", "issue_type": "evidence_gap", "severity": "CRITICAL", **fields})
    found = number_critiques([sheet("nla", raised)], SAID, SEATS, (), lambda _, claim: claim.id == "C2").accepted[0]
    assert (found.severity, found.downgraded) == (severity, downgraded)


@pytest.mark.parametrize(
    ("statement", "evidence", "borne"),
    [
        pytest.param('It says "the land is never divided".', ("E1",), True, id="quoted word for word"),
        pytest.param('It says "the land is always divided".', ("E1",), False, id="quoted wrongly"),
        pytest.param("The land is never divided.", ("E1",), False, id="cited without a quotation"),
        pytest.param('It says "the land is never divided".', ("E9",), False, id="an id that does not exist"),
    ],
)
def test_only_a_quotation_that_stands_bears_a_claim(statement: str, evidence: tuple[str, ...], borne: bool) -> None:
    made = Claim(id="C1", statement=statement, kind="fact", evidence=evidence)
    bears = make_bearing([Evidence(id="E1", text="By custom the land is never divided.")], ClaimRules())
    assert bears(position("ala", recommendation="x", claims=(made,)), made) is borne


def test_a_claim_cites_what_it_quotes() -> None:
    """L-02: a quotation found word for word in a source is evidence; a claim with a source keeps its own."""
    sources = [Evidence(id="E1", text="Another text."), Evidence(id="E2", text="By custom the land is never divided.")]
    made = Claim(id="C1", statement='It says "the land is never divided".', kind="fact")
    assert cite_quoted(made, sources).evidence == ("E2",)
    assert cite_quoted(made, sources[:1]) is made
    sourced = made.model_copy(update={"evidence": ("E7",)})
    assert cite_quoted(sourced, sources) is sourced


@pytest.mark.parametrize(
    ("count", "round_number", "floor", "passed"),
    [
        pytest.param(2, 1, 3, False, id="W-L9 L-30 two in round 1"),
        pytest.param(3, 1, 3, True, id="L-30 three in round 1"),
        pytest.param(0, 2, 3, True, id="X-56a no floor in round 2"),
        pytest.param(0, 1, 0, True, id="no floor set"),
    ],
)
def test_the_floor(count: int, round_number: int, floor: int, passed: bool) -> None:
    """X-56a: MINOR critiques count."""
    made = [critique(at, severity="MINOR", made_in=round_number) for at in range(1, count + 1)]
    other = [critique(9, agent="ala", made_in=round_number), critique(10, made_in=round_number + 1)]
    found = check_floor([*made, *other], ["nla"], round_number, CritiqueRules(min_per_agent=floor))
    assert [(each.agent, each.count, each.passed) for each in found] == [("nla", count, passed)]
    assert ("at least" in english(found[0].reason)) is not passed


@given(
    st.permutations([sheet("nla", item(), item("ala", "C2")), sheet("ala", item("nla")), sheet("guest", item("nla"))])
)
def test_numbers_do_not_depend_on_who_finished_first(sheets: Any) -> None:
    found = number_critiques(sheets, SAID, SEATS)
    assert [each.agent for each in found.accepted] == ["nla", "nla", "ala", "guest"]
