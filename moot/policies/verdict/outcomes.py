"""Finds how a debate ends: its status, its decision, how sure it is, and who decided (X-80, X-85).

Only a complete warrant releases a decision (DESIGN 9). Without one the debate is inconclusive, and every ending but a
decision says which needed condition was not met. The first rule that fits decides:
1. A question that failed the checklist never started: `failed`.
2. A refinement without a debate after it: a person's word on the question, where one was asked for; else approved
   decides, rejected rejects, anything else is inconclusive; a person who took another direction aborted it, and a
   methodologist who could not be reached is a failure. A debate after it does not begin without an approved question.
3. A person's word: approve makes the proposal a decision, edit their own text, reject ends without one. A pause that
   was answered with guidance is followed by another gate, so it never ends here.
4. Nobody said anything that can be used: `failed` when no model could be reached, `inconclusive` otherwise.
5. The council's resolution, when it stands.
6. The synthesis.
"""

from collections.abc import Iterable

from moot.policies.refinement import UNHEARD
from moot.policies.refinement.evaluation import name_gap
from moot.policies.verdict.confidence import DETERMINISTIC
from moot.policies.verdict.synthesis import compose_inconclusive
from moot.policies.verdict.warrant import name_unmet
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.budget import Turn
from moot.state.conflicts import Acceptance
from moot.state.facts import Sayings, state_fact
from moot.state.findings import AdjustedConfidence, Breaker, Convergence, Escalation, StopReason
from moot.state.hypotheses import RootCause
from moot.state.outcome import Council, Inconclusive, Outcome, ReviewResponse, Synthesis
from moot.state.positions import Position
from moot.state.protocol import Profile, Route
from moot.state.refinement import MethodologistOutput, Version
from moot.state.warrant import Warrant

CHECKLIST = "checklist"
"""Who stops a debate that may not start."""

_REVIEWED = "human"
_SEARCHED = "judge"
"""Who is named for what a search for root causes concludes."""
_EMBEDDED = "local"
"""What turns call the embedded model; a file in its place is called by its own name too."""
OF_PROPOSAL = "of_proposal"
"""Marks the confidence of a decision that a person wrote in place of the proposed one: it is the proposal's."""


class Ending(Value):
    """Everything the end of a debate depends on."""

    profile: Profile
    route: Route
    blocked: Sayings = ()
    positions: tuple[Position, ...] = ()
    synthesis: Synthesis | None = None
    adjusted: AdjustedConfidence | None = None
    convergence: Convergence | None = None
    breaker: Breaker | None = None
    escalation: Escalation | None = None
    council: Council | None = None
    response: ReviewResponse | None = None
    """A person's last word; in a refinement, on the question."""
    redirected: bool = False
    """A person took another direction instead of refining."""
    root_cause: RootCause | None = None
    versions: tuple[Version, ...] = ()
    verdict: MethodologistOutput | None = None
    warrant: Warrant
    """What the decision needed, and what of it was met."""

    @property
    def stop_reason(self) -> StopReason | None:
        """Say why the debate ended where it did."""
        return find_stop_reason(self.convergence, self.breaker)


def name_uncertainty(synthesis: Synthesis | None) -> Sayings:
    """Say which kind of uncertainty whoever summed up declared: it travels with the decision, whoever made it.

    What a rule concluded instead says itself what it lacks.
    """
    if synthesis is None or synthesis.uncertainty == "none" or synthesis.author in (DETERMINISTIC, _SEARCHED):
        return ()
    return (state_fact(f"outcome.uncertain.{synthesis.uncertainty}"),)


def name_refused(synthesis: Synthesis | None) -> Sayings:
    """Quote what a synthesis said where the settled option's own words took its place: nothing of it was decided."""
    refused = synthesis.refused if synthesis is not None else ""
    return (state_fact("outcome.refused", text=refused),) if refused.strip() else ()


def name_demonstration(turns: Iterable[Turn]) -> Sayings:
    """Warn that the embedded demonstration model answered: who reads the decision has not read how it was started."""
    return (state_fact("outcome.demonstration"),) if any(turn.model == _EMBEDDED for turn in turns) else ()


def name_caveats(
    synthesis: Synthesis | None, acceptances: Iterable[Acceptance], number: int, *, answered: bool = False
) -> Sayings:
    """Say what travels with a proposal: who opposes it first, what its author could not know, and what was refused.

    Whoever wrote a decision of their own has answered what the proposal left unanswered.
    """
    unknown = () if answered else name_uncertainty(synthesis)
    return (*name_opposition(acceptances, number), *unknown, *name_refused(synthesis))


def name_opposition(acceptances: Iterable[Acceptance], number: int) -> Sayings:
    """Say which parties oppose the decision, each with its reason: that comes before all else that is said of it."""
    return tuple(
        state_fact("outcome.opposed_because", seat=each.seat, because=each.because.strip())
        if each.because.strip()
        else state_fact("outcome.opposed", seat=each.seat)
        for each in acceptances
        if each.stance == "opposes" and each.round == number
    )


def name_circumstances(turns: Iterable[Turn], ballot: Ballot | None, *, decided: bool) -> Sayings:
    """Say what the text of a decision does not show of how it came about: who answered, what stayed open."""
    return (*name_demonstration(turns), *name_open_conditions(ballot, decided=decided))


def name_open_conditions(ballot: Ballot | None, *, decided: bool) -> Sayings:
    """Say which condition of a vote a person decided over: nobody accepted it, and approving does not."""
    if ballot is None or not decided:
        return ()
    held = {seat: ballot.reserved[seat].rstrip(" .") for seat in ballot.unaccepted if ballot.reserved.get(seat)}
    return tuple(state_fact("outcome.condition_open", seat=seat, text=text) for seat, text in held.items())


def find_stop_reason(convergence: Convergence | None, breaker: Breaker | None) -> StopReason | None:
    """Say why a debate ended where it did.

    That nothing could be compared says more than the number of rounds (X-16), but not more than that time or money
    ended, which is why nothing could be.
    """
    silent = convergence is not None and convergence.stop_reason == "insufficient_positions"
    if breaker is not None and not (silent and breaker.reason in ("max_rounds", "max_iterations", "loop")):
        return breaker.reason
    return convergence.stop_reason if convergence else None


def conclude(ending: Ending) -> Outcome:
    """Find how the debate ends; what its warrant does not cover is no decision."""
    found = _find_outcome(ending)
    missing = ending.blocked[0] if ending.blocked else name_unmet(ending.warrant)
    if found.status != "decided":
        return found.model_copy(update={"reason": missing})
    if ending.warrant.complete:
        return found
    held_back = Outcome(
        status="inconclusive",
        confidence=found.confidence,
        confidence_flags=found.confidence_flags,
        stop_reason=found.stop_reason,
        decider="nobody",
        reason=missing,
    )
    return held_back.model_copy(update={"inconclusive": _explain(ending)})


def _find_outcome(ending: Ending) -> Outcome:
    if ending.blocked:
        return Outcome(status="failed", decider=CHECKLIST)
    if ending.route == "refine" and ending.synthesis is None:
        return _conclude_refinement(ending)
    if ending.response is not None and ending.response.type != "respond":
        return _conclude_review(ending, ending.response)
    silent = _conclude_silence(ending)
    if silent is not None:
        return silent
    council, asked = ending.council, ending.escalation is not None and ending.escalation.target == "council"
    if asked and council and council.resolution and council.ruling and council.ruling.outcome == "emit":
        return Outcome(
            status="decided",
            decision=council.resolution.decision,
            confidence=council.confidence,
            confidence_flags=_flags(ending, council.flags),
            confidence_steps=list_confidence_steps(ending.synthesis, ending.adjusted, council),
            stop_reason=ending.stop_reason,
            decider="council",
            caveats=council.ruling.caveats,
        )
    return _conclude_synthesis(ending)


def _conclude_synthesis(ending: Ending) -> Outcome:
    synthesis, adjusted, escalation = ending.synthesis, ending.adjusted, ending.escalation
    if synthesis is None or adjusted is None:
        return Outcome(status="inconclusive", stop_reason=ending.stop_reason, decider="nobody")
    return Outcome(
        status="decided",
        decision=synthesis.decision,
        confidence=adjusted.value,
        confidence_flags=_flags(ending),
        confidence_steps=list_confidence_steps(synthesis, adjusted),
        stop_reason=ending.stop_reason,
        decider=synthesis.author,
        caveats=escalation.caveats if escalation else (),
    )


def list_confidence_steps(
    synthesis: Synthesis | None, adjusted: AdjustedConfidence | None, council: Council | None = None
) -> Sayings:
    """List how a confidence was reckoned; what was neither weighed nor lowered is what its author said.

    Where a council ruled, its confidence counts, which is reckoned from that of the debate.
    """
    weighed = synthesis is not None and synthesis.weighing
    steps = adjusted.calculation if adjusted and (weighed or len(adjusted.calculation) > 2) else ()
    if council is None or council.confidence is None or council.resolution is None:
        return steps
    return (*steps, *council.resolution.calculation)


def _conclude_review(ending: Ending, response: ReviewResponse) -> Outcome:
    who = f"{_REVIEWED}: {response.reviewer}" if response.reviewer else _REVIEWED
    flags = _flags(ending, ending.council.flags if ending.council else ())
    base = Outcome(status="rejected", stop_reason=ending.stop_reason, decider=who, confidence_flags=flags)
    if response.type == "reject":
        return base.model_copy(update={"inconclusive": _explain(ending)})
    council, adjusted = ending.council, ending.adjusted
    of_council = council.confidence if council else None
    confidence = of_council if of_council is not None else adjusted.value if adjusted else None
    steps = list_confidence_steps(ending.synthesis, adjusted, council)
    proposal = council.resolution.decision if council and council.resolution else None
    decision = proposal or (ending.synthesis.decision if ending.synthesis else None)
    if response.type == "edit" and response.text.split() != (decision or "").split():
        # Nobody measured the person's own words: whatever is known belongs to what was proposed.
        marked = base.model_copy(update={"confidence_flags": (*flags, OF_PROPOSAL)})
        return marked.model_copy(update={"status": "decided", "decision": response.text, "confidence": confidence})
    released = {"status": "decided", "decision": decision, "confidence": confidence, "confidence_steps": steps}
    return base.model_copy(update=released)


def _explain(ending: Ending) -> Inconclusive | None:
    """Say which ways there are, where nothing is recommended (D-130)."""
    synthesis = ending.synthesis
    return compose_inconclusive(ending.positions, synthesis, ending.profile.seat_ids) if synthesis else None


def _conclude_silence(ending: Ending) -> Outcome | None:
    found = ending.root_cause.final_hypothesis is not None if ending.root_cause else None
    if found or (found is None and any(each.spoke for each in ending.positions)):
        return None
    reason: StopReason | None = ending.stop_reason if ending.breaker else "insufficient_positions"
    if ending.root_cause is not None and ending.root_cause.missing in ("no_data", "no_incident"):
        reason = ending.root_cause.stop_reason
    failed = ending.convergence is not None and ending.convergence.silence == "failed"
    return Outcome(
        status="failed" if failed else "inconclusive",
        stop_reason=reason,
        decider="nobody",
        inconclusive=_advise(ending.root_cause) if ending.root_cause is not None else None,
    )


def _advise(cause: RootCause) -> Inconclusive:
    """Say what would help to find a root cause where nothing at all was found, or that there is nothing to find."""
    if cause.missing == "no_incident":
        told = state_fact("outcome.no_incident")
        return Inconclusive(kind="no_incident", find_out=cause.what_would_help, statement=told)
    return Inconclusive(
        kind="insufficient_data",
        find_out=cause.what_would_help,
        statement=state_fact("outcome.no_cause"),
    )


def _conclude_refinement(ending: Ending) -> Outcome:
    verdict = ending.verdict
    if ending.redirected:
        return Outcome(status="aborted", decider=f"{_REVIEWED}: another direction")
    if verdict is None or not ending.versions:
        return Outcome(status="inconclusive", decider="methodologist: no verdict")
    if ending.response is not None:
        return _conclude_question(ending, ending.response)
    if UNHEARD in verdict.flags:
        return Outcome(status="failed", decider="nobody")
    forced = ending.versions[-1].forced_decision
    reason: StopReason = "max_refinements" if forced else "converged"
    if verdict.status == "approved":
        return Outcome(
            status="decided",
            decision=ending.versions[-1].question,
            stop_reason=reason,
            decider="methodologist",
            caveats=_name_gaps(ending),
        )
    if verdict.status == "rejected":
        return Outcome(status="rejected", stop_reason=reason, decider="methodologist")
    return Outcome(status="inconclusive", decider=f"methodologist: {verdict.status}")


def _conclude_question(ending: Ending, response: ReviewResponse) -> Outcome:
    """Follow a person who was asked about a question that was not earned."""
    who = f"{_REVIEWED}: {response.reviewer}" if response.reviewer else _REVIEWED
    forced = ending.versions[-1].forced_decision
    base = Outcome(status="rejected", stop_reason="max_refinements" if forced else "converged", decider=who)
    if response.type == "reject":
        return base
    decision = response.text if response.type == "edit" else ending.versions[-1].question
    return base.model_copy(update={"status": "decided", "decision": decision, "caveats": _name_gaps(ending)})


def _name_gaps(ending: Ending) -> Sayings:
    """Say of an approval that nobody worded the question, that it was forced, and which gaps it leaves open."""
    last = ending.versions[-1]
    gaps = tuple(map(name_gap, last.open_gaps or last.feedback.improvements))
    forced = (state_fact("outcome.forced"),) if last.forced_decision else ()
    # Who edits it words it.
    edited = ending.response is not None and ending.response.type == "edit"
    composed = (state_fact("outcome.composed"),) if last.composed and not edited else ()
    return (*composed, *forced, *((state_fact("outcome.open_gaps", gaps=gaps),) if gaps else ()))


def _flags(ending: Ending, more: Texts = ()) -> Texts:
    return tuple(dict.fromkeys((*(ending.adjusted.flags if ending.adjusted else ()), *more)))
