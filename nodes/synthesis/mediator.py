"""Lets the mediator of a boardroom rule on its conflicts, or read every answer where none was found (C-27, C-37)."""

import asyncio
from collections.abc import Sequence

from moot.catalogue import speak
from moot.configs.tables import load_lexicons
from moot.models import Offer
from moot.nodes.asking import (
    Ask,
    announce,
    ask_again,
    next_number,
    spent_so_far,
    tell_guidance,
    unsupported_claims,
)
from moot.nodes.context import StateUpdate
from moot.nodes.disputes import tell_proposal, view_disputes, view_reservations, was_reopened_by_person
from moot.nodes.labels import tell_aliases
from moot.nodes.moments import take_moment
from moot.nodes.opening import open_wave
from moot.nodes.synthesis.binding import BallotView, bind_mediator, explain_unbound
from moot.nodes.synthesis.syntheses import quote_written, read_synthesis
from moot.policies.comparison.stances import average_confidence, keep_latest
from moot.policies.conflicts import add_missed, list_askable, name_mediator, settle_debates
from moot.policies.conflicts.boardroom import describe_answers
from moot.policies.language import is_placeholder
from moot.policies.limits.leases import sort_seats
from moot.policies.verdict import MEDIATOR_MISSING
from moot.policies.verdict.synthesis import conclude_by_rule, conclude_conflicts
from moot.policies.verdict.warrant import find_ballot
from moot.prompts import Prompt, render_prompt
from moot.prompts.disputes import digest_debates, explain_deciding, explain_reading
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import describe_seat, digest_left_open, digest_positions
from moot.state.budget import Event, Turn
from moot.state.debate import MultiAgentState
from moot.state.outcome import Synthesis
from moot.state.routing import Wave


async def draft_ruling(state: MultiAgentState, ask: Ask, labels: dict[str, str]) -> StateUpdate:
    """Ask the mediator for its ruling, where one is no party; once more where it does not state what the votes settle.

    What it says is kept before anything is asked about it: nothing that was paid for is asked twice.
    """
    mediator, template = _find_mediator(state)
    if mediator is None:
        return {"draft": None}
    first, view = state.get("draft"), _view_votes(state)
    prompt = _prompt(state, mediator, labels, template)
    if first is not None:
        prompt = ask_again(prompt, quote_written(first), explain_unbound(state, view))
    written, turns = await _rule(state, ask, mediator, labels, prompt, _offer_reservations(state, template))
    if written is not None:
        return {"draft": written.model_copy(update={"rewritten": first is not None}), "turns": turns}
    # What was ruled first stays a departure, which a person has to accept.
    return {"draft": first and first.model_copy(update={"binding": "unbound", "rewritten": True}), "turns": turns}


async def hold_ruling(state: MultiAgentState, ask: Ask) -> StateUpdate:
    """Hold what the mediator wrote to the votes, have it written once more, or conclude with it."""
    draft, turns = state.get("draft"), list[Turn]()
    if draft is not None and draft.binding is None:
        held, turns = await bind_mediator(state, ask, draft, _view_votes(state))
        if held.binding == "unbound" and not held.rewritten:
            return {"draft": held.model_copy(update={"binding": "rewrite"}), "turns": turns}
        draft = held
    if state.get("conflict_debates"):
        return {**await _settle_conflicts(state, draft, turns), "draft": None}
    return {**_conclude_reading(state, draft, turns), "draft": None}


def is_mediated(state: MultiAgentState) -> bool:
    """Say whether conflicts that were argued are settled, or somebody reads every answer."""
    return bool(state.get("conflict_debates")) or name_reader(state) is not None


def _find_mediator(state: MultiAgentState) -> tuple[str | None, str]:
    """Find who rules, and what it is asked to do."""
    debates, rules = state.get("conflict_debates") or [], state["protocol"].profile.conflicts
    if debates:
        return name_mediator(debates, state.get("positions") or [], rules), "decide"
    return name_reader(state), "read_answers"


async def _settle_conflicts(state: MultiAgentState, ruling: Synthesis | None, turns: list[Turn]) -> StateUpdate:
    """Settle every conflict that was argued; the mediator is asked once, and only where it is no party (C-27)."""
    report, debates = state.get("conflict_report"), state.get("conflict_debates") or []
    positions, rules = state.get("positions") or [], state["protocol"].profile.conflicts
    assert report is not None  # there are no debates without a report  # noqa: S101
    unheard = ruling is None and name_mediator(debates, positions, rules) is not None
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
    agreed = sum(each.settled_by == "agreement" for each in results)
    told = {"agreed": agreed, "ruled": len(results) - agreed}
    settled = speak(state["case"].language)("conflict.settled", n=len(results), who=deciders, **told)
    accepted = sum(each.accepted for each in results)
    announce("consensus", consensus_count=len(results), accepted=accepted, agreed=agreed)
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


def name_reader(state: MultiAgentState) -> str | None:
    """Name who reads all answers where no conflict was found: the first in priority, once it has answered itself."""
    rules, positions = state["protocol"].profile.conflicts, state.get("positions") or []
    if not rules.enabled or state.get("conflict_report") is None or state["routing"].route == "simple":
        return None
    first = next(iter(rules.priority), None)
    others = {each.seat for each in positions if each.spoke and each.seat != first}
    return first if others and any(each.seat == first and each.spoke for each in positions) else None


def _conclude_reading(state: MultiAgentState, ruling: Synthesis | None, turns: list[Turn]) -> StateUpdate:
    """Conclude with who read every answer, and name the conflicts that were missed (C-37..C-42)."""
    report, positions, reader = state["conflict_report"], state.get("positions") or [], name_reader(state)
    assert report is not None  # the reader is named only with one  # noqa: S101
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


async def _rule(
    state: MultiAgentState, ask: Ask, mediator: str, labels: dict[str, str], prompt: Prompt, asked: Offer
) -> tuple[Synthesis | None, list[Turn]]:
    number, offer = next_number(state, mediator, "synthesize"), (*_view_votes(state).offer, *asked)
    answer = await ask(state, prompt, Synthesis, seat=mediator, phase="synthesize", number=number, offer=offer)
    if not answer.whole:
        announce("fallback", seat=mediator, phase="synthesize", reason=answer.error or answer.status)
        return None, [answer.turn]
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    mean = average_confidence(keep_latest(positions, order))
    ruling = read_synthesis(answer, labels, author=mediator, positions_confidence=mean)
    if is_placeholder(ruling.decision):
        announce("fallback", seat=mediator, phase="synthesize", reason="it wrote no decision")
        return None, [answer.turn]
    return ruling, [answer.turn]


def _offer_reservations(state: MultiAgentState, template: str) -> Offer:
    """Ask whoever decides what becomes of the reservations, where any is open."""
    held = tuple(dict.fromkeys(each.seat for each in view_reservations(state))) if template == "decide" else ()
    return (("reservations", held),) if held else ()


def _view_votes(state: MultiAgentState) -> BallotView:
    """See the votes of a boardroom; only what reaches the threshold is settled, however its conflicts ended."""
    ballot = find_ballot(state)
    return BallotView(ballot, ballot.settled if ballot else None)


def _prompt(state: MultiAgentState, mediator: str, labels: dict[str, str], template: str) -> Prompt:
    debates, disputes = state.get("conflict_debates") or [], view_disputes(state)
    view = _view_votes(state)
    again, report = was_reopened_by_person(state), state.get("conflict_report")
    contradicted = report is not None and bool(report.conflicts)
    deciding: dict[str, str | None] = {"task": explain_reading(contradicted=contradicted, again=again)}
    if template == "read_answers":
        deciding["earlier"] = tell_proposal(state, labels)
    if template == "decide":
        deciding = {
            "task": explain_deciding(disputes, again=again),
            "earlier": tell_proposal(state, labels),
            "held": ", ".join(dict.fromkeys(each.seat for each in view_reservations(state))) or None,
        }
    return render_prompt(
        template,
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(state.get("positions") or [], labels, claims=True),
        conflicts=digest_debates(
            disputes,
            debates,
            labels,
            reservations=view_reservations(state),
            positions=state.get("positions") or [],
        ),
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
