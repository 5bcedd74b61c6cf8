"""Counts what calls use of a lease, and forecasts what a debate will cost."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "PER_MESSAGE",
    "Estimate",
    "Forecast",
    "LeaseAccount",
    "PastUse",
    "Sizes",
    "estimate_tokens",
    "find_price",
    "forecast",
    "now",
    "skip_time",
    "stop_clock",
]

_HOMES = {
    "Estimate": "moot.models.usage.forecasting",
    "Forecast": "moot.models.usage.forecasting",
    "LeaseAccount": "moot.models.usage.counting",
    "PER_MESSAGE": "moot.models.usage.counting",
    "PastUse": "moot.models.usage.forecasting",
    "Sizes": "moot.models.usage.forecasting",
    "estimate_tokens": "moot.models.usage.counting",
    "find_price": "moot.models.usage.counting",
    "forecast": "moot.models.usage.forecasting",
    "now": "moot.models.usage.counting",
    "skip_time": "moot.models.usage.counting",
    "stop_clock": "moot.models.usage.counting",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.usage.counting import (
        PER_MESSAGE,
        LeaseAccount,
        estimate_tokens,
        find_price,
        now,
        skip_time,
        stop_clock,
    )
    from moot.models.usage.forecasting import Estimate, Forecast, PastUse, Sizes, forecast


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
