"""Forecasts what a debate will cost: calls, tokens and money, at least, as planned and at most.

Pure: it follows from the profile, the sizes of prompts and answers, the price, and what earlier debates used.
- low: everybody agrees as early as the rules allow; nobody else has to look.
- expected: the planned rounds; of a conflict gate one conflict between two parties.
- high: every call that the rules allow: every round, look-ups, the comparer and the verifier whenever they may be
  asked, a synthesis that is written twice, the parties asked about a ruling, and the council where there is one. Every
  answer is as long as allowed, and so is what prompts show of it.
Retries and repairs are in none of them. What the profile's own caps would stop is stopped here too, and said.

Earlier debates under the same profile and model correct it: what is expected is drawn from the plan towards their
median, as if the plan had been seen three times; low is no higher than the least, high no lower than the most used.
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Literal, Self

from moot.configs.tables import ModelPrice
from moot.models.usage.counting import cost_of, estimate_tokens
from moot.policies.agreement.ladder import find_certain, size_step
from moot.policies.comparison import COMPARATORS
from moot.state.base import Value
from moot.state.budget import Amount, Count
from moot.state.protocol import Profile, Route

_Course = Literal["low", "expected", "high"]
_AMOUNTS = ("calls", "prompt_tokens", "completion_tokens")
_PLANNED = 3
"""So many debates the plan counts as, beside those that were run."""


class Sizes(Value):
    """How long prompts and answers are on the average, in tokens; measured on the prompts that come with moot."""

    opening: Count = 800
    """What every prompt of a wave starts with: rules, question, evidence, and the schema sent along."""
    peer: Count = 600
    """One agent's position as the others are shown it, with its claims and critiques."""
    answer: Count = 500
    """What a position, a critique or a synthesis takes."""
    remark: Count = 120
    """What a classification or a list of queries takes."""
    incident: Count = 2_500
    """A log, its history and what was asked of them, in the prompts of a search for a cause."""
    most_incident: Count = 9_000
    """As much of them as is shown at most."""
    most_shown: Count = 20_000
    """As much of positions, critiques and their answers as is shown at most, all together."""
    own: Count = 1_500
    """What a prompt has at most beside that: the rules of its phase, the votes, remarks of people."""


class _PlannedWave(Value):
    """Calls of the same kind."""

    phase: str
    calls: Count
    prompt_tokens: Count
    completion_tokens: Count


class Estimate(Value):
    """What one course of the debate takes."""

    calls: Count
    prompt_tokens: Count
    completion_tokens: Count
    cost: Amount | None = None
    """None when the model's price is unknown: unknown, never 0."""
    capped_by: str | None = None
    """The cap of the profile that would stop the debate before."""


class PastUse(Value):
    """What an earlier debate used."""

    calls: Count
    prompt_tokens: Count
    completion_tokens: Count


class Forecast(Value):
    """What a debate takes, at least, as planned and at most."""

    profile: str
    route: Route
    low: Estimate
    expected: Estimate
    high: Estimate
    debates: Count = 0
    """How many earlier debates it rests on, beside the profile."""


def forecast(
    profile: Profile,
    price: ModelPrice | None = None,
    sizes: Sizes | None = None,
    route: Route | None = None,
    past: Sequence[PastUse] = (),
    *,
    shown: str = "",
) -> Forecast:
    """Forecast calls, tokens and money of a debate under a profile, corrected by what earlier ones used.

    `shown` are the sources as every prompt shows them.
    """
    way, used = route or profile.routing.default, sizes or Sizes()
    used = used.model_copy(update={"opening": used.opening + estimate_tokens(shown)}) if shown else used
    courses: dict[_Course, Estimate] = {
        course: _estimate(profile, price, tuple(_Plan(profile, used, course).waves(way)))
        for course in ("low", "expected", "high")
    }
    low, expected, high = courses["low"], courses["expected"], courses["high"]
    found = Forecast(profile=profile.name, route=way, low=low, expected=expected, high=high)
    return _put_in_order(_correct(found, profile, price, past) if past else found)


def _put_in_order(found: Forecast) -> Forecast:
    """Let the most be no less than what is expected: a cap stops long answers early, and short ones late."""
    high, expected = found.high, found.expected
    more = {name: max(getattr(high, name), getattr(expected, name)) for name in _AMOUNTS}
    if high.cost is not None and expected.cost is not None:
        more["cost"] = max(high.cost, expected.cost)
    return found.model_copy(update={"high": high.model_copy(update=more)})


def _correct(found: Forecast, profile: Profile, price: ModelPrice | None, past: Sequence[PastUse]) -> Forecast:
    used = {name: sorted(getattr(each, name) for each in past) for name in _AMOUNTS}
    weight = len(past) / (len(past) + _PLANNED)

    def pick(estimate: Estimate, choose: Callable[[int, list[int]], float]) -> Estimate:
        calls, prompt, completion = (round(choose(getattr(estimate, name), used[name])) for name in _AMOUNTS)
        cost = cost_of(price, prompt, completion)
        total = _Total(calls=calls, prompt=prompt, completion=completion)
        if capped := estimate.capped_by or _passed(profile, total, cost):
            # What a cap stops stays stopped: the plan knows where.
            return estimate.model_copy(update={"capped_by": capped})
        return Estimate(calls=calls, prompt_tokens=prompt, completion_tokens=completion, cost=cost)

    return found.model_copy(
        update={
            "low": pick(found.low, lambda planned, seen: min(planned, seen[0])),
            "expected": pick(found.expected, lambda planned, seen: planned + weight * (median(seen) - planned)),
            "high": pick(found.high, lambda planned, seen: max(planned, seen[-1])),
            "debates": len(past),
        }
    )


class _Plan:
    """Lists the waves of one course of a debate."""

    def __init__(self, profile: Profile, sizes: Sizes, course: _Course) -> None:
        self._profile, self._sizes, self._course = profile, sizes, course
        self._seats = len(profile.seats)

    def waves(self, route: Route) -> Iterator[_PlannedWave]:
        """Every wave of the debate."""
        if self._profile.routing.by == "model":
            yield self._short("route")
        if route == "simple":
            yield self._wave("answer", 1)
            return
        if route == "refine":
            yield from self._refinement()
            if self._profile.refinement.then == "end":
                return
        yield from self._debate()
        if route == "council" or (self._course == "high" and self._profile.council.enabled):
            yield from self._council()

    def _refinement(self) -> Iterator[_PlannedWave]:
        again = {"low": 0, "expected": (self._profile.refinement.max + 1) // 2, "high": self._profile.refinement.max}
        turns = 1 + again[self._course]
        yield self._short("classify")
        yield self._wave("structure", turns, peers=1)
        yield self._wave("methodology", turns, peers=1)
        if self._course == "high":
            yield self._wave("force", 1, peers=turns)

    def _debate(self) -> Iterator[_PlannedWave]:
        profile, seats = self._profile, self._seats
        yield from self._look_up()
        yield self._wave("position", self._count_voices())
        yield from self._verdict(1)
        speakers, rounds = self._later()
        for number in range(2, rounds + 1):
            if profile.critique.enabled:
                yield self._wave("critique", seats, peers=seats)
            yield from self._look_up()
            yield self._wave("revise", speakers, peers=seats)
            if profile.critique.enabled and profile.critique.settle == "author" and self._course != "low":
                yield self._wave("settle", seats, peers=1)
            yield from self._verdict(number)
        if profile.audit.unanimity:
            yield self._wave("audit", 1, peers=seats)
        if profile.ladder.enabled and profile.ladder.models and self._course == "high":
            yield self._wave("answer", 1)  # a stronger model
        if not profile.judge.enabled:  # what was searched for is found by rule
            yield from self._sum_up()

    def _sum_up(self) -> Iterator[_PlannedWave]:
        """What is asked after the last round: at most a text that misses the votes is compared, and written again."""
        argued, seats, high = self._profile.conflicts.enabled, self._seats, self._course == "high"
        written = 2 if high and not argued else 1
        yield self._wave("synthesize", written, peers=seats)
        if high and self._asks_ballot():
            yield self._wave("compare", written, peers=1)
        if high and argued:
            yield self._wave("accept", seats, peers=seats)

    def _look_up(self) -> Iterator[_PlannedWave]:
        """At most, what every seat asks of the library, or of the log, before it speaks."""
        if self._course != "high":
            return
        library, judge = self._profile.rag.internal, self._profile.judge
        if library.enabled and library.max_queries:
            yield self._wave("retrieve", min(self._seats, library.max_queries))
        if judge.enabled and judge.inspections:
            yield self._wave("inspect", self._seats, peers=1)

    def _count_voices(self) -> int:
        """How many seats are asked alone; with the ladder, at best as few as can settle it."""
        rules, seats = self._profile.ladder, self._seats
        if not rules.enabled or self._course != "low" or self._profile.rounds.min > 1:
            return seats
        asked = 0
        for taken in range(seats):
            asked += size_step(["A"] * asked, seats, rules, taken)
            settled = asked > 1 and find_certain(["A"] * asked, seats) is not None
            if settled or (self._profile.calibration is not None and asked):
                break
        return min(seats, asked)

    def _later(self) -> tuple[int, int]:
        """How many speak in the later rounds, and the last round."""
        rules, breaker = self._profile.rounds, self._profile.circuit_breaker
        rounds = {"low": rules.min, "expected": rules.planned, "high": rules.max}[self._course]
        speakers = self._seats
        if self._profile.conflicts.enabled and self._course == "low":
            rounds = 1  # without a conflict the answers stand
        elif self._profile.conflicts.enabled and self._course == "expected":
            speakers, rounds = min(2, self._seats), max(rounds, 2)  # one conflict, argued by its parties
        return speakers, min(rounds, rules.max, breaker.max_iterations if breaker.enabled else rounds)

    def _verdict(self, number: int) -> Iterator[_PlannedWave]:
        """What is asked when a round closes."""
        if self._profile.judge.enabled:
            yield self._wave("judge", 1, peers=self._seats * min(number, 2))
            if self._course == "high" and self._asks_ballot():
                yield self._wave("ballot", 1, peers=self._seats)
            return
        if self._asks_ballot():
            yield self._wave("ballot", 1, peers=self._seats)
        if self._course == "high":
            yield self._wave("verify", 1, peers=self._seats)  # where claims rest on sources

    def _asks_ballot(self) -> bool:
        """Whether who means the same is asked; at best words settle it, unless a profile wants it asked always."""
        comparator = COMPARATORS.get(self._profile.convergence.comparator)
        return comparator.asks_model and (self._course != "low" or not comparator.automatic)

    def _council(self) -> Iterator[_PlannedWave]:
        yield self._wave("council_critic", 1, peers=self._seats + 2)
        yield self._wave("council_advocate", 1, peers=self._seats + 2)
        yield self._wave("council_synthesizer", 1, peers=self._seats + 4)
        if self._course == "high" and self._asks_ballot():
            yield self._wave("compare", 1, peers=1)

    def _wave(self, phase: str, calls: int, *, peers: int = 0) -> _PlannedWave:
        longest = self._profile.budget.max_answer_tokens
        answer = longest if self._course == "high" else min(self._sizes.answer, longest)
        prompt = self._open() + self._show(peers)
        return _PlannedWave(phase=phase, calls=calls, prompt_tokens=calls * prompt, completion_tokens=calls * answer)

    def _open(self) -> int:
        sizes, high = self._sizes, self._course == "high"
        seen = 0 if not self._profile.judge.enabled else sizes.most_incident if high else sizes.incident
        return sizes.opening + seen + (sizes.own if high else 0)

    def _show(self, peers: int) -> int:
        """What others said as a prompt shows it; at most each position and each sheet of critiques whole."""
        if self._course != "high":
            return peers * self._sizes.peer
        sheets = 2 if self._profile.critique.enabled else 1
        longest = max(self._sizes.peer, sheets * self._profile.budget.max_answer_tokens)
        return min(peers * longest, max(self._sizes.most_shown, peers * self._sizes.peer))

    def _short(self, phase: str, calls: int = 1) -> _PlannedWave:
        answer = min(self._sizes.remark, self._profile.budget.max_answer_tokens)
        prompt = self._open()
        return _PlannedWave(phase=phase, calls=calls, prompt_tokens=calls * prompt, completion_tokens=calls * answer)


class _Total(Value):
    calls: int = 0
    prompt: int = 0
    completion: int = 0

    def plus(self, wave: _PlannedWave) -> Self:
        return type(self)(
            calls=self.calls + wave.calls,
            prompt=self.prompt + wave.prompt_tokens,
            completion=self.completion + wave.completion_tokens,
        )


def _estimate(profile: Profile, price: ModelPrice | None, waves: tuple[_PlannedWave, ...]) -> Estimate:
    """Add up waves until one of the profile's caps would be passed."""
    total, capped = _Total(), None
    for wave in waves:
        more = total.plus(wave)
        capped = _passed(profile, more, cost_of(price, more.prompt, more.completion))
        if capped:
            break
        total = more
    return Estimate(
        calls=total.calls,
        prompt_tokens=total.prompt,
        completion_tokens=total.completion,
        cost=cost_of(price, total.prompt, total.completion),
        capped_by=capped,
    )


def _passed(profile: Profile, total: _Total, cost: float | None) -> str | None:
    caps = profile.budget
    if caps.calls is not None and total.calls > caps.calls:
        return "budget.calls"
    if caps.tokens is not None and total.prompt + total.completion > caps.tokens:
        return "budget.tokens"
    return "budget.cost" if caps.cost is not None and cost is not None and cost > caps.cost else None
