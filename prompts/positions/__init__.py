"""Writes who the seats are and what each of them holds for a prompt."""

from moot.prompts.positions.positions import (
    describe_seat,
    digest_left_open,
    digest_own_position,
    digest_positions,
    digest_rebuttals,
    digest_reservations,
    digest_seats,
    evidence_rule,
    explain_settling,
    name_law,
    name_remedy,
    tell_stage,
    tell_today,
)

__all__ = [
    "describe_seat",
    "digest_left_open",
    "digest_own_position",
    "digest_positions",
    "digest_rebuttals",
    "digest_reservations",
    "digest_seats",
    "evidence_rule",
    "explain_settling",
    "name_law",
    "name_remedy",
    "tell_stage",
    "tell_today",
]
