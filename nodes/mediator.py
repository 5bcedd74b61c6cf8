"""The end of a boardroom's conflicts: the mediator is asked where it has to decide, and each conflict is settled."""

import asyncio
from datetime import UTC, datetime

from moot.configs import load_lexicons
from moot.models import wire
from moot.nodes.asking import announce, next_number, put_question, spent_so_far
from moot.nodes.context import StateUpdate
from moot.nodes.translate import to_synthesis
from moot.policies.comparison import average_confidence, keep_latest
from moot.policies.conflicts import name_mediator, settle_debates
from moot.policies.verdict import conclude_conflicts
from moot.prompts import Prompt, describe_seat, digest_debates, digest_evidence, digest_positions, render_prompt
from moot.state.budget import Event, Turn
from moot.state.debate import MultiAgentState
from moot.state.outcome import Synthesis


async def settle_conflicts(state: MultiAgentState, labels: dict[str, str]) -> StateUpdate:
    """Settle every conflict that was argued; the mediator is asked once, and only where it is no party (C-27)."""
    report, debates = state.get("conflict_report"), state.get("conflict_debates") or []
    positions, rules = state.get("positions") or [], state["protocol"].profile.conflicts
    assert report is not None  # there are no debates without a report  # noqa: S101
    mediator = name_mediator(debates, positions, rules)
    ruling, turns = await _hear(state, mediator, labels) if mediator else (None, [])
    lexicons = await asyncio.to_thread(load_lexicons)
    results = settle_debates(
        report,
        debates,
        positions,
        rules,
        lexicons,
        ruling=ruling,
        breaker=state.get("breaker"),
        resolved_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
    # C-47: the log says how many conflicts were settled.
    settled = (
        f"{len(results)} conflict(s) were settled by {', '.join(sorted({each.resolver_agent for each in results}))}."
    )
    announce("consensus", consensus_count=len(results), accepted=sum(each.accepted for each in results))
    at_ms = round(spent_so_far(state).seconds * 1000)
    return {
        "synthesis": conclude_conflicts(results, report, positions, state["protocol"].profile, ruling),
        "consensus_results": list(results),
        "turns": turns,
        "events": [Event(at_ms=at_ms, kind="consensus", round=state["round"], text=settled)],
    }


async def _hear(state: MultiAgentState, mediator: str, labels: dict[str, str]) -> tuple[Synthesis | None, list[Turn]]:
    number = next_number(state, mediator, "synthesize")
    prompt = _prompt(state, mediator, labels)
    answer = await put_question(state, prompt, wire.Synthesis, seat=mediator, phase="synthesize", number=number)
    if answer.value is None:
        announce("fallback", seat=mediator, phase="synthesize", reason=answer.error or answer.status)
        return None, [answer.turn]
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    mean = average_confidence(keep_latest(positions, order))
    ruling = to_synthesis(answer.value, labels, author=mediator, positions_confidence=mean, flags=answer.flags)
    return ruling, [answer.turn]


def _prompt(state: MultiAgentState, mediator: str, labels: dict[str, str]) -> Prompt:
    report, debates = state.get("conflict_report"), state.get("conflict_debates") or []
    return render_prompt(
        "decide",
        question=state["question"],
        evidence=digest_evidence(state.get("evidence") or []),
        positions=digest_positions(state.get("positions") or [], labels, claims=True),
        conflicts=digest_debates(report, debates, labels) if report else None,
        guidance="\n".join(state.get("guidance") or []),
        language=state["case"].language,
        persona=describe_seat(state["protocol"].profile.seat(mediator)),
    )
