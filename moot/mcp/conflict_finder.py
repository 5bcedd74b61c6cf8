"""Finds and settles conflicts between finished outputs of agents, without a model."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from moot.configs import load_profile
from moot.configs.tables import load_lexicons
from moot.errors import InputError
from moot.policies.conflicts import build_consensus, detect_conflicts
from moot.policies.conflicts.reading import compile_lexicons, needed_languages

_MAX_OUTPUT_LENGTH = 100_000
"""Characters of one agent's output."""


def find_conflicts_in(outputs: Mapping[str, str], profile: str = "boardroom") -> dict[str, Any]:
    """Return the conflict report and, where something has to be settled, the consensus (C-08..C-12)."""
    rules = load_profile(profile)
    known = ", ".join(rules.seat_ids)
    if not outputs:
        raise InputError(f"outputs: there is none; name a seat and what it wrote, one of {known}")
    strangers = [seat for seat in outputs if seat not in rules.seat_ids]
    if strangers:
        raise InputError(f"outputs: {strangers[0]!r} is not a seat of {profile}; use {known}")
    for seat, text in outputs.items():
        if len(text) > _MAX_OUTPUT_LENGTH:
            raise InputError(f"outputs.{seat}: longer than {_MAX_OUTPUT_LENGTH:,} characters; shorten it")
    lexicons = compile_lexicons(load_lexicons(needed_languages(outputs.values())))
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    report = detect_conflicts(outputs, lexicons, rules.conflicts, str(uuid4()), language=None, detected_at=now)
    settled = None
    if report.requires_debate:
        settled = build_consensus(
            report,
            outputs,
            rules.conflicts,
            lexicons,
            threshold=rules.convergence.threshold,
            max_rounds=rules.rounds.max,
            language=None,
            resolved_at=now,
        )
    return {
        "conflict_report": report.model_dump(mode="json"),
        "consensus_results": None if settled is None else [each.model_dump(mode="json") for each in settled],
    }
