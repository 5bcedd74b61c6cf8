"""What follows a step of the ladder: the next step, the end, a debate, or nothing that talking could mend."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.ladder import judge_climb, read_pattern, size_step
from moot.policies.agreement.ladder.climbing import Climb, is_hopeless
from moot.state.calibration import PatternCount, TalkCount, VoteCalibration
from moot.state.ladder import LadderRules

Votes = list[str | None]
STEPS, FEWEST = LadderRules(enabled=True), LadderRules(enabled=True, steps=())


def know(voices: Votes, team: int, right: int, count: int, **talk: tuple[int, int, int]) -> VoteCalibration:
    """A calibration that has seen one pattern, and what talking came to by kind: count, before, after."""
    seen = PatternCount(pattern=read_pattern(voices, team), right=right, count=count)
    counts = [TalkCount(kind=kind, count=a, before=b, after=c) for kind, (a, b, c) in talk.items()]  # type: ignore[arg-type]
    weights = (0.0, 0.0, 0.0, 0.0)
    return VoteCalibration(questions=90, debates=200, weights=weights, patterns=(seen,), talk=tuple(counts))


def climb(voices: Votes, team: int, rules: LadderRules = STEPS, **rest: Any) -> Climb:
    return judge_climb(voices, team, rules, 0.7, **rest)


@pytest.mark.parametrize(
    ("voices", "team", "rest", "outcome", "ground", "ask"),
    [
        pytest.param(["A"], 4, {}, "asking", None, 2, id="one voice settles nothing"),
        pytest.param(["A"], 2, {}, "asking", None, 1, id="nor does one of two"),
        pytest.param(["A"], 1, {}, "settled", "majority", 0, id="a team of one"),
        pytest.param(["A", "A", "A"], 4, {"taken": 2}, "settled", "certain", 0, id="the fourth cannot change it"),
        pytest.param(["A", "A", "A"], 7, {"taken": 2}, "settled", "supported", 0, id="more would hardly change it"),
        pytest.param(["A", "A", "B"], 5, {"taken": 2}, "asking", None, 2, id="two to one of five"),
        pytest.param(["A", "A", "B"], 3, {"taken": 2}, "settled", "majority", 0, id="two of three, all asked"),
        pytest.param(["A", "B", "A", "B"], 4, {"taken": 3}, "debate", None, 0, id="a real split"),
        pytest.param(["A", "B", "C"], 3, {"taken": 2}, "debate", None, 0, id="no two agree, and nothing is known"),
        pytest.param(["A", None, "A"], 4, {"taken": 2}, "settled", "certain", 0, id="who gave no answer was asked"),
        pytest.param([None, None], 2, {"taken": 2}, "debate", None, 0, id="nobody answered"),
        pytest.param(["A", "A", "A"], 4, {"taken": 2, "blocked": "uncited"}, "asking", None, 1, id="blocked: go on"),
        pytest.param(["A", "A"], 2, {"taken": 2, "blocked": "contested"}, "debate", None, 0, id="blocked: talk"),
    ],
)
def test_the_next_step_without_a_calibration(
    voices: Votes, team: int, rest: dict[str, Any], outcome: str, ground: str | None, ask: int
) -> None:
    found = climb(voices, team, **rest)
    assert (found.outcome, found.ground, found.ask) == (outcome, ground, ask)
    assert found.probability is None


@pytest.mark.parametrize(
    ("voices", "known", "outcome", "ground"),
    [
        pytest.param(["A"], know(["A"], 5, 95, 100), "settled", "probable", id="one voice was nearly always right"),
        pytest.param(["A"], know(["A"], 5, 60, 100), "asking", None, id="one voice was often wrong"),
        pytest.param(["A"], know(["A"], 5, 9, 9), "asking", None, id="too few known debates to say so"),
        pytest.param(["A", "A", "A"], know(["A"], 7, 1, 100), "settled", "certain", id="certain whatever is known"),
    ],
)
def test_a_calibration_says_what_a_step_is_worth(
    voices: Votes, known: VoteCalibration, outcome: str, ground: str | None
) -> None:
    found = climb(voices, 5, known=known)
    assert (found.outcome, found.ground) == (outcome, ground)
    assert found.probability is not None


@pytest.mark.parametrize(
    ("talk", "hopeless"),
    [
        pytest.param((100, 7, 10), True, id="right after talking in one of ten"),
        pytest.param((100, 30, 50), False, id="talking helps"),
        pytest.param((100, 50, 50), True, id="talking changes nothing"),
        pytest.param((2, 0, 0), True, id="nothing gained so far"),
        pytest.param((2, 0, 1), False, id="too few to give up, where others talk well"),
    ],
)
def test_a_split_is_given_up_only_where_talking_did_not_help(talk: tuple[int, int, int], hopeless: bool) -> None:
    known = know(["A"], 3, 1, 20, scattered=talk, split=(100, 50, 70))
    assert is_hopeless("scattered", known, 0.25) is hopeless
    assert not is_hopeless("split", know(["A"], 3, 1, 20, split=talk), 0.25)
    assert not is_hopeless("scattered", know(["A"], 3, 1, 20), 0.25)
    found = climb(["A", "B", "C"], 3, taken=2, known=known)
    assert found.outcome == ("hopeless" if hopeless else "debate")


@given(
    answers=st.lists(st.sampled_from(["A", "B", "C", None]), min_size=1, max_size=9),
    rules=st.sampled_from([STEPS, FEWEST, LadderRules(enabled=True, steps=(3,))]),
)
def test_every_climb_ends_and_asks_nobody_twice(answers: Votes, rules: LadderRules) -> None:
    asked, taken = size_step((), len(answers), rules), 1
    while (found := climb(answers[:asked], len(answers), rules, taken=taken)).outcome == "asking":
        assert found.ask > 0
        asked, taken = asked + found.ask, taken + 1
        assert asked <= len(answers)
    if found.outcome != "settled":
        assert asked == len(answers)
    elif found.ground in ("certain", "majority"):
        held = [each for each in answers if each is not None]
        assert held.count(str(found.answer)) == max(map(held.count, held))
