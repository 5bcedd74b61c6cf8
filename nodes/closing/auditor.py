"""Probes an agreement that came at once: one adversarial question before the debate ends (audit.unanimity)."""

from moot.catalogue import frame_language, speak
from moot.models import Answer
from moot.nodes.asking import Ask, announce, next_number, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import labels_of
from moot.nodes.opening import name_wave, open_wave
from moot.policies.agreement import AUDITOR, judge_audit, reopen_convergence
from moot.policies.language import is_placeholder
from moot.policies.limits import find_exhausted
from moot.policies.rounds import count_next_answers, limit_rounds
from moot.prompts import Prompt, render_prompt
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import digest_positions
from moot.state.audit import Audit
from moot.state.budget import Event
from moot.state.debate import MultiAgentState
from moot.state.facts import Saying, state_fact
from moot.state.positions import DirectAnswer, Position

PERSONA = "You took no part in the debate and owe nobody agreement. You look for the one thing all of them missed."
"""Who the auditor is where the profile does not say so."""


def make_auditor(ask: Ask) -> AsyncNode:
    """Seat the auditor, who attacks what everybody agreed on; only evidence opens the debate again."""

    async def auditor(state: MultiAgentState) -> StateUpdate:
        number = next_number(state, AUDITOR, "audit")
        answer = await ask(state, _attack(state), DirectAnswer, seat=AUDITOR, phase="audit", number=number)
        audit = _judge(state, answer)
        announce(
            "audited",
            outcome=audit.outcome,
            reason=speak(frame_language(state["case"].language)).tell(audit.reason),
            confidence=audit.confidence,
        )
        at_ms = round(spent_so_far(state).seconds * 1000)
        event = Event(at_ms=at_ms, kind="audit", seat=AUDITOR, phase="audit", round=audit.round, text=audit.reason)
        update: StateUpdate = {"audit": audit, "turns": [answer.turn], "events": [event]}
        return update | _reopen(state, audit) if audit.outcome == "reopened" else update

    return auditor


def _attack(state: MultiAgentState) -> Prompt:
    profile = state["protocol"].profile
    return render_prompt(
        "audit",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(state.get("positions") or [], labels_of(state)),
        max_claims=profile.claims.warn,
        language=state["case"].written_in,
        persona=profile.role(AUDITOR).persona or PERSONA,
    )


def _judge(state: MultiAgentState, answer: Answer) -> Audit:
    fields, number = answer.fields, state["round"]
    if not answer.whole or is_placeholder(fields["answer"]):
        # Half an objection, or none at all, has probed nothing.
        reason = state_fact("audit.unanswered", problem=answer.error or answer.status)
        return Audit(outcome="unanswered", round=number, model=answer.turn.model, reason=reason)
    said = Position(
        seat=AUDITOR,
        round=number,
        reasoning=fields.get("reasoning"),
        claims=fields.get("claims") or (),
        confidence=fields.get("confidence"),
        limitations=fields.get("limitations") or (),
    )
    profile = state["protocol"].profile
    audit = judge_audit(
        said,
        fields.get("answer") or "",
        state.get("evidence") or [],
        profile.claims,
        obstacle=_find_obstacle(state),
        question=state["question"],
    )
    return audit.model_copy(update={"model": answer.turn.model})


def _find_obstacle(state: MultiAgentState) -> Saying:
    """Say why no further round could be run; empty when one could."""
    if state["round"] >= limit_rounds(state).max:
        return state_fact("audit.no_round")
    short = find_exhausted(state["protocol"].profile, spent_so_far(state), count_next_answers(state))
    return state_fact("audit.no_budget") if short else ""


def _reopen(state: MultiAgentState, audit: Audit) -> StateUpdate:
    profile, convergence = state["protocol"].profile, state["convergence"]
    claims = " ".join(f"{claim.statement} ({', '.join(claim.evidence)})" for claim in audit.claims if claim.evidence)
    update: StateUpdate = {
        "guidance": [f"An audit objects to what all of you agreed on: {audit.answer} {claims}".strip()]
    }
    if convergence is not None:
        update["convergence"] = reopen_convergence(convergence, audit, profile.convergence.threshold)
    if profile.critique.enabled:
        update |= open_wave(state, name_wave(state, state["round"], "critique"))
    return update
