"""Chooses who has to look at a result, and ends the debate (D-14, D-60..D-73, D-92, X-85)."""

from moot.catalogue import frame_language, speak
from moot.nodes.asking import announce
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.moments import take_moment
from moot.policies.agreement import STRATEGIES
from moot.policies.agreement.ballot import is_unanimous
from moot.policies.agreement.voting import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.critique.ledger import find_unfounded
from moot.policies.limits.breaker import aim_breaker, check_after, name_limit_target
from moot.policies.refinement import read_choice
from moot.policies.rounds import view_round
from moot.policies.verdict import Ending, Gate, adjust_confidence, choose_escalation, conclude, find_review_need
from moot.policies.verdict.review import QUESTION_ACTION, find_final_response, find_guide, find_question_response
from moot.policies.verdict.warrant import check_warrant, find_ballot, find_settled, find_stronger, name_condition
from moot.state.conflicts import Acceptance
from moot.state.debate import MultiAgentState
from moot.state.facts import Saying, Sayings, state_fact
from moot.state.findings import Escalation
from moot.state.outcome import Council, Outcome, ReviewResponse
from moot.state.warrant import Warrant


def make_gate() -> AsyncNode:
    """Seat the gate, which asks the policies who has to look at the result."""

    async def gate(state: MultiAgentState) -> StateUpdate:
        profile, breaker, synthesis = state["protocol"].profile, state.get("breaker"), state.get("synthesis")
        adjusted = adjust_confidence(state)
        convergence = state.get("convergence")
        said = (
            *(state.get("positions") or ()),
            *(state.get("hypotheses") or ()),
        )  # hypotheses are a search's positions
        heard = {each.seat for each in said if each.spoke}
        # Nobody has looked at this result yet, whatever was found before the debate was opened again.
        warrant = check_warrant({**state, "escalation": None})
        ballot = find_ballot(state)
        # A stronger model that chose among what the seats left open is whom the split called.
        settled = find_stronger(state) is not None
        called = settled and breaker is not None and name_limit_target(breaker.reason, profile.on_limit) == "council"
        departs = synthesis is not None and synthesis.binding == "departs"
        escalation = choose_escalation(
            Gate(
                confidence=adjusted.value if adjusted else None,
                case=state["case"],
                route=state["routing"].route,
                heard=len(heard),
                convergence=None if settled or state["routing"].route == "simple" else convergence,
                breaker=None if called else breaker,
                critical_divergence=bool(synthesis and synthesis.critical_divergence),
                uncertainty=synthesis.uncertainty if synthesis else "insufficient_data",
                departs=departs and not (ballot is not None and is_unanimous(ballot)),
                unmet=warrant.unmet,
                human_reasons=human_reasons(state),
                guide=find_guide(state) if find_settled(state, ballot) is None else None,
            ),
            profile,
        )
        now = check_warrant({**state, "escalation": escalation})
        # Said as it stands once somebody is chosen: where a person is asked, nobody waits for the council.
        pairs = zip(warrant.conditions, now.conditions, strict=True)
        current: dict[Saying, Saying] = {name_condition(before): name_condition(after) for before, after in pairs}
        escalation = escalation.model_copy(
            update={"reasons": tuple(current.get(each, each) for each in escalation.reasons)}
        )
        told = list(map(speak(frame_language(state["case"].language)).tell, escalation.reasons))
        opposing = [each.seat for each in state.get("acceptances") or [] if _opposes(each, state)]
        announce("escalated", target=escalation.target, reasons=told, impasse=escalation.impasse, opposing=opposing)
        update: StateUpdate = {
            "escalation": escalation,
            **put_warrant(state, check_warrant({**state, "escalation": escalation})),
        }
        if escalation.target != "council" and find_guide(state) is not None and state.get("council") is not None:
            # What the council made of the debate before a person told the agents more is not what is put to them now.
            update["council"] = Council()
        if breaker is not None:
            # the breaker's target is known only now.
            update["breaker"] = aim_breaker(breaker, escalation, synthesis.consensus_points if synthesis else ())
        return update

    return gate


def _opposes(said: Acceptance, state: MultiAgentState) -> bool:
    return said.stance == "opposes" and said.round == state.get("round", 0)


def put_warrant(state: MultiAgentState, warrant: Warrant) -> StateUpdate:
    """Put a warrant into the state: its facts, and in words for whoever runs the graph."""
    return {"warrant": speak(state["case"].language).tell_all(warrant), "warrant_facts": warrant}


def human_reasons(state: MultiAgentState) -> Sayings:
    """Find the protocol's own reasons to call a person: severe critiques, missing evidence, unsettled conflicts."""
    profile, convergence = state["protocol"].profile, state.get("convergence")
    reasons: list[Saying] = []
    if (
        STRATEGIES.get(profile.convergence.strategy).subject == "critiques"
        and convergence is not None
        and state.get("round", 0)
    ):
        closed = view_round(state, tuple(state.get("positions") or ()), tuple(state.get("critiques") or ()))
        reasons += find_review_need(closed, convergence, profile.claims).reasons
    elif profile.warrant.is_required("evidence"):
        # Where critiques decide, the need for a review counts the same claims.
        reasons += find_unfounded(state.get("ledgers") or [], profile.claims)
    report = state.get("conflict_report")
    topics = {each.conflict_id: each.topic for each in report.conflicts} if report else {}
    for result in state.get("consensus_results") or []:
        if not result.accepted or result.escalate:
            reasons.append(
                state_fact(
                    "gate.conflict_open",
                    conflict=tuple(topics.get(result.conflict_id, result.conflict_id).split(" vs ")),
                    confidence=result.confidence_score,
                    n=len(result.unresolved_aspects),
                )
            )
    return tuple(reasons)


def make_emitter() -> AsyncNode:
    """Seat whoever closes the debate."""

    async def emit(state: MultiAgentState) -> StateUpdate:
        profile, reviews = state["protocol"].profile, state.get("reviews") or []
        adjusted, warrant = adjust_confidence(state), check_warrant(state)
        outcome = conclude(
            Ending(
                profile=profile,
                route=state["routing"].route,
                blocked=tuple(
                    check.reason
                    for checklist in state.get("checklists") or []
                    if checklist.stage == "before"
                    for check in checklist.checks
                    if not check.passed
                ),
                positions=tuple(state.get("positions") or ()),
                synthesis=state.get("synthesis"),
                adjusted=adjusted,
                convergence=state.get("convergence"),
                breaker=state.get("breaker"),
                escalation=state.get("escalation"),
                council=state.get("council"),
                response=_find_response(state),
                redirected=is_redirected(state),
                root_cause=state.get("root_cause"),
                versions=tuple(state.get("hypothesis_versions") or ()),
                verdict=state.get("methodologist_output"),
                warrant=warrant,
            )
        )
        counted = state.get("ballot")
        ballots = cast_hypothesis_ballots(state.get("hypotheses") or [], counted) or cast_ballots(
            state.get("positions") or [], counted
        )
        outcome = outcome.model_copy(update={"ended_at": take_moment("emit")})
        checklist = check_after(
            state.get("synthesis"),
            outcome.confidence,
            state.get("escalation"),
            outcome,
            council=state.get("council"),
            reviews=reviews,
            rounds=state.get("rounds") or (),
            opened=state.get("round", 0),
            argued=state["routing"].route != "refine",
        )
        announce(
            "ended",
            status=outcome.status,
            decision=outcome.decision,
            confidence=outcome.confidence,
            steps=list(map(speak(frame_language(state["case"].language)).tell, outcome.confidence_steps)),
            reason=speak(frame_language(state["case"].language)).tell(outcome.reason),
        )
        return {
            **put_warrant(state, warrant),
            "escalation": _tell_missing(state, outcome),
            "outcome": outcome,
            "baselines": find_baselines(ballots, profile.seat_ids),
            "checklists": [checklist],
        }

    return emit


def _find_response(state: MultiAgentState) -> ReviewResponse | None:
    """Find the person's word that ends the debate; in a refinement, on its question."""
    refines = state["routing"].route == "refine"
    return find_question_response(state) if refines else find_final_response(state)


def is_redirected(state: MultiAgentState) -> bool:
    """Tell whether a person who steered a refinement took another direction."""
    reviews = state.get("reviews") or []
    if state["routing"].route != "refine" or not reviews:
        return False
    match reviews[-1].request:
        case {"action_requests": [{"name": str(name)}, *_]} if name == QUESTION_ACTION:
            return False
    response = reviews[-1].response
    return response is not None and read_choice(response)[0] == "other"


def _tell_missing(state: MultiAgentState, outcome: Outcome) -> Escalation | None:
    """Put what was missing first among the reasons of a debate that decided nothing."""
    escalation = state.get("escalation")
    if not outcome.reason:
        return escalation
    known = escalation or Escalation(target="none", reasons=())
    return known.model_copy(update={"reasons": tuple(dict.fromkeys((outcome.reason, *known.reasons)))})
