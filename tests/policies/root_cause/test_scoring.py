from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.evidence.scoring import RUBRIC, score_round
from moot.state.hypotheses import Marks
from tests.policies.voices import hypothesis, reasoner
from tests.support.words import english

PARTS = tuple(RUBRIC)
SHEETS = [
    reasoner("log_focused", 1, hypothesis("log_1", category="hardware"), hypothesis("log_2", category="network")),
    reasoner("kg_focused", 1, hypothesis("kg_1", category="hardware")),
    reasoner("hybrid", 1, hypothesis("hybrid_1", category="hardware"), hypothesis("hybrid_2", category="config")),
]
IDS = ("log_1", "log_2", "kg_1", "hybrid_1", "hybrid_2")


def marks(identifier: str, *parts: int | None, **fields: Any) -> Marks:
    given: dict[str, Any] = dict(zip(PARTS, parts, strict=False))
    return Marks(hypothesis_id=identifier, **given, **fields)


def totalling(identifier: str, total: int) -> Marks:
    """Marks that add up to a total."""
    parts, left = [], total
    for most in RUBRIC.values():
        parts.append(min(most, left))
        left -= parts[-1]
    return marks(identifier, *parts)


@pytest.mark.parametrize(
    ("parts", "score"),
    [
        pytest.param((28, 24, 18, 14, 8), 92, id="W-R13 R-42 X-64 the sum of the parts"),
        pytest.param((30, 25, 20, 15, 10), 100, id="R-42 all maxima"),
        pytest.param((0, 0, 0, 0, 0), 0, id="R-42 nothing"),
        pytest.param((99, 25, 20, 15, 10), 100, id="R-42 a part is held within its maximum"),
        pytest.param((-5, 25, 20, 15, 10), 70, id="R-42 and not below nothing"),
        pytest.param((), 50, id="R-46 no scores at all"),
        pytest.param((30, None, None, None, None), 65, id="R-46 a missing part counts half"),
    ],
)
def test_scores_are_added_up(parts: tuple[int | None, ...], score: int) -> None:
    found = score_round(1, SHEETS[1:2], [marks("kg_1", *parts)])
    assert found.evaluated_hypotheses[0].judge_score == score
    assert not found.flags


def test_ranks_and_moderate_consensus() -> None:
    """W-R14, R-44, R-45: range 24 is moderate."""
    scores = dict(
        zip(
            ("hybrid_1", "log_1", "kg_1", "log_2", "hybrid_2", "log_3", "hybrid_3"),
            (92, 90, 85, 78, 75, 72, 68),
            strict=True,
        )
    )
    sheets = [reasoner(seat, 1, *(hypothesis(each) for each in scores if each.startswith(seat[:2])))
              for seat in ("log_focused", "kg_focused", "hybrid")]  # fmt: skip
    found = score_round(1, sheets, [totalling(identifier, score) for identifier, score in scores.items()])
    assert [(each.hypothesis_id, each.rank) for each in found.evaluated_hypotheses] == [
        (identifier, rank) for rank, identifier in enumerate(scores, 1)
    ]
    assert english(found.consensus_analysis).startswith("moderate consensus: scores span 24 points")
    assert (found.top_hypothesis, found.num_evaluated) == ("hybrid_1", 7)


@pytest.mark.parametrize(
    ("scores", "strength"),
    [
        pytest.param((90, 71), "strong", id="R-45 19"),
        pytest.param((90, 70), "moderate", id="R-45 20"),
        pytest.param((90, 51), "moderate", id="R-45 39"),
        pytest.param((90, 50), "weak", id="R-45 40"),
    ],
)
def test_how_close_the_scores_are(scores: tuple[int, int], strength: str) -> None:
    found = score_round(1, SHEETS[:1], [totalling("log_1", scores[0]), totalling("log_2", scores[1])])
    assert english(found.consensus_analysis).startswith(f"{strength} consensus")
    assert "best score is 90" in english(found.consensus_analysis)


def test_guidance_names_the_categories_to_argue() -> None:
    """R-45."""
    order = ("log_1", "hybrid_1", "kg_1", "log_2", "hybrid_2")
    agreed = score_round(1, SHEETS, [totalling(each, 90 - at) for at, each in enumerate(order)])
    assert "agree on the category hardware" in english(agreed.debate_guidance)
    assert "most hypotheses say hardware" in english(agreed.consensus_analysis)
    split = score_round(1, SHEETS, [totalling(each, 50 + at) for at, each in enumerate(order)])
    assert "argue configuration, hardware, network" in english(split.debate_guidance)


def test_ties_are_ranked_by_id() -> None:
    found = score_round(1, SHEETS, [totalling(each, 80) for each in IDS])
    assert [each.hypothesis_id for each in found.evaluated_hypotheses] == sorted(IDS)


def test_fallback_scores() -> None:
    """W-R10, R-46: the judge's answer cannot be read."""
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", confidence=0.6), hypothesis("hybrid_2", confidence=0.8))]
    found = score_round(1, sheets, None)
    assert [(each.hypothesis_id, each.judge_score) for each in found.evaluated_hypotheses] == [
        ("hybrid_2", 80),
        ("hybrid_1", 60),
    ]
    assert all(
        each.fallback and english(each.weaknesses[0]).startswith("fallback") for each in found.evaluated_hypotheses
    )
    assert [getattr(found.evaluated_hypotheses[0], part) for part in PARTS] == [24, 20, 16, 12, 8]
    assert found.flags == ("judge_unreadable",)


@pytest.mark.parametrize("given_marks", [[], [totalling("ghost_1", 90)]])
def test_a_judge_who_says_nothing_of_these_hypotheses_is_unreadable(given_marks: list[Marks]) -> None:
    found = score_round(1, [reasoner("kg_focused", 1, hypothesis("kg_1", confidence=0.7))], given_marks)
    assert (found.evaluated_hypotheses[0].judge_score, found.flags) == (70, ("judge_unreadable",))


def test_what_the_judge_left_out_does_not_win_by_its_own_confidence() -> None:
    sheets = [reasoner("hybrid", 1, hypothesis("hybrid_1", confidence=0.99), hypothesis("hybrid_2", confidence=0.1))]
    found = score_round(1, sheets, [totalling("hybrid_2", 60), totalling("hybrid_2", 99)])
    assert [(each.hypothesis_id, each.judge_score) for each in found.evaluated_hypotheses] == [
        ("hybrid_2", 60),
        ("hybrid_1", 50),
    ]
    assert found.flags == ("judge_incomplete",)


def test_nothing_to_judge() -> None:
    """R-44, W-R9."""
    found = score_round(2, SHEETS, [])
    assert (found.evaluated_hypotheses, found.top_hypothesis, found.num_evaluated) == ((), None, 0)
    assert english(found.consensus_analysis)
    assert found.debate_guidance


@given(st.permutations(SHEETS), st.dictionaries(st.sampled_from(IDS), st.integers(0, 100)))
def test_ranking_does_not_depend_on_who_finished_first(sheets: Any, scores: dict[str, int]) -> None:
    told = [totalling(identifier, score) for identifier, score in scores.items()]
    assert score_round(1, sheets, told) == score_round(1, SHEETS, told)


@given(st.floats(0, 1))
def test_fallback_parts_fit_the_rubric(confidence: float) -> None:
    found = score_round(1, [reasoner("hybrid", 1, hypothesis("hybrid_1", confidence=confidence))], None)
    (only,) = found.evaluated_hypotheses
    assert only.judge_score == sum(getattr(only, part) for part in PARTS)
    assert abs(only.judge_score - confidence * 100) <= 0.5 + 1e-6
