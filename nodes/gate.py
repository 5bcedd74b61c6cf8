"""The gate after the synthesis: emit, council or person (D-14, D-60..D-73)."""

from moot.nodes.asking import announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.critique import average_share, find_unfounded
from moot.policies.limits import aim_breaker
from moot.policies.rounds import view_round
from moot.policies.verdict import Gate, adjust_confidence, choose_escalation, find_review_need, find_trouble
from moot.state.base import Texts
from moot.state.debate import MultiAgentState
from moot.state.findings import AdjustedConfidence


def make_gate() -> AsyncNode:
    """Seat the gate, which asks the policies who has to look at the result."""

    async def gate(state: MultiAgentState) -> StateUpdate:
        profile, breaker, synthesis = state["protocol"].profile, state.get("breaker"), state.get("synthesis")
        adjusted = adjust(state)
        convergence = state.get("convergence")
        heard = {each.seat for each in state.get("positions") or [] if each.spoke}
        escalation = choose_escalation(
            Gate(
                confidence=adjusted.value if adjusted else None,
                case=state["case"],
                route=state["routing"].route,
                heard=len(heard),
                convergence=None if state["routing"].route == "simple" else convergence,
                breaker=breaker,
                critical_divergence=bool(synthesis and synthesis.critical_divergence),
                uncertainty=synthesis.uncertainty if synthesis else "insufficient_data",
                human_reasons=human_reasons(state),
            ),
            profile,
        )
        announce("escalated", target=escalation.target, reasons=list(escalation.reasons), impasse=escalation.impasse)
        update: StateUpdate = {"escalation": escalation}
        if breaker is not None:
            # the breaker's target is known only now.
            update["breaker"] = aim_breaker(breaker, escalation)
        return update

    return gate


def adjust(state: MultiAgentState) -> AdjustedConfidence | None:
    """The synthesis confidence after what went wrong (D-102)."""
    synthesis = state.get("synthesis")
    if synthesis is None:
        return None
    trouble = find_trouble(
        state.get("turns") or [], state.get("queries") or [], state.get("breaker"), state.get("loop")
    )
    spoke = {each.seat for each in state.get("positions") or [] if each.spoke}
    unsupported = average_share(state.get("ledgers") or [], sorted(spoke))
    trouble = trouble.model_copy(update={"unsupported": unsupported})
    rules = state["protocol"].profile.escalation.adjustments
    return adjust_confidence(synthesis.confidence, trouble, rules, synthesis.flags)


def human_reasons(state: MultiAgentState) -> Texts:
    """The protocol's own reasons to call a person: open severe critiques, missing evidence, unsettled conflicts."""
    profile, convergence = state["protocol"].profile, state.get("convergence")
    reasons: list[str] = []
    if profile.convergence.strategy == "critiques" and convergence is not None and state.get("round", 0):
        closed = view_round(state, tuple(state.get("positions") or ()), tuple(state.get("critiques") or ()))
        reasons += find_review_need(closed, convergence, profile.claims).reasons
    else:
        # Where critiques decide, the need for a review counts the same claims.
        reasons += find_unfounded(state.get("ledgers") or [], profile.claims)
    for result in state.get("consensus_results") or []:
        if not result.accepted or result.escalate:
            reasons.append(
                f"The conflict {result.conflict_id} is not settled: confidence {result.confidence_score:.2f}, "
                f"{len(result.unresolved_aspects)} aspect(s) open."
            )
    return tuple(reasons)
