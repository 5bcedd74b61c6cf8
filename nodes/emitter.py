"""The end of a debate: the outcome, the baselines and the checklist after it (D-92, X-85)."""

from datetime import UTC, datetime

from moot.nodes.asking import announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.gate import adjust
from moot.policies.agreement import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.limits import check_after
from moot.policies.verdict import Ending, conclude
from moot.state.debate import MultiAgentState


def make_emitter() -> AsyncNode:
    """Seat whoever closes the debate."""

    async def emit(state: MultiAgentState) -> StateUpdate:
        profile, reviews = state["protocol"].profile, state.get("reviews") or []
        adjusted = adjust(state)
        outcome = conclude(
            Ending(
                profile=profile,
                route=state["routing"].route,
                blocked=tuple(
                    check.reason
                    for checklist in state.get("checklists") or []
                    if checklist.stage == "before"
                    for check in checklist.checks
                    if not check.passed
                ),
                positions=tuple(state.get("positions") or ()),
                synthesis=state.get("synthesis"),
                adjusted=adjusted,
                convergence=state.get("convergence"),
                breaker=state.get("breaker"),
                escalation=state.get("escalation"),
                council=state.get("council"),
                response=reviews[-1].response if reviews else None,
                root_cause=state.get("root_cause"),
                versions=tuple(state.get("hypothesis_versions") or ()),
                verdict=state.get("methodologist_output"),
            )
        )
        ballots = cast_hypothesis_ballots(state.get("hypotheses") or []) or cast_ballots(state.get("positions") or [])
        checklist = check_after(
            state.get("synthesis"),
            outcome.confidence,
            state.get("escalation"),
            outcome,
            council=state.get("council"),
            reviews=reviews,
            log_closed=True,
        )
        announce("ended", status=outcome.status, decision=outcome.decision, confidence=outcome.confidence)
        return {
            "outcome": outcome.model_copy(update={"ended_at": datetime.now(UTC).isoformat(timespec="milliseconds")}),
            "baselines": find_baselines(ballots, profile.seat_ids),
            "checklists": [checklist],
        }

    return emit
