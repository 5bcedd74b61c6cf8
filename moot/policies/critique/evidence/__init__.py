"""Finds what claims cite, and how much of what a seat claims stands without evidence."""

from moot.policies.critique.evidence.citations import (
    QUESTION,
    SYSTEM,
    criticise_fabrications,
    explain_stranger,
    list_citations,
    list_cited,
    settle_fabrications,
)
from moot.policies.critique.evidence.weighing import (
    cite_person,
    flag_risks,
    latest_by_seat,
    name_assumptions,
    name_unverified,
    needs_evidence,
    weigh_evidence,
)

__all__ = [
    "QUESTION",
    "SYSTEM",
    "cite_person",
    "criticise_fabrications",
    "explain_stranger",
    "flag_risks",
    "latest_by_seat",
    "list_citations",
    "list_cited",
    "name_assumptions",
    "name_unverified",
    "needs_evidence",
    "settle_fabrications",
    "weigh_evidence",
]
