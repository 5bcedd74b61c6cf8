"""Adds up what a debate has used, and what it may still use.

Everything is derived from the turns and the queries, so a crash or a night of waiting costs nothing.

- Time is active time. Seats that speak at once cost the slowest of them, seats that speak in turn cost the sum. What a
  seat looks up belongs to the turn it looks it up for: who looks up fast and answers slowly is one seat, not two.
- An actor's second turn of the same phase and round is a wave of its own.
- The synthesis, what parties say to it and the council are outside the total (X-13); the council has its own limit.
- A critique belongs to the round it criticises, so it uses that round's time.
- A call whose price is unknown makes the money unknown: under a money cap nothing is left then, never "it was free".
- A call of unknown fate counts at the most it can have used (DESIGN 13).
- Nothing left is 0, never less; None is no limit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from moot.state.base import Value
from moot.state.budget import Amount, Count, Spent, Turn
from moot.state.evidence import Query
from moot.state.facts import Fact, state_fact
from moot.state.protocol import Execution, Profile, RoundRules, TimeoutRules

COUNCIL_PHASES = frozenset({"council_critic", "council_advocate", "council_synthesizer"})
ROUND_PHASES = frozenset({"position", "critique", "revise", "retrieve", "inspect", "settle"})
"""The phases that use a round's own time."""

_OUTSIDE_TOTAL = COUNCIL_PHASES | {"synthesize", "accept"}
_ANSWERS = 10
"""So many answers one after the other fit into a scaled total: three rounds, comparisons and a reserve."""
_LONGEST_ANSWER = 300.0
"""Seconds of an answer that a scaled total grows with: no server may hold a debate for ever, least of all the first."""
_AT_ONCE = frozenset({"council_critic", "council_advocate"})


class Left(Value):
    """What may still be used; None is no limit."""

    seconds: Amount | None
    council_seconds: Amount | None
    tokens: Count | None
    cost: Amount | None
    calls: Count | None
    queries: Count


def read_execution(phase: str, round_number: int, rounds: RoundRules) -> Execution:
    """Say whether the seats of a wave speak at once or in turn (X-03, X-28)."""
    phase = _name_wave(phase, round_number)
    if phase == "revise" and round_number >= 3:
        return rounds.execution.final
    modes: dict[str, Execution] = {
        "position": rounds.execution.position,
        "critique": rounds.execution.critique,
        "revise": rounds.execution.revise,
    }
    return modes.get(phase, "parallel")


def _name_wave(phase: str, round_number: int) -> str:
    """Name the wave a turn belongs to: who looks something up does so in its own turn."""
    if phase in ("retrieve", "inspect"):
        return "position" if round_number <= 1 else "revise"
    return "council_review" if phase in _AT_ONCE else phase


def derive_spent(
    turns: Sequence[Turn], queries: Sequence[Query], rounds: RoundRules, *, with_lost: bool = True
) -> Spent:
    """Add up what the turns and queries of a debate have used so far; `with_lost`, also calls of unknown fate."""
    usages = [usage for turn in turns for usage in turn.usages if with_lost or usage.answered]
    return Spent(
        calls=len(usages),
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost=sum(usage.cost for usage in usages if usage.cost is not None),
        unpriced_calls=sum(usage.cost is None for usage in usages),
        queries=count_queries(queries),
        seconds=measure_seconds((turn for turn in turns if turn.phase not in _OUTSIDE_TOTAL), rounds),
        council_seconds=measure_seconds((turn for turn in turns if turn.phase in COUNCIL_PHASES), rounds),
        slowest=max((turn.wall_ms for turn in turns), default=0) / 1000,
    )


def count_queries(queries: Iterable[Query]) -> int:
    """Count the queries that were run; one that ran out of time counts, a refused one does not (X-18)."""
    return sum(query.outcome != "refused" for query in queries)


def measure_seconds(turns: Iterable[Turn], rounds: RoundRules) -> float:
    """Measure the active time of some turns, wave by wave."""
    waves: defaultdict[tuple[int, str, int], list[Turn]] = defaultdict(list)
    for turn in turns:
        waves[turn.round, _name_wave(turn.phase, turn.round), turn.number].append(turn)
    total = 0
    for (round_number, phase, _), spoken in waves.items():
        spent: Counter[str] = Counter()
        for turn in spoken:
            spent[turn.seat] += turn.wall_ms
        in_turn = read_execution(phase, round_number, rounds) == "sequential" and not any(t.at_once for t in spoken)
        total += sum(spent.values()) if in_turn else max(spent.values())
    return total / 1000


def measure_round(turns: Sequence[Turn], round_number: int, rounds: RoundRules) -> float:
    """Measure the active time one round has used, its critiques included."""
    return measure_seconds(
        (turn for turn in turns if turn.round == round_number and turn.phase in ROUND_PHASES), rounds
    )


def limit_total(times: TimeoutRules, spent: Spent) -> float | None:
    """Give the seconds a debate may take in all; scaled, a slow model gets as many answers as a quick one."""
    if times.total is None or not times.scaled:
        return times.total
    return max(times.total, _ANSWERS * min(spent.slowest or _LONGEST_ANSWER, _LONGEST_ANSWER))


def measure_left(profile: Profile, spent: Spent) -> Left:
    """Subtract what was used from what the profile allows."""
    caps, times, internal = profile.budget, profile.timeout, profile.rag.internal
    money = None if caps.cost is None else max(0.0, caps.cost - spent.cost)
    return Left(
        seconds=_rest(limit_total(times, spent), spent.seconds),
        council_seconds=_rest(times.council, spent.council_seconds),
        tokens=None if caps.tokens is None else max(0, caps.tokens - spent.prompt_tokens - spent.completion_tokens),
        cost=0.0 if money is not None and spent.unpriced_calls else money,
        calls=None if caps.calls is None else max(0, caps.calls - spent.calls),
        queries=max(0, internal.max_queries - spent.queries) if internal.enabled else 0,
    )


def find_exhausted(profile: Profile, spent: Spent, seats: int = 0) -> Fact | None:
    """Say which cap is used up or, for a number of seats, too small for their next wave; None when none is."""
    left = measure_left(profile, spent)
    if left.calls is not None and left.calls < max(1, seats):
        return _tell_left("calls", left.calls, profile.budget.calls, seats)
    answer = profile.budget.max_answer_tokens
    if left.tokens is not None and (left.tokens == 0 or left.tokens < seats * answer):
        return _tell_left("tokens", left.tokens, profile.budget.tokens, seats)
    if left.cost is not None and left.cost <= 0:
        code = "limits.money_unknown" if spent.unpriced_calls else "limits.money"
        return state_fact(code, most=profile.budget.cost)
    return None


def _rest(limit: float | None, used: float) -> float | None:
    return None if limit is None else max(0.0, limit - used)


def _tell_left(what: str, left: int, most: int | None, seats: int) -> Fact:
    if seats:
        return state_fact(f"limits.{what}_too_few", left=left, most=most, n=seats)
    return state_fact(f"limits.{what}_left", left=left, most=most)
