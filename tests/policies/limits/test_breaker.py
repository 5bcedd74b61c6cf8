"""What stops a debate: every trigger, their order, their targets, and exactly one reason."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.breaker.breaker import (
    Standing,
    aim_breaker,
    count_iterations,
    name_limit_target,
    trip_breaker,
)
from moot.policies.limits.budget import find_exhausted
from moot.state.budget import Spent
from moot.state.findings import BreakerReason, Convergence, Escalation, Loop
from moot.state.protocol import OnLimit
from tests.policies.making import converged, diverged, make_breaker, make_position, make_profile, make_turn
from tests.support.words import english

LOOP = Loop(detected=True, counter=1, fingerprint="f", reason="Rounds 1 to 2 say the same.")
NO_LOOP = Loop(detected=False, counter=0, fingerprint="f")


def stand(rounds: int = 2, convergence: Convergence | None = None, **fields: Any) -> Standing:
    return Standing(rounds=rounds, convergence=convergence or diverged(), **fields)


LATE = Spent(seconds=300)
BROKE = Spent(calls=10)


@pytest.mark.parametrize(
    ("standing", "reason"),
    [
        pytest.param(stand(1), None, id="D-35 diverged, the next round starts"),
        pytest.param(stand(3), "max_rounds", id="D-47 D-36 D-46 W-D7 three rounds without agreement"),
        pytest.param(stand(3, converged(0.72)), None, id="W-D8 X-06 the third round converged"),
        pytest.param(stand(3, diverged(None)), "max_rounds", id="X-16 not computable is not converged"),
        pytest.param(stand(2, loop=LOOP), "loop", id="W-D9 D-51 loop after round 2"),
        pytest.param(stand(3, loop=LOOP), "loop", id="X-01 loop before max rounds"),
        pytest.param(stand(2, converged(), loop=LOOP), None, id="D-34 agreed twice is agreement"),
        pytest.param(stand(3, loop=NO_LOOP), "max_rounds", id="D-83 no loop"),
        pytest.param(stand(2, spent=LATE), "timeout_total", id="W-D15 D-50 300 s in round 2"),
        pytest.param(stand(2, spent=Spent(seconds=299.9)), None, id="D-50 just in time"),
        pytest.param(stand(1, converged(), spent=LATE), "timeout_total", id="X-05 agreed, but the time is up"),
        pytest.param(stand(3, spent=LATE, loop=LOOP, iterations=5), "timeout_total", id="X-05 time comes first"),
        pytest.param(stand(2, spent=Spent(council_seconds=900)), None, id="X-13 the council's time is its own"),
        pytest.param(stand(2, iterations=5), "max_iterations", id="W-D22 D-48 five waves"),
        pytest.param(stand(3, iterations=5, loop=LOOP), "max_iterations", id="D-48 before loop and rounds"),
        pytest.param(stand(2, iterations=4), None, id="D-48 four waves"),
        pytest.param(stand(2, converged(), iterations=5), None, id="X-06 nothing is left to stop"),
        pytest.param(stand(2, refinements=2), None, id="X-81 refinements done, none asked for"),
        pytest.param(
            stand(2, refinements=2, refinement_requested=True), "max_refinements", id="W-D23 D-49 a third is asked for"
        ),
        pytest.param(stand(3, refinements=1, refinement_requested=True), None, id="X-81 one is still free"),
        pytest.param(stand(3, loop=LOOP, refinement_requested=True), None, id="X-23 a refinement may follow a loop"),
        pytest.param(
            stand(2, converged(), refinements=2, refinement_requested=True),
            "max_refinements",
            id="X-81 also when the debate had agreed",
        ),
        pytest.param(
            stand(2, iterations=5, refinements=2, refinement_requested=True),
            "max_iterations",
            id="X-22 iterations before refinements",
        ),
    ],
)
def test_triggers(standing: Standing, reason: str | None) -> None:
    found = trip_breaker(standing, make_profile())
    assert (found.reason if found else None) == reason
    assert found is None or english(found.explanation)


@pytest.mark.parametrize(
    ("budget", "spent", "seats", "last", "tripped"),
    [
        pytest.param({"calls": 10}, BROKE, 0, diverged(), True, id="calls used up"),
        pytest.param({"calls": 12}, BROKE, 4, diverged(), True, id="two calls for four seats"),
        pytest.param({"calls": 14}, BROKE, 4, diverged(), False, id="four calls for four seats"),
        pytest.param({"calls": 12}, BROKE, 4, converged(), False, id="agreed: no wave is needed"),
        pytest.param(
            {"tokens": 1000}, Spent(prompt_tokens=900, completion_tokens=100), 0, diverged(), True, id="tokens"
        ),
        pytest.param({"tokens": 9000}, Spent(prompt_tokens=5000), 4, diverged(), True, id="tokens too few for a wave"),
        pytest.param({"tokens": 9800}, Spent(prompt_tokens=5000), 4, diverged(), False, id="tokens for a wave"),
        pytest.param({"cost": 1.0}, Spent(cost=1.0), 0, diverged(), True, id="money"),
        pytest.param({"cost": 1.0}, Spent(cost=0.2, unpriced_calls=1), 0, diverged(), True, id="money unknown"),
        pytest.param({}, Spent(cost=9, calls=99, prompt_tokens=10**9), 4, diverged(), False, id="no caps"),
    ],
)
def test_budget(budget: dict[str, Any], spent: Spent, seats: int, last: Convergence, tripped: bool) -> None:
    """A cap that is used up, or too small for the next wave, stops the debate before max rounds is looked at."""
    found = trip_breaker(
        Standing(rounds=2, convergence=last, spent=spent, next_seats=seats), make_profile(budget=budget)
    )
    assert (found is not None) is tripped
    assert found is None or english(found.reason) == "budget"


def test_a_disabled_breaker_never_trips() -> None:
    """W-D24: the checklist refuses to start such a debate; the policy itself stays silent."""
    off = make_profile(circuit_breaker={"enabled": False})
    assert trip_breaker(stand(9, spent=LATE, loop=LOOP, iterations=99), off) is None


def test_what_a_breaker_knows() -> None:
    """D-52, D-53, W-D7: all six values and the target are data."""
    last = diverged(0.55, agreed=("Demand grows",), open=("timing", "risks"))
    said = tuple(
        make_position(seat, 3, stance) for seat, stance in (("cmo", "hold"), ("cfo", "hold"), ("cro", "expand"))
    )
    found = trip_breaker(stand(3, last, positions=said), make_profile())
    assert found is not None
    assert (found.reason, found.rounds, found.max_rounds, found.convergence) == ("max_rounds", 3, 3, 0.55)
    assert found.consensus == ("Demand grows",)
    assert found.divergences == ("timing", "risks")
    assert found.agents_in_conflict == ("cro", "cfo", "cmo")
    assert (found.target, found.impasse) == ("council", False)


def test_an_impasse_is_declared_with_its_word() -> None:
    """D-84: the loop is declared as an impasse and goes to the council with the flag."""
    found = trip_breaker(stand(2, loop=LOOP), make_profile())
    assert found is not None
    assert english(found.explanation).startswith("IMPASSE")
    assert (found.impasse, found.target) == (True, "council")


def test_seats_of_one_mind_are_not_in_conflict() -> None:
    said = tuple(make_position(seat, 3) for seat in ("cro", "cfo"))
    found = trip_breaker(stand(3, positions=said), make_profile())
    assert found is not None
    assert found.agents_in_conflict == ()


@pytest.mark.parametrize(
    ("reason", "on_limit", "target"),
    [
        pytest.param("max_rounds", "escalate", "council", id="D-98 max_rounds"),
        pytest.param("max_iterations", "escalate", "human", id="D-98 D-66 max_iterations"),
        pytest.param("max_refinements", "escalate", "council", id="D-98 X-17 max_refinements"),
        pytest.param("timeout_total", "escalate", "council", id="X-05 never emitted directly"),
        pytest.param("budget", "escalate", "council", id="X-05 the same for money"),
        pytest.param("loop", "escalate", "council", id="D-84 X-17 loop"),
        pytest.param("max_rounds", "decide", "none", id="X-79 boardroom decides"),
        pytest.param("max_rounds", "best_so_far", "none", id="X-79 root causes take the best"),
        pytest.param("max_rounds", "force", "none", id="X-79 refinement forces"),
        pytest.param("max_rounds", "ask_user", "human", id="X-79 ask the user"),
        pytest.param("timeout_total", "decide", "none", id="X-49 boardroom finishes with the rounds it has"),
        pytest.param("loop", "decide", "none", id="X-43 boardroom stops early and decides"),
        pytest.param("budget", "best_so_far", "none", id="X-79 the best so far"),
        pytest.param("loop", "ask_user", "human", id="X-79 ask the user about a loop"),
        pytest.param("max_iterations", "decide", "human", id="D-66 in every protocol"),
        pytest.param("max_refinements", "decide", "council", id="X-17 in every protocol"),
    ],
)
def test_targets(reason: BreakerReason, on_limit: OnLimit, target: str) -> None:
    assert name_limit_target(reason, on_limit) == target


def test_the_gate_has_the_last_word_on_the_target() -> None:
    """X-07: council by default, a person when the confidence turns out below 50."""
    aimed = aim_breaker(make_breaker(), Escalation(target="human", reasons=("below 0.50",)))
    assert aimed.target == "human"


def test_iterations_are_waves_of_agents() -> None:
    """D-97, X-22: rounds plus refinements; critiques, judges and repeated turns are no waves of their own."""
    turns = [make_turn(seat, "position") for seat in ("cro", "cfo")]
    turns += [make_turn("cro", "critique"), make_turn("judge", "judge"), make_turn("cro", "position", number=2)]
    assert count_iterations(turns) == 1
    turns += [make_turn("cro", "revise", number) for number in (2, 3, 4)]
    assert count_iterations(turns) == 4


standings = st.builds(
    Standing,
    rounds=st.integers(0, 6),
    convergence=st.none() | st.sampled_from([converged(), diverged(), diverged(None)]),
    loop=st.none() | st.sampled_from([LOOP, NO_LOOP]),
    spent=st.builds(
        Spent,
        seconds=st.floats(0, 400),
        calls=st.integers(0, 30),
        prompt_tokens=st.integers(0, 9000),
        cost=st.floats(0, 2),
        unpriced_calls=st.integers(0, 1),
    ),
    iterations=st.integers(0, 7),
    refinements=st.integers(0, 3),
    refinement_requested=st.booleans(),
    next_seats=st.integers(0, 5),
)
profiles = st.sampled_from(
    [make_profile(), make_profile(budget={"calls": 20, "tokens": 8000, "cost": 1.0}), make_profile(on_limit="decide")]
)


@given(standings, profiles)
def test_a_breaker_names_exactly_one_reason(standing: Standing, profile: Any) -> None:
    """Of all triggers that hold, the first of the documented order is the one reason (X-01)."""
    more = not standing.finished
    asked = standing.refinement_requested
    looped = standing.loop is not None and standing.loop.detected
    wave = 0 if standing.finished else standing.next_seats
    held = {
        "timeout_total": standing.spent.seconds >= profile.timeout.total,
        "budget": find_exhausted(profile, standing.spent, wave) is not None,
        "max_iterations": more and standing.iterations >= profile.circuit_breaker.max_iterations,
        "max_refinements": asked and standing.refinements >= profile.circuit_breaker.max_refinements,
        "loop": more and not asked and looped,
        "max_rounds": more and not asked and standing.rounds >= profile.rounds.max,
    }
    assert tuple(held) == get_args(BreakerReason)
    found = trip_breaker(standing, profile)
    assert (found.reason if found else None) == next((reason for reason in held if held[reason]), None)


@given(standings, profiles)
def test_the_target_follows_from_the_reason(standing: Standing, profile: Any) -> None:
    found = trip_breaker(standing, profile)
    if found is not None:
        assert found.target == name_limit_target(found.reason, profile.on_limit)
        assert found.impasse is (found.reason in ("loop", "max_refinements"))


@given(standings, profiles)
def test_a_debate_that_goes_on_is_within_every_limit(standing: Standing, profile: Any) -> None:
    """D-02: without a breaker and without agreement no limit is reached."""
    if trip_breaker(standing, profile) is None and not standing.finished:
        assert standing.spent.seconds < profile.timeout.total
        assert standing.iterations < profile.circuit_breaker.max_iterations
        assert standing.refinement_requested or standing.rounds < profile.rounds.max
