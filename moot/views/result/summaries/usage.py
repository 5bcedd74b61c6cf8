"""Sums up what a debate used: calls, tokens, money and time, and what is only set aside."""

from typing import Any

from moot.policies.limits import measure_seconds
from moot.state.base import Value
from moot.state.budget import Turn
from moot.state.debate import MultiAgentState


class SeatUsage(Value):
    """What one actor used."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    wall_ms: int


class ReservedUsage(Value):
    """What is set aside for calls of unknown fate: no server answered, or the process was stopped (DESIGN 13)."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0


class UsageSummary(SeatUsage):
    """What the debate used; a cost that is null is unknown, not zero."""

    estimated: bool = False
    by_seat: dict[str, SeatUsage] = {}
    reserved: ReservedUsage = ReservedUsage()


def summarise_usage(state: MultiAgentState) -> UsageSummary:
    """Add up what the turns used; money is unknown as soon as one call's price is."""
    turns = state.get("turns") or []
    seats = sorted({turn.seat for turn in turns})
    return UsageSummary(
        **_sums(turns),
        # Also the synthesis and the council, which the debate's time limit leaves out.
        wall_ms=round(measure_seconds(turns, state["protocol"].profile.rounds) * 1000),
        estimated=any(usage.estimated and usage.answered for turn in turns for usage in turn.usages),
        by_seat={seat: _seat_usage([turn for turn in turns if turn.seat == seat]) for seat in seats},
        reserved=ReservedUsage(**_sums(turns, reserved=True)),
    )


def _seat_usage(turns: list[Turn]) -> SeatUsage:
    return SeatUsage(**_sums(turns), wall_ms=sum(turn.wall_ms for turn in turns))


def _sums(turns: list[Turn], *, reserved: bool = False) -> dict[str, Any]:
    usages = [usage for turn in turns for usage in turn.usages if usage.answered != reserved]
    priced = [usage.cost for usage in usages if usage.cost is not None]
    return {
        "calls": len(usages),
        "prompt_tokens": sum(usage.prompt_tokens for usage in usages),
        "completion_tokens": sum(usage.completion_tokens for usage in usages),
        "cost": round(sum(priced), 9) if len(priced) == len(usages) else None,
    }
