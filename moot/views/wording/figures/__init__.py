"""Says figures: shares, money, times and numbers of things."""

from moot.views.wording.figures.figures import (
    as_percentage,
    join_names,
    say_confidence,
    say_count,
    say_level,
    say_moment,
    say_money,
    say_number,
    say_percent,
    say_time,
    say_usage,
    whole_percent,
)

__all__ = [
    "as_percentage",
    "join_names",
    "say_confidence",
    "say_count",
    "say_level",
    "say_moment",
    "say_money",
    "say_number",
    "say_percent",
    "say_time",
    "say_usage",
    "whole_percent",
]
