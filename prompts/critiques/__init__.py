"""Writes critiques, and what became of them, for a prompt."""

from moot.prompts.critiques.critiques import (
    critiques_to_answer,
    digest_agreements,
    digest_blind_spots,
    digest_closed,
    digest_critiques,
    digest_exchanges,
)
from moot.prompts.critiques.settling import digest_norm_conflicts, digest_outcomes, digest_settling

__all__ = [
    "critiques_to_answer",
    "digest_agreements",
    "digest_blind_spots",
    "digest_closed",
    "digest_critiques",
    "digest_exchanges",
    "digest_norm_conflicts",
    "digest_outcomes",
    "digest_settling",
]
