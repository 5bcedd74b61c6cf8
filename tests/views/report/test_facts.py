"""The small sums behind the views: who agrees with whom, how surely, and which verdict counts."""

import pytest

from moot.state.evidence import ClaimVerdict
from moot.state.findings import PairAgreement, RoundAgreement
from moot.state.hypotheses import Hypothesis, HypothesisSheet
from moot.state.positions import Position
from moot.state.protocol import CriterionWeights
from moot.views.report.agreement import find_confidences, find_last_comparisons, weigh
from moot.views.report.evidence import find_verdicts
from moot.views.report.story import Story
from moot.views.result import EvidenceSummary
from tests.browser.extremes import bare, known


@pytest.mark.parametrize(
    ("pair", "share"),
    [
        pytest.param({"recommendation": 1, "premises": 1, "risks": 1, "timing": 1}, 1.0, id="all"),
        pytest.param({"recommendation": 1, "premises": 0, "risks": 0, "timing": 0}, 0.30, id="D-94 weights"),
        pytest.param({"recommendation": 0.5, "timing": 1}, 0.7, id="X-21b what is missing does not count"),
        pytest.param({}, None, id="nothing to compare"),
    ],
)
def test_how_far_two_seats_agree(pair: dict[str, float], share: float | None) -> None:
    assert weigh(PairAgreement.model_validate({"a": "a", "b": "b", **pair}), CriterionWeights()) == (
        None if share is None else pytest.approx(share)
    )


def test_each_pair_stands_where_it_was_last_compared() -> None:
    early = (PairAgreement(a="a", b="b", timing=0.0), PairAgreement(a="b", b="c", timing=0.5))
    late = (PairAgreement(a="b", b="a", timing=1.0),)
    result, _ = bare()
    story = Story(result, {"agreements": [RoundAgreement(round=1, pairs=early), RoundAgreement(round=2, pairs=late)]})
    found = {tuple(sorted(pair)): (at, each.timing) for pair, (at, each) in find_last_comparisons(story).items()}
    assert found == {("a", "b"): (2, 1.0), ("b", "c"): (1, 0.5)}


def test_of_several_hypotheses_the_surest_counts() -> None:
    made = tuple(Hypothesis(id=f"log_{at}", source="log", hypothesis="x", confidence=at / 10) for at in (3, 9, 5))
    result, _ = bare(positions=(Position(seat="cfo", round=1, confidence=None),))
    sheets = [HypothesisSheet(seat="log", round=2, hypotheses=made), HypothesisSheet(seat="log", round=1)]
    assert find_confidences(Story(result, {"hypotheses": sheets})) == {"log": [(1, None), (2, 0.9)]}


def test_the_last_verdict_on_a_claim_counts() -> None:
    lines = (
        ClaimVerdict(seat="cfo", round=1, claim_id="C1", verdict="unsupported", reason=""),
        ClaimVerdict(seat="cro", round=1, claim_id="C1", verdict="unknown", reason=""),
        ClaimVerdict(seat="cfo", round=2, claim_id="C1", verdict="supported", reason=""),
    )
    positions = tuple(Position(seat=seat, round=1, recommendation="x") for seat in ("cfo", "cro"))
    result, _ = bare(evidence=EvidenceSummary(claims=lines), positions=positions)
    found = find_verdicts(Story(result, known(("cro", "cfo"))))
    assert [(line.seat, line.verdict) for line in found] == [("cro", "unknown"), ("cfo", "supported")]
