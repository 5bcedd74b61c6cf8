"""What a debate has used and may still use, derived from its turns."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.budget import (
    count_queries,
    derive_spent,
    find_exhausted,
    measure_left,
    measure_round,
    read_execution,
)
from moot.state.budget import Spent, Turn
from moot.state.evidence import Query
from moot.state.protocol import ExecutionRules, RoundRules
from tests.policies.making import make_profile, make_turn, make_usage
from tests.support.words import english

PARALLEL = RoundRules()
IN_TURN = RoundRules.model_validate({"execution": {"revise": "sequential"}})


@pytest.mark.parametrize(
    ("turns", "rounds", "seconds", "council"),
    [
        pytest.param([], PARALLEL, 0, 0, id="nothing yet"),
        pytest.param(
            [make_turn("cro", "position", seconds=5), make_turn("cfo", "position", seconds=9)],
            PARALLEL,
            9,
            0,
            id="D-28 at once: the slowest counts",
        ),
        pytest.param(
            [make_turn("cro", "revise", 2, 5), make_turn("cfo", "revise", 2, 9)],
            IN_TURN,
            14,
            0,
            id="D-38 X-03 in turn: the sum counts",
        ),
        pytest.param(
            [make_turn("cro", "revise", 3, 5), make_turn("cfo", "revise", 3, 9)],
            IN_TURN,
            9,
            0,
            id="X-28 round 3 runs at once by default",
        ),
        pytest.param(
            [make_turn("cro", "position", 1, 5), make_turn("cro", "critique", 1, 4), make_turn("cro", "revise", 2, 3)],
            PARALLEL,
            12,
            0,
            id="D-21 waves follow each other",
        ),
        pytest.param(
            [
                make_turn("cro", "inspect", 1, 8),
                make_turn("cro", "position", 1, 2),
                make_turn("cfo", "position", 1, 9),
            ],
            PARALLEL,
            10,
            0,
            id="a look-up belongs to the turn of its own seat",
        ),
        pytest.param(
            [make_turn("cro", "position", 1, 5), make_turn("cro", "position", 1, 3, number=2)],
            PARALLEL,
            8,
            0,
            id="a second turn is a wave of its own",
        ),
        pytest.param(
            [
                make_turn("council_critic", "council_critic", 3, 40),
                make_turn("council_advocate", "council_advocate", 3, 60),
                make_turn("council_synthesizer", "council_synthesizer", 3, 20),
            ],
            PARALLEL,
            0,
            80,
            id="X-13 the council's time is its own; critic and advocate work at once",
        ),
        pytest.param(
            [make_turn("cro", "position", 1, 5), make_turn("synthesizer", "synthesize", 1, 25)],
            PARALLEL,
            5,
            0,
            id="X-13 the total covers the debate up to the synthesis",
        ),
        pytest.param([make_turn("cro", "position", 1, 5, queued_ms=9000)], PARALLEL, 5, 0, id="queues do not count"),
    ],
)
def test_active_time(turns: list[Turn], rounds: RoundRules, seconds: float, council: float) -> None:
    spent = derive_spent(turns, [], rounds)
    assert (spent.seconds, spent.council_seconds) == (seconds, council)


def test_usage_adds_up() -> None:
    turns = [
        make_turn("cro", "position", usages=(make_usage(100, 20, 0.5), make_usage(130, 25, 0.25))),
        make_turn("cfo", "position", usages=(make_usage(90, 10, None),)),
        make_turn("coo", "position", status="refused"),
    ]
    spent = derive_spent(turns, [], PARALLEL)
    assert (spent.calls, spent.prompt_tokens, spent.completion_tokens) == (3, 320, 55)
    assert (spent.cost, spent.unpriced_calls) == (0.75, 1)


def test_queries_that_ran_count() -> None:
    """X-18, W-D17: one that ran out of time counts; a refused one was never run."""
    outcomes = ("succeeded", "timed_out", "failed", "refused")
    queries = [
        Query.model_validate({"seat": "cro", "round": 1, "number": number, "text": "q", "outcome": outcome})
        for number, outcome in enumerate(outcomes)
    ]
    assert count_queries(queries) == 3
    assert derive_spent([], queries, PARALLEL).queries == 3


def test_a_critique_uses_the_time_of_the_round_it_criticises() -> None:
    turns = [
        make_turn("cro", "position", 1, 50),
        make_turn("cro", "critique", 1, 40),
        make_turn("cro", "revise", 2, 30),
    ]
    turns += [make_turn("judge", "judge", 1, 20)]
    assert measure_round(turns, 1, PARALLEL) == 90
    assert measure_round(turns, 2, PARALLEL) == 30


@pytest.mark.parametrize(
    ("phase", "number", "mode"),
    [
        pytest.param("position", 1, "parallel", id="D-28 X-77 round 1"),
        pytest.param("revise", 2, "sequential", id="D-38 X-77 round 2"),
        pytest.param("revise", 3, "parallel", id="X-28 round 3"),
        pytest.param("synthesize", 2, "parallel", id="one actor alone"),
    ],
)
def test_execution(phase: str, number: int, mode: str) -> None:
    assert read_execution(phase, number, IN_TURN) == mode


@pytest.mark.parametrize(
    ("sections", "spent", "expected"),
    [
        pytest.param({}, Spent(seconds=120), {"seconds": 180, "council_seconds": 180}, id="D-21 D-78 time"),
        pytest.param({}, Spent(seconds=999), {"seconds": 0}, id="never below 0"),
        pytest.param({"timeout": {"total": None}}, Spent(seconds=999), {"seconds": None}, id="X-78 no limit"),
        pytest.param({}, Spent(calls=9), {"calls": None, "tokens": None, "cost": None}, id="no caps"),
        pytest.param(
            {"budget": {"tokens": 100}}, Spent(prompt_tokens=60, completion_tokens=30), {"tokens": 10}, id="tokens"
        ),
        pytest.param({"budget": {"calls": 3}}, Spent(calls=2), {"calls": 1}, id="calls"),
        pytest.param({"budget": {"cost": 2.0}}, Spent(cost=0.5), {"cost": 1.5}, id="money"),
        pytest.param({"budget": {"cost": 2.0}}, Spent(cost=0.5, unpriced_calls=1), {"cost": 0}, id="money unknown"),
        pytest.param({}, Spent(queries=2), {"queries": 3}, id="D-25 five queries"),
        pytest.param({"rag": {"internal": {"enabled": False}}}, Spent(), {"queries": 0}, id="D-24 switched off"),
    ],
)
def test_what_is_left(sections: dict[str, Any], spent: Spent, expected: dict[str, Any]) -> None:
    left = measure_left(make_profile(**sections), spent)
    assert {name: getattr(left, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("budget", "spent", "seats", "word"),
    [
        pytest.param({"calls": 2}, Spent(calls=2), 0, "calls", id="calls"),
        pytest.param({"tokens": 2}, Spent(prompt_tokens=3), 0, "tokens", id="tokens"),
        pytest.param({"cost": 2}, Spent(cost=3), 0, "used up", id="money"),
        pytest.param({"cost": 2}, Spent(unpriced_calls=1), 0, "unknown", id="price"),
        pytest.param({"tokens": 3000}, Spent(prompt_tokens=1000), 2, "2 more answers", id="not enough for two answers"),
        pytest.param({"tokens": 3400}, Spent(prompt_tokens=1000), 2, None, id="just enough for two answers"),
    ],
)
def test_an_exhausted_budget_says_what_is_missing(
    budget: dict[str, Any], spent: Spent, seats: int, word: str | None
) -> None:
    reason = english(find_exhausted(make_profile(budget=budget), spent, seats))
    assert reason is None if word is None else word in (reason or "")


turns = st.lists(
    st.builds(
        Turn,
        seat=st.sampled_from(["cro", "cfo", "coo"]),
        phase=st.sampled_from(["position", "critique", "revise", "judge", "synthesize", "council_critic"]),
        round=st.integers(0, 4),
        number=st.integers(1, 2),
        wall_ms=st.integers(0, 100_000),
        usages=st.lists(st.builds(make_usage, st.integers(0, 500), st.integers(0, 500)), max_size=2).map(tuple),
    ),
    max_size=12,
)


@given(turns, st.randoms(), st.sampled_from([PARALLEL, IN_TURN]))
def test_time_does_not_depend_on_the_order_of_turns(said: list[Turn], random: Any, rounds: RoundRules) -> None:
    assert derive_spent(random.sample(said, len(said)), [], rounds) == derive_spent(said, [], rounds)


@given(turns, turns)
def test_time_and_usage_only_grow(said: list[Turn], more: list[Turn]) -> None:
    before, after = derive_spent(said, [], PARALLEL), derive_spent(said + more, [], PARALLEL)
    assert after.seconds >= before.seconds >= 0
    assert after.prompt_tokens >= before.prompt_tokens
    assert after.council_seconds >= before.council_seconds


@pytest.mark.parametrize(("number", "seconds"), [(1, 4), (2, 7), (3, 4)])
def test_looking_up_takes_its_time_in_the_seats_own_turn(number: int, seconds: float) -> None:
    """D-26, X-03: seats that speak in turn look things up in turn; where they speak at once the slowest counts."""
    rounds = RoundRules(execution=ExecutionRules(revise="sequential"))
    turns = [Turn(seat=seat, phase="retrieve", round=number, wall_ms=ms) for seat, ms in (("a", 3000), ("b", 4000))]
    assert measure_round(turns, number, rounds) == seconds
