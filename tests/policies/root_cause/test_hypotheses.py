from typing import Any

import pytest

from moot.policies.root_cause.hypotheses import (
    NO_REASONING,
    name_prefixes,
    read_hypotheses,
    same_root_cause,
    tops_by_reasoner,
)
from moot.state.protocol import JudgeRules
from tests.policies.voices import hypothesis, judged, reasoner
from tests.support.words import english

SHEETS = [
    reasoner("log_focused", 1, hypothesis("log_1", category="hardware"), hypothesis("log_2", category="network")),
    reasoner("kg_focused", 1, hypothesis("kg_1", category="hardware")),
    reasoner("hybrid", 1, hypothesis("hybrid_1", category="hardware"), hypothesis("hybrid_2", category="config")),
]

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
    found = read_hypotheses("kg_focused", 1, answer, "kg", JudgeRules(min_hypotheses=3))
    assert (len(found.hypotheses), found.status) == (kept, status)
    assert bool(found.flags) is bool(warning)
    assert all(warning in flag for flag in english(found.flags))
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
            False,
            id="X-62 a category and a component alone are no agreement",
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
    """X-62: what a reasoner itself holds most likely; the judge's score breaks ties, then the order."""
    sheets = [
        reasoner("log_focused", 1, hypothesis("log_1", confidence=0.55), hypothesis("log_2", confidence=0.45)),
        reasoner("kg_focused", 1, hypothesis("kg_1")),
        reasoner("hybrid", 1, hypothesis("hybrid_1"), hypothesis("hybrid_2"), hypothesis("hybrid_3")),
        reasoner("log_focused", 2, hypothesis("log_3")),
        reasoner("guest", 1),
    ]
    scored = judged(1, {"log_1": 10, "log_2": 60, "hybrid_1": 40, "hybrid_2": 50, "hybrid_3": 50})
    tops = tops_by_reasoner(1, sheets, [scored])
    assert {seat: each.id for seat, each in tops.items()} == {
        "hybrid": "hybrid_2",
        "kg_focused": "kg_1",
        "log_focused": "log_1",
    }
