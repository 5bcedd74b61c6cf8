"""What a request costs. A model without a known price costs an unknown amount, never nothing."""

import re
from collections.abc import Mapping

from moot.configs import ModelPrice
from moot.policies.limits import Price

_DATED = re.compile(r"[-@](\d{4}-?\d{2}-?\d{2}|\d{4}|latest)$")
_MILLION = 1_000_000


def find_price(model: str, prices: Mapping[str, ModelPrice]) -> ModelPrice | None:
    """Find a model's price, also under its name with a date, or without the gateway's prefix.

    An exact name wins; `NAME-2025-08-07` is priced as NAME and `vendor/NAME` as NAME, but never `NAME-mini`. Every file
    that runs on this machine (`local:NAME`) is priced as `local`.
    """
    bare = model.rpartition("/")[2]
    names = (model, _DATED.sub("", model), bare, _DATED.sub("", bare), "local" if model.startswith("local:") else model)
    return next((prices[name] for name in names if name in prices), None)


def cost_of(price: ModelPrice | None, prompt: int, completion: int, cached: int = 0) -> float | None:
    """What a request cost; None when the price is unknown."""
    if price is None:
        return None
    cached = min(cached, prompt)
    rate = price.prompt if price.cached is None else price.cached
    return ((prompt - cached) * price.prompt + cached * rate + completion * price.completion) / _MILLION


def dearest(price: ModelPrice | None) -> Price | None:
    """The price a request has at most, nothing of it cached: what a lease is checked with."""
    return None if price is None else Price(prompt=price.prompt, completion=price.completion)
