"""Writes evidence, verdicts on claims, syntheses and remarks for a prompt."""

from moot.prompts.findings.findings import (
    cite,
    count_claims_of,
    digest_checked_claims,
    digest_council_critique,
    digest_dissent,
    digest_evidence,
    digest_guidance,
    digest_ledger,
    digest_remarks,
    digest_summary,
    digest_synthesis,
)

__all__ = [
    "cite",
    "count_claims_of",
    "digest_checked_claims",
    "digest_council_critique",
    "digest_dissent",
    "digest_evidence",
    "digest_guidance",
    "digest_ledger",
    "digest_remarks",
    "digest_summary",
    "digest_synthesis",
]
