"""Lists the conflicts between bodies of law in a debate: those that rules signal, else the one a supervisor found."""

from moot.policies.verdict.warrant import find_norm_conflicts, is_settled_by_sides
from moot.state.bookkeeping import NormConflict
from moot.state.debate import MultiAgentState


def collect_norm_conflicts(state: MultiAgentState) -> tuple[NormConflict, ...]:
    """List the conflicts of norms: what the supervisor found is one as well, where no rule signals it (L-47).

    That one is resolved where the two sides, or the supervisor between answers that do not exclude each other, settled
    the question. Whoever approves a decision answers for what is open, and closes nothing with it.
    """
    found, synthesis = find_norm_conflicts(state), state.get("synthesis")
    if found or synthesis is None or not synthesis.norm_conflict:
        return found
    return (NormConflict(id="supervisor", text=synthesis.main_reason, resolved=is_settled_by_sides(state)),)
