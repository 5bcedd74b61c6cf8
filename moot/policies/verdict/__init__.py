"""Decides how a debate ends: who has to look, how sure it is, and its outcome."""

from moot.policies.verdict.confidence import COUNCIL_FALLBACK, MEDIATOR_MISSING, adjust_confidence, describe_confidence
from moot.policies.verdict.escalation import Gate, choose_escalation, find_review_need
from moot.policies.verdict.outcomes import (
    CHECKLIST,
    OF_PROPOSAL,
    Ending,
    conclude,
    find_stop_reason,
    list_confidence_steps,
    name_caveats,
    name_circumstances,
)
from moot.policies.verdict.resolution import explain_missing

__all__ = [
    "CHECKLIST",
    "COUNCIL_FALLBACK",
    "MEDIATOR_MISSING",
    "OF_PROPOSAL",
    "Ending",
    "Gate",
    "adjust_confidence",
    "choose_escalation",
    "conclude",
    "describe_confidence",
    "explain_missing",
    "find_review_need",
    "find_stop_reason",
    "list_confidence_steps",
    "name_caveats",
    "name_circumstances",
]
