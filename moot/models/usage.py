"""What one turn has used of its lease: nothing is asked that does not fit, everything asked is entered."""

from collections.abc import Mapping

from moot.configs import ModelPrice
from moot.models.prices import cost_of, dearest, find_price
from moot.models.retries import Unaffordable
from moot.policies.limits import estimate_cost, judge_fit, settle_lease
from moot.state.budget import Lease, Usage

SHORTEST_ANSWER = 128
"""Tokens: a lease that cannot pay for so short an answer is not worth a request."""


class Tab:
    """The lease of a turn and every request charged to it."""

    def __init__(self, lease: Lease, prices: Mapping[str, ModelPrice]) -> None:
        # The clock is the asker's business; without its seconds the lease is about amounts only.
        self._left = lease.model_copy(update={"seconds": None})
        self._prices = prices
        self.usages: list[Usage] = []

    @property
    def attempt(self) -> int:
        """The number of the next request of this turn, from 1."""
        return len(self.usages) + 1

    def admit(self, model: str, prompt_tokens: int, wanted: int) -> int:
        """Say how long an answer the lease can pay for, at most as long as wanted; or refuse the request."""
        price = find_price(model, self._prices)
        room = wanted
        if self._left.tokens is not None:
            room = min(room, self._left.tokens - prompt_tokens)
        if self._left.cost is not None and price is not None:
            room = self._affordable(price, prompt_tokens, room)
        fit = judge_fit(self._left, prompt_tokens, max(room, min(wanted, SHORTEST_ANSWER)), dearest(price))
        if not fit.fits:
            raise Unaffordable(fit.reason)
        return room

    def enter(
        self, model: str, prompt_tokens: int, completion_tokens: int, cached: int = 0, *, estimated: bool = False
    ) -> None:
        """Charge one request."""
        usage = Usage(
            attempt=self.attempt,
            model=model,
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cached_tokens=min(cached, prompt_tokens),
            cost=cost_of(find_price(model, self._prices), prompt_tokens, completion_tokens, cached),
            estimated=estimated,
        )
        self.usages.append(usage)
        self._left = settle_lease(self._left, usage)

    def _affordable(self, price: ModelPrice, prompt_tokens: int, room: int) -> int:
        """The longest answer the money pays for."""
        money, rates = self._left.cost or 0.0, dearest(price)
        if rates is None or rates.completion == 0:
            return room
        rest = money - estimate_cost(prompt_tokens, 0, rates)
        room = min(room, int(rest * 1_000_000 / rates.completion))
        # Division of fractions may round up by one token.
        return room if estimate_cost(prompt_tokens, max(room, 0), rates) <= money else room - 1
