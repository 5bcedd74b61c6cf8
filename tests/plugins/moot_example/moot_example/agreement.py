"""A strategy of one's own."""

from moot.policies.agreement import STRATEGIES, ClosedRound
from moot.state.findings import Convergence


@STRATEGIES.register("same_stance", reads_pairs=True)
def judge_by_stance(closed: ClosedRound) -> Convergence:
    """Agree when every pair of seats recommends the same; who agrees with whom is the comparator's word."""
    agreed = all(pair.recommendation == 1 for pair in closed.pairs or ())
    return Convergence(
        converged=agreed,
        value=float(agreed),
        reason="All stand together." if agreed else "Somebody stands apart.",
        stop_reason="converged" if agreed else None,
    )
