"""How much a past incident resembles the one at hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.similarity import Overlap, rank_overlaps, score_overlap


@pytest.mark.parametrize(
    ("events", "errors", "entities", "score"),
    [
        pytest.param(3, 1, 1, 6.5, id="W-R15, R-56 3 + 2 + 1.5"),
        pytest.param(0, 0, 0, 0.0, id="R-56 nothing"),
        pytest.param(1, 0, 0, 1.0, id="R-56 an event"),
        pytest.param(0, 1, 0, 2.0, id="R-56 an error"),
        pytest.param(0, 0, 1, 1.5, id="R-56 an entity"),
    ],
)
def test_scores(events: int, errors: int, entities: int, score: float) -> None:
    assert score_overlap(Overlap("X", events, errors, entities)) == score


OVERLAPS = st.lists(
    st.builds(Overlap, st.text("abc", min_size=1), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)),
    unique_by=lambda each: each.incident_id,
    max_size=30,
)


@given(OVERLAPS)
def test_the_best_ten_and_only_what_is_alike(overlaps: list[Overlap]) -> None:
    """R-56: above 0, best 10; the order in which incidents come does not matter."""
    ranked = rank_overlaps(overlaps)
    assert len(ranked) <= 10
    assert all(score > 0 for _, score in ranked)
    assert [score for _, score in ranked] == sorted((score for _, score in ranked), reverse=True)
    assert ranked == rank_overlaps(reversed(overlaps))
