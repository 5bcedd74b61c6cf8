"""Says how sure a result may be: what lowers a confidence, and what it is called.

- Points are added once for each kind of trouble, however often it occurred; a loop that tripped the breaker is both
  a loop and a tripped breaker (D-102). The result stays within 0 and 1.
- Unsupported claims do not count toward the confidence: it is lowered by their average share over those who spoke, and
  the result is marked, so nothing is lowered silently (L-02, D-113). How many of the checked claims they are is told.
  What is claimed for an option that the decision does not take bears on another decision: it blocks a release all the
  same where it is too much (evidence, DESIGN 9), and is not charged here as well.
- Only the end of the total time sets the literal flag of D-80, and it does so whatever the adjustments are.
- A confidence that no model stated is the mean of those who responded, and never reaches the emit threshold (Q-01).
- Exactly 80 is still medium, exactly 50 is medium too (D-141).
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from moot.policies.comparison.stances import average_confidence
from moot.policies.critique.ledger import latest_shares, latest_verdicts
from moot.policies.thresholds import mean, tidy
from moot.state.base import Confidence, Texts, Value
from moot.state.budget import Count, Turn
from moot.state.conflicts import ConflictReport, ConsensusResult
from moot.state.debate import MultiAgentState
from moot.state.evidence import Query
from moot.state.facts import Fact, Sayings, state_fact
from moot.state.findings import AdjustedConfidence, Breaker, Loop
from moot.state.positions import Position
from moot.state.protocol import Adjustments

_REDUCED_BY_TIMEOUT = "REDUZIDA POR TIMEOUT"
"""Marks a confidence reached because the time ran out (D-80)."""

DETERMINISTIC = "deterministic"
"""Marks a result composed by rule because no model could write it (Q-01)."""

_UNSUPPORTED = "unsupported_claims"
"""Marks a confidence that was lowered because claims do not stand on their evidence (L-02)."""

COUNCIL_FALLBACK = "council_fallback"
"""Marks a council resolution composed by rule (D-78)."""

MEDIATOR_MISSING = "mediator_missing"
"""Marks a ruling on conflicts that their mediator was asked for and did not give."""

DETERMINISTIC_LIMIT = 0.69
"""No confidence composed by rule is above this (Q-01)."""

_POINT_DIGITS = 4
"""A share is kept with nine digits, so its points are exact to fewer."""

_ConfidenceLevel = Literal["high", "medium", "low"]


class _Trouble(Value):
    """What went wrong in a debate, as far as its confidence is concerned."""

    agent_timeouts: Count = 0
    breaker: bool = False
    total_timeout: bool = False
    loop: bool = False
    failed_queries: Count = 0
    unsupported: Confidence = 0.0
    """Which share of what the agents claim does not stand on its evidence, on average."""
    claims: tuple[Count, Count] = (0, 0)
    """How many claims do not stand on their evidence, and of how many that were checked."""


def adjust_confidence(state: MultiAgentState) -> AdjustedConfidence | None:
    """Lower the confidence of the synthesis for what went wrong, claims without evidence included (D-102)."""
    synthesis = state.get("synthesis")
    if synthesis is None:
        return None
    ledgers = state.get("ledgers") or []
    spoke = {each.seat for each in state.get("positions") or [] if each.spoke}
    ballot = state.get("ballot")
    spoke = spoke - (ballot.rivals_of(str(synthesis.choice)).keys() if ballot else set()) or spoke
    shares = latest_shares(ledgers)
    # Who claimed nothing claimed nothing unsupported.
    unsupported = mean(shares.get(seat, 0.0) for seat in sorted(spoke)) or 0.0
    trouble = _find_trouble(
        state.get("turns") or [], state.get("queries") or [], state.get("breaker"), state.get("loop"), unsupported
    )
    claims = [each.verdict for each in latest_verdicts(ledgers) if each.seat in spoke and each.verdict != "unknown"]
    trouble = trouble.model_copy(update={"claims": (claims.count("unsupported"), len(claims))})
    rules = state["protocol"].profile.escalation.adjustments
    return _lower_confidence(synthesis.confidence, trouble, rules, synthesis.flags, synthesis.weighing)


def sum_points(
    name: Fact, base: float, parts: Sequence[tuple[Fact, int]], flags: Iterable[str] = (), before: Sayings = ()
) -> AdjustedConfidence:
    """Add points to a confidence, keep it within 0 and 100, and write down every step; `before` led to its base."""
    start = tidy(base * 100)
    total = min(100.0, max(0.0, start + sum(points for _, points in parts)))
    lines = [
        *(before or (state_line(name, start),)),
        *(state_line(what, f"{points:+d}") for what, points in parts),
        state_line(state_fact("council.result"), tidy(total)),
    ]
    return AdjustedConfidence(value=tidy(total / 100), flags=tuple(dict.fromkeys(flags)), calculation=tuple(lines))


def state_line(what: Fact, points: str | float) -> Fact:
    """State one line of a calculation."""
    return state_fact("council.line", what=what, points=points)


def tell_least(results: Sequence[ConsensusResult], report: ConflictReport) -> Sayings:
    """Tell how the settlement that is least sure was weighed, and between whom it was, where others are surer."""
    least = min(results, key=lambda each: each.confidence_score)
    if not least.weighing or len({each.confidence_score for each in results}) == 1:
        return (least.weighing,) if least.weighing else ()
    seats = next((each.agents_involved for each in report.conflicts if each.conflict_id == least.conflict_id), ())
    return (least.weighing, state_fact("council.weighed_least", n=len(results), seats=seats))


def estimate_confidence(positions: Sequence[Position]) -> float:
    """Estimate a confidence from those who responded, when no model stated one (Q-01)."""
    return min(DETERMINISTIC_LIMIT, average_confidence(positions) or 0.0)


def describe_confidence(confidence: float) -> _ConfidenceLevel:
    """Name a confidence in a word (D-141)."""
    points = tidy(confidence * 100)
    if points > 80:
        return "high"
    return "medium" if points >= 50 else "low"


def _find_trouble(
    turns: Iterable[Turn],
    queries: Iterable[Query],
    breaker: Breaker | None,
    loop: Loop | None,
    unsupported: float = 0.0,
) -> _Trouble:
    """Collect what went wrong from the records of a debate."""
    return _Trouble(
        agent_timeouts=len({turn.seat for turn in turns if turn.status == "timeout"}),
        breaker=breaker is not None,
        total_timeout=breaker is not None and breaker.reason == "timeout_total",
        loop=loop is not None and loop.detected,
        failed_queries=sum(query.outcome in ("timed_out", "failed") for query in queries),
        unsupported=unsupported,
    )


def _lower_confidence(
    confidence: float, trouble: _Trouble, rules: Adjustments, flags: Texts = (), weighing: Sayings = ()
) -> AdjustedConfidence:
    """Lower a confidence for what went wrong, and show the calculation (D-102, X-26)."""
    parts = (
        (state_fact("council.late_agent"), rules.timeout, trouble.agent_timeouts > 0 or trouble.total_timeout),
        (state_fact("council.breaker"), rules.breaker, trouble.breaker),
        (state_fact("council.loop"), rules.loop, trouble.loop),
        (state_fact("council.failed_query"), rules.retrieval, trouble.failed_queries > 0),
    )
    counted = [(text, points) for text, points, held in parts if held and points]
    # Rounded against the claims: what does not stand never helps over a threshold.
    lost = math.ceil(round(confidence * 100 * trouble.unsupported, _POINT_DIGITS))
    if lost:
        unsupported, checked = trouble.claims
        told = state_fact("council.unfounded", n=unsupported, checked=checked, share=trouble.unsupported)
        counted.append((told, -lost))
    marks = (*flags, *((_REDUCED_BY_TIMEOUT,) if trouble.total_timeout else ()), *((_UNSUPPORTED,) if lost else ()))
    return sum_points(state_fact("council.stated"), confidence, counted, marks, weighing)
