"""Did the round agree? One interface, five strategies (X-76) and an opt-in one that weighs votes.

Each strategy looks at a closed round and says whether it converged, with a value from 0 to 1, a reason and details;
whenever a strategy gives a value, it is at least the threshold exactly when the round converged.

What holds for all of them:
- A debate is never ended before `rounds.min`: an earlier agreement is reported as not yet final (L-15).
- When nothing else ends it, the last round does (`max_rounds`); agreement in the last round still counts (X-06, X-59).
- Where positions are compared (`criteria`, `jaccard`, `adaptive`), agreement that cites no evidence ends no debate that
  has sources (X-84): seats that only say the same know no more than one of them. It is told as open, and its value is
  kept below the threshold. Elsewhere a judge, critiques or a methodologist look at the evidence themselves.
- `verdict` counts refinements instead of rounds, so the limits of rounds do not apply to it.

A strategy of your own is any callable from a closed round to a finding: pass it as `strategy`.
"""

from collections.abc import Callable, Mapping

from moot.policies.agreement.adaptive import judge_by_support
from moot.policies.agreement.closed_round import ClosedRound
from moot.policies.agreement.criteria import judge_by_criteria
from moot.policies.agreement.critiques import judge_by_critiques
from moot.policies.agreement.jaccard import judge_by_jaccard
from moot.policies.agreement.scores import judge_by_scores
from moot.policies.agreement.verdict import judge_by_verdict
from moot.policies.language import keep_below
from moot.state.findings import Convergence
from moot.state.protocol import Strategy as StrategyName

_BY_POSITIONS: tuple[StrategyName, ...] = ("criteria", "jaccard", "adaptive")

Strategy = Callable[[ClosedRound], Convergence]
"""How agreement is judged."""

STRATEGIES: Mapping[StrategyName, Strategy] = {
    "criteria": judge_by_criteria,
    "jaccard": judge_by_jaccard,
    "critiques": judge_by_critiques,
    "judge": judge_by_scores,
    "verdict": judge_by_verdict,
    "adaptive": judge_by_support,
}
"""The strategies a profile can name."""


def judge_convergence(closed: ClosedRound, strategy: Strategy | None = None) -> Convergence:
    """Find whether the round agreed, and whether the debate may end with it."""
    finding = (strategy or STRATEGIES[closed.rules.strategy])(closed)
    if strategy is None and closed.rules.strategy == "verdict":
        return finding
    if strategy is None and finding.converged and _lacks_evidence(closed):
        finding = _withhold(finding, closed)
    if closed.round < closed.rounds.min:
        return _keep_going(finding, closed)
    if finding.stop_reason is None and closed.round >= closed.rounds.max:
        reason = f"{finding.reason} Round {closed.round} was the last one."
        return finding.model_copy(update={"stop_reason": "max_rounds", "reason": reason})
    return finding


def _lacks_evidence(closed: ClosedRound) -> bool:
    return closed.uncited and closed.rules.needs_evidence and closed.rules.strategy in _BY_POSITIONS


def _withhold(finding: Convergence, closed: ClosedRound) -> Convergence:
    value = None if finding.value is None else keep_below(finding.value, closed.rules.threshold)
    return finding.model_copy(
        update={
            "converged": False,
            "stop_reason": None,
            "value": value,
            "capped": True,
            "reason": f"{finding.reason} But nobody has cited evidence that stands, and this debate has sources.",
            "open": (*finding.open, "evidence: nobody has cited a source of this debate for what all say"),
        }
    )


def _keep_going(finding: Convergence, closed: ClosedRound) -> Convergence:
    if finding.stop_reason is None:
        return finding
    reason = f"{finding.reason} At least {closed.rounds.min} rounds are run."
    return finding.model_copy(update={"converged": False, "stop_reason": None, "reason": reason})
