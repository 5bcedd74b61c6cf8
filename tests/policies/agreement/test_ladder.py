"""How many seats are asked next, when their votes are settled, and what such votes were worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.catalogue import speak
from moot.policies.agreement.ladder import (
    count_needed,
    estimate_probability,
    find_certain,
    judge_split,
    list_features,
    read_pattern,
)
from moot.state.calibration import PatternCount, VoteCalibration

Votes = list[str | None]


def vote(answers: Votes) -> str | None:
    """The plain vote of everybody: of tied answers the one given first."""
    given = [each for each in answers if each is not None]
    return max(dict.fromkeys(given), key=given.count, default=None)


@pytest.mark.parametrize(
    ("voices", "team", "certain", "needed"),
    [
        pytest.param([], 1, None, 1, id="R-61 one seat is the team"),
        pytest.param([], 3, None, 2, id="R-61 two of three can settle it"),
        pytest.param([], 4, None, 2, id="R-61 two of four: a tie goes to the answer given first"),
        pytest.param(["A"], 4, None, 1, id="R-61 one more would do"),
        pytest.param(["A", "A"], 4, "A", 0, id="R-61 the rest cannot overtake it"),
        pytest.param(["A", "B"], 3, None, 1, id="R-61 the last one decides"),
        pytest.param(["A", "B", "B"], 5, None, 1, id="R-61 B can be out of reach with one more"),
        pytest.param(["A", "B", "B", "B"], 5, "B", 0, id="R-61 A reaches two at most"),
        pytest.param(["A", "B", "B"], 4, None, 1, id="R-61 A would tie, and was given first"),
        pytest.param([None, None], 4, None, 1, id="R-61 whoever answers first leads"),
        pytest.param([None, "A", None, "B"], 4, "A", 0, id="R-61 all were asked"),
        pytest.param([None, None], 2, None, 0, id="R-61 nobody is left"),
    ],
)
def test_the_next_step(voices: Votes, team: int, certain: str | None, needed: int) -> None:
    assert find_certain(voices, team) == certain
    assert count_needed(voices, team) == needed


@given(answers=st.lists(st.sampled_from(["A", "B", "C", None]), min_size=1, max_size=9))
def test_the_ladder_answers_as_the_vote_of_everybody(answers: Votes) -> None:
    asked = 0
    while more := count_needed(answers[:asked], len(answers)):
        asked += more
        assert asked <= len(answers)
    assert vote(answers[:asked]) == vote(answers)
    if asked < len(answers):
        assert find_certain(answers[:asked], len(answers)) == vote(answers)


@pytest.mark.parametrize(
    ("voices", "kind"),
    [
        (["A", "A", "B"], "majority"),
        (["A", "A", "B", "B"], "split"),
        (["A", "A", "B", "C", None], "split"),
        (["A", "B", "C"], "scattered"),
        ([None, None], "scattered"),
    ],
)
def test_how_a_round_falls_apart(voices: Votes, kind: str) -> None:
    assert judge_split(voices) == kind


def known(right: int, count: int) -> VoteCalibration:
    seen = PatternCount(pattern=read_pattern(["A", "A", "B"], 3), right=right, count=count)
    return VoteCalibration(questions=50, debates=200, weights=(0.0, 1.0, 0.0, 0.0), patterns=(seen,))


def test_a_probability_says_on_what_it_rests() -> None:
    """R-61: many such votes decide by themselves, few are drawn towards the curve, none rest on it alone."""
    two_of_three = read_pattern(["B", "B", "A"], 3)
    many = estimate_probability(two_of_three, known(90, 180))
    assert abs(many.value - 0.5) < 0.02
    assert (many.alike, many.unlike) == (180, False)
    assert speak("en").tell(many.basis) == "180 of 200 known debates about 50 questions had such votes"
    few, none = (
        estimate_probability(two_of_three, known(2, 4)),
        estimate_probability(read_pattern(["A"], 3), known(2, 4)),
    )
    assert 0.5 < few.value < 0.7
    assert few.unlike
    assert none.alike == 0
    assert none.unlike_because == ("votes",)
    assert "too few" in speak("en").tell(none.basis)


@given(answers=st.lists(st.sampled_from(["A", "B", None]), min_size=0, max_size=9), team=st.integers(1, 9))
def test_any_votes_have_a_probability(answers: Votes, team: int) -> None:
    pattern = read_pattern(answers, team)
    assert 0.0 <= estimate_probability(pattern, known(1, 2)).value <= 1.0
    assert len(list_features(pattern)) == 4
    assert read_pattern(answers[::-1], team) == pattern
