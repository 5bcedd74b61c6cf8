"""Finds the conflicts between the first answers: by their words, and by what the ballot's comparer said of them."""

import asyncio

from moot.configs import load_lexicons
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.moments import take_moment
from moot.policies.conflicts import add_disputes, describe_answers, list_unsure, read_conflicts
from moot.state.conflicts import ConflictReport
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
        if rules.comparator == "lexical" or not list_unsure(report, answers):
            return {"conflict_report": report}
        told = next((each for each in state.get("agreements") or [] if each.round == state["round"]), None)
        if told is None or told.grouping is None:
            return {"conflict_report": report.model_copy(update={"note": told.note if told else ""})}
        return {"conflict_report": add_disputes(report, told.grouping, answers, rules, now)}

    return dispute_reader


async def find_by_words(state: MultiAgentState, now: str) -> ConflictReport:
    """Find the conflicts between the first answers without a model."""
    rules, started = state["protocol"].profile.conflicts, state["case"].started_at or "debate"
    lexicons = await asyncio.to_thread(load_lexicons)  # reads files the first time
    return read_conflicts(state.get("positions") or [], lexicons, rules, started, now, state["question"])
