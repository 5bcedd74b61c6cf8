"""What people read of figures: what was measured, years, near-equal risks, open critiques (X-21a, D-52)."""

import pytest

from moot.catalogue import speaking
from moot.state.findings import RoundRecord
from moot.state.positions import Position
from moot.views.wording import say_open_critique
from moot.views.wording.agreement import say_agreement
from moot.views.wording.disputes import list_risks
from moot.views.wording.warrants import say_reckoning


@pytest.mark.parametrize(
    ("measured", "counted", "told"),
    [
        pytest.param(0.808, 0.69, "80.8 %, counted as 69 % because the votes settle no option", id="X-21a capped"),
        pytest.param(0.675, 0.675, "67.5 %", id="as measured"),
        pytest.param(0.6, 0.7, "60 %, counted as 70 % because all vote for one option", id="raised"),
    ],
)
def test_a_figure_that_is_no_measurement_says_so(measured: float, counted: float, told: str) -> None:
    record = RoundRecord(
        number=2, kind="rebuttals", duration_ms=1, convergence=counted, details={"before_cap": measured}
    )
    with speaking("en"):
        assert say_agreement(record).startswith(told)


def test_the_support_of_an_answer_is_not_told_as_unanimity() -> None:
    details = {"before_cap": 0.675, "votes": 1.0, "share": 0.75}
    record = RoundRecord(number=2, kind="rebuttals", duration_ms=1, convergence=0.827, details=details)
    with speaking("en"):
        told = say_agreement(record)
    assert told == "67.5 % of the weighted points; the votes support the leading answer by 82.7 %"


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("2025 + 2 = 2027", "2027 = 2025 + 2"),
        pytest.param("0.09 * (1 - 0.65) = 0.0315", "0.0315 = 0.09 × (1 − 0.65)", id="not 0.03"),
        ("2023 - 2011 = 12", "12 = 2023 − 2011"),
        ("2025 * 2 = 4050", "4,050 = 2,025 × 2"),
        ("(3420 - 2790) * 2150 = 1354500", "1,354,500 = (3,420 − 2,790) × 2,150"),
    ],
)
def test_years_are_written_without_marks(step: str, told: str) -> None:
    with speaking("en"):
        assert say_reckoning(step) == told


def test_a_risk_that_two_seats_state_alike_stands_once() -> None:
    latest = {
        "cro": Position(seat="cro", round=1, risks=("Marrow may restrict deliveries in a drought.",)),
        "cmo": Position(seat="cmo", round=1, risks=("Marrow may restrict deliveries in a drought", "Trust is lost")),
    }
    assert list(list_risks(latest, ())) == ["Marrow may restrict deliveries in a drought.", "Trust is lost"]


def test_an_open_critique_is_said_whole() -> None:
    critique = {
        "id": "K9", "severity": "CRITICAL", "agent": "coo", "target": "cmo", "target_claim_id": "recommendation",
        "description": "No lawful supply in 2027.", "resolution": "", "option": "B",
        "answer": {"outcome": "partly", "reason": "I lower my confidence."},
        "verdict_reason": "A lawful supply is still missing.",
    }  # fmt: skip
    with speaking("en"):
        told = say_open_critique(critique)
    for part in ("K9 CRITICAL", "No lawful supply in 2027.", "B", "I lower my confidence.", "is still missing."):
        assert part in told
    with speaking("en"):
        assert "(as in round 1, withdrawn since)" in say_open_critique(
            {**critique, "round": 1, "target_now": "withdrawn"}
        )
