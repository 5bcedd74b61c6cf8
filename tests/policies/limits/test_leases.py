"""What each actor of a wave may use: shares, times, requests that do not fit, and caps that are never passed."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.budget import derive_spent, measure_left
from moot.policies.limits.leases.leases import Price, halve_lease, judge_fit, lease_wave, settle_lease, sort_seats
from moot.state.budget import Lease, Spent, Turn, Usage
from moot.state.evidence import Query
from moot.state.protocol import Profile
from tests.policies.making import SEATS, make_profile, make_turn, make_usage

IN_TURN = {"execution": {"revise": "sequential"}}
FIVE = ("cro", "cfo", "coo", "cmo", "cto")


@pytest.mark.parametrize(
    ("budget", "spent", "name", "shares"),
    [
        pytest.param({"tokens": 1000}, Spent(), "tokens", [250, 250, 250, 250], id="even"),
        pytest.param({"tokens": 1003}, Spent(), "tokens", [251, 251, 251, 250], id="the remainder goes to the first"),
        pytest.param({"calls": 3}, Spent(), "calls", [1, 1, 1, 0], id="fewer calls than seats"),
        pytest.param({"calls": 9}, Spent(calls=9), "calls", [0, 0, 0, 0], id="nothing left"),
        pytest.param({"cost": 1.0}, Spent(), "cost", [0.25, 0.25, 0.25, 0.25], id="money"),
        pytest.param({"cost": 0.00001}, Spent(), "cost", [0.000002] * 4, id="money is rounded down to a millionth"),
        pytest.param({}, Spent(), "tokens", [None] * 4, id="no cap, no share"),
        pytest.param({}, Spent(), "queries", [2, 1, 1, 1], id="D-25 five queries for four seats"),
        pytest.param({}, Spent(queries=4), "queries", [1, 0, 0, 0], id="D-56 one query left"),
    ],
)
def test_shares(budget: dict[str, Any], spent: Spent, name: str, shares: list[float | None]) -> None:
    leases = lease_wave(make_profile(budget=budget), spent, SEATS, "position", 1)
    assert [lease.seat for lease in leases] == list(SEATS)
    assert [getattr(lease, name) for lease in leases] == shares


@pytest.mark.parametrize("phase", ["critique", "judge", "synthesize", "council_critic"])
def test_only_agents_who_state_something_look_things_up(phase: str) -> None:
    """D-56."""
    assert [lease.queries for lease in lease_wave(make_profile(), Spent(), ("cro",), phase, 1)] == [0]


@pytest.mark.parametrize(
    ("sections", "seats", "phase", "number", "turns", "seconds"),
    [
        pytest.param({}, SEATS, "position", 1, [], 30, id="D-19 D-29 30 s each"),
        pytest.param(
            {}, SEATS, "position", 1, [make_turn("x", "retrieve", 1, 100)], 20, id="W-D14 D-20 20 s left in round"
        ),
        pytest.param(
            {}, SEATS, "critique", 1, [make_turn("x", "position", 1, 120)], 0, id="W-D14 D-75 the round is over"
        ),
        pytest.param({}, SEATS, "revise", 2, [make_turn("x", "position", 1, 120)], 30, id="D-20 a new round"),
        pytest.param({}, SEATS, "revise", 3, [make_turn("x", "judge", 1, 290)], 10, id="X-04 10 s left in all"),
        pytest.param({}, SEATS, "revise", 3, [make_turn("x", "judge", 1, 310)], 0, id="X-04 the total wins"),
        pytest.param({"rounds": IN_TURN}, FIVE[:4], "revise", 2, [], 30, id="X-03 four in turn fit"),
        pytest.param({"rounds": IN_TURN}, FIVE, "revise", 2, [], 24, id="X-03 five in turn share 120 s"),
        pytest.param(
            {"rounds": IN_TURN},
            FIVE[1:],
            "revise",
            2,
            [make_turn("cro", "revise", 2, 4)],
            29,
            id="X-03 a quick one leaves time",
        ),
        pytest.param(
            {"timeout": {"per_agent": None, "per_round": None, "total": None}},
            SEATS,
            "position",
            1,
            [],
            None,
            id="X-78 no limits",
        ),
        pytest.param(
            {"timeout": {"per_agent": None, "per_round": None, "total": 30}},
            SEATS,
            "position",
            1,
            [],
            30,
            id="X-78 boardroom: 30 s in all",
        ),
        pytest.param(
            {},
            ("synthesizer",),
            "synthesize",
            3,
            [make_turn("x", "judge", 1, 400)],
            30,
            id="D-76 X-13 a synthesis after the time is up",
        ),
        pytest.param(
            {},
            ("council_critic",),
            "council_critic",
            3,
            [make_turn("x", "judge", 1, 400)],
            150,
            id="X-13 the council's own 180 s, 30 s kept for its synthesizer",
        ),
        pytest.param(
            {"timeout": {"council": 30}},
            ("council_critic",),
            "council_critic",
            3,
            [],
            20,
            id="D-78 a third kept when the council is short",
        ),
        pytest.param(
            {},
            ("council_synthesizer",),
            "council_synthesizer",
            3,
            [make_turn("x", "council_critic", 3, 150)],
            30,
            id="D-78 what the others left",
        ),
        pytest.param(
            {},
            ("council_synthesizer",),
            "council_synthesizer",
            3,
            [make_turn("x", "council_critic", 3, 181)],
            0,
            id="W-D20 D-78 nothing left: forced",
        ),
        pytest.param(
            {"timeout": {"council": None}}, ("council_critic",), "council_critic", 3, [], None, id="X-78 no limit"
        ),
        pytest.param(
            {}, ("structurer",), "structure", 0, [make_turn("x", "position", 0, 120)], 30, id="F-34 not in a round"
        ),
    ],
)
def test_seconds(
    sections: dict[str, Any], seats: tuple[str, ...], phase: str, number: int, turns: list[Turn], seconds: float | None
) -> None:
    profile = make_profile(*FIVE, **sections)
    spent = derive_spent(turns, [], profile.rounds)
    leases = lease_wave(profile, spent, seats, phase, number, turns)
    assert {lease.seconds for lease in leases} == {seconds}


def test_seats_come_in_the_profile_s_order() -> None:
    assert sort_seats(("judge", "cmo", "cro", "cro", "audit"), SEATS) == ("cro", "cmo", "audit", "judge")
    assert lease_wave(make_profile(), Spent(), (), "position", 1) == ()


PRICE = Price(prompt=1.0, completion=2.0)


@pytest.mark.parametrize(
    ("lease", "price", "fits"),
    [
        pytest.param({}, None, True, id="no limits, no price"),
        pytest.param({"tokens": 1500}, None, True, id="exactly the tokens"),
        pytest.param({"tokens": 1499}, None, False, id="one token short"),
        pytest.param({"calls": 0}, None, False, id="no call left"),
        pytest.param({"calls": 1}, None, True, id="one call left"),
        pytest.param({"seconds": 0}, None, False, id="no time left"),
        pytest.param({"cost": 0.0025}, PRICE, True, id="exactly the money"),
        pytest.param({"cost": 0.0024}, PRICE, False, id="too expensive"),
        pytest.param({"cost": 99}, None, False, id="an unknown price under a money cap"),
    ],
)
def test_a_request_that_does_not_fit_is_not_made(lease: dict[str, Any], price: Price | None, fits: bool) -> None:
    found = judge_fit(Lease(seat="cro", phase="position", **lease), prompt_tokens=500, max_tokens=1000, price=price)
    assert found.fits is fits
    assert found.reason


@pytest.mark.parametrize(
    ("usage", "left"),
    [
        pytest.param(make_usage(60, 20, 0.4), (20, pytest.approx(0.6), 1), id="Q-08 what a repair may use"),
        pytest.param(make_usage(900, 20, 4.0), (0, 0, 1), id="never below 0"),
        pytest.param(make_usage(60, 20, None), (20, 0, 1), id="unknown money is none left"),
    ],
)
def test_settling(usage: Usage, left: tuple[Any, ...]) -> None:
    lease = Lease(seat="cro", phase="position", tokens=100, cost=1.0, calls=2, seconds=10)
    rest = settle_lease(lease, usage)
    assert (rest.tokens, rest.cost, rest.calls) == left


def test_settling_without_limits_changes_nothing() -> None:
    lease = Lease(seat="cro", phase="position")
    assert settle_lease(lease, make_usage(5, 5, None)) == lease


caps = st.fixed_dictionaries(
    {
        "tokens": st.none() | st.integers(1, 20_000),
        "cost": st.none() | st.floats(0.000001, 50),
        "calls": st.none() | st.integers(1, 40),
    }
)
spents = st.builds(
    Spent,
    calls=st.integers(0, 40),
    prompt_tokens=st.integers(0, 20_000),
    cost=st.floats(0, 50),
    queries=st.integers(0, 7),
    seconds=st.floats(0, 400),
)
waves = st.lists(st.sampled_from(FIVE), max_size=5, unique=True)


@given(caps, spents, waves, st.sampled_from(["position", "critique", "revise"]), st.booleans())
def test_leases_never_exceed_what_is_left(
    budget: dict[str, Any], spent: Spent, seats: list[str], phase: str, in_turn: bool
) -> None:
    profile = make_profile(*FIVE, budget=budget, rounds=IN_TURN if in_turn else {})
    left = measure_left(profile, spent)
    leases = lease_wave(profile, spent, seats, phase, 2)
    assert sum(lease.queries for lease in leases) <= left.queries
    assert left.tokens is None or sum(lease.tokens or 0 for lease in leases) <= left.tokens
    assert left.calls is None or sum(lease.calls or 0 for lease in leases) <= left.calls
    assert left.cost is None or math.fsum(lease.cost or 0 for lease in leases) <= left.cost + 1e-9
    seconds = [lease.seconds or 0.0 for lease in leases]
    assert left.seconds is not None
    if in_turn and phase == "revise":
        assert math.fsum(seconds) <= left.seconds + 1e-9
    assert all(0 <= each <= left.seconds for each in seconds)


def run_wave(profile: Profile, turns: list[Turn], queries: list[Query], number: int, draw: st.DataObject) -> None:
    """Let every seat of one wave use some of its lease, in as many requests as fit."""
    phase = "position" if number == 1 else "revise"
    waiting = list(profile.seat_ids)
    sequential = phase == "revise" and profile.rounds.execution.revise == "sequential"
    while waiting:
        spent = derive_spent(turns, queries, profile.rounds)
        leases = lease_wave(profile, spent, waiting, phase, number, turns)[: 1 if sequential else len(waiting)]
        for lease in leases:
            turns.append(use(lease, draw))
            queries += [
                Query(seat=lease.seat, round=number, number=index, text="q", outcome="timed_out")
                for index in range(draw.draw(st.integers(0, lease.queries)))
            ]
            waiting.remove(lease.seat)


def use(lease: Lease, draw: st.DataObject) -> Turn:
    usages: list[Usage] = []
    rest = lease
    for _ in range(draw.draw(st.integers(0, 3))):
        prompt, answer = draw.draw(st.integers(0, 600)), draw.draw(st.integers(0, 600))
        if not judge_fit(rest, prompt, answer, PRICE).fits:
            break
        usages.append(make_usage(prompt, answer, (prompt + 2 * answer) / 1_000_000))
        rest = settle_lease(rest, usages[-1])
    ms = draw.draw(st.integers(0, math.floor((lease.seconds or 0) * 1000)))
    return make_turn(lease.seat, lease.phase, lease.round, ms / 1000, usages=tuple(usages))


@given(st.data(), caps, st.booleans())
def test_no_cap_is_ever_passed(data: st.DataObject, budget: dict[str, Any], in_turn: bool) -> None:
    """Whatever the seats do within their leases, the totals hold: tokens, money, calls, queries and time."""
    profile = make_profile(*FIVE[:3], budget=budget, rounds=IN_TURN if in_turn else {})
    turns: list[Turn] = []
    queries: list[Query] = []
    for number in range(1, 5):
        run_wave(profile, turns, queries, number, data)
    spent = derive_spent(turns, queries, profile.rounds)
    assert spent.queries <= 5
    assert 0 <= spent.seconds <= 300
    assert budget["calls"] is None or spent.calls <= budget["calls"]
    assert budget["tokens"] is None or spent.prompt_tokens + spent.completion_tokens <= budget["tokens"]
    assert budget["cost"] is None or spent.cost <= budget["cost"] + 1e-9


@pytest.mark.parametrize(
    ("rounds", "left"),
    [
        pytest.param({}, 30, id="D-20 at once: 35 s of the round are used"),
        pytest.param(IN_TURN, 15, id="X-03 in turn: 105 s of the round are used"),
    ],
)
def test_the_same_turns_leave_less_time_when_they_ran_in_turn(rounds: dict[str, Any], left: float) -> None:
    turns = [make_turn(seat, "revise", 2, 35) for seat in SEATS[:3]]
    profile = make_profile(rounds=rounds)
    spent = derive_spent(turns, [], profile.rounds)
    assert lease_wave(profile, spent, ("cmo",), "revise", 2, turns)[0].seconds == left


def test_half_of_a_lease_for_a_question_on_the_side() -> None:
    """DESIGN 5: whoever looks something up leaves at least half of everything to the answer."""
    lease = Lease(seat="cfo", phase="position", seconds=30, tokens=1001, cost=0.5, calls=3, queries=2)
    half = halve_lease(lease)
    assert (half.seconds, half.tokens, half.cost, half.calls, half.queries) == (15, 500, 0.25, 1, 2)
    free = Lease(seat="cfo", phase="position")
    assert halve_lease(free) == free
    assert halve_lease(lease.model_copy(update={"calls": 1})).calls == 0
