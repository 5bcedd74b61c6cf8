"""Says the closed vocabularies of a debate in words people read, in answers, stories and reports alike."""

from datetime import UTC, datetime
from typing import assert_never

from moot.policies.agreement import find_subject
from moot.state.audit import Audit
from moot.state.findings import BreakerReason, RoundKind, StopReason, Target
from moot.state.outcome import OutcomeStatus
from moot.state.protocol import Route
from moot.views.result import Result

STATUS: dict[OutcomeStatus, str] = {
    "decided": "Decided",
    "needs_review": "Waiting for a person",
    "rejected": "Rejected",
    "inconclusive": "Inconclusive",
    "aborted": "Ended by the reviewer",
    "failed": "Failed",
}

_STOPPED: dict[StopReason, str] = {
    "converged": "enough was agreed",
    "no_conflict": "nobody contradicted anybody",
    "consensus": "all named the same cause",
    "plateau": "the score no longer rose",
    "stable": "the answers no longer changed",
    "max_rounds": "the last round was reached",
    "max_iterations": "the limit of iterations was reached",
    "max_refinements": "the limit of refinements was reached",
    "timeout_total": "the time ran out",
    "loop": "the rounds repeated themselves",
    "budget": "the budget was used up",
    "insufficient_positions": "too few seats answered",
    "single": "one agent was asked",
}

BREAKER: dict[BreakerReason, str] = {
    "timeout_total": "The time ran out",
    "budget": "The budget was used up",
    "max_iterations": "The limit of iterations was reached",
    "max_refinements": "The limit of refinements was reached",
    "loop": "The rounds repeated themselves",
    "max_rounds": "The last round was reached without agreement",
}

KIND: dict[RoundKind, str] = {"positions": "First positions", "rebuttals": "Rebuttals", "refinement": "Refinement"}
ROUTE: dict[Route, str] = {
    "simple": "answered by one agent",
    "debate": "debate",
    "council": "debate and council",
    "refine": "refinement of the question",
}
TARGET: dict[Target, str] = {"none": "nobody", "council": "the council", "human": "a person"}

_FLAGS = {
    "deterministic": "composed by rule, because no model could write it",
    "council_fallback": "the council's path was composed by rule",
    "local": "by the demonstration model",
    "repaired": "an answer had to be repaired",
    "partial": "an answer is incomplete",
    "raw": "an answer was not clean",
    "unsupported_claims": "lowered, because claims do not stand on their evidence",
    "claims_cut": "claims beyond the limit were cut",
    "synthesis_rebound": "the decision is the settled option in its own words, because the synthesis stated another",
    "council_overrides_majority": "the council decided against the majority",
    "critic_missing": "the critic did not answer",
    "advocate_missing": "the devil's advocate did not answer",
    "below_minimum": "below the least confidence a decision needs",
    "label_default": "the supervisor gave no label, the question's domain suggests it",
}
"""What the marks of a confidence mean; a literal of the protocols stays as it is (D-80)."""

_PARTS = {
    "decision": "it chooses no path",
    "residual_risks": "it names no remaining risk",
    "next_steps": "it names fewer than three next steps",
    "reversal_criteria": "it does not say what would reverse it",
}
"""What a council's resolution may lack (D-126)."""

LABELS = {
    "A": "national law prevails",
    "B": "customary law prevails",
    "C": "the norms conflict and need a synthesis",
    "D": "too little is known",
}
"""What a supervisor's label says (L-47)."""

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def say_seat(seat: str) -> str:
    """Say a seat's name: CFO, Log focused, KG focused."""
    first, *rest = seat.replace("_", " ").split() or [seat]
    short = len(first) <= (2 if rest else 3)
    return " ".join((first.upper() if short else capital(first), *rest))


def say_literal(word: str | None) -> str:
    """Say a word of a closed vocabulary as people write it: evidence gap."""
    return (word or "").replace("_", " ").lower()


def say_flag(flag: str) -> str:
    """Say what a mark means; one that is not known is shown as it is, without underscores."""
    name, _, detail = flag.partition(":")
    if name == "fallback_model":
        return f"another model took over ({detail})"
    if name == "resolution_lacks":
        return f"the council's resolution is incomplete: {_PARTS.get(detail, say_literal(detail))}"
    return _FLAGS.get(flag, flag.replace("_", " "))


def say_audit(audit: Audit) -> str:
    """Say what came of the probe of an agreement that came at once."""
    match audit.outcome:
        case "pending":
            return "the agreement is being audited"
        case "upheld":
            return "the agreement stands" if not audit.evidence else "the agreement stands, with an objection on record"
        case "reopened":
            return "the debate was opened again"
        case "unanswered":
            return "the auditor did not answer"
        case _:
            assert_never(audit.outcome)


def capital(words: str) -> str:
    """Give a text a capital first letter."""
    return words[:1].upper() + words[1:]


def say_decider(result: Result) -> str:
    """Say who decided, as the end of a sentence; empty when nobody did."""
    name, _, detail = result.decider.partition(": ")
    match name:
        case "" | "nobody":
            return ""
        case "human":
            return detail or "a person"
        case "deterministic":
            return "rule, from the positions"
        case "council" | "judge" | "synthesizer" | "supervisor" | "methodologist":
            return f"the {name}"
        case "checklist":
            return detail
        case _:
            return say_seat(name)


def name_measure(strategy: str) -> str:
    """Name what the rounds are measured by: some strategies also end where the seats do not agree (R-24, L-23)."""
    return "convergence" if find_subject(strategy) in ("hypotheses", "critiques") else "agreement"


def say_stop(result: Result) -> str:
    """Say why the debate ended, as the end of a sentence; empty when it has not."""
    if result.stop_reason == "converged" and result.route == "refine" and result.synthesis is None:
        return "the methodologist decided"
    if result.stop_reason == "converged" and find_subject(result.strategy) == "critiques":
        major = sum(each.severity == "MAJOR" for each in result.critiques if not each.resolved)
        return f"no CRITICAL and {major} MAJOR critique is open" if major else "no grave critique was left open"
    return _STOPPED[result.stop_reason] if result.stop_reason else ""


def say_moment(stamp: str | None) -> str:
    """Say a point in time, in UTC; what cannot be read stays as it is."""
    try:
        at = datetime.fromisoformat(stamp or "")
    except ValueError:
        return stamp or ""
    at = at.astimezone(UTC) if at.tzinfo else at
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}, {at.hour:02}:{at.minute:02} UTC"
