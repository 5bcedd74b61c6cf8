"""Judges whether each claim stands on evidence this debate has."""

from moot.policies.critique.ledger.bearing import make_bearing
from moot.policies.critique.ledger.entries import (
    discount_unsupported,
    find_unfounded,
    judge_claim,
    judge_claims,
    lacks_evidence,
    latest_shares,
    latest_verdicts,
    share_claims,
)
from moot.policies.critique.ledger.figures import write_figures
from moot.policies.critique.ledger.quoting import cite_quoted
from moot.policies.critique.ledger.roles import turns_round
from moot.policies.critique.ledger.verifying import list_reckoned, list_unverified, pick_sources, read_verification

__all__ = [
    "cite_quoted",
    "discount_unsupported",
    "find_unfounded",
    "judge_claim",
    "judge_claims",
    "lacks_evidence",
    "latest_shares",
    "latest_verdicts",
    "list_reckoned",
    "list_unverified",
    "make_bearing",
    "pick_sources",
    "read_verification",
    "share_claims",
    "turns_round",
    "write_figures",
]
