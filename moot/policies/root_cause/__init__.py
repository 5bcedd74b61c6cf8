"""Reads and compares hypotheses about a root cause, and concludes."""

from moot.policies.root_cause.advice import shows_no_incident
from moot.policies.root_cause.conclusion import SearchFacts, conclude_root_cause, top_scores
from moot.policies.root_cause.hypotheses import name_prefixes, read_hypotheses, same_root_cause, tops_by_reasoner
from moot.policies.root_cause.naming import names_cause

__all__ = [
    "SearchFacts",
    "conclude_root_cause",
    "name_prefixes",
    "names_cause",
    "read_hypotheses",
    "same_root_cause",
    "shows_no_incident",
    "top_scores",
    "tops_by_reasoner",
]
