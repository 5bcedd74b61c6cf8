"""Follows the claims of seats between rounds, and conflicts between the rules they cite."""

from moot.policies.critique.claims.claims import compare_claims, count_claims, summarise_claims
from moot.policies.critique.claims.reconciling import find_domain_conflicts, list_norm_conflicts, list_to_confirm

__all__ = [
    "compare_claims",
    "count_claims",
    "find_domain_conflicts",
    "list_norm_conflicts",
    "list_to_confirm",
    "summarise_claims",
]
