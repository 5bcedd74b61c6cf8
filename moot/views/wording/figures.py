"""Words figures for people: shares, confidences, counts, durations, money, and names in a row.

A share is cut, never rounded up: what is below a threshold must not look as if it reached it (69.96 % is not 70 %).
"""

import math
from collections.abc import Sequence

from moot.policies.language import tidy
from moot.policies.verdict import describe_confidence
from moot.views.result import UsageSummary


def as_percentage(share: float | None) -> float | None:
    """Turn a share into a percentage; whole ones without a fraction."""
    if share is None:
        return None
    points = _cut_percentage(share, 2)
    return int(points) if points.is_integer() else points


def whole_percent(share: float) -> int:
    """Turn a share into whole percents, cut and never rounded up."""
    return int(_cut_percentage(share, 0))


def _cut_percentage(share: float, places: int) -> float:
    scale = 10.0**places
    return math.floor(tidy(share * 100 * scale)) / scale


def say_percent(share: float | None) -> str:
    """Say a share; one that nobody knows is not zero."""
    return "unknown" if share is None else f"{_cut_percentage(share, 1):g} %"


def say_confidence(share: float | None) -> str:
    """Say a confidence in a word and a number."""
    return "unknown" if share is None else f"{describe_confidence(share)} ({whole_percent(share)} %)"


def say_count(number: int, thing: str, things: str | None = None) -> str:
    """Say a number with its noun: 1 call, 2 calls."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def say_time(milliseconds: int) -> str:
    """Say a duration."""
    seconds = milliseconds / 1000
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"


def say_money(cost: float | None) -> str:
    """Say an amount of money; an unknown price is not free."""
    if cost is None:
        return "price unknown"
    if cost == 0:
        return "no charge"
    return f"US$ {cost:.4f}" if cost < 1 else f"US$ {cost:,.2f}"


def say_usage(usage: UsageSummary) -> str:
    """Say what a debate used, in one line."""
    about = "about " if usage.estimated else ""
    tokens = f"{about}{usage.prompt_tokens + usage.completion_tokens:,} tokens"
    return ", ".join((say_count(usage.calls, "call"), tokens, say_money(usage.cost), say_time(usage.wall_ms)))


def join_names(names: Sequence[str]) -> str:
    """Put names in a row: a, b and c."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
