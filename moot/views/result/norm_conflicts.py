"""Lists the conflicts between bodies of law in a debate: those that rules signal, else the one a supervisor found."""

from moot.policies.verdict.warrant import find_norm_conflicts
from moot.state.bookkeeping import NormConflict
from moot.state.debate import MultiAgentState


def collect_norm_conflicts(state: MultiAgentState) -> tuple[NormConflict, ...]:
    """List the conflicts of norms: what the supervisor found is one as well, where no rule signals it (L-47)."""
    found, synthesis, outcome = find_norm_conflicts(state), state.get("synthesis"), state.get("outcome")
    if found or synthesis is None or not synthesis.norm_conflict:
        return found
    decided = outcome is not None and outcome.status == "decided"
    return (NormConflict(id="supervisor", text=synthesis.main_reason, resolved=decided),)
