"""Judges by verdict: the refinement loop ends when the methodologist decides (F-28..F-33).

Approved is agreement; rejected is a verdict too and ends the loop, without agreement. A verdict that was forced, or
a question still wanting at the limit, ends by `max_refinements` (F-32). A missing or unreadable verdict is
never approval: it is not computable (F-33, X-71).
"""

from moot.policies.agreement.closed_round import ClosedRound, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.state.facts import state_fact
from moot.state.findings import Convergence, StopReason


@STRATEGIES.register("verdict", subject="question")
def judge_by_verdict(closed: ClosedRound) -> Convergence:
    """Find whether the methodologist has decided on the question."""
    verdict = closed.verdict
    if verdict is None or verdict.status == "error":
        return not_computable(state_fact("agreement.no_verdict"))
    settled: StopReason = "max_refinements" if closed.forced else "converged"
    gaps = tuple(f"{each.aspect}: {each.gap}" for each in verdict.improvements)
    match verdict.status:
        case "approved":
            return _find(settled, "approved", closed, approved=True)
        case "rejected":
            return _find(settled, "rejected", closed)
        case "needs_refinement" if closed.refinements >= closed.max_refinements:
            return _find("max_refinements", "gaps_left", closed, gaps)
        case "needs_refinement":
            return _find(None, "gaps_refined", closed, gaps)


def _find(
    stop: StopReason | None, what: str, closed: ClosedRound, gaps: tuple[str, ...] = (), *, approved: bool = False
) -> Convergence:
    return Convergence(
        converged=approved,
        value=1.0 if approved else 0.0,
        reason=state_fact(f"agreement.verdict.{what}", done=closed.refinements, n=closed.max_refinements),
        stop_reason=stop,
        details={"refinements": closed.refinements, "gaps": len(gaps)},
        open=gaps,
    )
