"""Gathers what a decision stands on: the claims that were checked, and the gaps of a question that were filled."""

from moot.policies.agreement import find_subject
from moot.policies.critique.ledger import latest_verdicts, share_claims
from moot.policies.refinement.evaluation import name_gap
from moot.policies.verdict.review import find_question_response
from moot.policies.verdict.warrant.facts import EvidenceFacts, RefinementFacts
from moot.state.ballot import Ballot
from moot.state.debate import MultiAgentState


def gather_evidence(state: MultiAgentState, ballot: Ballot | None = None, proposed: str = "") -> EvidenceFacts:
    """Gather how much of what was claimed stands on what it cites, and whether a model that was to tell did not."""
    ledgers, asked = state.get("ledgers") or [], state.get("verifications") or []
    rules = state["protocol"].profile
    per_agent = find_subject(rules.convergence.strategy) == "critiques"
    shares = share_claims(ledgers, per_agent=per_agent)
    last = max((each.round for each in ledgers), default=0)
    refused = [each for each in latest_verdicts(ledgers) if each.verdict == "unsupported"]
    return EvidenceFacts(
        unsupported=shares.by_seat,
        claims={seat: tuple(each.claim_id for each in refused if each.seat == seat) for seat in shares.by_seat},
        proposed=proposed,
        elsewhere=ballot.rivals_of(proposed) if ballot else {},
        per_agent=per_agent,
        limit=rules.claims.max_unsupported,
        refused=shares.unsupported,
        checked=shares.checked,
        unanswered=next((each.problem for each in reversed(asked) if each.round == last), ""),
    )


def gather_refinement(state: MultiAgentState) -> RefinementFacts:
    """Gather what became of a vague idea, and which gaps are left."""
    verdict, versions = state.get("methodologist_output"), state.get("hypothesis_versions") or []
    if verdict is None or not versions:
        return RefinementFacts(approved=False)
    last, answer = versions[-1], find_question_response(state)
    # A version that was stored before gaps were listed one by one has its feedback only.
    gaps = last.open_gaps if last.gaps else verdict.improvements or last.feedback.improvements
    return RefinementFacts(
        approved=verdict.status == "approved",
        forced=last.forced_decision,
        open_gaps=tuple(map(name_gap, gaps)),
        kept_subject=last.subject_kept,
        composed=last.composed,
        unconfirmed=tuple(each.aspect for each in last.unconfirmed_gaps),
        assumptions=last.assumptions,
        accepted_by=answer.reviewer if answer is not None and answer.type in ("approve", "edit") else None,
    )
