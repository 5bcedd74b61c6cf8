"""Words figures for people: shares, confidences, counts, durations, money, and names in a row.

A share is rounded, but what is below a gate must not look as if it reached it (69.96 % is not 70 %).
"""

from collections.abc import Sequence

from moot.catalogue import current_translator, round_points, say
from moot.policies.verdict import describe_confidence
from moot.views.result.summaries import UsageSummary


def as_percentage(share: float | None) -> float | None:
    """Turn a share into a percentage; whole ones without a fraction."""
    if share is None:
        return None
    points = round_points(share, 2)
    return int(points) if points.is_integer() else points


def whole_percent(share: float, gate: float | None = None) -> int:
    """Turn a share into whole percents; beside a gate it has not reached, it does not look as if it had."""
    return int(round_points(share, gate=gate))


def say_percent(share: float | None) -> str:
    """Say a share; one that nobody knows is not zero."""
    return current_translator().percent(share)


def say_level(share: float) -> str:
    """Say how high a confidence is, in a word."""
    return current_translator().word("word.level", describe_confidence(share))


def say_confidence(share: float | None) -> str:
    """Say a confidence in a word and a number."""
    return say("figure.unknown") if share is None else f"{say_level(share)} ({say_percent(share)})"


def say_count(number: int, thing: str) -> str:
    """Say a number with its noun: `count.calls` is 1 call, 2 calls."""
    return say(f"count.{thing}", n=number)


def say_number(value: float, places: int | None = None) -> str:
    """Say a number with the separators of the language."""
    return current_translator().number(value, places)


def say_time(milliseconds: int) -> str:
    """Say a duration."""
    return current_translator().time(milliseconds)


def say_money(cost: float | None) -> str:
    """Say an amount of money; an unknown price is not free."""
    return current_translator().money(cost)


def say_usage(usage: UsageSummary) -> str:
    """Say what a debate used, in one line."""
    tokens = say_count(usage.prompt_tokens + usage.completion_tokens, "tokens")
    about = say("figure.about", amount=tokens) if usage.estimated else tokens
    return ", ".join((say_count(usage.calls, "calls"), about, say_money(usage.cost), say_time(usage.wall_ms)))


def join_names(names: Sequence[str]) -> str:
    """Put names in a row: a, b and c."""
    return current_translator().names(names)


def say_moment(stamp: str | None) -> str:
    """Say a point in time, in UTC; what cannot be read stays as it is."""
    return current_translator().moment(stamp)
