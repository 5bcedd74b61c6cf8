"""Claims with shares, parts of sums, calendars and roles, some with what a reader of their sources reckoned (D-141)."""

from collections.abc import Mapping, Sequence

import pytest

from moot.policies.critique.ledger import judge_claims, read_verification
from moot.state.evidence import CheckedClaim, ClaimVerification, Evidence, Verdict
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules
from tests.policies.critique.reckoned_claims import (
    LATER_RECKONED,
    LATER_SOURCES,
    RECKONED,
    RECKONED_SOURCES,
    ReckonedCase,
)


def judge(case: ReckonedCase, sources: Mapping[str, str]) -> Verdict:
    """Judge one claim with what its reader answered."""
    evidence = [Evidence(id="E1", text=sources[case.source])]
    claim = Claim(id="C1", statement=case.statement, kind="fact", evidence=("E1",), assumptions=case.assumptions)
    checked: tuple[CheckedClaim, ...] = ()
    if case.span:
        said = ClaimVerification(claim_id="C1", verdict="entailed", span=case.span, reckoning=case.reckoning)
        checked = read_verification(1, [said], {"cfo C1": claim}, evidence).claims
        assert checked, f"the span of {case.statement!r} stands nowhere"
    position = Position(seat="cfo", round=1, recommendation="x", claims=(claim,))
    return judge_claims(1, [position], evidence, ClaimRules(), checked=checked).verdicts[0].verdict


@pytest.mark.parametrize(
    ("cases", "sources"),
    [
        pytest.param(RECKONED, RECKONED_SOURCES, id="issue 23.4 corrected by"),
        pytest.param(LATER_RECKONED, LATER_SOURCES, id="issue 23.4 later"),
    ],
)
def test_true_claims_are_borne_out_and_false_ones_caught(
    cases: Sequence[ReckonedCase], sources: Mapping[str, str]
) -> None:
    judged = {case: judge(case, sources) for case in cases}
    assert [case.statement for case in cases if case.true and judged[case] == "unsupported"] == []
    assert [case.statement for case in cases if not case.true and judged[case] == "supported"] == []


def test_the_table_is_large_enough() -> None:
    assert len(RECKONED) >= 60
    assert {case.source for case in RECKONED} == set(RECKONED_SOURCES)
