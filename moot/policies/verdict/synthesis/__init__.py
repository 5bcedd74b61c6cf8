"""Writes the synthesis where a rule decides, and finds which body of law prevails."""

from moot.policies.verdict.synthesis.dissent import keep_divergences, keep_reservations
from moot.policies.verdict.synthesis.supervision import climb_ladder, read_supervisor_label, suggest_label
from moot.policies.verdict.synthesis.synthesis import (
    compose_inconclusive,
    compose_resolution,
    compose_synthesis,
    conclude_by_rule,
    conclude_conflicts,
)

__all__ = [
    "climb_ladder",
    "compose_inconclusive",
    "compose_resolution",
    "compose_synthesis",
    "conclude_by_rule",
    "conclude_conflicts",
    "keep_divergences",
    "keep_reservations",
    "read_supervisor_label",
    "suggest_label",
]
