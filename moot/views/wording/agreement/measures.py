"""Names what the rounds of a debate are measured by, and tells what an audit of their agreement found."""

from typing import assert_never

from moot.catalogue import say
from moot.policies.agreement import find_subject
from moot.state.audit import Audit
from moot.state.findings import RoundRecord
from moot.views.wording.figures import say_percent

_ALIKE = 0.0005
"""Shares that differ by less are written alike."""


def say_audit(audit: Audit) -> str:
    """Say what came of the probe of an agreement that came at once."""
    match audit.outcome:
        case "pending" | "reopened" | "unanswered":
            return say(f"audit.is.{audit.outcome}")
        case "upheld":
            return say("audit.is.upheld_with_objection" if audit.evidence else "audit.is.upheld")
        case _:
            assert_never(audit.outcome)


def name_measure(strategy: str) -> str:
    """Name what the rounds are measured by: some strategies also end where the seats do not agree (R-24, L-23)."""
    return say("word.measure.convergence" if not measures_agreement(strategy) else "word.measure.agreement")


def say_agreement(record: RoundRecord) -> str:
    """Say how far a round agreed: what was measured, and what it counts as where that is something else (X-21a)."""
    measured, counted = record.details.get("before_cap"), record.convergence
    if counted is None or measured is None or abs(measured - counted) < _ALIKE:
        return say_percent(counted)
    if record.details.get("votes"):  # the support of an answer, which is another measure than the agreement of pairs
        return say("agreement.measured_by_votes", measured=measured, share=counted)
    code = "agreement.measured_capped" if counted < measured else "agreement.measured_raised"
    return say(code, measured=measured, share=counted)


def measures_agreement(strategy: str) -> bool:
    """Tell whether a strategy measures how far the seats agree."""
    return find_subject(strategy) not in ("hypotheses", "critiques")
