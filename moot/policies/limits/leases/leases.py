"""Divides among the actors of the coming wave what they may use.

What is left is divided before a wave starts, so seats that speak at once need no shared counter and together can
never use more than is left.

- Whole units (tokens, calls, queries) are divided by floor division; the remainder goes to the first seats in the
  profile's order. Money is divided equally, rounded down to a millionth.
- Time is not divided between seats that speak at once. Between seats that speak in turn it is divided by those still
  to speak (X-03): ask again before each of them, and what a quick one left over reaches the rest. Where such a share
  is shorter than an answer usually took so far, nobody could finish: then the seats of the wave speak at once and
  share what is left, and whoever is in the middle of a wave in turn has as long as an answer takes.
- A seat's time is the smallest of its own limit, what is left in the round and what is left in all (X-04).
- The synthesis comes after the total (X-13): it has an actor's own limit, so a debate that ran out of time is still
  summed up (D-76). Where actors have no limit of their own, it has what is left of the total, so that it always ends.
- The council has its own time. Its critic and advocate leave a third of it, at most one actor's limit, to the
  synthesizer, who has to speak last (D-78).
"""

import math
from collections.abc import Iterable, Sequence
from statistics import median

from moot.policies.limits.budget import COUNCIL_PHASES, ROUND_PHASES, Left, measure_left, measure_round, read_execution
from moot.state.base import Value
from moot.state.budget import Amount, Lease, Spent, Turn, Usage
from moot.state.protocol import Execution, Profile

_QUERY_PHASES = frozenset({"position", "revise", "answer"})
"""The phases in which an agent may look something up."""

_MILLION = 1_000_000


class Price(Value):
    """What a model costs per million tokens."""

    prompt: Amount
    completion: Amount

    def cost_of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Calculate what a request costs."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


class Fit(Value):
    """Whether a request may be made under a lease, and why."""

    fits: bool
    reason: str


def lease_wave(
    profile: Profile,
    spent: Spent,
    seats: Sequence[str],
    phase: str,
    round_number: int,
    turns: Sequence[Turn] = (),
    execution: Execution | None = None,
) -> tuple[Lease, ...]:
    """Divide what is left among the actors of the coming wave; they speak as planned, or in another `execution`."""
    left = measure_left(profile, spent)
    ordered = sort_seats(seats, profile.seat_ids)
    tokens = _divide(left.tokens, len(ordered))
    calls = _divide(left.calls, len(ordered))
    queries = _divide(left.queries if phase in _QUERY_PHASES else 0, len(ordered))
    in_turn = (execution or read_execution(phase, round_number, profile.rounds)) == "sequential"
    seconds = _limit_seconds(profile, left, phase, round_number, len(ordered) if in_turn else 1, turns)
    return tuple(
        Lease(
            seat=seat,
            phase=phase,
            round=round_number,
            seconds=seconds,
            tokens=tokens[index],
            cost=None if left.cost is None else math.floor(left.cost * _MILLION / len(ordered)) / _MILLION,
            calls=calls[index],
            queries=queries[index] or 0,
        )
        for index, seat in enumerate(ordered)
    )


def choose_execution(
    profile: Profile, spent: Spent, seats: Sequence[str], phase: str, round_number: int, turns: Sequence[Turn] = ()
) -> Execution:
    """Say whether a wave speaks at once or in turn: as planned, unless in turn nobody could finish an answer."""
    planned = read_execution(phase, round_number, profile.rounds)
    limits = _limit_wave(profile, measure_left(profile, spent), phase, round_number, turns)
    short = any(limit / max(1, len(seats)) < _measure_answer(turns) for limit in limits)
    return "parallel" if short else planned


def sort_seats(seats: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Put seats into the profile's order; actors without a seat follow by name."""
    place = {seat: index for index, seat in enumerate(order)}
    return tuple(sorted(set(seats), key=lambda seat: (place.get(seat, len(place)), seat)))


def judge_fit(lease: Lease, prompt_tokens: int, max_tokens: int, price: Price | None = None) -> Fit:
    """Find whether a request, at its longest answer, stays within a lease; one that does not is not made."""
    needed = prompt_tokens + max_tokens
    if lease.calls is not None and lease.calls < 1:
        return Fit(fits=False, reason=f"{lease.seat} has no call left in this wave.")
    if lease.seconds is not None and lease.seconds <= 0:
        return Fit(fits=False, reason=f"{lease.seat} has no time left in this wave.")
    if lease.tokens is not None and needed > lease.tokens:
        return Fit(fits=False, reason=f"The request may need {needed} tokens; {lease.seat} has {lease.tokens}.")
    if lease.cost is None:
        return Fit(fits=True, reason="Within the lease.")
    if price is None:
        return Fit(fits=False, reason="The model's price is unknown, so the money cap cannot be kept.")
    cost = price.cost_of(prompt_tokens, max_tokens)
    if cost > lease.cost:
        return Fit(fits=False, reason=f"The request may cost {cost:.6f}; {lease.seat} has {lease.cost:.6f}.")
    return Fit(fits=True, reason="Within the lease.")


def settle_lease(lease: Lease, usage: Usage) -> Lease:
    """Take what a request used from its lease; the rest is what a retry or a repair may use."""
    used = usage.prompt_tokens + usage.completion_tokens
    money = lease.cost
    if money is not None:
        money = 0.0 if usage.cost is None else max(0.0, money - usage.cost)
    return lease.model_copy(
        update={
            "tokens": None if lease.tokens is None else max(0, lease.tokens - used),
            "cost": money,
            "calls": None if lease.calls is None else max(0, lease.calls - 1),
        }
    )


def halve_lease(lease: Lease) -> Lease:
    """Give half of a lease to a question on the side, so that the other half is there for the answer itself."""
    return lease.model_copy(
        update={
            "seconds": None if lease.seconds is None else lease.seconds / 2,
            "tokens": None if lease.tokens is None else lease.tokens // 2,
            "cost": None if lease.cost is None else lease.cost / 2,
            "calls": None if lease.calls is None else lease.calls // 2,
        }
    )


def _divide(amount: int | None, seats: int) -> list[int | None]:
    if amount is None or not seats:
        return [None] * seats
    share, rest = divmod(amount, seats)
    return [share + (index < rest) for index in range(seats)]


def _limit_seconds(
    profile: Profile, left: Left, phase: str, round_number: int, speakers: int, turns: Sequence[Turn]
) -> float | None:
    own = profile.timeout.per_agent
    if phase in ("synthesize", "accept"):
        return left.seconds if own is None else own
    if phase in COUNCIL_PHASES:
        return _council_seconds(left.council_seconds, own, phase)
    usual = _measure_answer(turns)
    limits = _limit_wave(profile, left, phase, round_number, turns)
    shares = [max(limit / max(1, speakers), min(limit, usual)) for limit in limits]
    return min([own, *shares] if own is not None else shares, default=None)


def _limit_wave(profile: Profile, left: Left, phase: str, round_number: int, turns: Sequence[Turn]) -> list[float]:
    """List what bounds a wave: the time left in all, and in its round."""
    limits = [] if left.seconds is None else [left.seconds]
    if phase in ROUND_PHASES and profile.timeout.per_round is not None:
        used = measure_round(turns, round_number, profile.rounds)
        limits.append(max(0.0, profile.timeout.per_round - used))
    return limits


def _measure_answer(turns: Sequence[Turn]) -> float:
    """Measure how long an answer usually took so far, in seconds; 0 when none has been given."""
    times = [turn.wall_ms for turn in turns if turn.status == "ok" and turn.phase in ("position", "revise")]
    return median(times) / 1000 if times else 0.0


def _council_seconds(left: float | None, own: float | None, phase: str) -> float | None:
    if left is None or phase == "council_synthesizer":
        return left
    third = left / 3
    return left - (third if own is None else min(third, own))
