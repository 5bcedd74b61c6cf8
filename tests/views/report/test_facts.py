"""The small sums behind the views: who agrees with whom, how surely, and which verdict counts."""

import pytest

from moot.state.evidence import ClaimVerdict
from moot.state.findings import PairAgreement, RoundAgreement, RoundRecord
from moot.state.hypotheses import Hypothesis, HypothesisSheet
from moot.state.positions import Position
from moot.state.protocol import CriterionWeights
from moot.views.report.agreement import find_confidences, find_last_comparisons, weigh
from moot.views.report.evidence import describe_evidence, find_verdicts
from moot.views.report.page import render_report
from moot.views.report.story import Story
from moot.views.report.votes import describe_votes
from moot.views.result.summaries import EvidenceSummary
from tests.browser.extremes import bare, known
from tests.views.standings import BY_WORDS, COMPLETE, SPLIT, UNSETTLED


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


def test_a_claim_that_was_given_up_no_longer_counts() -> None:
    """The page counts what the text counts: what each seat claimed last."""
    lines = (
        ClaimVerdict(seat="cfo", round=1, claim_id="C1", verdict="unsupported", reason=""),
        ClaimVerdict(
            seat="cfo", round=2, claim_id="C2", verdict="unsupported", reason="it says 81", source_says="contradicted"
        ),
        ClaimVerdict(seat="cfo", round=2, claim_id="C3", verdict="supported", reason="", reckoning=("5.2 / 2 = 2.6",)),
    )
    result, _ = bare(evidence=EvidenceSummary(claims=lines))
    found = describe_evidence(Story(result, known(("cfo",))))
    assert found.summary == "2 claims as each seat last stated them: 1 supported, 1 unsupported"
    assert [(each.word, each.reckoning) for each in found.claims] == [
        ("contradicted by its source", []),
        ("supported", ["2.6 = 5.2 / 2"]),
    ]


def test_who_recommends_the_same_is_read_off_the_ballot() -> None:
    voted = tuple(Position(seat=seat, round=2, recommendation="x") for seat in ("cfo", "cmo", "coo", "cro"))
    compared = (PairAgreement(a="cfo", b="cmo", recommendation=1.0, timing=1.0),)
    result, _ = bare(positions=voted, ballot=SPLIT)
    story = Story(result, {"agreements": [RoundAgreement(round=2, pairs=compared)]})
    found = {tuple(sorted(pair)): each for pair, (_, each) in find_last_comparisons(story).items()}
    assert len(found) == 6
    assert (found["cfo", "cmo"].recommendation, found["cfo", "cmo"].timing) == (0.0, 1.0)
    assert found["cfo", "cro"].recommendation == 1.0
    # Options that a model found compatible are partly the same; by wording alone nobody knows that.
    free = SPLIT.model_copy(update={"opposed": ()})
    for ballot, level in ((free, 0.5), (free.model_copy(update={"source": "words"}), 0.0)):
        other = Story(result.model_copy(update={"ballot": ballot}), {})
        assert find_last_comparisons(other)[frozenset(("cmo", "cro"))][1].recommendation == level


def test_the_course_of_the_votes_has_a_dash_where_nobody_voted() -> None:
    result, _ = bare(positions=tuple(Position(seat=seat, round=2) for seat in ("cfo", "coo")), ballot=SPLIT)
    course = describe_votes(Story(result, {}))
    assert course.head == ["Round 1", "Round 2"]
    assert course.rows == [("cfo", ["C", "A"]), ("coo", ["–", "A"])]


@pytest.mark.parametrize(
    ("changes", "shown", "hidden"),
    [
        pytest.param(
            {"status": "needs_review", "warrant": UNSETTLED},
            ["Settled is not met: the votes settle no option", "One answer is settled <code>settled</code>"],
            ["does not apply"],
            id="the first unmet condition stands in the headline",
        ),
        pytest.param(
            {"warrant": COMPLETE, "rounds": (RoundRecord(number=1, kind="positions", duration_ms=1, failed=("cmo",)),)},
            ["Did not answer: ", "Everything a decision needs was met.", "only reported"],
            ["is not met:"],
            id="who is missing stands beside the decision",
        ),
        pytest.param(
            {"ballot": BY_WORDS},
            [
                "Who votes for what",
                "A and B exclude each other.",
                "Only wording was compared",
                "named no seat",
                "no votes",
            ],
            ["Why this status"],
            id="the ballot, and that only wording was compared",
        ),
        pytest.param(
            {"ballot": SPLIT, "confidence_flags": ("council_overrides_majority",)},
            ["The council decided against the majority"],
            [],
            id="the dissent of an overruled majority",
        ),
        pytest.param({}, [], ["Why this status", "Who votes for what", "Did not answer"], id="an old debate as before"),
    ],
)
def test_the_page_says_why(changes: dict[str, object], shown: list[str], hidden: list[str]) -> None:
    result, state = bare(**{"decision": "Open", "status": "decided", **changes})
    page = render_report(result, state)
    assert [text for text in shown if text not in page] == []
    assert [text for text in hidden if text in page] == []
