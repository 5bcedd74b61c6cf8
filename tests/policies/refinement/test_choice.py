"""What a person's answer means in the refinement loop."""

import pytest
from hypothesis import given

from moot.policies.refinement.choice import read_choice
from moot.state.outcome import ReviewResponse
from tests.state.strategies import values


@pytest.mark.parametrize(
    ("kind", "text", "choice", "words"),
    [
        pytest.param("approve", "", "refine", "", id="F-47 W-F15 approve refines now"),
        pytest.param("respond", "Take Brazil.", "refine", "Take Brazil.", id="F-47 W-F15 with guidance"),
        pytest.param("edit", "Does X raise Y?", "refine", "Does X raise Y?", id="F-47 with the wish"),
        pytest.param("respond", "research", "research", "", id="W-F15 research first"),
        pytest.param("respond", " RESEARCH ", "research", "", id="W-F15 in any case"),
        pytest.param("edit", "other", "other", "", id="W-F15 another direction, by name"),
        pytest.param("respond", "Refine", "refine", "", id="W-F15 refine, by name"),
        pytest.param(
            "respond", "research the market", "refine", "research the market", id="W-F15 a sentence is guidance"
        ),
        pytest.param("reject", "", "other", "", id="F-47 reject takes another direction"),
        pytest.param("reject", "not now", "other", "", id="F-47 whatever is said with it"),
    ],
)
def test_a_choice(kind: str, text: str, choice: str, words: str) -> None:
    response = ReviewResponse.model_validate({"type": kind, "text": text})
    assert read_choice(response) == (choice, words)


@given(response=values(ReviewResponse))
def test_every_answer_is_a_choice(response: ReviewResponse) -> None:
    """F-47: whatever a person says, one of the three follows."""
    choice, words = read_choice(response)
    assert choice in ("refine", "research", "other")
    assert not words or (choice == "refine" and words == response.text)
