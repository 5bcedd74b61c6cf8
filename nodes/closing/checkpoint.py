"""Closes a round: agreed, repeating itself, or stopped (D-09..D-12, DESIGN 6)."""

from typing import Any

from moot.catalogue import frame_language, speak
from moot.nodes.asking import announce, spent_so_far
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.disputes import find_by_words
from moot.nodes.moments import take_moment
from moot.nodes.opening import name_wave, open_wave, take_critiques
from moot.nodes.retrieving import find_stored
from moot.policies.agreement import Strategy, needs_audit
from moot.policies.conflicts.boardroom import stamp_rounds
from moot.policies.root_cause import SearchFacts, conclude_root_cause
from moot.policies.rounds import Closing, close_round
from moot.policies.rounds.opening import format_timeout
from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.budget import Event
from moot.state.conflicts import ConflictReport
from moot.state.debate import MultiAgentState
from moot.state.facts import state_fact
from moot.state.incident import Incident


def make_checkpoint(strategy: Strategy | None = None) -> AsyncNode:
    """Seat the checkpoint; `strategy` replaces the profile's way of judging agreement."""

    async def checkpoint(state: MultiAgentState) -> StateUpdate:
        profile, number = state["protocol"].profile, state["round"]
        now = take_moment(f"checkpoint:{number}")
        report = await _conflicts(state, now)
        closing = close_round({**state, "conflict_report": report}, strategy, await find_stored(state))
        _tell(closing, state["case"].language)
        update: StateUpdate = {
            "positions": list(closing.positions),
            "critiques": list(closing.critiques),
            "rounds": [closing.record],
            "agreements": [closing.agreement],
            "ballot": closing.ballot,
            "ledgers": [closing.ledger],
            "convergence": closing.convergence,
            "loop": closing.loop,
            "breaker": closing.breaker,
            "conflict_report": report,
            "conflict_debates": None if closing.debates is None else list(stamp_rounds(closing.debates, now)),
            "checklists": [closing.checklist],
            "events": _events(state, closing),
        }
        if goes_on(closing):
            if profile.critique.enabled:
                update |= open_wave(state, name_wave(state, number, "critique"))
            return update
        # Nobody criticises the last round; what the system finds is on record all the same.
        taken = take_critiques({**state, "critiques": list(closing.critiques), "sheets": []}, number)
        update["critiques"] += taken.get("critiques", [])
        if needs_audit(profile.audit, number, closing.convergence, closing.breaker, state.get("audit"), closing.ballot):
            update["audit"] = Audit(outcome="pending", round=number, reason=state_fact("audit.pending"))
        if profile.judge.enabled:
            stop = closing.breaker.reason if closing.breaker else closing.convergence.stop_reason
            update["root_cause"] = conclude_root_cause(
                state.get("hypotheses") or [],
                state.get("judgements") or [],
                stop,
                SearchFacts(
                    incident=state.get("incident") or Incident(),
                    inspections=tuple(state.get("inspections") or ()),
                    ballot=closing.ballot,
                    sat_out=state["routing"].sat_out,
                    floor=profile.judge.floor,
                ),
            )
        return update

    return checkpoint


def goes_on(closing: Closing) -> bool:
    """Tell whether another round follows."""
    found = closing.convergence
    return closing.breaker is None and not found.converged and found.silence == "none" and not found.hopeless


async def _conflicts(state: MultiAgentState, now: str) -> ConflictReport | None:
    """Find the conflicts between the first answers, once and without a model (C-43..C-48)."""
    rules, known = state["protocol"].profile.conflicts, state.get("conflict_report")
    # A debate that an earlier version stored may wait here without a report.
    return known if known is not None or not rules.enabled else await find_by_words(state, now)


def _tell(closing: Closing, language: str) -> None:
    record, breaker, say = closing.record, closing.breaker, speak(frame_language(language))
    announce(
        "round_closed",
        round=record.number,
        convergence=record.convergence,
        converged=closing.convergence.converged,
        reason=say.tell(closing.convergence.reason),
        responded=list(record.responded),
        timed_out=list(record.timed_out),
        failed=list(record.failed),
        duration_ms=record.duration_ms,
        ballot=say.tell_all(_tell_ballot(closing.ballot)),
    )
    if breaker is not None:
        announce("breaker", reason=breaker.reason, explanation=say.tell(breaker.explanation), round=record.number)


def _tell_ballot(ballot: Ballot) -> dict[str, Any]:
    """Describe the votes to whoever watches."""
    return {
        "options": [{"id": each.id, "text": each.wording, "seats": list(each.seats)} for each in ballot.options],
        "share": ballot.share,
        "settled": ballot.settled,
        "source": ballot.source,
        "note": ballot.note,
    }


def _events(state: MultiAgentState, closing: Closing) -> list[Event]:
    """Log a round: who ran out of time, and why it was stopped (D-79)."""
    at_ms = round(spent_so_far(state).seconds * 1000)
    number = closing.record.number
    phase = "position" if number == 1 else "revise"
    late = [
        Event(at_ms=at_ms, kind="timeout", seat=seat, phase=phase, round=number, text=format_timeout(seat, phase))
        for seat in closing.record.timed_out
    ]
    if closing.breaker is None:
        return late
    return [*late, Event(at_ms=at_ms, kind="breaker", round=number, text=closing.breaker.explanation)]
