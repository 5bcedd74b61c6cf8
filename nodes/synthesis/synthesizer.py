"""Sums a debate up: by a model, by the protocol's own rule, or from the positions (D-110, C-27, Q-01)."""

from moot.catalogue import speak, speak_to_models
from moot.models import Answer
from moot.nodes.asking import (
    Ask,
    announce,
    ask_again,
    instruct,
    next_number,
    tell_guidance,
    tell_points,
    unsupported_claims,
)
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.disputes import tell_proposal
from moot.nodes.labels import tell_aliases
from moot.nodes.seats import join_parts
from moot.nodes.synthesis.binding import compose_from_seats, explain_unbound, view_ballot
from moot.nodes.synthesis.mediator import draft_ruling, hold_ruling, is_mediated
from moot.nodes.synthesis.syntheses import quote_written, read_synthesis, seat_names
from moot.policies.agreement.ballot import is_unanimous, list_shared_points
from moot.policies.comparison.stances import average_confidence, keep_latest
from moot.policies.critique import find_answer, list_open_blind_spots
from moot.policies.critique.claims import summarise_claims
from moot.policies.verdict.binding import rebind_synthesis
from moot.policies.verdict.synthesis import (
    climb_ladder,
    compose_synthesis,
    conclude_by_rule,
    keep_divergences,
    keep_reservations,
    read_supervisor_label,
    suggest_label,
)
from moot.policies.verdict.warrant import find_norm_conflicts
from moot.prompts import Prompt, render_prompt
from moot.prompts.critiques import digest_blind_spots, digest_exchanges, digest_norm_conflicts, digest_outcomes
from moot.prompts.findings import digest_evidence, digest_summary
from moot.prompts.positions import digest_left_open, digest_positions, digest_reservations, name_law
from moot.prompts.votes import digest_points, tell_denied, tell_unaccepted, tell_unanimous
from moot.state.ballot import Ballot
from moot.state.bookkeeping import ClaimSummary
from moot.state.debate import MultiAgentState
from moot.state.outcome import LAW_LABELS, Synthesis


def make_synthesizer(ask: Ask) -> AsyncNode:
    """Seat whoever sums up: the synthesizer, the supervisor of a legal debate, or the protocol's own rule."""

    async def synthesizer(state: MultiAgentState) -> StateUpdate:
        if is_mediated(state):
            return await draft_ruling(state, ask, seat_names(state))
        ruled = conclude_by_rule(state)
        if ruled is not None:
            return {"synthesis": ruled, "draft": None}
        role, labels, first = _role(state), seat_names(state), _find_refused(state)
        prompt = _supervision(state, labels) if role == "supervisor" else _summary(state, labels)
        if first is not None:
            prompt = ask_again(prompt, quote_written(first), explain_unbound(state, view_ballot(state)))
        turn, offer = next_number(state, role, "synthesize"), view_ballot(state).offer
        if role == "supervisor":
            offer = (*offer, ("label", tuple(word for _, word in LAW_LABELS)))
        answer = await ask(state, prompt, Synthesis, seat=role, phase="synthesize", number=turn, offer=offer)
        if answer.whole:
            written = _accept(state, answer, role, labels)
            return {"draft": written.model_copy(update={"rewritten": first is not None}), "turns": [answer.turn]}
        announce("fallback", seat=role, phase="synthesize", reason=answer.error or answer.status)
        if first is not None:
            # What was written first is held to the votes as it stands.
            kept = first.model_copy(update={"binding": None, "rewritten": True})
            return {"draft": kept, "turns": [answer.turn]}
        return {"synthesis": _compose(state, role), "draft": None, "turns": [answer.turn]}

    return synthesizer


def make_ruling_binder(ask: Ask) -> AsyncNode:
    """Seat whoever holds a mediator's ruling to the votes and concludes with it; without a mediator nothing changes."""

    async def ruling_binder(state: MultiAgentState) -> StateUpdate:
        if is_mediated(state):
            return await hold_ruling(state, ask)
        draft = state.get("draft")
        return {"synthesis": draft, "draft": None} if draft is not None else {}

    return ruling_binder


def _find_refused(state: MultiAgentState) -> Synthesis | None:
    """Find the synthesis that is to be written once more, because it does not state what the votes settle."""
    draft = state.get("draft")
    return draft if draft is not None and draft.binding == "rewrite" else None


def _role(state: MultiAgentState) -> str:
    return "supervisor" if "supervisor" in state["protocol"].profile.roles else "synthesizer"


def _accept(state: MultiAgentState, answer: Answer, role: str, labels: dict[str, str]) -> Synthesis:
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    mean = average_confidence(keep_latest(positions, order))
    written = read_synthesis(answer, labels, author=role, positions_confidence=mean)
    if state.get("breaker") is not None:
        written = keep_divergences(
            written, compose_synthesis(positions, state.get("convergence"), order, state["case"].language)
        )
    written = keep_reservations(written, keep_latest(positions, order), state["case"].language)
    return read_supervisor_label(written, state["routing"].label) if role == "supervisor" else written


def _compose(state: MultiAgentState, role: str) -> Synthesis:
    """Sum up without a model: what the votes settle in its own words, else what somebody has to decide."""
    composed = compose_from_seats(state)
    if role == "supervisor":
        return _label_by_rule(state, composed).model_copy(update={"binding": "unbound"})
    view = view_ballot(state)
    if view.ballot is None or view.settled is None:
        return composed.model_copy(update={"binding": "unbound"})
    return rebind_synthesis(composed, composed, view.ballot, view.settled, state.get("positions") or [])


def _label_by_rule(state: MultiAgentState, composed: Synthesis) -> Synthesis:
    """Give the label a supervisor would have given, by words and derived rules (L-48)."""
    ruling = climb_ladder(state["question"], state["routing"].label, state.get("evidence") or [])
    reason = speak(state["case"].language).tell(ruling.reason)
    told = (*composed.tensions, reason)
    return composed.model_copy(
        update={
            "label": ruling.label,
            "step": ruling.step,
            "main_reason": reason,
            "norm_conflict": ruling.conflict,
            "tensions": told,
        }
    )


def _summary(state: MultiAgentState, labels: dict[str, str]) -> Prompt:
    convergence, breaker, view = state.get("convergence"), state.get("breaker"), view_ballot(state)
    critiques, positions = state.get("critiques") or [], state.get("positions") or []
    return render_prompt(
        "synthesize",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(positions, labels, claims=True, disputed=critiques),
        closed=digest_points(tell_points(convergence.agreed), labels) if convergence else None,
        open=digest_points(tell_points(convergence.open), labels) if convergence else None,
        exchanges=join_parts(
            digest_exchanges(critiques, positions, labels),
            digest_blind_spots(list_open_blind_spots(state.get("sheets") or [], positions), labels),
        ),
        left_open=digest_left_open(positions, labels),
        reservations=digest_reservations(positions, labels),
        earlier=tell_proposal(state, labels),
        unsupported=unsupported_claims(state, labels),
        aliases=tell_aliases(state) if state["round"] > 1 else None,
        guidance=tell_guidance(state),
        stopped=speak_to_models().tell(breaker.explanation) if breaker else None,
        settled=view.settled,
        **view.variables,
        language=state["case"].written_in,
        persona=state["protocol"].profile.role("synthesizer").persona,
    )


def _supervision(state: MultiAgentState, labels: dict[str, str]) -> Prompt:
    """Show the supervisor the final revisions and the summary with its sources, what is shared and settled (L-36)."""
    positions, critiques = state.get("positions") or [], state.get("critiques") or []
    answers = {each.id: answer for each in critiques if (answer := find_answer(each, positions)) is not None}
    view, conflicts = view_ballot(state), find_norm_conflicts(state)
    held = tuple(each.text for each in list_shared_points(view.ballot)) if view.ballot else ()
    summed = summarise_claims(positions, critiques, state.get("sheets") or [], state["case"].language, held)
    claims: ClaimSummary = speak_to_models().tell_all(summed)
    suggested, why = suggest_label(state["question"], state["case"].domain_hint)
    return render_prompt(
        "supervise",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        # As they were said: an unexplained change of stance is held against nobody here (L-55).
        positions=digest_positions(positions, labels, claims=True),
        summary=digest_summary(
            [
                *_list_voted(view.ballot),
                *(f"{each.seat} {each.claim_id}: {each.statement}" for each in claims.agreed),
                *map(instruct, claims.shared),
            ],
            [
                *(f"{each.seat} {each.claim_id}: {each.statement} ({each.reason})" for each in claims.disputed),
                *_list_denied(view.ballot),
                *_list_unaccepted(view.ballot),
            ],
            [f"{each.seat}: {each.reservation}" for each in keep_latest(positions, [*labels]) if each.reservation],
        ),
        conflicts=digest_norm_conflicts(conflicts, labels),
        to_reconcile=", ".join(each.id for each in conflicts),
        left_open=join_parts(
            digest_left_open(positions, labels),
            digest_blind_spots(list_open_blind_spots(state.get("sheets") or [], positions), labels),
        ),
        earlier=tell_proposal(state, labels),
        critiques=digest_outcomes(critiques, answers, labels),
        unsupported=unsupported_claims(state, labels),
        guidance=tell_guidance(state),
        law=name_law(state["protocol"].profile.roles),
        default_label=suggested,
        label_reason=instruct(why).rstrip("."),
        settled=view.settled,
        **view.variables,
        language=state["case"].written_in,
        persona=state["protocol"].profile.role("supervisor").persona,
    )


def _list_unaccepted(ballot: Ballot | None) -> list[str]:
    """List the conditions of votes that the other side has not accepted: they are disputed."""
    return [tell_unaccepted(seat, ballot.reserved[seat]) for seat in ballot.unaccepted] if ballot else []


def _list_denied(ballot: Ballot | None) -> list[str]:
    """List the points that some state and others deny: an answer to one half of a question may be shared."""
    return [tell_denied(each) for each in ballot.contradicted] if ballot else []


def _list_voted(ballot: Ballot | None) -> list[str]:
    """List the option that all who vote recommend, if they do."""
    held = next((each for each in ballot.options if each.seats), None) if ballot else None
    return [tell_unanimous(held)] if ballot and held and is_unanimous(ballot) else []
