"""Decides which critiques count and are open, and what a claim stands on."""

from moot.policies.critique.citations import SYSTEM, criticise_fabrications, list_citations, settle_fabrications
from moot.policies.critique.claims import compare_claims, count_claims, summarise_claims
from moot.policies.critique.critiques import check_floor, number_critiques
from moot.policies.critique.evidence import find_domain_conflicts, flag_risks, latest_by_seat, weigh_evidence
from moot.policies.critique.ledger import (
    average_share,
    discount_unsupported,
    find_unfounded,
    judge_claim,
    judge_claims,
    lacks_evidence,
    latest_shares,
)
from moot.policies.critique.settling import by_number, count_unresolved, has_changed, list_unresolved, settle_critiques

__all__ = [
    "SYSTEM",
    "average_share",
    "by_number",
    "check_floor",
    "compare_claims",
    "count_claims",
    "count_unresolved",
    "criticise_fabrications",
    "discount_unsupported",
    "find_domain_conflicts",
    "find_unfounded",
    "flag_risks",
    "has_changed",
    "judge_claim",
    "judge_claims",
    "lacks_evidence",
    "latest_by_seat",
    "latest_shares",
    "list_citations",
    "list_unresolved",
    "number_critiques",
    "settle_critiques",
    "settle_fabrications",
    "summarise_claims",
    "weigh_evidence",
]
