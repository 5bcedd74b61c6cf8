"""Sums up the council: the critic's verdict, its confidence, and what follows."""

from moot.policies.verdict.council.council import (
    calculate_confidence,
    close_council,
    follow_ruling,
    judge_council,
    judge_critique,
    tell_reopening,
    weigh_resolution,
)

__all__ = [
    "calculate_confidence",
    "close_council",
    "follow_ruling",
    "judge_council",
    "judge_critique",
    "tell_reopening",
    "weigh_resolution",
]
