"""Counts what a turn uses of its lease: time, tokens and money.

Time is the machine's clock plus what a replay did not have to wait for: a replayed answer arrives at once, but the
debate must see that it took its eleven seconds, because limits and budgets of time decide what happens next. So a
replay skips the time instead of spending it, and whoever measures a turn reads `now()`. The skipped time belongs to the
task that skipped it, so seats that speak at once do not add up. The machine's own clock stands still meanwhile: a slow
machine that replays must not run out of a time that sufficed.

Tokens are estimated without a tokenizer, which would have to be downloaded and differs between models: three ASCII
bytes a token, and one and a half bytes a token for everything else. Measured with the tokenizer of the embedded model,
whose vocabulary is small and English, bytes per token were: English prose 4.0 to 5.5, our prompts 3.4 to 3.9, the JSON
schemas 3.1 to 3.2, Portuguese 3.0 to 3.5, Indonesian 2.3 to 2.9, a short JSON object 2.3, Chinese 1.5. So English is
overestimated, and Indonesian or dense JSON may be underestimated by up to a quarter. A server's report of
its usage counts if it can be true (policies.limits.reports), and a model that counted more than we expected is
expected to do so again (`Ways.learn`): after the first report, a cap that is checked before a call holds after it.

A model without a known price costs an unknown amount, never nothing.
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from moot.configs.tables import ModelPrice
from moot.models.retries import Unaffordable
from moot.policies.limits.calls import CountedTokens
from moot.policies.limits.leases import Price, judge_fit, settle_lease
from moot.state.budget import Lease, Usage

_SHORTEST_ANSWER = 128
"""Tokens: a lease that cannot pay for so short an answer is not worth a request."""

PER_MESSAGE = 4
"""What the roles and separators of a message add."""

_BYTES = 3
_OTHER_WEIGHT = 2
"""A byte outside ASCII counts twice: accented letters and other scripts take more tokens."""

_DATED = re.compile(r"[-@](\d{4}-?\d{2}-?\d{2}|\d{4}|latest)$")
_MILLION = 1_000_000

_skipped: ContextVar[float] = ContextVar("moot_skipped_seconds", default=0.0)
_stopped: ContextVar[float | None] = ContextVar("moot_stopped_clock", default=None)


def now() -> float:
    """Read a clock in seconds that never goes back; only differences mean something."""
    stopped = _stopped.get()
    return (time.monotonic() if stopped is None else stopped) + _skipped.get()


@contextmanager
def stop_clock(*, stops: bool) -> Iterator[None]:
    """Let only skipped time pass for this task, where it stops."""
    token = _stopped.set(time.monotonic() if stops else _stopped.get())
    try:
        yield
    finally:
        _stopped.reset(token)


def skip_time(seconds: float) -> None:
    """Let time pass for this task without waiting."""
    _skipped.set(_skipped.get() + max(0.0, seconds))


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    size = len(text.encode("utf-8", "surrogatepass"))
    plain = size if text.isascii() else len(text.encode("ascii", "ignore"))
    return -(-(plain + _OTHER_WEIGHT * (size - plain)) // _BYTES)


def find_price(model: str, prices: Mapping[str, ModelPrice]) -> ModelPrice | None:
    """Find a model's price, also under its name with a date, or without the gateway's prefix.

    An exact name wins; `NAME-2025-08-07` is priced as NAME and `vendor/NAME` as NAME, but never `NAME-mini`. Every file
    that runs on this machine (`local:NAME`) is priced as `local`.
    """
    bare = model.rpartition("/")[2]
    names = (model, _DATED.sub("", model), bare, _DATED.sub("", bare), "local" if model.startswith("local:") else model)
    return next((prices[name] for name in names if name in prices), None)


def cost_of(price: ModelPrice | None, prompt: int, completion: int, cached: int = 0) -> float | None:
    """Calculate what a request cost; None when the price is unknown."""
    if price is None:
        return None
    cached = min(cached, prompt)
    rate = price.prompt if price.cached is None else price.cached
    return ((prompt - cached) * price.prompt + cached * rate + completion * price.completion) / _MILLION


def _find_highest_price(price: ModelPrice | None) -> Price | None:
    """Find the price a request has at most, nothing of it cached: what a lease is checked with."""
    return None if price is None else Price(prompt=price.prompt, completion=price.completion)


class LeaseAccount:
    """Holds the lease of a turn and charges every request to it."""

    def __init__(self, lease: Lease, prices: Mapping[str, ModelPrice], lost: Sequence[Usage] = ()) -> None:
        # The clock is the asker's business; without its seconds the lease is about amounts only.
        self._left = lease.model_copy(update={"seconds": None})
        self._prices = prices
        self._in_flight: dict[int, Usage] = {}
        """What requests that are not charged yet can use at most, by attempt."""
        self.usages: list[Usage] = []
        for usage in lost:
            self._charge(usage)

    @property
    def attempt(self) -> int:
        """The number of the next request of this turn, from 1; lost ones are repeated, so they do not count."""
        return 1 + len(self._in_flight) + sum(not usage.lost for usage in self.usages)

    def reserve(self, model: str, prompt_tokens: int, answer_tokens: int) -> Usage:
        """Set aside the most that the next request can use, until it is charged."""
        cost = cost_of(find_price(model, self._prices), prompt_tokens, answer_tokens)
        reserved = self._in_flight[self.attempt] = Usage(
            attempt=self.attempt,
            model=model,
            prompt_tokens=prompt_tokens,
            completion_tokens=answer_tokens,
            cost=cost,
            estimated=True,
            lost=True,
        )
        return reserved

    def admit(self, model: str, prompt_tokens: int, wanted: int) -> int:
        """Say how long an answer the lease can pay for, at most as long as wanted; or refuse the request."""
        price, left = find_price(model, self._prices), self._left
        for reserved in self._in_flight.values():
            left = settle_lease(left, reserved)
        room = wanted
        if left.tokens is not None:
            room = min(room, left.tokens - prompt_tokens)
        if left.cost is not None and price is not None:
            room = _find_affordable(left.cost, price, prompt_tokens, room)
        fit = judge_fit(left, prompt_tokens, max(room, min(wanted, _SHORTEST_ANSWER)), _find_highest_price(price))
        if not fit.fits:
            raise Unaffordable(fit.reason)
        return room

    def enter(
        self, attempt: int, model: str, counted: CountedTokens, *, estimated: bool = False, unanswered: bool = False
    ) -> Usage:
        """Charge one request, in the place of what was reserved; what an unanswered one can have cost is set aside."""
        self._in_flight.pop(attempt, None)
        usage = Usage(
            attempt=attempt,
            model=model,
            prompt_tokens=counted.prompt,
            completion_tokens=counted.completion,
            cached_tokens=counted.cached,
            cost=cost_of(find_price(model, self._prices), counted.prompt, counted.completion, counted.cached),
            estimated=estimated,
            contradicted=counted.contradicted,
            unanswered=unanswered,
        )
        self._charge(usage)
        return usage

    def give_back(self, attempt: int) -> None:
        """Give back what was set aside for a request that was never sent."""
        self._in_flight.pop(attempt, None)

    def _charge(self, usage: Usage) -> None:
        self.usages.append(usage)
        self._left = settle_lease(self._left, usage)


def _find_affordable(money: float, price: ModelPrice, prompt_tokens: int, room: int) -> int:
    """Find the longest answer the money pays for."""
    rates = _find_highest_price(price)
    if rates is None or rates.completion == 0:
        return room
    rest = money - rates.cost_of(prompt_tokens, 0)
    room = min(room, int(rest * 1_000_000 / rates.completion))
    # Division of fractions may round up by one token.
    return room if rates.cost_of(prompt_tokens, max(room, 0)) <= money else room - 1
