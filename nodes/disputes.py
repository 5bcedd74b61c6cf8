"""Finds the conflicts between the first answers: by their words, and by one question where words do not settle it."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from moot.configs import load_lexicons
from moot.nodes.asking import Ask, announce, next_number
from moot.nodes.ballot import COMPARER
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.conflicts import add_disputes, describe_answers, list_unsure, read_conflicts
from moot.prompts import Prompt, digest_positions, render_prompt, unlabel
from moot.state.conflicts import ConflictReport, Disputes, PairRelation
from moot.state.debate import MultiAgentState

_SHOWN = 10_000
"""Tokens of all answers together: those of a usual boardroom are shown whole."""


def make_dispute_reader(ask: Ask) -> AsyncNode:
    """Seat whoever reads the first answers against each other, once in a debate (C-43..C-48)."""

    async def dispute_reader(state: MultiAgentState) -> StateUpdate:
        rules = state["protocol"].profile.conflicts
        if not rules.enabled or state.get("conflict_report") is not None:
            return {}
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        report = await find_by_words(state, now)
        answers = describe_answers(state.get("positions") or [])
        unsure = list_unsure(report, answers)
        if rules.comparator == "lexical" or not unsure:
            return {"conflict_report": report}
        if rules.comparator == "auto" and not await ask.can_answer(state, COMPARER, "compare"):
            note = "Only words were compared: the model of this debate is not asked to compare meanings."
            return {"conflict_report": report.model_copy(update={"note": note})}
        turn = next_number(state, COMPARER, "compare")
        answer = await ask(state, _prompt(state, unsure), Disputes, seat=COMPARER, phase="compare", number=turn)
        if not answer.whole:
            problem = answer.error or answer.status
            announce("fallback", seat=COMPARER, phase="compare", reason=problem)
            note = f"Only words were compared: the comparing model gave no usable answer ({problem})."
            return {"conflict_report": report.model_copy(update={"note": note}), "turns": [answer.turn]}
        relations = _name_seats(answer.fields.get("pairs") or (), list(answers))
        found = add_disputes(report, relations, unsure, answers, rules, now)
        return {"conflict_report": found, "turns": [answer.turn]}

    return dispute_reader


async def find_by_words(state: MultiAgentState, now: str) -> ConflictReport:
    """Find the conflicts between the first answers without a model."""
    rules, started = state["protocol"].profile.conflicts, state["case"].started_at or "debate"
    lexicons = await asyncio.to_thread(load_lexicons)  # reads files the first time
    return read_conflicts(state.get("positions") or [], lexicons, rules, started, now, state["question"])


def _prompt(state: MultiAgentState, unsure: Sequence[tuple[str, str]]) -> Prompt:
    """Show every answer under its seat's own id: whoever compares takes no side."""
    first = [each for each in state.get("positions") or [] if each.round == 1 and each.spoke]
    names = {seat: seat for seat in state["protocol"].profile.seat_ids if any(each.seat == seat for each in first)}
    return render_prompt(
        "disputes",
        question=state["question"],
        positions=digest_positions(first, names, tokens=_SHOWN),
        pairs=", ".join(f"{a}/{b}" for a, b in unsure),
        language=state["case"].language,
    )


def _name_seats(pairs: Sequence[PairRelation], seats: Sequence[str]) -> list[PairRelation]:
    """Read the names of a model as seats; a pair with a name that is none is left out."""
    names = {seat: seat for seat in seats}
    named = [(each, unlabel(each.a, names), unlabel(each.b, names)) for each in pairs]
    return [each.model_copy(update={"a": a, "b": b}) for each, a, b in named if a and b]
