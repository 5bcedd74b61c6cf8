"""Finds the conflicts between the first answers, and tells the disputes they make as they stand.

Found by their words, and by what the ballot's comparer said of them.
"""

import asyncio

from moot.configs.tables import load_lexicons
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.moments import take_moment
from moot.policies.conflicts import add_contested, add_disputes, list_unsure
from moot.policies.conflicts.boardroom import describe_answers, find_open_reservations, list_disputes, read_conflicts
from moot.policies.rounds import close_round
from moot.prompts.disputes import digest_proposal
from moot.state.conflicts import ConflictReport, Dispute, Reservation
from moot.state.debate import MultiAgentState


def make_dispute_reader() -> AsyncNode:
    """Seat whoever reads the first answers against each other, once in a debate (C-43..C-48)."""

    async def dispute_reader(state: MultiAgentState) -> StateUpdate:
        rules = state["protocol"].profile.conflicts
        if not rules.enabled or state.get("conflict_report") is not None:
            return {}
        now = take_moment(f"disputes:{state['round']}")
        report = await find_by_words(state, now)
        answers = describe_answers(state.get("positions") or [])
        told = next((each for each in state.get("agreements") or [] if each.round == state["round"]), None)
        unsure = bool(list_unsure(report, answers)) or (told is not None and told.grouping is not None)
        if rules.comparator == "lexical" or not unsure:
            return {"conflict_report": report}
        if told is None or told.grouping is None:
            report = report.model_copy(update={"note": told.note if told else ""})
            asked = any((turn.phase, turn.round) == ("ballot", state["round"]) for turn in state.get("turns") or [])
            votes = close_round(state).ballot
            return {"conflict_report": add_contested(report, votes, answers, rules, now, unheard=asked)}
        votes = close_round(state).ballot
        report = add_disputes(report, told.grouping, answers, rules, now, votes)
        # Who says the same but for a negation is opposed on the ballot, whatever a model said of it.
        return {"conflict_report": add_contested(report, votes, answers, rules, now)}

    return dispute_reader


def view_disputes(state: MultiAgentState) -> tuple[Dispute, ...]:
    """View who stands against whom, by everything that was said so far."""
    return list_disputes(
        state.get("conflict_report"),
        state.get("conflict_debates") or (),
        state.get("consensus_results") or (),
        state.get("ballot"),
        state.get("positions") or (),
        [each for each in state.get("acceptances") or () if each.round == state["round"]],
        state.get("synthesis"),
    )


def view_reservations(state: MultiAgentState) -> tuple[Reservation, ...]:
    """View every reservation that is open, by everything that was said so far."""
    return find_open_reservations(
        state.get("conflict_debates") or (),
        state.get("positions") or (),
        [each for each in state.get("acceptances") or () if each.round == state["round"]],
        state.get("synthesis"),
    )


def tell_proposal(state: MultiAgentState, labels: dict[str, str]) -> str | None:
    """Tell what was proposed before the debate was opened again, who accepted it, and why a person was asked."""
    reviews = state.get("reviews") or []
    # Without a synthesis, the ruling is one that a party opposed before anybody could argue.
    ruling = council.ruling if (council := state.get("council")) is not None else None
    again = bool(state.get("guidance")) or (ruling is not None and ruling.outcome == "refine")
    synthesis = state.get("synthesis") if again else None
    synthesis = synthesis or (state.get("ruling") if state.get("synthesis") is None else None)
    if synthesis is None:
        return None
    details = reviews[-1].request.get("details") if reviews else None
    reasons = details.get("reasons") if isinstance(details, dict) else None
    acceptances = state.get("acceptances") or []
    last = max((each.round for each in acceptances), default=0)
    return digest_proposal(
        synthesis,
        council.resolution if council is not None else None,
        [each for each in acceptances if each.round == last],
        map(str, reasons) if isinstance(reasons, list) else (),
        labels,
        {each.id for each in state.get("critiques") or [] if each.resolved},
        council.advocate if council is not None else None,
    )


def was_reopened_by_person(state: MultiAgentState) -> bool:
    """Say whether a person answered the last proposal with something to argue."""
    reviews = state.get("reviews") or []
    return bool(reviews) and reviews[-1].response is not None and reviews[-1].response.type == "respond"


async def find_by_words(state: MultiAgentState, now: str) -> ConflictReport:
    """Find the conflicts between the first answers without a model."""
    rules, started = state["protocol"].profile.conflicts, state["case"].started_at or "debate"
    lexicons = await asyncio.to_thread(load_lexicons)  # reads files the first time
    return read_conflicts(state.get("positions") or [], lexicons, rules, started, now, state["question"])
