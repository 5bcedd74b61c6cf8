"""Checks the evidence of hypotheses by content, and scores them."""

from moot.policies.root_cause.evidence.checking import (
    check_evidence,
    doubt_step,
    doubt_steps,
    find_misquote,
    is_supported,
    list_cited_lines,
    list_cited_sources,
    share_holding,
)
from moot.policies.root_cause.evidence.quotes import telling_words
from moot.policies.root_cause.evidence.scoring import (
    agree_on_none,
    list_evidence_verdicts,
    score_round,
    share_unsupported,
)
from moot.policies.root_cause.evidence.sources import Source, list_sources

__all__ = [
    "Source",
    "agree_on_none",
    "check_evidence",
    "doubt_step",
    "doubt_steps",
    "find_misquote",
    "is_supported",
    "list_cited_lines",
    "list_cited_sources",
    "list_evidence_verdicts",
    "list_sources",
    "score_round",
    "share_holding",
    "share_unsupported",
    "telling_words",
]
