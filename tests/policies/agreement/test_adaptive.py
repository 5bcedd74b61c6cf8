"""Adaptive convergence: agreement calibrated by team size and round, majorities kept, and no signal no rule."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.convergence import judge_convergence
from moot.policies.agreement.strategies.adaptive import judge_by_support
from moot.policies.agreement.voting.voices import Lead, Voice, measure_support, weigh_voices
from moot.state.positions import Position
from tests.policies.voices import EXPAND, closed, pair, position
from tests.support.words import english

THRESHOLD = 0.7


def voices(text: str) -> list[Voice]:
    """One letter per seat; a dot is a seat that gave no answer."""
    return [Voice(None if letter == "." else letter) for letter in text]


def lead(*rounds: str, threshold: float = THRESHOLD) -> Lead:
    return weigh_voices([voices(each) for each in rounds], threshold)


# The support of a lead


@pytest.mark.parametrize(
    ("ahead", "behind", "support"),
    [
        pytest.param(0, 0, 0.5, id="nobody spoke"),
        pytest.param(3, 3, 0.5, id="a tie"),
        pytest.param(2, 1, 0.6875, id="2 of 3"),
        pytest.param(3, 0, 0.9375, id="3 of 3"),
        pytest.param(4, 2, 0.7734375, id="4 of 6: the same share in a larger panel"),
        pytest.param(8, 4, 0.866577148, id="8 of 12"),
        pytest.param(1, 2, 0.3125, id="behind"),
        pytest.param(-1, -5, 0.5, id="nonsense counts as nothing"),
        pytest.param(1e5, 1e5, 0.5, id="a very large tie"),
    ],
)
def test_support_grows_with_the_lead_and_with_the_panel(ahead: float, behind: float, support: float) -> None:
    assert measure_support(ahead, behind) == pytest.approx(support, abs=1e-8)


@given(st.integers(0, 60), st.integers(0, 60))
def test_support_is_the_chance_that_the_share_is_above_one_half(ahead: int, behind: int) -> None:
    """For whole numbers there is a plain sum: so many heads or fewer in ahead + behind + 1 throws of a coin."""
    throws = ahead + behind + 1
    exact = sum(math.comb(throws, heads) for heads in range(ahead + 1)) / 2**throws
    assert measure_support(ahead, behind) == pytest.approx(exact, abs=1e-8)
    assert measure_support(ahead, behind) + measure_support(behind, ahead) == pytest.approx(1, abs=1e-8)


@given(st.floats(0, 300), st.floats(0, 300), st.floats(0.01, 50))
def test_another_voice_never_lowers_its_own_answer(ahead: float, behind: float, more: float) -> None:
    assert measure_support(ahead + more, behind) >= measure_support(ahead, behind)


# Which answer stands


@pytest.mark.parametrize(
    ("rounds", "answer", "settled"),
    [
        pytest.param(["AAA"], "A", True, id="unanimous"),
        pytest.param(["AAB"], "A", False, id="2 of 3 is too little: 0.69"),
        pytest.param(["AAAB"], "A", True, id="3 of 4"),
        pytest.param(["AABB"], "A", False, id="a tie: the answer given first stands"),
        pytest.param(["AABC"], "A", False, id="2 of 4 against one each"),
        pytest.param(["AAABC"], "A", True, id="3 of 5 against one each"),
        pytest.param(["AAABB"], "A", False, id="3 of 5 against two"),
        pytest.param(["AAAABBB"], "A", False, id="4 of 7"),
        pytest.param(["AAAABBC"], "A", True, id="4 of 7 against two and one"),
        pytest.param(["AA..."], "A", False, id="most seats gave no answer"),
        pytest.param(["AA.."], "A", False, id="exactly half gave no answer"),
        pytest.param(["AAA.."], "A", True, id="more than half answered, all alike"),
        pytest.param(["AAB", "AAA"], "A", True, id="round 2 settles it"),
        pytest.param(["AAB", "BBB"], "A", False, id="a flip of all in round 2 leads by too little"),
        pytest.param(["AAB", "BBB", "BBB"], "B", True, id="a flip that stays replaces the first answer"),
        pytest.param(["AAABB", "AABBB"], "A", False, id="a late flip of one seat changes nothing"),
        pytest.param(["AABBC", "BBBBB"], "B", True, id="a tie is open for whoever leads next"),
        pytest.param(["...", "A.A"], "A", True, id="nobody in round 1: round 2 begins"),
    ],
)
def test_which_answer_stands_and_whether_that_is_settled(rounds: list[str], answer: str, settled: bool) -> None:
    found = lead(*rounds)
    assert (found.answer, found.settled) == (answer, settled)
    assert found.error_bound == pytest.approx(1 - found.support, abs=1e-9)
    assert english(found.reason)


def test_a_majority_that_was_overtaken_but_not_replaced_says_so() -> None:
    found = lead("AAABB", "ABBBB", threshold=0.9)
    assert (found.answer, found.rival, found.kept, found.settled) == ("A", "B", True, False)


@pytest.mark.parametrize(
    ("rounds", "reason"),
    [
        pytest.param([""], "Nobody has answered.", id="an empty panel"),
        pytest.param(["...."], "Nobody has answered.", id="nobody answered"),
        pytest.param([], "Nobody has answered.", id="no round"),
        pytest.param(["AA"], "2 seats are too few for a vote.", id="two seats"),
        pytest.param(["ABC", "DEF"], "No two seats have given the same answer", id="free texts that never match"),
    ],
)
def test_votes_without_a_signal_settle_nothing(rounds: list[str], reason: str) -> None:
    found = lead(*rounds)
    assert (found.signal, found.settled) == ("none", False)
    assert english(found.reason).startswith(reason)


@pytest.mark.parametrize(
    ("said", "answer", "weighted"),
    [
        pytest.param([("A", 0.6), ("A", 0.6), ("B", 0.95), ("B", 0.95)], "B", True, id="breaks a tie"),
        pytest.param([("A", 0.3), ("A", 0.3), ("B", 0.95)], "A", True, id="never overrules a clear majority"),
        pytest.param([("A", 0.85), ("A", 0.85), ("B", 0.9), ("B", 0.9)], "A", False, id="too alike to tell anything"),
        pytest.param([("A", 0.6), ("A", None), ("B", 0.95), ("B", 0.95)], "A", False, id="not stated by everybody"),
        pytest.param([("A", 0.0), ("A", 0.0), ("B", 0.0)], "A", False, id="nobody is sure at all"),
    ],
)
def test_confidence_weighs_only_where_it_tells_voices_apart(said: list[Any], answer: str, weighted: bool) -> None:
    found = weigh_voices([[Voice(*each) for each in said]], THRESHOLD)
    assert (found.answer, found.weighted) == (answer, weighted)


@given(st.lists(st.lists(st.sampled_from("ABC."), min_size=5, max_size=5), min_size=1, max_size=4), st.floats(0.5, 1))
def test_weighing_is_total_and_what_is_settled_is_supported(rounds: list[list[str]], threshold: float) -> None:
    found = lead(*("".join(each) for each in rounds), threshold=threshold)
    assert not found.settled or found.support >= round(threshold, 9)
    assert (found.answer is None) == all(letter == "." for each in rounds for letter in each)


# In a live debate


def panel(*stances: str | None, number: int = 1, **fields: Any) -> tuple[Position, ...]:
    """Seats a, b, c ... with these stances; None is a seat that failed."""
    return tuple(
        position(seat, number, status="failed")
        if stance is None
        else position(seat, number, stance=stance, recommendation=stance, **fields)
        for seat, stance in zip("abcdefg", stances, strict=False)
    )


@pytest.mark.parametrize(
    ("stances", "converged", "value"),
    [
        pytest.param(["open", "Open!", "open", "wait"], True, 0.8125, id="3 of 4 hold one stance, however written"),
        pytest.param(["open", "open", "wait"], False, 0.6875, id="2 of 3 go on"),
        pytest.param(["open", "open", "open", None, None], True, 0.9375, id="three of five seats answered, all alike"),
        pytest.param(["open", "open", None, None], False, 0.69, id="too few answered: kept below the threshold"),
    ],
)
def test_a_round_converges_by_the_support_of_its_leading_stance(
    stances: list[str | None], converged: bool, value: float
) -> None:
    found = judge_by_support(closed(strategy="adaptive", positions=panel(*stances)))
    assert found.converged == converged
    assert found.value == pytest.approx(value)
    assert found.stop_reason == ("converged" if converged else None)


def test_the_dissent_stays_open_and_the_bound_is_stated() -> None:
    found = judge_by_support(
        closed(strategy="adaptive", positions=panel("open", "open", "open", "wait", "wait a year"))
    )
    assert found.converged
    assert found.details["error_bound"] == pytest.approx(1 - 0.8125)
    assert "3 of 5 seats hold the leading answer." in english(found.reason)
    assert "recommendation: 3 of 5 seats hold: open" in english(found.agreed)
    assert any("differ" in line for line in english(found.open))


def test_all_rounds_count_and_a_majority_is_kept_against_a_late_flip() -> None:
    first = panel("open", "open", "open", "wait", "wait")
    late = panel("open", "open", "wait", "wait", "wait", number=2)
    found = judge_by_support(closed(2, strategy="adaptive", positions=(*first, *late)))
    assert not found.converged
    assert english(found.reason).startswith("2 of 5 seats hold the leading answer.")


def test_an_unexplained_flip_counts_as_what_the_seat_held_before() -> None:
    first = panel("open", "open", "open", "wait")
    flipped = panel("open", "wait", "wait", "wait", number=2, unexplained=True)
    found = judge_by_support(closed(2, strategy="adaptive", positions=(*first, *flipped)))
    assert english(found.reason).startswith("3 of 4 seats hold")


def test_a_models_comparison_decides_which_stances_of_the_round_are_one_answer() -> None:
    here = panel("open a shop", "start trading downtown", "wait")
    apart = judge_by_support(closed(strategy="adaptive", positions=here))
    told = (
        pair("a", "b", 1, None, None, None),
        pair("a", "c", 0, None, None, None),
        pair("b", "c", 0, None, None, None),
    )
    together = judge_by_support(closed(strategy="adaptive", positions=here, pairs=told))
    assert "No two seats have given the same answer" in english(apart.reason)
    assert english(together.reason).startswith("2 of 3 seats hold")


@pytest.mark.parametrize(
    "positions",
    [
        pytest.param((position("a", **EXPAND), position("b", **EXPAND)), id="two seats"),
        pytest.param(panel("open", "wait", "sell"), id="no two alike"),
        pytest.param((position("a", **EXPAND),), id="one speaker"),
    ],
)
def test_without_a_signal_the_criteria_decide(positions: tuple[Position, ...]) -> None:
    adaptive = judge_convergence(closed(strategy="adaptive", positions=positions))
    criteria = judge_convergence(closed(strategy="criteria", positions=positions))
    assert (adaptive.converged, adaptive.value, adaptive.stop_reason) == (
        criteria.converged,
        criteria.value,
        criteria.stop_reason,
    )


@given(st.lists(st.sampled_from(["open", "wait", "sell", None]), min_size=2, max_size=6), st.floats(0.5, 0.99))
def test_the_value_reaches_the_threshold_exactly_when_the_round_converged(
    stances: list[str | None], threshold: float
) -> None:
    """X-76: what holds for every strategy that gives a value."""
    rules = {"threshold": threshold}
    found = judge_by_support(closed(strategy="adaptive", positions=panel(*stances), rules=rules))
    if found.value is not None:
        assert found.converged == (found.value >= round(threshold, 9))
