from typing import Any

import pytest

from moot.policies.agreement import judge_convergence
from moot.policies.verdict.review_need import find_review_need
from moot.state.bookkeeping import HumanReviewNeed
from moot.state.critiques import Critique
from moot.state.positions import Position
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, closed, critique, position

LEGAL = ClaimRules(evidence_required="all")
PROVEN = (claim("C1", evidence=("E1",)),)


def answers(number: int, nla: str = "Divide it", ala: str = "Divide it equally", **fields: Any) -> tuple[Position, ...]:
    return tuple(
        position(seat, at, recommendation=text, claims=fields.get("claims", PROVEN))
        for at in range(1, number + 1)
        for seat, text in (("nla", nla), ("ala", ala))
    )


def review(number: int, **fields: Any) -> HumanReviewNeed:
    state = {"positions": answers(number), "critiques": (critique(1, resolved=True),), **fields}
    here = closed(number, strategy="critiques", rounds={"min": 2, "planned": 2}, **state)
    return find_review_need(here, judge_convergence(here), LEGAL)


def grave(**fields: Any) -> tuple[Critique, ...]:
    return (critique(1, severity="CRITICAL", **{"issue_type": "evidence_gap", **fields}),)


@pytest.mark.parametrize(
    ("number", "fields", "reason"),
    [
        pytest.param(3, {"critiques": grave(issue_type="logic_gap")}, "not finished after round 3", id="W-L7 L-24"),
        pytest.param(2, {"critiques": grave()}, "K1 of nla on ala is CRITICAL", id="L-25 X-56g validity of evidence"),
        pytest.param(2, {"critiques": grave(issue_type="conflict")}, "K1 of nla", id="L-25 conflict of norms"),
        pytest.param(1, {"critiques": grave()}, None, id="X-56g the revision that answers it is still to come"),
        pytest.param(2, {"critiques": grave(issue_type="logic_gap")}, None, id="L-25 a gap of logic may be argued on"),
        pytest.param(2, {"critiques": grave(resolved=True)}, None, id="X-56g resolved"),
        pytest.param(3, {"domain_conflicts": ("MIN-004 against C1",)}, "MIN-004 against C1", id="W-L16 after the last"),
        pytest.param(2, {"domain_conflicts": ("MIN-004 against C1",)}, None, id="W-L16 not before"),
        pytest.param(2, {"positions": answers(2, "Sell it", "Do not sell it")}, "the opposite", id="L-26 at the end"),
        pytest.param(1, {"positions": answers(1, "Sell it", "Do not sell it")}, None, id="L-26 not at the start"),
        pytest.param(2, {"positions": answers(2, claims=(claim("C1"),))}, "no evidence for 100%", id="L-27 X-56h"),
        pytest.param(2, {}, None, id="finished, nothing open"),
    ],
)
def test_when_a_person_has_to_look(number: int, fields: dict[str, Any], reason: str | None) -> None:
    found = review(number, **fields)
    assert found.needs_human_review is (reason is not None)
    assert reason is None or any(reason in each for each in found.reasons)


def test_every_reason_is_told() -> None:
    """W-L16: blocked by the domain conflict, and by the limit of rounds."""
    found = review(3, domain_conflicts=("MIN-004 against C1",), critiques=grave())
    assert len(found.reasons) == 3
