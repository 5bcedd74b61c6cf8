"""The question is a source of every debate: it is cited as `question`, and its figures may be reckoned with."""

from typing import Any

import pytest

from moot.policies.critique.evidence import QUESTION, criticise_fabrications
from moot.policies.critique.ledger import judge_claims, lacks_evidence
from moot.policies.critique.ledger.verifying import list_unverified
from moot.state.evidence import Evidence
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, position

ASKED = {
    "pt": "Receita de R$ 38 milhões em 2025, EBITDA de 9%. A PetNorte tem 27% da receita e pede 12% de desconto.",
    "en": "Revenue of $ 38 million in 2025, EBITDA of 9%. PetNorth is 27% of revenue and asks for a discount of 12%.",
    "id": "Pendapatan Rp 38 juta pada 2025, EBITDA 9%. PetNorte menyumbang 27% pendapatan dan meminta diskon 12%.",
}
RULES = ClaimRules()
REPORT = Evidence(id="E1", text="The market grew by 7% in 2025.")


def judge(*statements: str, question: str = ASKED["pt"], cited: tuple[str, ...] = (), **fields: Any) -> list[str]:
    claims = tuple(claim(f"C{at}", statement=each, evidence=cited) for at, each in enumerate(statements, 1))
    said = [position("cfo", 1, recommendation="go", claims=claims)]
    ledger = judge_claims(1, said, fields.get("evidence", ()), RULES, question=question)
    return [each.verdict for each in ledger.verdicts]


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        pytest.param("A PetNorte tem 27% da receita.", "supported", id="stated"),
        pytest.param("A PetNorte compra R$ 10,26 milhões (27% de R$ 38 milhões).", "supported", id="follows"),
        pytest.param("O EBITDA foi de R$ 3,42 milhões.", "supported", id="a percentage of an amount"),
        pytest.param("A PetNorte compra R$ 11 milhões por ano.", "unsupported", id="another figure"),
        pytest.param("Perder a PetNorte quebraria a empresa.", "unknown", id="nothing that words can check"),
    ],
)
def test_a_fact_that_cites_the_question(statement: str, verdict: str) -> None:
    assert judge(statement, cited=("question",)) == [verdict]
    assert judge(statement, cited=("[Question]",), evidence=(REPORT,)) == [verdict]


@pytest.mark.parametrize(
    ("language", "statements", "verdicts"),
    [
        pytest.param("pt", ["Compra R$ 10,26 milhões: 38 * 0,27 = 10,26."], ["supported"], id="decimal comma"),
        pytest.param("pt", ["EBITDA: 38.000.000 * 0,09 = 3.420.000."], ["supported"], id="thousands point"),
        pytest.param("en", ["It buys $ 10.26 million: 38 * 0.27 = 10.26."], ["supported"], id="decimal point"),
        pytest.param("en", ["EBITDA: 38,000,000 * 0.09 = 3,420,000."], ["supported"], id="thousands comma"),
        pytest.param("id", ["PetNorte membeli Rp 10,26 juta: 38 * 0,27 = 10,26."], ["supported"], id="Indonesian"),
        pytest.param(
            "pt", ["Compra: 38 * 0,27 = 10,26.", "O desconto custa 10,26 * 0,12 = 1,2312; 1,2312 / 3,42 = 0,36."],
            ["supported", "supported"], id="what an earlier claim showed, and a percentage of an amount",
        ),
        pytest.param("pt", ["Compra: 38 * 0,27 = 12,26."], ["unknown"], id="a wrong sum"),
        pytest.param("pt", ["Compra: 41 * 0,27 = 11,07."], ["unknown"], id="a figure nobody stated"),
    ],
)  # fmt: skip
def test_a_sum_that_a_claim_shows(language: str, statements: list[str], verdicts: list[str]) -> None:
    assert judge(*statements, question=ASKED[language]) == verdicts


def test_the_question_is_no_invented_source() -> None:
    said = [position("cfo", 1, claims=(claim("C1", evidence=(QUESTION,)), claim("C2", evidence=("E9",))))]
    sheet = criticise_fabrications(1, said, [])
    assert sheet is not None
    assert [each.target_claim_id for each in sheet.items] == ["C2"]


def test_no_model_is_asked_about_the_question_and_nobody_argued_by_sources_with_it() -> None:
    said = [position("cfo", 1, claims=(claim("C1", statement="PetNorth is 27% of revenue.", evidence=(QUESTION,)),))]
    asked = ASKED["en"]
    assert list_unverified(said, [REPORT], RULES, question=asked) == {}
    assert lacks_evidence(said, [REPORT], RULES, question=asked)
