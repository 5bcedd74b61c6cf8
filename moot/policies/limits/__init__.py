"""Adds up what a debate has used, what is left, and what each step of the ladder cost."""

from moot.policies.limits.budget import (
    ROUND_PHASES,
    derive_spent,
    find_exhausted,
    measure_round,
    measure_seconds,
    read_execution,
)
from moot.policies.limits.ladder_costs import STRONGER, StepCost, price_ladder

__all__ = [
    "ROUND_PHASES",
    "STRONGER",
    "StepCost",
    "derive_spent",
    "find_exhausted",
    "measure_round",
    "measure_seconds",
    "price_ladder",
    "read_execution",
]
