"""Reads, scores and compares hypotheses about a root cause, checks their evidence, and concludes."""

from moot.policies.root_cause.advice import agree_on_none, shows_no_incident
from moot.policies.root_cause.conclusion import SearchFacts, conclude_root_cause, top_scores
from moot.policies.root_cause.departure import find_departure
from moot.policies.root_cause.evidence import (
    check_evidence,
    is_supported,
    list_cited_lines,
    list_cited_sources,
)
from moot.policies.root_cause.hypotheses import name_prefixes, read_hypotheses, same_root_cause, tops_by_reasoner
from moot.policies.root_cause.material import has_history, has_log, list_idle_reasoners
from moot.policies.root_cause.scoring import list_evidence_verdicts, score_round, share_unsupported
from moot.policies.root_cause.similarity import Trait, rank_similar

__all__ = [
    "SearchFacts",
    "Trait",
    "agree_on_none",
    "check_evidence",
    "conclude_root_cause",
    "find_departure",
    "has_history",
    "has_log",
    "is_supported",
    "list_cited_lines",
    "list_cited_sources",
    "list_evidence_verdicts",
    "list_idle_reasoners",
    "name_prefixes",
    "rank_similar",
    "read_hypotheses",
    "same_root_cause",
    "score_round",
    "share_unsupported",
    "shows_no_incident",
    "top_scores",
    "tops_by_reasoner",
]
