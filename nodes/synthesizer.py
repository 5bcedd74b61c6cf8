"""Sums a debate up: by a model, by the protocol's own rule, or from the positions (D-110, C-27, Q-01)."""

import asyncio
from collections.abc import Mapping, Sequence

from moot.catalogue import SOURCE_LANGUAGE, speak
from moot.configs import load_lexicons
from moot.models import Answer
from moot.nodes.asking import (
    Ask,
    announce,
    ask_again,
    instruct,
    next_number,
    spent_so_far,
    tell_guidance,
    tell_points,
    unsupported_claims,
)
from moot.nodes.binding import BallotView, explain_unbound, view_ballot
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.convener import open_wave
from moot.nodes.debater import labels_of
from moot.nodes.disputes import tell_proposal, view_disputes, was_reopened_by_person
from moot.nodes.moments import take_moment
from moot.policies.comparison import average_confidence, keep_latest
from moot.policies.conflicts import (
    add_missed,
    describe_answers,
    is_placeholder,
    list_askable,
    name_mediator,
    settle_debates,
)
from moot.policies.critique import find_answer, summarise_claims
from moot.policies.limits import sort_seats
from moot.policies.verdict import (
    MEDIATOR_MISSING,
    climb_ladder,
    compose_synthesis,
    conclude_by_rule,
    conclude_conflicts,
    find_ballot,
    find_norm_conflicts,
    keep_divergences,
    keep_reservations,
    read_supervisor_label,
    rebind_synthesis,
    suggest_label,
)
from moot.prompts import (
    Prompt,
    describe_seat,
    digest_debates,
    digest_evidence,
    digest_exchanges,
    digest_left_open,
    digest_norm_conflicts,
    digest_outcomes,
    digest_points,
    digest_positions,
    digest_reservations,
    digest_summary,
    explain_deciding,
    peer_labels,
    render_prompt,
    unlabel,
)
from moot.state.bookkeeping import ClaimSummary
from moot.state.budget import Event, Turn
from moot.state.debate import MultiAgentState
from moot.state.outcome import LAW_LABELS, Divergence, Synthesis
from moot.state.routing import Wave


def make_synthesizer(ask: Ask) -> AsyncNode:
    """Seat whoever sums up: the synthesizer, the supervisor of a legal debate, or the protocol's own rule."""

    async def synthesizer(state: MultiAgentState) -> StateUpdate:
        if state.get("conflict_debates"):
            return await _settle_conflicts(state, ask, seat_names(state))
        reader = _name_reader(state)
        if reader is not None:
            return await _read_answers(state, ask, reader, seat_names(state))
        ruled = conclude_by_rule(state)
        if ruled is not None:
            return {"synthesis": ruled}
        role, labels, first = _role(state), seat_names(state), _find_refused(state)
        prompt = _supervision(state, labels) if role == "supervisor" else _summary(state, labels)
        if first is not None:
            prompt = ask_again(
                prompt, first.model_dump_json(include={"decision", "choice", "departs_because"}), explain_unbound(state)
            )
        turn, offer = next_number(state, role, "synthesize"), view_ballot(state).offer
        if role == "supervisor":
            offer = (*offer, ("label", tuple(word for _, word in LAW_LABELS)))
        answer = await ask(state, prompt, Synthesis, seat=role, phase="synthesize", number=turn, offer=offer)
        if answer.whole:
            written = _accept(state, answer, role, labels)
            return {"synthesis": written.model_copy(update={"rewritten": first is not None}), "turns": [answer.turn]}
        announce("fallback", seat=role, phase="synthesize", reason=answer.error or answer.status)
        if first is not None:
            # What was written first is held to the votes as it stands.
            kept = first.model_copy(update={"binding": None, "rewritten": True})
            return {"synthesis": kept, "turns": [answer.turn]}
        return {"synthesis": _compose(state, role), "turns": [answer.turn]}

    return synthesizer


def _find_refused(state: MultiAgentState) -> Synthesis | None:
    """Find the synthesis that is to be written once more, because it does not state what the votes settle."""
    synthesis = state.get("synthesis")
    return synthesis if synthesis is not None and synthesis.binding == "rewrite" else None


def _role(state: MultiAgentState) -> str:
    return "supervisor" if "supervisor" in state["protocol"].profile.roles else "synthesizer"


def seat_names(state: MultiAgentState) -> dict[str, str]:
    """Call the seats by their own names: whoever sums up has to say who holds what."""
    return peer_labels(state["protocol"].profile.seat_ids, anonymise=False)


def _accept(state: MultiAgentState, answer: Answer, role: str, labels: dict[str, str]) -> Synthesis:
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    mean = average_confidence(keep_latest(positions, order))
    written = _read_synthesis(answer, labels, author=role, positions_confidence=mean)
    if state.get("breaker") is not None:
        written = keep_divergences(
            written, compose_synthesis(positions, state.get("convergence"), order, state["case"].language)
        )
    written = keep_reservations(written, keep_latest(positions, order))
    return read_supervisor_label(written, state["routing"].label) if role == "supervisor" else written


def _compose(state: MultiAgentState, role: str) -> Synthesis:
    """Sum up without a model: what the votes settle in its own words, else what somebody has to decide."""
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    composed = compose_synthesis(positions, state.get("convergence"), order, state["case"].language)
    if role == "supervisor":
        return _label_by_rule(state, composed).model_copy(update={"binding": "unbound"})
    view = view_ballot(state)
    if view.ballot is None or view.settled is None:
        return composed.model_copy(update={"binding": "unbound"})
    return rebind_synthesis(composed, view.ballot, view.settled, positions)


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
        exchanges=digest_exchanges(critiques, positions, labels),
        left_open=digest_left_open(positions, labels),
        reservations=digest_reservations(positions, labels),
        earlier=tell_proposal(state, labels),
        unsupported=unsupported_claims(state, labels),
        aliases=tell_aliases(state) if state["round"] > 1 else None,
        guidance=tell_guidance(state),
        stopped=speak(SOURCE_LANGUAGE).tell(breaker.explanation) if breaker else None,
        settled=view.settled,
        **view.variables,
        language=state["case"].written_in,
        persona=state["protocol"].profile.role("synthesizer").persona,
    )


def _supervision(state: MultiAgentState, labels: dict[str, str]) -> Prompt:
    """Show the supervisor the final revisions and the summary with its sources, what is shared and settled (L-36)."""
    positions, critiques = state.get("positions") or [], state.get("critiques") or []
    answers = {each.id: answer for each in critiques if (answer := find_answer(each, positions)) is not None}
    summed = summarise_claims(positions, critiques, state.get("sheets") or [], state["case"].language)
    claims: ClaimSummary = speak(SOURCE_LANGUAGE).tell_all(summed)
    view = view_ballot(state)
    return render_prompt(
        "supervise",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        # As they were said: an unexplained change of stance is held against nobody here (L-55).
        positions=digest_positions(positions, labels, claims=True),
        summary=digest_summary(
            [
                *(f"{each.seat} {each.claim_id}: {each.statement}" for each in claims.agreed),
                *map(instruct, claims.shared),
            ],
            [f"{each.seat} {each.claim_id}: {each.statement} ({each.reason})" for each in claims.disputed],
            [f"{each.seat}: {each.reservation}" for each in keep_latest(positions, [*labels]) if each.reservation],
        ),
        conflicts=digest_norm_conflicts(find_norm_conflicts(state), labels),
        earlier=tell_proposal(state, labels),
        critiques=digest_outcomes(critiques, answers, labels),
        unsupported=unsupported_claims(state, labels),
        guidance=tell_guidance(state),
        default_label=suggest_label(state["routing"].label),
        settled=view.settled,
        **view.variables,
        language=state["case"].written_in,
        persona=state["protocol"].profile.role("supervisor").persona,
    )


async def _settle_conflicts(state: MultiAgentState, ask: Ask, labels: dict[str, str]) -> StateUpdate:
    """Settle every conflict that was argued; the mediator is asked once, and only where it is no party (C-27)."""
    report, debates = state.get("conflict_report"), state.get("conflict_debates") or []
    positions, rules = state.get("positions") or [], state["protocol"].profile.conflicts
    assert report is not None  # there are no debates without a report  # noqa: S101
    mediator = name_mediator(debates, positions, rules)
    ruling, turns = await _hear(state, ask, mediator, labels, "decide") if mediator else (None, [])
    unheard = bool(mediator) and ruling is None
    lexicons = await asyncio.to_thread(load_lexicons)
    results = settle_debates(
        report,
        debates,
        positions,
        rules,
        lexicons,
        ruling=ruling,
        breaker=state.get("breaker"),
        resolved_at=take_moment(f"conclusion:{state['round']}"),
    )
    # C-47: the log says how many conflicts were settled.
    deciders = sorted({each.resolver_agent for each in results})
    settled = speak(state["case"].language)("conflict.settled", n=len(results), who=deciders)
    announce("consensus", consensus_count=len(results), accepted=sum(each.accepted for each in results))
    at_ms = round(spent_so_far(state).seconds * 1000)
    profile, language = state["protocol"].profile, state["case"].language
    synthesis = conclude_conflicts(results, report, positions, profile, ruling, language=language)
    if unheard:
        synthesis = synthesis.model_copy(update={"flags": (*synthesis.flags, MEDIATOR_MISSING)})
    parties = list_askable(results, debates)
    return {
        "synthesis": synthesis,
        "ruling": ruling,
        "consensus_results": list(results),
        **_ask_parties(state, parties, turns),
        "turns": turns,
        "events": [Event(at_ms=at_ms, kind="consensus", round=state["round"], text=settled)],
    }


def _ask_parties(state: MultiAgentState, parties: Sequence[str], turns: Sequence[Turn]) -> StateUpdate:
    """Open the wave in which the parties are asked about the ruling."""
    so_far: MultiAgentState = {**state, "turns": [*(state.get("turns") or []), *turns]}
    wave = Wave(phase="accept", round=state["round"], seats=sort_seats(parties, state["protocol"].profile.seat_ids))
    return open_wave(so_far, wave)


def _name_reader(state: MultiAgentState) -> str | None:
    """Name who reads all answers where no conflict was found: the first in priority, once it has answered itself."""
    rules, positions = state["protocol"].profile.conflicts, state.get("positions") or []
    if not rules.enabled or state.get("conflict_report") is None or state["routing"].route == "simple":
        return None
    first = next(iter(rules.priority), None)
    others = {each.seat for each in positions if each.spoke and each.seat != first}
    return first if others and any(each.seat == first and each.spoke for each in positions) else None


async def _read_answers(state: MultiAgentState, ask: Ask, reader: str, labels: dict[str, str]) -> StateUpdate:
    """Let the mediator read every answer, decide, and name the conflicts that were missed (C-37..C-42)."""
    report, positions = state["conflict_report"], state.get("positions") or []
    assert report is not None  # the reader is named only with one  # noqa: S101
    ruling, turns = await _hear(state, ask, reader, labels, "read_answers")
    if ruling is None:
        ruled = conclude_by_rule(state)
        flags = (*ruled.flags, MEDIATOR_MISSING) if ruled else ()
        return {"synthesis": ruled and ruled.model_copy(update={"flags": flags}), "turns": turns}
    now = take_moment(f"consensus:{state['round']}")
    rules = state["protocol"].profile.conflicts
    found = add_missed(report, ruling.divergences, describe_answers(positions), rules, now)
    parties = [
        seat
        for each in found.conflicts
        if each.found_by == "mediator"
        for seat in each.agents_involved
        if seat != reader
    ]
    convergence = state.get("convergence")
    if parties and convergence is not None:  # differing recommendations are not "no conflict"
        convergence = convergence.model_copy(update={"stop_reason": "converged"})
    return {
        "synthesis": ruling,
        "ruling": ruling,
        "conflict_report": found,
        "convergence": convergence,
        **_ask_parties(state, parties, turns),
        "turns": turns,
    }


async def _hear(
    state: MultiAgentState, ask: Ask, mediator: str, labels: dict[str, str], template: str
) -> tuple[Synthesis | None, list[Turn]]:
    number = next_number(state, mediator, "synthesize")
    prompt = _prompt(state, mediator, labels, template)
    offer = _view_votes(state).offer
    answer = await ask(state, prompt, Synthesis, seat=mediator, phase="synthesize", number=number, offer=offer)
    if not answer.whole:
        announce("fallback", seat=mediator, phase="synthesize", reason=answer.error or answer.status)
        return None, [answer.turn]
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    mean = average_confidence(keep_latest(positions, order))
    ruling = _read_synthesis(answer, labels, author=mediator, positions_confidence=mean)
    if is_placeholder(ruling.decision):
        announce("fallback", seat=mediator, phase="synthesize", reason="it wrote no decision")
        return None, [answer.turn]
    return ruling, [answer.turn]


def _view_votes(state: MultiAgentState) -> BallotView:
    """See the votes of a boardroom; only what reaches the threshold is settled, however its conflicts ended."""
    ballot = find_ballot(state)
    return BallotView(ballot, ballot.settled if ballot else None)


def tell_aliases(state: MultiAgentState) -> str | None:
    """Say by which labels the seats knew each other, to whoever is shown their names."""
    labels = labels_of(state)
    if all(seat == label for seat, label in labels.items()):
        return None
    return ", ".join(f"{label} is {seat}" for seat, label in labels.items())


def _read_synthesis(
    answer: Answer, labels: Mapping[str, str], *, author: str, positions_confidence: float | None
) -> Synthesis:
    """Make the synthesis of a whole answer, its sides named by seat again."""
    divergences: Sequence[Divergence] = answer.fields["divergences"]
    named = tuple(
        each.model_copy(
            update={
                "sides": tuple(
                    side.model_copy(update={"seat": unlabel(side.seat, labels) or side.seat}) for side in each.sides
                )
            }
        )
        for each in divergences
    )
    return Synthesis(
        **{**answer.fields, "divergences": named},
        author=author,
        positions_confidence=positions_confidence,
        flags=answer.flags,
    )


def _prompt(state: MultiAgentState, mediator: str, labels: dict[str, str], template: str) -> Prompt:
    debates, disputes = state.get("conflict_debates") or [], view_disputes(state)
    view = _view_votes(state)
    deciding: dict[str, str | None] = {}
    if template == "decide":
        deciding = {
            "task": explain_deciding(disputes, again=was_reopened_by_person(state)),
            "earlier": tell_proposal(state, labels),
        }
    return render_prompt(
        template,
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(state.get("positions") or [], labels, claims=True),
        conflicts=digest_debates(disputes, debates, labels),
        left_open=digest_left_open(state.get("positions") or [], labels),
        unsupported=unsupported_claims(state, labels),
        aliases=tell_aliases(state) if debates else None,
        guidance=tell_guidance(state),
        settled=view.settled,
        **view.variables,
        **deciding,
        language=state["case"].written_in,
        persona=describe_seat(state["protocol"].profile.seat(mediator)),
    )
