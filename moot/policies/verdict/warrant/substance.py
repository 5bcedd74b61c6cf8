"""Gathers what a decision stands on: the claims that were checked, and the gaps of a question that were filled."""

from moot.policies.critique.ledger import latest_shares, latest_verdicts
from moot.policies.refinement.evaluation import name_gap
from moot.policies.verdict.review import find_question_response
from moot.policies.verdict.warrant.facts import EvidenceFacts, RefinementFacts
from moot.state.debate import MultiAgentState


def gather_evidence(state: MultiAgentState) -> EvidenceFacts:
    """Gather how much of what was claimed stands on what it cites, and whether a model that was to tell did not."""
    ledgers, asked = state.get("ledgers") or [], state.get("verifications") or []
    checked = [each.verdict for each in latest_verdicts(ledgers) if each.verdict != "unknown"]
    last = max((each.round for each in ledgers), default=0)
    return EvidenceFacts(
        unsupported=latest_shares(ledgers),
        limit=state["protocol"].profile.claims.max_unsupported,
        refused=checked.count("unsupported"),
        checked=len(checked),
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
        unconfirmed=tuple(each.aspect for each in last.unconfirmed_gaps),
        assumptions=last.assumptions,
        accepted_by=answer.reviewer if answer is not None and answer.type in ("approve", "edit") else None,
    )
