"""Sums up the council's three members: the critic's verdict, the confidence, and what follows.

- Bands include their lower bound: 70 approves, 50 asks for a revision (D-118, X-33).
- The resolution's confidence starts from the debate's (X-32) and is calculated by D-127, recorded with every step. It
  counts as far as the council's synthesizer is as sure itself: the lower of the two figures is the council's.
- Consensus is strong when the debate agreed and nothing stayed open, partial when something did, else unresolved.
- A premise is critically weak when the critic gives premises less than half; an ignored alternative is relevant when
  the critic gives alternatives less than half; a risk is high when probability and impact both are.
- A resolution without all its parts (D-126) is marked with what it lacks, and decides nothing.
- A rejection goes to a person whatever the confidence; then a wanted revision, if there is room for one; then the
  threshold decides (D-73, X-11), and what passes it is released only with a complete warrant.
- After a revision all three look again, at the debate as it then stands; the council asks for one revision at most.
- A council that chooses another option than most seats vote for says so, and its dissent lists who they are. One whose
  text does not state the option it names overrides nobody: a person decides.
"""

from typing import Literal, assert_never

from moot.policies.limits import derive_spent
from moot.policies.thresholds import reaches, tidy
from moot.policies.verdict.confidence import state_line, sum_points
from moot.policies.verdict.resolution import mark_missing
from moot.policies.verdict.review import GUIDED
from moot.policies.verdict.warrant import check_warrant, find_ballot, find_leading, find_settled, name_condition
from moot.state.base import Texts
from moot.state.budget import Spent
from moot.state.debate import MultiAgentState
from moot.state.facts import Fact, Saying, state_fact
from moot.state.findings import AdjustedConfidence, Convergence, Escalation
from moot.state.outcome import Council, CouncilCritique, CouncilDissent, CouncilResolution, CouncilRuling
from moot.state.protocol import CriticBands, Profile

_CriticVerdict = Literal["approve", "revise", "reject"]
_Consensus = Literal["strong", "partial", "unresolved"]

COUNCIL_OVERRIDES = "council_overrides_majority"
"""Marks a council that chooses another option than the one most seats vote for."""

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
        parts += [(state_fact("council.critic_gives", total=critic.total), points)] if points else []
        if critic.premises < _HALF and dissent is not None and dissent.weakest_premise.strip():
            parts.append((state_fact("council.weak_premise"), -10))
    if dissent is not None and _is_high(dissent):
        parts.append((state_fact("council.high_risk"), -15))
    if (
        critic is not None
        and critic.alternatives < _HALF
        and dissent is not None
        and dissent.ignored_alternative.strip()
    ):
        parts.append((state_fact("council.ignored"), -5))
    return sum_points(state_fact("council.debate"), base, parts)


def weigh_resolution(resolution: CouncilResolution, calculated: AdjustedConfidence) -> CouncilResolution:
    """Let a resolution be no surer than its author is, and no surer than the calculation allows (D-127)."""
    stated = resolution.confidence
    value = min(stated, calculated.value)
    lines = (
        *calculated.calculation,
        state_line(state_fact("council.says"), tidy(stated * 100)),
        state_line(state_fact("council.counts"), tidy(value * 100)),
    )
    return resolution.model_copy(
        update={"stated_confidence": stated, "confidence": value, "calculation": lines},
    )


def close_council(
    state: MultiAgentState, council: Council, resolution: CouncilResolution, flags: Texts = ()
) -> Council:
    """Enter the resolution into the council, mark what it lacks or overrides, and decide what follows from it.

    A ruling that would release the resolution does so only with a complete warrant; otherwise a person decides.
    """
    profile, turns = state["protocol"].profile, state.get("turns") or []
    spent = derive_spent(turns, state.get("queries") or [], profile.rounds)
    escalation = state.get("escalation") or Escalation(target="council", reasons=())
    late = any(turn.status == "timeout" for turn in turns if turn.phase.startswith("council_"))
    dissent = _find_dissent(state, resolution)
    marks = (*council.flags, *flags, *((COUNCIL_OVERRIDES,) if dissent else ()))
    filled = council.model_copy(
        update={
            "resolution": resolution,
            "confidence": resolution.confidence,
            "timed_out": late or _is_overdue(spent, profile),
            "impasse": escalation.impasse,
            "dissent": dissent,
            "flags": mark_missing(resolution, tuple(dict.fromkeys(marks))),
        }
    )
    refinements, number = state.get("refinements", 0), state.get("round", 0)
    reopened = any(turn.phase == "council_synthesizer" and turn.round < number for turn in turns)
    ruling = judge_council(filled, escalation, profile, spent, refinements, reopened=reopened)
    ruled = filled.model_copy(update={"ruling": ruling})
    if ruling.outcome != "emit":
        return ruled
    warrant = check_warrant({**state, "escalation": escalation, "council": ruled})
    if warrant.complete:
        return ruled
    return ruled.model_copy(update={"ruling": _rule("human", *map(name_condition, warrant.unmet))})


def follow_ruling(state: MultiAgentState, council: Council) -> Escalation | None:
    """Send a matter that the council did not decide to a person, the council's own reason first (D-73, X-11).

    What the warrant lacked before is said as it stands now: nobody waits for the council any more.
    """
    escalation, ruling = state.get("escalation"), council.ruling
    if escalation is None or ruling is None or ruling.outcome != "human":
        return escalation
    asked = escalation.model_copy(update={"target": "human"})
    before, now = state.get("warrant_facts"), check_warrant({**state, "escalation": asked, "council": council})
    stale = {name_condition(each) for each in before.conditions} if before else set()
    lacking = (name_condition(each) for each in now.unmet if each.id != "reviewed")
    kept = (reason for reason in escalation.reasons if reason not in stale)
    return asked.model_copy(update={"reasons": tuple(dict.fromkeys((*ruling.reasons, *lacking, *kept)))})


def tell_reopening(state: MultiAgentState) -> Fact | None:
    """Tell what was proposed when the council opened the debate again, when that was, and why."""
    council, synthesis = state.get("council"), state.get("synthesis")
    if council is None or council.ruling is None or council.ruling.outcome != "refine":
        return None
    spent = derive_spent(state.get("turns") or [], state.get("queries") or [], state["protocol"].profile.rounds)
    return state_fact(
        "council.reopened",
        round=state.get("round", 0),
        minutes=round(spent.seconds / 60),
        total=council.critic.total if council.critic else 0,
        gaps=council.critic.gaps if council.critic else (),
        proposed=synthesis.decision.rstrip(" .") if synthesis else "",
        resolution=council.resolution.decision.rstrip(" .") if council.resolution else "",
    )


def _find_dissent(state: MultiAgentState, resolution: CouncilResolution) -> Texts:
    """List the seats whose option most vote for, when the council chooses another."""
    ballot = find_ballot(state)
    majority = find_settled(state, ballot) or find_leading(ballot)
    option = ballot.option(majority) if ballot and majority else None
    if option is None or resolution.choice in (None, option.id) or resolution.binding == "unbound":
        return ()
    return tuple(f"{seat}: {option.wording}" for seat in option.seats)


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
        return _rule("human", state_fact("council.rejects"))
    if council.verdict == "revise" and not reopened and _may_refine(profile, spent, refinements):
        return _rule("refine", state_fact("council.revise"))
    if escalation.then_human:
        return _rule("human", _explain_person(escalation))
    confidence = council.confidence
    if confidence is None and council.resolution is not None:
        confidence = council.resolution.confidence
    needed = profile.council.threshold
    if confidence is None:
        return _rule("human", state_fact("council.confidence_unknown", needed=needed))
    if not reaches(confidence, needed):
        return _rule("human", state_fact("council.confidence_below", confidence=confidence, needed=needed))
    reason = state_fact("council.confidence_reaches", confidence=confidence, needed=needed)
    if reaches(confidence, profile.escalation.emit):
        return _rule("emit", reason)
    caveat = state_fact("council.caveat", confidence=confidence)
    return CouncilRuling(outcome="emit", reasons=(reason,), caveats=(caveat,))


def _explain_person(escalation: Escalation) -> Saying:
    """Say why a person decides after the council in any case."""
    guided = (each for each in escalation.reasons if isinstance(each, Fact) and each.code == GUIDED)
    return next(guided, state_fact("council.then_human"))


def _is_overdue(spent: Spent, profile: Profile) -> bool:
    """Say whether the council's time is up, so that its synthesis is forced (D-78)."""
    limit = profile.timeout.council
    return limit is not None and spent.council_seconds >= limit


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


def _consensus_points(consensus: _Consensus) -> tuple[Fact, int]:
    match consensus:
        case "strong":
            return state_fact("council.strong"), 20
        case "partial":
            return state_fact("council.partial"), 10
        case "unresolved":
            return state_fact("council.unresolved"), -10
        case _:
            assert_never(consensus)


def _is_high(dissent: CouncilDissent) -> bool:
    return dissent.probability == "high" and dissent.impact in ("high", "catastrophic")


def _rule(outcome: Literal["emit", "human", "refine"], *reasons: Saying) -> CouncilRuling:
    return CouncilRuling(outcome=outcome, reasons=reasons)
