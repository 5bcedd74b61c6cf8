"""What whoever watches is told before a run starts (INTERFACES 4: custom events)."""

from typing import Any

from moot.configs import load_profile
from moot.runs.drive import describe_opening
from moot.state.budget import Turn, Usage
from moot.state.findings import Convergence
from moot.state.positions import Position

PROFILE = load_profile("conclave", {"budget.cost": 0.5})


def turn(seat: str, phase: str, number: int = 1, **more: Any) -> Turn:
    usage = Usage(prompt_tokens=300, completion_tokens=100, cost=0.01)
    return Turn(seat=seat, phase=phase, round=number, wall_ms=2000, usages=(usage,), **more)


def test_a_new_debate_says_who_sits_there_and_what_may_be_used() -> None:
    told = describe_opening("t1", "Should we?", PROFILE, {})
    assert told["seats"] == ["cro", "cfo", "coo", "cmo"]
    assert (told["threshold"], told["round"], told["convergence"], told["standing"]) == (0.7, 0, None, [])
    assert told["limits"] == {"rounds": 3, "seconds": 300, "cost": 0.5, "tokens": None}
    assert told["spent"] == {"seconds": 0, "tokens": 0, "cost": 0, "unpriced": 0}


def test_a_debate_that_goes_on_says_how_far_it_came() -> None:
    values = {
        "round": 1,
        "turns": [
            turn("cro", "position"),
            turn("cro", "critique"),
            turn("cfo", "position", status="timeout", error="late"),
        ],
        "positions": [Position(seat="cro", round=1, recommendation="Open", stance="open", confidence=0.8)],
        "convergence": Convergence(converged=False, value=0.4, reason="They differ."),
    }
    told = describe_opening("t1", "Should we?", PROFILE, values)
    assert (told["round"], told["convergence"]) == (1, 0.4)
    assert told["spent"] == {"seconds": 4, "tokens": 1200, "cost": 0.03, "unpriced": 0}
    cro, cfo = told["standing"]
    assert (cro["phase"], cro["tokens"], cro["confidence"], cro["said"]) == ("critique", 800, 0.8, "Open")
    assert (cfo["status"], cfo["confidence"], cfo["said"]) == ("timeout", None, "late")


def test_a_seat_that_a_fork_left_out_is_not_shown() -> None:
    fork = load_profile("conclave", {"seats": ["cro", "cfo"]})
    values = {"turns": [turn("cmo", "position"), turn("cro", "position"), turn("synthesizer", "synthesize")]}
    assert [each["seat"] for each in describe_opening("t2", "Should we?", fork, values)["standing"]] == [
        "cro",
        "synthesizer",
    ]
