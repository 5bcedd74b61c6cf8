"""Decides which critiques count and are open, and what a claim stands on."""

from moot.policies.critique.bearing import make_bearing
from moot.policies.critique.citations import (
    SYSTEM,
    criticise_fabrications,
    list_citations,
    list_cited,
    settle_fabrications,
)
from moot.policies.critique.claims import compare_claims, count_claims, summarise_claims
from moot.policies.critique.critiques import check_floor, number_critiques
from moot.policies.critique.evidence import (
    cite_person,
    flag_risks,
    latest_by_seat,
    name_unverified,
    weigh_evidence,
)
from moot.policies.critique.ledger import (
    average_share,
    discount_unsupported,
    find_unfounded,
    judge_claim,
    judge_claims,
    lacks_evidence,
    latest_shares,
)
from moot.policies.critique.quoting import cite_quoted
from moot.policies.critique.reconciling import find_domain_conflicts, list_norm_conflicts, list_to_confirm
from moot.policies.critique.settling import (
    by_number,
    count_unresolved,
    find_answer,
    has_changed,
    list_to_settle,
    list_unresolved,
    settle_critiques,
)
from moot.policies.critique.verifying import list_unverified, pick_sources, read_verification

__all__ = [
    "SYSTEM",
    "average_share",
    "by_number",
    "check_floor",
    "cite_person",
    "cite_quoted",
    "compare_claims",
    "count_claims",
    "count_unresolved",
    "criticise_fabrications",
    "discount_unsupported",
    "find_answer",
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
    "list_cited",
    "list_norm_conflicts",
    "list_to_confirm",
    "list_to_settle",
    "list_unresolved",
    "list_unverified",
    "make_bearing",
    "name_unverified",
    "number_critiques",
    "pick_sources",
    "read_verification",
    "settle_critiques",
    "settle_fabrications",
    "summarise_claims",
    "weigh_evidence",
]
