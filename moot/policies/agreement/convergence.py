"""Judges whether a round agreed. One interface, five strategies (X-76) and an opt-in one that weighs votes.

Each strategy looks at a closed round and says whether it converged, with a value from 0 to 1, a reason and details;
whenever a strategy gives a value, it is at least the threshold exactly when the round converged.

A strategy is registered by name, with what it judges; everything else that differs between debates judged by
different strategies follows from that subject, so nobody else lists strategies:
- A debate is never ended before `rounds.min`: an earlier agreement is reported as not yet final (L-15).
- When nothing else ends it, the last round does (`max_rounds`); agreement in the last round still counts (X-06, X-59).
- Where positions are compared, round 1 never agrees while seats vote for options that exclude each other: whoever
  stands alone is heard in a rebuttal first (X-21a). That holds for a strategy of a caller's own, too.
- Where positions are compared, agreement that cites no evidence ends no debate that has sources (X-84): seats that
  only say the same know no more than one of them. It is told as open, and its value is kept below the threshold.
  Elsewhere a judge, critiques or a methodologist look at the evidence themselves.
- A strategy that judges a question counts refinements instead of rounds, so the limits of rounds do not apply to it.

A caller may also pass any callable from a closed round to a finding as `strategy`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from moot.errors import UsageError
from moot.policies.agreement.ballot import is_contested, tell_votes
from moot.policies.agreement.closed_round import ClosedRound
from moot.policies.thresholds import keep_below
from moot.registry import Registry
from moot.state.facts import Fact, Saying, state_fact
from moot.state.findings import Convergence

Strategy = Callable[[ClosedRound], Convergence]
"""How agreement is judged."""

Subject = Literal["positions", "critiques", "hypotheses", "question"]
"""What a strategy judges: what the seats hold, the critiques that are open, judged hypotheses, a refined question."""

_REQUIRED: dict[Subject, tuple[str, ...]] = {
    "positions": (),
    "critiques": ("critique.enabled",),
    "hypotheses": ("judge.enabled",),
    "question": ("refinement.enabled",),
}


@dataclass(frozen=True)
class NamedStrategy:
    """A strategy that a profile can name, and what others have to know about it."""

    judge: Strategy
    subject: Subject = "positions"
    reads_pairs: bool = False
    """It looks at how far every two seats agree, so that more than their votes matters to it."""

    def __post_init__(self) -> None:
        if not callable(self.judge):
            raise TypeError("a strategy is a callable that takes a ClosedRound and returns a Convergence")
        if self.subject not in get_args(Subject):
            raise TypeError(f"the subject of a strategy is one of {', '.join(get_args(Subject))}")

    @property
    def requires(self) -> tuple[str, ...]:
        """The switches that a profile must have on, or there is nothing to judge."""
        return _REQUIRED[self.subject]

    @property
    def judges_rounds(self) -> bool:
        """Whether it judges what was said in a round; a question is refined outside of rounds."""
        return self.subject != "question"


STRATEGIES: Registry[NamedStrategy] = Registry(
    "strategy", "moot.strategies", NamedStrategy, home="moot.policies.agreement.strategies"
)
"""The strategies a profile can name."""


def find_subject(strategy: str) -> Subject:
    """Say what a strategy judges; one that cannot be loaded any more is told like one that compares positions."""
    try:
        return STRATEGIES.get(strategy).subject
    except UsageError:
        return "positions"


def judge_convergence(closed: ClosedRound, strategy: Strategy | None = None) -> Convergence:
    """Find whether the round agreed, and whether the debate may end with it."""
    if strategy is not None:
        finding = strategy(closed)
        of_positions = find_subject(closed.rules.strategy) == "positions"
        return _limit_rounds(hear_first(finding, closed) if of_positions else finding, closed)
    named = STRATEGIES.get(closed.rules.strategy)
    finding = named.judge(closed)
    if not named.judges_rounds:
        return finding
    if named.subject == "positions":
        finding = hear_first(finding, closed)
        if finding.converged and closed.uncited and closed.rules.needs_evidence:
            finding = _withhold(finding, closed)
    return _limit_rounds(finding, closed)


def hear_first(finding: Convergence, closed: ClosedRound) -> Convergence:
    """Take an agreement of round 1 back while its seats vote for options that exclude each other (X-21a)."""
    if closed.round != 1:
        return finding
    ballot = closed.count()
    if not is_contested(ballot, (each.seat for each in closed.speakers)):
        return finding
    if not finding.converged:
        return finding.model_copy(update={"reason": _add(finding.reason, state_fact("agreement.rebuttal_first"))})
    return finding.model_copy(
        update={
            "converged": False,
            "stop_reason": None,
            "option": None,
            "value": None if finding.value is None else keep_below(finding.value, closed.rules.threshold),
            "capped": True,
            "reason": _add(finding.reason, state_fact("agreement.contested", votes=tell_votes(ballot))),
            "open": (*finding.open, state_fact("agreement.open_votes", votes=tell_votes(ballot))),
        }
    )


def _limit_rounds(finding: Convergence, closed: ClosedRound) -> Convergence:
    if closed.round < closed.rounds.min:
        return _keep_going(finding, closed)
    if finding.stop_reason is None and closed.round >= closed.rounds.max:
        reason = _add(finding.reason, state_fact("agreement.last_round", round=closed.round))
        return finding.model_copy(update={"stop_reason": "max_rounds", "reason": reason})
    return finding


def _withhold(finding: Convergence, closed: ClosedRound) -> Convergence:
    value = None if finding.value is None else keep_below(finding.value, closed.rules.threshold)
    return finding.model_copy(
        update={
            "converged": False,
            "stop_reason": None,
            "value": value,
            "capped": True,
            "option": None,
            "reason": _add(finding.reason, state_fact("agreement.uncited")),
            "open": (*finding.open, state_fact("agreement.open_evidence")),
        }
    )


def _keep_going(finding: Convergence, closed: ClosedRound) -> Convergence:
    if finding.stop_reason is None:
        return finding
    reason = _add(finding.reason, state_fact("agreement.more_rounds", n=closed.rounds.min))
    return finding.model_copy(update={"converged": False, "stop_reason": None, "option": None, "reason": reason})


def _add(said: Saying, more: Fact) -> Fact:
    return state_fact("figure.sentences", parts=(said, more))
