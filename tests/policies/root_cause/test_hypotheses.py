from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.hypotheses import RUBRIC, give_feedback, score_round, show_others
from moot.policies.root_cause.reading import NO_REASONING, name_prefixes, read_hypotheses
from moot.policies.root_cause.same_cause import same_root_cause, tops_by_reasoner
from moot.state.hypotheses import Marks
from moot.state.protocol import JudgeRules
from tests.policies.voices import hypothesis, judged, reasoner

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
    assert found.consensus_analysis.startswith("moderate consensus: scores span 24 points")
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
    assert found.consensus_analysis.startswith(f"{strength} consensus")
    assert "best score is 90" in found.consensus_analysis


def test_guidance_names_the_categories_to_argue() -> None:
    """R-45."""
    order = ("log_1", "hybrid_1", "kg_1", "log_2", "hybrid_2")
    agreed = score_round(1, SHEETS, [totalling(each, 90 - at) for at, each in enumerate(order)])
    assert "agree on the category hardware" in agreed.debate_guidance
    assert "most hypotheses say hardware" in agreed.consensus_analysis
    split = score_round(1, SHEETS, [totalling(each, 50 + at) for at, each in enumerate(order)])
    assert "argue config, hardware, network" in split.debate_guidance


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
    assert all(each.fallback and each.weaknesses[0].startswith("fallback") for each in found.evaluated_hypotheses)
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
    assert found.consensus_analysis
    assert found.debate_guidance


def test_what_a_reasoner_gets_for_its_next_round() -> None:
    """W-R12, R-39, R-22: its own scores and weaknesses, and the three best of the others."""
    judgement = judged(1, {"log_1": 70, "log_2": 95, "kg_1": 60, "hybrid_1": 90, "hybrid_2": 80, "kg_2": 20})
    own = give_feedback("log_focused", judgement)
    assert [(each.hypothesis_id, each.judge_score) for each in own] == [("log_2", 95), ("log_1", 70)]
    assert own[0].weaknesses == ("weak point of log_2",)
    assert [each.hypothesis_id for each in show_others("log_focused", judgement)] == ["hybrid_1", "hybrid_2", "kg_1"]


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


# Reading


def test_missing_fields_get_defaults() -> None:
    """R-48."""
    found = read_hypotheses("hybrid", 1, [{"hypothesis": "Disk full"}], "hybrid", JudgeRules()).hypotheses[0]
    assert (found.confidence, found.category, found.reasoning) == (0.5, "unknown", NO_REASONING)
    assert found.evidence == found.affected_components == found.suggested_resolution == ()


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        pytest.param({"confidence": 1.7}, "confidence", 1.0, id="R-48 bounded above"),
        pytest.param({"confidence": -1}, "confidence", 0.0, id="R-48 bounded below"),
        pytest.param({"confidence": "high"}, "confidence", 0.5, id="R-48 not a number"),
        pytest.param({"confidence": True}, "confidence", 0.5, id="R-48 a truth is no number"),
        pytest.param({"confidence": float("nan")}, "confidence", 0.5, id="R-48 no value"),
        pytest.param({"confidence": float("inf")}, "confidence", 1.0, id="R-48 endless"),
        pytest.param({"category": "Hardware"}, "category", "hardware", id="R-30 whatever the case"),
        pytest.param({"category": "gremlins"}, "category", "unknown", id="R-48 unknown category"),
        pytest.param({"evidence": "Log: one"}, "evidence", ("Log: one",), id="one text is a list of one"),
        pytest.param({"evidence": ["a", 7, " "]}, "evidence", ("a",), id="only texts are kept"),
        pytest.param({"suggested_resolution": 5}, "suggested_resolution", (), id="R-48 not a list"),
        pytest.param({"changes_made": "narrowed"}, "changes_made", "narrowed", id="X-58g kept"),
    ],
)
def test_odd_fields_are_put_right(fields: dict[str, object], name: str, value: object) -> None:
    made = read_hypotheses("hybrid", 1, [{"hypothesis": "x", **fields}], "hybrid", JudgeRules())
    assert getattr(made.hypotheses[0], name) == value


def test_ids_follow_confidence() -> None:
    """R-48, R-43."""
    items = [
        {"hypothesis": "b", "confidence": 0.3},
        {"hypothesis": "a", "confidence": 0.9},
        {"hypothesis": "c", "confidence": 0.3},
    ]
    found = read_hypotheses("log_focused", 2, items, "log", JudgeRules())
    assert [(each.id, each.hypothesis, each.source) for each in found.hypotheses] == [
        ("log_1", "a", "log_focused"),
        ("log_2", "b", "log_focused"),
        ("log_3", "c", "log_focused"),
    ]
    assert (found.round, found.flags) == (2, ())


@pytest.mark.parametrize(
    ("answer", "kept", "status", "warning"),
    [
        pytest.param([], 0, "failed", "", id="X-61 W-R9 none"),
        pytest.param([{"confidence": 0.9}], 0, "failed", "dropped", id="R-48 nothing named"),
        pytest.param([{"hypothesis": "x"}] * 1, 1, "ok", "at least 3", id="X-61 one is accepted and told"),
        pytest.param([{"hypothesis": "x"}] * 3, 3, "ok", "", id="R-02 three"),
        pytest.param([{"hypothesis": "x"}] * 5, 5, "ok", "", id="R-02 five"),
        pytest.param([{"hypothesis": "x"}] * 7, 5, "ok", "5 surest", id="X-61 seven"),
        pytest.param({"hypothesis": "x"}, 1, "ok", "at least 3", id="X-58e one object is a list of one"),
        pytest.param([{"hypothesis": "x"}] * 3 + [{"hypothesis": " "}], 3, "ok", "dropped", id="R-48 a blank one"),
    ],
)
def test_how_many_hypotheses(answer: Any, kept: int, status: str, warning: str) -> None:
    found = read_hypotheses("kg_focused", 1, answer, "kg", JudgeRules())
    assert (len(found.hypotheses), found.status) == (kept, status)
    assert bool(found.flags) is bool(warning)
    assert all(warning in flag for flag in found.flags)
    assert (found.error is None) is (kept > 0)


def test_prefixes() -> None:
    """R-43; two seats never share ids."""
    assert name_prefixes(("log_focused", "kg_focused", "hybrid")) == {
        "log_focused": "log",
        "kg_focused": "kg",
        "hybrid": "hybrid",
    }
    assert name_prefixes(("log_a", "log_b", "kg")) == {"log_a": "log_a", "log_b": "log_b", "kg": "kg"}


# The same root cause

DISK: dict[str, Any] = {"hypothesis": "The disk of a DataNode is full", "category": "hardware"}


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        pytest.param(
            {**DISK, "affected_components": ("DataNode", "blk_1")},
            {"hypothesis": "No space left", "category": "hardware", "affected_components": ("datanode ",)},
            True,
            id="X-62 same category, overlapping components",
        ),
        pytest.param(
            {**DISK, "affected_components": ("DataNode",)},
            {"hypothesis": "No space left", "category": "resource", "affected_components": ("DataNode",)},
            False,
            id="X-62 other category",
        ),
        pytest.param(
            {**DISK, "affected_components": ("DataNode",)},
            {"hypothesis": "No space left", "category": "hardware", "affected_components": ("NameNode",)},
            False,
            id="X-62 no common component",
        ),
        pytest.param(
            DISK, {"hypothesis": "No space left", "category": "hardware"}, False, id="X-62 no components named"
        ),
        pytest.param(
            {"hypothesis": "A", "affected_components": ("DataNode",)},
            {"hypothesis": "B", "affected_components": ("DataNode",)},
            False,
            id="X-62 an unknown category is nothing to agree on",
        ),
        pytest.param(DISK, {"hypothesis": "The memory of a DataNode is full"}, False, id="X-62 two of three words"),
        pytest.param(DISK, {"hypothesis": "DataNode: disk full"}, True, id="X-62 the same words"),
        pytest.param(DISK, {"hypothesis": "The disk of a DataNode is not full"}, False, id="X-62 denied"),
        pytest.param(
            {"hypothesis": "disk full on node1 in rack five"},
            {"hypothesis": "disk full on node2 in rack five"},
            True,
            id="X-62 four of five words are 0.8",
        ),
    ],
)
def test_same_root_cause(a: dict[str, Any], b: dict[str, Any], same: bool) -> None:
    one, other = hypothesis("log_1", **a), hypothesis("kg_1", **b)
    assert same_root_cause(one, other, "en", 0.8) is same_root_cause(other, one, "en", 0.8) is same


def test_the_top_of_each_reasoner() -> None:
    sheets = [*SHEETS, reasoner("log_focused", 2, hypothesis("log_1")), reasoner("guest", 1)]
    scored = judged(1, {"log_1": 10, "log_2": 60, "hybrid_1": 50, "hybrid_2": 50})
    tops = tops_by_reasoner(1, sheets, [scored])
    assert {seat: each.id for seat, each in tops.items()} == {
        "hybrid": "hybrid_1",
        "kg_focused": "kg_1",
        "log_focused": "log_2",
    }
