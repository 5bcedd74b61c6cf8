"""Decides whether an agreement that came at once is probed, and whether the probe opens the debate again.

- Only a first round that ended the debate because all vote for one option is audited, and only once; a tripped breaker
  is not.
- The debate is opened again only when the auditor makes a claim that stands on evidence of this debate: the ids exist,
  and its quotations, figures, dates, names and denials agree with what stands there, whatever kind of claim it is
  called. However sure an auditor is, an opinion alone changes nothing.
- It is not opened again when no round, or no budget for one, is left; then the votes settle nothing, and somebody with
  authority decides.
- An auditor that could not be asked, or did not answer, opens nothing either, and the votes settle nothing.
"""

from collections.abc import Sequence

from moot.policies.agreement.ballot import is_unanimous
from moot.policies.critique.evidence import list_citations
from moot.policies.critique.ledger import judge_claim
from moot.policies.thresholds import keep_below
from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.evidence import Evidence
from moot.state.facts import Saying, state_fact
from moot.state.findings import Breaker, Convergence
from moot.state.positions import Position
from moot.state.protocol import AuditRules, ClaimRules

AUDITOR = "auditor"
"""The role that probes an agreement; it may have a model of its own."""


def needs_audit(
    rules: AuditRules,
    round_number: int,
    convergence: Convergence,
    breaker: Breaker | None,
    known: Audit | None,
    ballot: Ballot | None = None,
) -> bool:
    """Say whether a round that has just closed is to be audited before the debate ends."""
    agreed = convergence.converged and (ballot is None or is_unanimous(ballot))
    return rules.unanimity and round_number == 1 and agreed and breaker is None and known is None


def judge_audit(
    said: Position,
    answer: str,
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    *,
    obstacle: Saying = "",
    question: str = "",
) -> Audit:
    """Judge what an auditor said; `obstacle` is why no further round could be run, if so."""
    grounds = _list_grounds(said, evidence, rules, question)
    if not grounds:
        reason = state_fact("audit.upheld")
    elif obstacle:
        reason = state_fact("audit.obstructed", evidence=grounds, obstacle=obstacle)
    else:
        reason = state_fact("audit.reopened", evidence=grounds)
    return Audit(
        outcome="reopened" if grounds and not obstacle else "upheld",
        round=said.round,
        answer=answer,
        reasoning=said.reasoning or "",
        confidence=said.confidence,
        claims=said.claims,
        evidence=grounds,
        limitations=said.limitations,
        reason=reason,
    )


def _list_grounds(said: Position, evidence: Sequence[Evidence], rules: ClaimRules, question: str) -> Texts:
    """List the evidence that the auditor's supported claims cite."""
    known = {each.id for each in evidence}
    checked = [claim.model_copy(update={"kind": "fact"}) for claim in said.claims]
    judged = ((claim, judge_claim(said, claim, evidence, rules, question=question)) for claim in checked)
    supported = (claim for claim, found in judged if found.verdict == "supported")
    return tuple(dict.fromkeys(name for claim in supported for name in list_citations(claim, known).known))


def reopen_convergence(convergence: Convergence, audit: Audit, threshold: float) -> Convergence:
    """Take an agreement back because an audit objects to it."""
    value = None if convergence.value is None else keep_below(convergence.value, threshold)
    reason = state_fact("figure.sentences", parts=(convergence.reason, audit.reason))
    return convergence.model_copy(update={"converged": False, "value": value, "reason": reason, "stop_reason": None})
