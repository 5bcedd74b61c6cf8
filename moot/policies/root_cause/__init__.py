"""Reads, scores and compares hypotheses about a root cause, checks their evidence, and concludes."""

from moot.policies.root_cause.conclusion import conclude_root_cause, top_scores
from moot.policies.root_cause.evidence import list_unresolved_evidence, mark_unresolved, resolve_evidence
from moot.policies.root_cause.hypotheses import name_prefixes, read_hypotheses, same_root_cause, tops_by_reasoner
from moot.policies.root_cause.scoring import score_round
from moot.policies.root_cause.similarity import Overlap, rank_overlaps

__all__ = [
    "Overlap",
    "conclude_root_cause",
    "list_unresolved_evidence",
    "mark_unresolved",
    "name_prefixes",
    "rank_overlaps",
    "read_hypotheses",
    "resolve_evidence",
    "same_root_cause",
    "score_round",
    "top_scores",
    "tops_by_reasoner",
]
