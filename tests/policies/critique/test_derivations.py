"""Arithmetic that a model gives for a figure is reckoned again from numbers that are known."""

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.ledger import judge_claims, list_unverified, read_verification
from moot.policies.critique.ledger.clauses import split_clauses
from moot.policies.critique.ledger.derivations import is_derived, reckon_steps
from moot.policies.critique.ledger.figures import read_figures
from moot.state.evidence import ClaimVerification, Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

CONTRACT = Evidence(
    id="doc1",
    text="O contrato prevê 75 t por mês a R$ 34,00/kg, pagas em 90 dias. A margem é de R$ 3,50/kg."
    " O estoque é de 28 t.",
)


@pytest.mark.parametrize(
    ("line", "known", "figure", "stands"),
    [
        pytest.param("75*34*3 - 28*42 = 6474", (75, 34, 3, 28, 42), "6,474 milhões", True, id="D-141 a sum"),
        pytest.param("(2,4 + 3,6) * 2/3 * 1/3", (2.4e9, 3.6e9), "1,333 miliar", True, id="D-141 with commas"),
        pytest.param("100 - 61", (61,), "39 %", True, id="D-141 what is left of a hundred"),
        pytest.param("19.4/28 = 69%", (19.4, 28), "69 %", True, id="D-141 a share"),
        pytest.param("R$ 50 t × 3,50", (50, 3.5), "R$ 175 mil", True, id="D-141 units beside the numbers"),
        pytest.param("28 × 35%", (28, 35), "9,8", True, id="D-141 a percentage of"),
        pytest.param("a = 40*2; 80*3", (40,), "240", True, id="D-141 line by line"),
        pytest.param("90 * 2", (61,), "180", False, id="D-141 an operand nobody stated"),
        pytest.param("10 * 12", (61,), "120", False, id="D-141 free numbers alone"),
        pytest.param("61 * 2", (61,), "125", False, id="D-141 another result"),
        pytest.param("61", (61,), "61", False, id="D-141 no arithmetic"),
        pytest.param("61 ** 9 ** 9", (61,), "61", False, id="D-141 no power"),
        pytest.param("__import__('os') + 61 * 2", (61,), "122", False, id="D-141 no program"),
        pytest.param("61 / (61 - 61)", (61,), "1", False, id="D-141 by nothing"),
    ],
)
def test_a_figure_follows_from_known_ones(line: str, known: tuple[float, ...], figure: str, stands: bool) -> None:
    (read,) = read_figures(split_clauses(figure, "pt"))
    assert is_derived(read, reckon_steps(line, known)) is stands


@given(text=st.text(max_size=300), known=st.lists(st.floats(-1e12, 1e12), max_size=5))
def test_any_text_is_borne(text: str, known: list[float]) -> None:
    assert all(isfinite(each.value) for each in reckon_steps(text, known))


@pytest.mark.parametrize(
    ("statement", "said", "verdict"),
    [
        pytest.param(
            "Três meses de entregas valem R$ 7,65 milhões.",
            {"verdict": "entailed", "span": "75 t por mês ... R$ 34,00/kg", "reckoning": "75*34*3 = 7650"},
            "supported",
            id="D-141 reckoned",
        ),
        pytest.param(
            "Três meses de entregas valem R$ 9,9 milhões.",
            {"verdict": "entailed", "span": "75 t por mês", "reckoning": "75*34*3 = 9900"},
            "unsupported",
            id="D-141 the sum gives something else",
        ),
        pytest.param(
            "Três meses de entregas valem R$ 9,9 milhões.",
            {"verdict": "entailed", "span": "75 t por mês"},
            "unsupported",
            id="D-141 a model's yes alone does not make a number",
        ),
        pytest.param(
            "Três meses de entregas valem R$ 7,65 milhões.",
            {"verdict": "not_stated", "reckoning": "75*34*3 = 7650"},
            "unsupported",
            id="D-141 the model says no",
        ),
        pytest.param(
            "A margem não é paga antes de 120 dias.",
            {"verdict": "entailed", "span": "pagas em 90 dias"},
            "unsupported",
            id="D-141 another number",
        ),
    ],
)
def test_a_doubted_claim_is_cleared_by_meaning_and_arithmetic(
    statement: str, said: dict[str, str], verdict: str
) -> None:
    made = Claim.model_validate({"id": "C1", "statement": statement, "kind": "fact", "evidence": ["doc1"]})
    spoken = [Position(seat="financial", round=1, claims=(made,))]
    assert judge_claims(1, spoken, [CONTRACT], ClaimRules()).verdicts[0].doubted
    asked = list_unverified(spoken, [CONTRACT], ClaimRules())
    assert list(asked) == ["financial C1"]
    answer = ClaimVerification.model_validate({"claim_id": "financial C1", **said})
    found = read_verification(1, [answer], asked, [CONTRACT])
    assert judge_claims(1, spoken, [CONTRACT], ClaimRules(), checked=found.claims).verdicts[0].verdict == verdict
