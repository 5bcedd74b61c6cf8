"""What the council's three members amount to: verdict, confidence, and what follows.

- Bands include their lower bound: 70 approves, 50 asks for a revision (D-118, X-33).
- The resolution's confidence starts from the debate's (X-32). It is calculated by D-127 and recorded with every step;
  a stated confidence far from it is reported as a failed check, not replaced.
- Consensus is strong when the debate agreed and nothing stayed open, partial when something did, else unresolved.
- A premise is critically weak when the critic gives premises less than half; an ignored alternative is relevant when
  the critic gives alternatives less than half; a risk is high when probability and impact both are, and
  unmitigated when the resolution lists no residual risk.
- One pass per question (D-131): after a refinement the synthesizer alone speaks again (X-23).
- A rejection goes to a person whatever the confidence; then a wanted revision, if there is room for one; then the
  threshold decides (D-73, X-11).
"""

from typing import Literal, assert_never

from moot.policies.language import reaches
from moot.policies.verdict.confidence import sum_points
from moot.state.base import Score, Texts, Value
from moot.state.budget import Spent
from moot.state.findings import AdjustedConfidence, Check, Convergence, Escalation
from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution, CouncilRuling
from moot.state.protocol import CriticBands, Profile

CriticVerdict = Literal["approve", "revise", "reject"]
Consensus = Literal["strong", "partial", "unresolved"]

NEXT_STEPS = 3
"""A resolution names at least so many next steps (D-126)."""

TOLERANCE = 10
"""A stated confidence may differ from the calculated one by so many points."""

_HALF = 10


class CriticFinding(Value):
    """The critic's total and what it means."""

    total: Score
    verdict: CriticVerdict
    reason: str


def judge_critique(critique: CouncilCritique, bands: CriticBands) -> CriticFinding:
    """Turn the critic's five marks into approve, revise or reject (D-118)."""
    total = critique.total
    verdict: CriticVerdict = "reject"
    if total >= bands.approve:
        verdict = "approve"
    elif total >= bands.revise:
        verdict = "revise"
    reason = f"The critic gives {total} of 100: approve from {bands.approve}, revise from {bands.revise}."
    return CriticFinding(total=total, verdict=verdict, reason=reason)


def grade_consensus(convergence: Convergence | None) -> Consensus:
    """Say how far the debate agreed, in the council's three words (D-127)."""
    if convergence is None or not convergence.converged:
        return "unresolved"
    return "partial" if convergence.open else "strong"


def calculate_confidence(
    base: float,
    consensus: Consensus,
    critic: CouncilCritique | None,
    dissent: CouncilDissent | None,
    bands: CriticBands,
    residual_risks: Texts = (),
    base_name: str = "debate",
) -> AdjustedConfidence:
    """Calculate the council's confidence from the debate's, step by step (D-127, X-32)."""
    parts = [_consensus_points(consensus)]
    if critic is not None:
        points = {"approve": 0, "revise": -10, "reject": -20}[judge_critique(critic, bands).verdict]
        parts += [(f"the critic gives {critic.total}", points)] if points else []
        if critic.premises < _HALF and dissent is not None and dissent.weakest_premise.strip():
            parts.append(("a critical premise is weak", -10))
    if dissent is not None and _is_high(dissent) and not residual_risks:
        parts.append(("a high risk is not mitigated", -15))
    if (
        critic is not None
        and critic.alternatives < _HALF
        and dissent is not None
        and dissent.ignored_alternative.strip()
    ):
        parts.append(("a relevant alternative was ignored", -5))
    return sum_points(base_name, base, parts)


def seat_council(council: Council | None) -> tuple[str, ...]:
    """Name the members who speak: all three once, and only the synthesizer after a refinement (D-131, X-23)."""
    if council is None or (council.critic is None and council.advocate is None and council.resolution is None):
        return ("council_critic", "council_advocate", "council_synthesizer")
    return ("council_synthesizer",)


def is_overdue(spent: Spent, profile: Profile) -> bool:
    """Say whether the council's time is up, so that its synthesis is forced (D-78)."""
    limit = profile.timeout.council
    return limit is not None and spent.council_seconds >= limit


def check_resolution(resolution: CouncilResolution, calculated: AdjustedConfidence | None = None) -> tuple[Check, ...]:
    """Check whether a resolution has every part a council owes (D-126)."""
    steps = sum(1 for step in resolution.next_steps if step.strip())
    checks = [
        _check("decision", bool(resolution.decision.strip()), "a path is chosen"),
        _check("residual_risks", bool(resolution.residual_risks), "residual risks are named"),
        _check("next_steps", steps >= NEXT_STEPS, f"{steps} next steps, at least {NEXT_STEPS} wanted"),
        _check("reversal_criteria", bool(resolution.reversal_criteria), "it says what would reverse the decision"),
    ]
    if calculated is not None:
        gap = abs(resolution.confidence - calculated.value) * 100
        stated = f"stated {resolution.confidence * 100:g}, calculated {calculated.value * 100:g}"
        checks.append(_check("confidence", reaches(TOLERANCE, gap), stated))
    return tuple(checks)


def judge_council(
    council: Council,
    escalation: Escalation,
    profile: Profile,
    spent: Spent,
    refinements: int = 0,
    *,
    reopened: bool = False,
) -> CouncilRuling:
    """Decide whether the council's resolution is emitted, goes to a person, or the debate is re-opened."""
    if council.verdict == "reject":
        return _rule("human", "The critic rejects how the debate was argued.")
    if council.verdict == "revise" and not reopened and may_refine(profile, spent, refinements):
        return _rule("refine", "The critic asks for a revision, and there is room for one.")
    if escalation.then_human:
        return _rule("human", "The council has looked; a person decides because of the low confidence.")
    confidence = council.confidence
    if confidence is None and council.resolution is not None:
        confidence = council.resolution.confidence
    if confidence is None or not reaches(confidence, profile.council.threshold):
        known = "unknown" if confidence is None else f"{confidence:.2f}"
        return _rule("human", f"The council's confidence is {known}, below {profile.council.threshold:.2f}.")
    reason = f"The council's confidence {confidence:.2f} reaches {profile.council.threshold:.2f}."
    if reaches(confidence, profile.escalation.emit):
        return _rule("emit", reason)
    caveat = f"Emitted with a caveat: the council is only {confidence * 100:g} % sure."
    return CouncilRuling(outcome="emit", reasons=(reason,), caveats=(caveat,))


def may_refine(profile: Profile, spent: Spent, refinements: int) -> bool:
    """Say whether the debate may be re-opened: refinements and time are left (X-23, X-81)."""
    total = profile.timeout.total
    in_time = total is None or spent.seconds < total
    return in_time and refinements < profile.circuit_breaker.max_refinements


def _consensus_points(consensus: Consensus) -> tuple[str, int]:
    match consensus:
        case "strong":
            return "strong consensus", 20
        case "partial":
            return "partial consensus", 10
        case "unresolved":
            return "unresolved divergence", -10
        case _:
            assert_never(consensus)


def _is_high(dissent: CouncilDissent) -> bool:
    return dissent.probability == "high" and dissent.impact in ("high", "catastrophic")


def _check(item: str, passed: bool, reason: str) -> Check:
    return Check(item=item, passed=passed, reason=reason)


def _rule(outcome: Literal["emit", "human", "refine"], reason: str) -> CouncilRuling:
    return CouncilRuling(outcome=outcome, reasons=(reason,))
