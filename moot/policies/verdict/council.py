"""Sums up the council's three members: the critic's verdict, the confidence, and what follows.

- Bands include their lower bound: 70 approves, 50 asks for a revision (D-118, X-33).
- The resolution's confidence starts from the debate's (X-32). It is calculated by D-127 before the resolution is
  written, and recorded with every step.
- Consensus is strong when the debate agreed and nothing stayed open, partial when something did, else unresolved.
- A premise is critically weak when the critic gives premises less than half; an ignored alternative is relevant when
  the critic gives alternatives less than half; a risk is high when probability and impact both are.
- A resolution without all its parts (D-126) stands, marked with what it lacks.
- A rejection goes to a person whatever the confidence; then a wanted revision, if there is room for one; then the
  threshold decides (D-73, X-11).
"""

from typing import Literal, assert_never

from moot.policies.language import reaches
from moot.policies.limits import derive_spent
from moot.policies.verdict.confidence import sum_points
from moot.state.base import Texts
from moot.state.budget import Spent
from moot.state.debate import MultiAgentState
from moot.state.findings import AdjustedConfidence, Convergence, Escalation
from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution, CouncilRuling
from moot.state.protocol import CriticBands, Profile

_CriticVerdict = Literal["approve", "revise", "reject"]
_Consensus = Literal["strong", "partial", "unresolved"]

_NEXT_STEPS = 3
"""A resolution names at least so many next steps (D-126)."""

_LACKING = "resolution_lacks:"
"""Begins the mark of a council whose resolution is not complete; the part it lacks follows."""

_HALF = 10


def judge_critique(critique: CouncilCritique, bands: CriticBands) -> _CriticVerdict:
    """Turn the critic's five marks into approve, revise or reject (D-118)."""
    if critique.total >= bands.approve:
        return "approve"
    return "revise" if critique.total >= bands.revise else "reject"


def calculate_confidence(
    base: float,
    convergence: Convergence | None,
    critic: CouncilCritique | None,
    dissent: CouncilDissent | None,
    bands: CriticBands,
) -> AdjustedConfidence:
    """Calculate the council's confidence from the debate's, step by step (D-127, X-32)."""
    parts = [_consensus_points(_grade_consensus(convergence))]
    if critic is not None:
        points = {"approve": 0, "revise": -10, "reject": -20}[judge_critique(critic, bands)]
        parts += [(f"the critic gives {critic.total}", points)] if points else []
        if critic.premises < _HALF and dissent is not None and dissent.weakest_premise.strip():
            parts.append(("a critical premise is weak", -10))
    if dissent is not None and _is_high(dissent):
        parts.append(("a high risk is not mitigated", -15))
    if (
        critic is not None
        and critic.alternatives < _HALF
        and dissent is not None
        and dissent.ignored_alternative.strip()
    ):
        parts.append(("a relevant alternative was ignored", -5))
    return sum_points("debate", base, parts)


def close_council(
    state: MultiAgentState, council: Council, resolution: CouncilResolution, flags: Texts = ()
) -> Council:
    """Enter the resolution into the council, mark what it lacks, and decide what follows from it."""
    profile, turns = state["protocol"].profile, state.get("turns") or []
    spent = derive_spent(turns, state.get("queries") or [], profile.rounds)
    escalation = state.get("escalation") or Escalation(target="council", reasons=())
    late = any(turn.status == "timeout" for turn in turns if turn.phase.startswith("council_"))
    filled = council.model_copy(
        update={
            "resolution": resolution,
            "confidence": resolution.confidence,
            "timed_out": late or _is_overdue(spent, profile),
            "impasse": escalation.impasse,
            "flags": _check_resolution(resolution, tuple(dict.fromkeys((*council.flags, *flags)))),
        }
    )
    refinements = state.get("refinements", 0)
    ruling = judge_council(filled, escalation, profile, spent, refinements, reopened=council.resolution is not None)
    return filled.model_copy(update={"ruling": ruling})


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
    if council.verdict == "revise" and not reopened and _may_refine(profile, spent, refinements):
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


def _is_overdue(spent: Spent, profile: Profile) -> bool:
    """Say whether the council's time is up, so that its synthesis is forced (D-78)."""
    limit = profile.timeout.council
    return limit is not None and spent.council_seconds >= limit


def _check_resolution(resolution: CouncilResolution, flags: Texts = ()) -> Texts:
    """Mark each part that a council owes and its resolution does not have (D-126).

    The other marks are kept; those of an earlier resolution are taken back.
    """
    steps = sum(1 for step in resolution.next_steps if step.strip())
    parts = {
        "decision": bool(resolution.decision.strip()),
        "residual_risks": any(map(str.strip, resolution.residual_risks)),
        "next_steps": steps >= _NEXT_STEPS,
        "reversal_criteria": any(map(str.strip, resolution.reversal_criteria)),
    }
    kept = (flag for flag in flags if not flag.startswith(_LACKING))
    return (*kept, *(f"{_LACKING}{part}" for part, given in parts.items() if not given))


def _may_refine(profile: Profile, spent: Spent, refinements: int) -> bool:
    """Say whether the debate may be re-opened: refinements and time are left (X-23, X-81)."""
    total = profile.timeout.total
    in_time = total is None or spent.seconds < total
    return in_time and refinements < profile.circuit_breaker.max_refinements


def _grade_consensus(convergence: Convergence | None) -> _Consensus:
    """Say how far the debate agreed, in the council's three words (D-127)."""
    if convergence is None or not convergence.converged:
        return "unresolved"
    return "partial" if convergence.open else "strong"


def _consensus_points(consensus: _Consensus) -> tuple[str, int]:
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


def _rule(outcome: Literal["emit", "human", "refine"], reason: str) -> CouncilRuling:
    return CouncilRuling(outcome=outcome, reasons=(reason,))
