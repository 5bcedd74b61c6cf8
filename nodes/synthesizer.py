"""Writes down what the debate amounts to; when no model can, it is composed from the positions (D-110, Q-01)."""

from moot.models import Answer, wire
from moot.nodes.asking import announce, next_number, put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.mediator import settle_conflicts
from moot.nodes.translate import to_synthesis
from moot.policies.comparison import average_confidence, keep_latest
from moot.policies.critique import summarise_claims
from moot.policies.verdict import (
    climb_ladder,
    compose_synthesis,
    conclude_alone,
    conclude_boardroom,
    conclude_search,
    default_label,
    keep_divergences,
    read_label,
)
from moot.prompts import (
    Prompt,
    digest_critiques,
    digest_evidence,
    digest_ledger,
    digest_points,
    digest_positions,
    digest_summary,
    peer_labels,
    render_prompt,
)
from moot.state.debate import MultiAgentState
from moot.state.outcome import Synthesis


def make_synthesizer() -> AsyncNode:
    """Seat whoever sums up: the synthesizer, the supervisor of a legal debate, or the protocol's own rule."""

    async def synthesizer(state: MultiAgentState) -> StateUpdate:
        if state.get("conflict_debates"):
            return await settle_conflicts(state, seat_names(state))
        ruled = _by_rule(state)
        if ruled is not None:
            return {"synthesis": ruled}
        role = _role(state)
        labels = seat_names(state)
        prompt = _supervision(state, labels) if role == "supervisor" else _summary(state, labels)
        turn = next_number(state, role, "synthesize")
        answer = await put_question(state, prompt, wire.Synthesis, seat=role, phase="synthesize", number=turn)
        return {"synthesis": _accept(state, answer, role, labels), "turns": [answer.turn]}

    return synthesizer


def _by_rule(state: MultiAgentState) -> Synthesis | None:
    """The protocols whose result is not written by a model: one answer alone, root causes, departments, verdicts."""
    profile = state["protocol"].profile
    if state["routing"].route == "simple":
        return conclude_alone(state.get("positions") or [])
    root_cause = state.get("root_cause")
    if root_cause is not None:
        return conclude_search(root_cause)
    if state.get("conflict_report") is not None:
        return conclude_boardroom(state.get("positions") or [], profile)
    if not keep_latest(state.get("positions") or [], profile.seat_ids):
        return compose_synthesis([], state.get("convergence"), profile.seat_ids)
    return None


def _role(state: MultiAgentState) -> str:
    return "supervisor" if "supervisor" in state["protocol"].profile.roles else "synthesizer"


def seat_names(state: MultiAgentState) -> dict[str, str]:
    """The seats by their own names: whoever sums up has to say who holds what."""
    return peer_labels(state["protocol"].profile.seat_ids, anonymise=False)


def _accept(state: MultiAgentState, answer: Answer[wire.Synthesis], role: str, labels: dict[str, str]) -> Synthesis:
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    composed = compose_synthesis(positions, state.get("convergence"), order)
    if answer.value is None:
        announce("fallback", seat=role, phase="synthesize", reason=answer.error or answer.status)
        return _label_by_rule(state, composed) if role == "supervisor" else composed
    mean = average_confidence(keep_latest(positions, order))
    written = to_synthesis(answer.value, labels, author=role, positions_confidence=mean, flags=answer.flags)
    if state.get("breaker") is not None:
        written = keep_divergences(written, composed)
    return read_label(written, state["routing"].label) if role == "supervisor" else written


def _label_by_rule(state: MultiAgentState, composed: Synthesis) -> Synthesis:
    """The label a supervisor would have given, by words and derived rules (L-48)."""
    ruling = climb_ladder(state["question"], state["routing"].label, state.get("evidence") or [])
    told = (*composed.tensions, ruling.reason)
    return composed.model_copy(update={"label": ruling.label, "step": ruling.step, "tensions": told})


def _summary(state: MultiAgentState, labels: dict[str, str]) -> Prompt:
    convergence, breaker = state.get("convergence"), state.get("breaker")
    open_critiques = [each for each in state.get("critiques") or [] if not each.resolved]
    return render_prompt(
        "synthesize",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(state.get("positions") or [], labels, claims=True),
        closed=digest_points(convergence.agreed, labels) if convergence else None,
        open=digest_points(convergence.open, labels) if convergence else None,
        critiques=digest_critiques(open_critiques, labels) if open_critiques else None,
        unsupported=unsupported_claims(state, labels),
        guidance="\n".join(state.get("guidance") or []),
        stopped=breaker.explanation if breaker else None,
        language=state["case"].language,
        persona=state["protocol"].profile.role("synthesizer").persona,
    )


def unsupported_claims(state: MultiAgentState, labels: dict[str, str]) -> str | None:
    """The claims of the last round that stand on nothing."""
    ledgers = state.get("ledgers") or []
    if not ledgers:
        return None
    last = ledgers[-1]
    bare = tuple(each for each in last.verdicts if each.verdict == "unsupported")
    return digest_ledger(last.model_copy(update={"verdicts": bare}), labels)


def _supervision(state: MultiAgentState, labels: dict[str, str]) -> Prompt:
    """Only the final revisions and the summary reach the supervisor (L-36)."""
    positions, critiques = state.get("positions") or [], state.get("critiques") or []
    claims = summarise_claims(positions, critiques, state.get("sheets") or [], state["case"].language)
    convergence = state.get("convergence")
    return render_prompt(
        "supervise",
        question=state["question"],
        # As they were said: an unexplained change of stance is held against nobody here (L-55).
        positions=digest_positions(positions, labels, claims=True),
        summary=digest_summary(
            [f"{each.seat} {each.claim_id}: {each.statement}" for each in claims.agreed],
            [f"{each.seat} {each.claim_id}: {each.statement} ({each.reason})" for each in claims.disputed],
            list(convergence.open) if convergence else [],
        ),
        guidance="\n".join(state.get("guidance") or []),
        default_label=default_label(state["routing"].label),
        language=state["case"].language,
        persona=state["protocol"].profile.role("supervisor").persona,
    )
