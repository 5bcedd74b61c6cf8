"""Small builders for the tests of limits and deciders: each names only what the case is about."""

from typing import Any

from moot.state.budget import Turn, Usage
from moot.state.findings import Breaker, BreakerReason, Convergence, Target
from moot.state.positions import Position
from moot.state.protocol import Profile

SEATS = ("cro", "cfo", "coo", "cmo")


def make_profile(*seats: str, **sections: Any) -> Profile:
    """A profile with the defaults of the debate protocol; a section is a dict of its settings."""
    chosen = [{"id": seat} for seat in seats or SEATS]
    return Profile.model_validate({"name": "tested", "seats": chosen, **sections})


def make_position(seat: str, round: int = 1, recommendation: str | None = "expand", **fields: Any) -> Position:  # noqa: A002
    return Position.model_validate({"seat": seat, "round": round, "recommendation": recommendation, **fields})


def make_turn(seat: str, phase: str, round: int = 1, seconds: float = 0, **fields: Any) -> Turn:  # noqa: A002
    return Turn.model_validate({"seat": seat, "phase": phase, "round": round, "wall_ms": int(seconds * 1000), **fields})


def make_usage(prompt: int = 0, completion: int = 0, cost: float | None = 0.0) -> Usage:
    return Usage(prompt_tokens=prompt, completion_tokens=completion, cost=cost)


def converged(value: float = 0.8, **fields: Any) -> Convergence:
    return Convergence(converged=True, value=value, reason="agreed", **fields)


def diverged(value: float | None = 0.5, **fields: Any) -> Convergence:
    return Convergence(converged=False, value=value, reason="apart", **fields)


def make_breaker(reason: BreakerReason = "max_rounds", target: Target = "council", **fields: Any) -> Breaker:
    defaults = {"explanation": reason, "rounds": 3, "max_rounds": 3, "convergence": 0.5, **fields}
    return Breaker.model_validate({"reason": reason, "target": target, **defaults})
