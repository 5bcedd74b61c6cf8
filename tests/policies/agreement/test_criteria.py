from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.agreement.convergence import judge_convergence
from moot.policies.agreement.strategies.criteria import measure_criteria, weigh_criteria
from moot.policies.comparison import CRITERIA
from moot.state.ballot import Ballot, BallotOption, SharedPoint, Vote
from moot.state.findings import Criterion, PairAgreement
from moot.state.positions import Position
from moot.state.protocol import CriterionWeights
from tests.policies.voices import EXPAND, any_positions, closed, pair, position
from tests.support.words import english

EQUAL = {"weights": {"recommendation": 1, "premises": 1, "risks": 1, "timing": 1}}
TWO = (position("cfo", **EXPAND), position("cro", **EXPAND))


@pytest.mark.parametrize(
    ("levels", "rules", "value", "converged"),
    [
        pytest.param((1, 1, 0, 1), {}, 0.75, True, id="W-D2 D-34 D-95 weighted 75"),
        pytest.param((1, 1, 0, 1), EQUAL, 0.75, True, id="W-D2 D-32 D-95 unweighted 75"),
        pytest.param((1, 1, 0.5, 0), {}, 0.675, False, id="W-D3 D-35 D-37 weighted 67.5"),
        pytest.param((0, 1, 1, 1), {}, 0.69, False, id="W-D4 X-21a arithmetic 70, gated"),
        pytest.param((0, 1, 1, 1), EQUAL, 0.69, False, id="W-D4 X-21a unweighted 75, gated"),
        pytest.param((0.5, 1, 1, 1), {}, 0.69, False, id="X-21a other options are no agreement, opposed or not"),
        pytest.param((1, 1, 0, 0.75), {}, 0.7, True, id="W-D5 D-18 exactly 70 is enough"),
        pytest.param((1, 1, 0, 0.749), {}, 0.6998, False, id="D-35 just below 70"),
        pytest.param((1, None, None, 0), {}, 0.6, False, id="X-21b missing criteria leave with their weight"),
        pytest.param((None, 1, 1, 1), {}, 0.69, False, id="X-21a an unknown recommendation does not open the gate"),
        pytest.param((1, 0.5, 0.5, 0.5), {"threshold": 0.65}, 0.65, True, id="D-18 the threshold is a setting"),
        pytest.param((0, 0, 0, 0), {}, 0.0, False, id="D-35 nothing agreed"),
    ],
)
def test_criteria(levels: tuple[Any, ...], rules: dict[str, Any], value: float, converged: bool) -> None:
    found = judge_convergence(closed(positions=TWO, pairs=(pair("cfo", "cro", *levels),), rules=rules))
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.converged is converged
    assert found.stop_reason == ("converged" if converged else None)
    assert found.capped is (levels[0] != 1)
    assert {name: level for name, level in found.details.items() if name != "before_cap"} == {
        name: level for name, level in zip(("recommendation", "premises", "risks", "timing"), levels, strict=True)
        if level is not None
    }  # fmt: skip


@pytest.mark.parametrize(
    ("values", "rounds_run", "stop"),
    [
        pytest.param([(1, 1, 0.5, 0), (1, 1, 0, 1)], 2, "converged", id="W-D6 D-10 67.5 then 75"),
        pytest.param([(1, 0, 0, 0.5), (1, 0, 0, 1), (1, 0.6, 0, 0.5)], 3, "max_rounds", id="W-D7 D-36 D-46 40, 50, 55"),
        pytest.param([(1, 0, 0, 0.5), (1, 0, 0, 1), (1, 1, 0.28, 0.5)], 3, "converged", id="W-D8 X-06 72 in the last"),
    ],
)
def test_rounds_until_it_ends(values: list[tuple[float, ...]], rounds_run: int, stop: str) -> None:
    ended: list[tuple[int, str]] = []
    for number, levels in enumerate(values, 1):
        here = tuple(each.model_copy(update={"round": number}) for each in TWO)
        found = judge_convergence(closed(number, positions=here, pairs=(pair("cfo", "cro", *levels),)))
        if found.stop_reason:
            ended.append((number, found.stop_reason))
            break
    assert ended == [(rounds_run, stop)]


def test_exactly_seventy_of_ten_pairs_is_enough() -> None:
    """W-D5: five seats make ten pairs; seven agree on everything, three on nothing."""
    seats = [position(f"s{at}", **EXPAND) for at in range(5)]
    names = [(a.seat, b.seat) for at, a in enumerate(seats) for b in seats[at + 1 :]]
    pairs = tuple(pair(a, b, *([1.0] * 4 if at < 7 else [0.0] * 4)) for at, (a, b) in enumerate(names))
    found = judge_convergence(closed(positions=tuple(seats), pairs=pairs))
    assert (found.value, found.converged) == (0.7, True)


def test_a_silent_seat_is_left_out() -> None:
    """W-D12, D-79: of three seats one gives nothing; the other two decide."""
    silent = position("coo", status="timeout")
    found = judge_convergence(closed(positions=(*TWO, silent)))
    assert (found.value, found.converged) == (1.0, True)


@pytest.mark.parametrize(
    "positions",
    [
        pytest.param((TWO[0], position("cro", status="failed")), id="W-D13 X-16 one of two spoke"),
        pytest.param((), id="X-16 nobody spoke"),
        pytest.param((position("a", timing="now"), position("b", risks=("x",))), id="X-21b nothing in common"),
    ],
)
def test_too_little_is_not_computable(positions: tuple[Position, ...]) -> None:
    found = judge_convergence(closed(positions=positions))
    assert (found.converged, found.value, found.stop_reason) == (False, None, "insufficient_positions")
    assert english(found.reason)


def test_a_partial_answer_counts_for_what_it_contains() -> None:
    """X-21b, D-74: only recommendation and timing arrived; they agree, the rest does not count against it."""
    partial = position(
        "cro", status="timeout", stance=EXPAND["stance"], recommendation="Expand", timing=EXPAND["timing"]
    )
    found = judge_convergence(closed(positions=(TWO[0], partial)))
    assert found.value == 1.0
    assert set(found.details) == {"recommendation", "timing", "before_cap"}


def test_points_are_named_for_people() -> None:
    """D-45, Q-06: what is closed and what is open, by criterion and by seat."""
    seats = (*TWO, position("coo", **{**EXPAND, "risks": ("Strikes at the port",), "timing": "in 24 months"}))
    found = judge_convergence(closed(positions=seats))
    found = english(found)
    assert found.agreed[0] == "recommendation: all agree (Expand into Europe)"
    assert found.agreed[1].startswith("premises: all agree (Demand in Europe")
    assert found.open == (
        "risks: CFO and COO, COO and CRO do not say quite the same, but do not contradict each other",
        "timing: CFO and COO, COO and CRO differ",
    )  # fmt: skip


def test_what_is_contradicted_is_told_with_who_says_and_who_denies_it() -> None:
    """A seat cannot argue on "cfo and coo differ"; the point itself it can answer."""
    seats = (*TWO, position("coo", **{**EXPAND, "risks": ("Strikes at the port",)}))
    options = (BallotOption(id="A", text="Expand", origin="found", seats=("cfo", "cro", "coo")),)
    votes = tuple(Vote(round=1, seat=each.seat, option="A") for each in seats)
    point = SharedPoint(criterion="risks", text="The grant is refused", seats=("cfo", "cro"), against=("coo",))
    ballot = Ballot(round=1, options=options, votes=votes, source="model", points=(point,))
    found = english(judge_convergence(closed(positions=seats, ballot=ballot)))
    assert found.open == ("risks: “The grant is refused” (CFO and CRO) is contradicted by COO",)


@pytest.mark.parametrize(
    ("risks", "told"),
    [
        pytest.param(
            (("Rent", "Strikes"), ("Tax", "Strikes."), ("strikes", "Rain")),
            "risks: all agree (Strikes)",
            id="one of several",
        ),
        pytest.param((("Rent",), ("rent.",), ("Rent",)), "risks: all agree (Rent)", id="each once"),
        pytest.param(
            (("Rent", "Tax"), ("Rent", "Rain"), ("Tax", "Rain")),
            "risks: every two agree, each pair on something of its own",
            id="nothing that all say",
        ),
        pytest.param(
            (("Rent rises",), ("Rents go up",), ("Higher rents",)),
            "risks: every two agree, each pair on something of its own",
            id="one thing each, in words of their own",
        ),
    ],
)
def test_what_all_agree_on_is_what_all_say(risks: tuple[tuple[str, ...], ...], told: str) -> None:
    """Each of them may say more; that is not agreed on."""
    seats = tuple(position(f"s{at}", **{**EXPAND, "risks": listed}) for at, listed in enumerate(risks))
    pairs = tuple(pair(a.seat, b.seat, 1.0, 1.0, 1.0, 1.0) for a, b in combinations(seats, 2))
    assert told in english(judge_convergence(closed(positions=seats, pairs=pairs)).agreed)


def test_points_all_seats_differ_on() -> None:
    seats = tuple(position(seat, recommendation=text) for seat, text in (("a", "Sell"), ("b", "Keep"), ("c", "Rent")))
    assert english(judge_convergence(closed(positions=seats)).open) == ("recommendation: all differ",)


def test_an_unexplained_flip_does_not_raise_convergence() -> None:
    """X-84: who joins the others without naming a critique or evidence counts with its earlier stance."""
    first = (position("a", 1, stance="Sell", timing="now"), position("b", 1, stance="Keep", timing="now"))
    flipped = position("b", 2, stance="Sell", timing="now", unexplained=True)
    explained = flipped.model_copy(update={"unexplained": False})
    again = first[0].model_copy(update={"round": 2})
    assert judge_convergence(closed(2, positions=(*first, again, explained))).converged
    assert not judge_convergence(closed(2, positions=(*first, again, flipped))).converged


def test_only_the_round_that_closed_is_compared() -> None:
    earlier = (position("cfo", 1, stance="Sell"), position("cro", 1, stance="Keep"))
    later = tuple(each.model_copy(update={"round": 2}) for each in TWO)
    assert judge_convergence(closed(2, positions=earlier + later)).value == 1.0


def test_criteria_without_weight_count_alike_when_nothing_else_can_be_compared() -> None:
    weights = CriterionWeights(recommendation=0, premises=0, risks=0, timing=20)
    assert weigh_criteria({"recommendation": 1.0, "risks": 0.5}, weights) == 0.75


@pytest.mark.parametrize(
    ("criterion", "share"),
    [
        pytest.param("recommendation", 0.30, id="D-94 recommendation 30"),
        pytest.param("premises", 0.25, id="D-94 premises 25"),
        pytest.param("risks", 0.25, id="D-94 risks 25"),
        pytest.param("timing", 0.20, id="D-94 timing 20"),
    ],
)
def test_the_usual_weights(criterion: Criterion, share: float) -> None:
    agreed: dict[Criterion, float] = {each: float(each == criterion) for each in CRITERIA}
    assert weigh_criteria(agreed, CriterionWeights()) == share


def test_mean_over_pairs() -> None:
    """X-21."""
    pairs = [pair("a", "b", 1, None, 0.5, 1), pair("a", "c", 0, None, None, 1), pair("b", "c", 0.5, None, 1, 0)]
    assert measure_criteria(pairs) == {"recommendation": 0.5, "risks": 0.75, "timing": pytest.approx(2 / 3)}


LEVELS = st.sampled_from([None, 0.0, 0.5, 1.0])


@given(any_positions(3), st.randoms(), st.sampled_from(["pt", "en", "id"]))
def test_the_order_of_seats_does_not_matter(positions: tuple[Position, ...], chance: Any, language: Any) -> None:
    shuffled = list(positions)
    chance.shuffle(shuffled)
    one = judge_convergence(closed(positions=positions, language=language))
    assert one == judge_convergence(closed(positions=tuple(shuffled), language=language))
    assert one.value is None or 0.0 <= one.value <= 1.0


@given(
    st.tuples(LEVELS, LEVELS, LEVELS, LEVELS),
    st.floats(0.01, 1.0),
    st.lists(st.integers(0, 100), min_size=4, max_size=4),
)
def test_the_value_reaches_the_threshold_when_converged(levels: Any, threshold: float, weights: list[int]) -> None:
    if not any(weights):
        weights = [1, 1, 1, 1]
    names = ("recommendation", "premises", "risks", "timing")
    rules = {"threshold": threshold, "weights": dict(zip(names, weights, strict=True))}
    given_pair = PairAgreement(a="cfo", b="cro", **dict(zip(names, levels, strict=True)))
    found = judge_convergence(closed(positions=TWO, pairs=(given_pair,), rules=rules))
    assert found.converged is (found.value is not None and round(found.value, 9) >= round(threshold, 9))


@given(any_positions(1), st.integers(2, 5))
def test_identical_positions_agree_fully(one: tuple[Position, ...], count: int) -> None:
    same = tuple(
        one[0].model_copy(update={"seat": f"s{at}", "stance": "Expand", "timing": "now"}) for at in range(count)
    )
    found = judge_convergence(closed(positions=same))
    assert (found.value, found.converged, found.open) == (1.0, True, ())
