"""Gathers from a debate what its warrant looks at, by the protocol and the route it took (DESIGN 9).

What a protocol does not have is left out, and the condition does not apply: a root cause is not voted on, one answer
alone is not compared with anybody's. What a protocol has and a debate does not show counts as not shown.

- Who was asked more than once has answered when it did so the last time; who gave no advice has not. A round that was
  cut off by the end of time or money is not full, and the one before it counts.
- The council has authority in a matter that the gate sent to it, once its ruling releases the resolution; an option
  that nobody votes for departs from what all said, so a person decides.
- What a person was asked to decide stays that person's when they told the agents something instead: votes may settle
  it then, the council may not.
- Who voted for an option that another voter's excludes is heard when it spoke in a rebuttal, at that time or later;
  who fell silent before that was not heard.
- A debate that was stored without a ballot is counted by its words.
"""

from itertools import combinations

from moot.policies.agreement.ballot import count_ballot, is_unanimous, list_shared_points
from moot.policies.comparison.stances import hold_unexplained
from moot.policies.critique import count_unresolved, list_unresolved
from moot.policies.language import is_placeholder
from moot.policies.limits.breaker import name_limit_target
from moot.policies.verdict.binding import BindingFacts, bind_answer, bind_ruling, read_binding
from moot.policies.verdict.confidence import COUNCIL_FALLBACK, DETERMINISTIC, MEDIATOR_MISSING
from moot.policies.verdict.resolution import list_missing_members, list_missing_parts
from moot.policies.verdict.review import find_final_response, find_guide
from moot.policies.verdict.warrant.accepting import gather_acceptance, gather_argument
from moot.policies.verdict.warrant.attendance import gather_quorum
from moot.policies.verdict.warrant.conditions import NAMED_CONDITION, judge_warrant
from moot.policies.verdict.warrant.facts import (
    CouncilFacts,
    CritiqueFacts,
    HearingFacts,
    LimitFacts,
    QuorumFacts,
    SettlementFacts,
    WarrantFacts,
)
from moot.policies.verdict.warrant.opposition import find_norm_conflicts, find_opposed_answers, find_uncompared
from moot.policies.verdict.warrant.search import gather_data, gather_judgement
from moot.policies.verdict.warrant.substance import gather_evidence, gather_refinement
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.debate import MultiAgentState
from moot.state.facts import Fact, state_fact
from moot.state.outcome import Council, CouncilResolution, ReviewResponse
from moot.state.warrant import Warrant


def check_warrant(state: MultiAgentState) -> Warrant:
    """Judge the warrant of a debate as it stands."""
    return judge_warrant(gather_warrant(state))


def gather_warrant(state: MultiAgentState) -> WarrantFacts:
    """Gather what the warrant of a debate looks at."""
    profile, routing = state["protocol"].profile, state.get("routing")
    response = find_final_response(state)
    approved = response.reviewer if response is not None and response.type in ("approve", "edit") else None
    route = routing.route if routing else "debate"
    if route == "refine":
        return WarrantFacts(rules=profile.warrant, filled=gather_refinement(state))
    common: dict[str, Value | None] = {
        "filled": gather_refinement(state) if state.get("hypothesis_versions") else None,
        "reviewed": _gather_review(state),
        "limits": _gather_limits(state),
    }
    if route == "simple":
        own = _gather_single(state)
    elif profile.judge.enabled:
        own = _gather_search(state)
    elif profile.conflicts.enabled:
        own = _gather_boardroom(state)
    else:
        own = _gather_debate(state)
    if "bound" in own and response is not None and _is_rewritten(state, response):
        own["bound"] = BindingFacts(states=False, detail=state_fact("warrant.bound.edited"))
    return WarrantFacts.model_validate({"rules": profile.warrant, "approved_by": approved, **common, **own})


def _is_rewritten(state: MultiAgentState, response: ReviewResponse) -> bool:
    """Say whether a person put other words in the place of what was proposed: nobody compared them with the votes."""
    council, synthesis = state.get("council"), state.get("synthesis")
    proposed = council.resolution if council is not None and council.resolution is not None else synthesis
    return response.type == "edit" and (proposed is None or response.text.split() != proposed.decision.split())


def find_ballot(state: MultiAgentState) -> Ballot | None:
    """Find who votes for what; a debate without a ballot is counted by its words, and what is not voted on has none."""
    profile, routing = state["protocol"].profile, state.get("routing")
    if profile.judge.enabled or (routing is not None and routing.route in ("simple", "refine")):
        return None
    ballot = state.get("ballot")
    if ballot is not None:
        return ballot
    positions = state.get("positions") or []
    for number in sorted({each.round for each in positions if each.spoke and each.round}):
        ballot = count_ballot(
            number,
            [each for at in range(1, number + 1) for each in hold_unexplained(at, positions)],
            state["case"].language,
            profile.convergence.threshold,
            given=state["case"].options,
            previous=ballot,
        )
    return ballot


def find_leading(ballot: Ballot | None) -> str | None:
    """Find the option most seats vote for; None when two are equal."""
    if ballot is None:
        return None
    ordered = sorted(ballot.options, key=lambda option: -len(option.seats))
    if not ordered or not ordered[0].seats:
        return None
    return None if len(ordered) > 1 and len(ordered[1].seats) == len(ordered[0].seats) else ordered[0].id


def find_settled(state: MultiAgentState, ballot: Ballot | None) -> str | None:
    """Find the option that the votes settle: by pairs of seats, or as the protocol's own strategy calls them agreed."""
    if ballot is None or ballot.settled is not None:
        return ballot.settled if ballot else None
    convergence = state.get("convergence")
    return find_leading(ballot) if convergence is not None and convergence.converged else None


def has_council_decided(state: MultiAgentState) -> bool:
    """Say whether the matter was sent to the council, and its ruling releases a resolution."""
    escalation, council = state.get("escalation"), state.get("council")
    if escalation is None or escalation.target != "council" or council is None or council.resolution is None:
        return False
    return council.ruling is not None and council.ruling.outcome == "emit"


def find_stronger(state: MultiAgentState) -> str | None:
    """Name the stronger model that chose among the options which the seats left open; None where none did."""
    ladder = state.get("ladder")
    return ladder.chosen.model if ladder is not None and ladder.chosen is not None else None


def _gather_debate(state: MultiAgentState) -> dict[str, Value | None]:
    profile, ballot = state["protocol"].profile, find_ballot(state)
    supervised, proposed = "supervisor" in profile.roles, _find_proposed(state, ballot)
    sources = bool(state.get("evidence")) or profile.claims.evidence_required == "all"
    return {
        "quorum": gather_quorum(state),
        "settled": _gather_supervision(state) if supervised else _gather_votes(state, ballot),
        "bound": _gather_binding(state, ballot),
        "heard": None if supervised else _gather_hearing(state, ballot),
        "critiques": _gather_critiques(state, ballot, proposed),
        "evidence": gather_evidence(state, ballot, proposed) if sources else None,
    }


def _gather_boardroom(state: MultiAgentState) -> dict[str, Value | None]:
    """A boardroom is decided by whoever settles its conflicts, or speaks first where there is none."""
    synthesis, debates = state.get("synthesis"), state.get("conflict_debates") or []
    results, ballot = state.get("consensus_results") or [], find_ballot(state)
    accepted = gather_acceptance(state)
    open_ids = {each.conflict_id for each in debates} - {each.conflict_id for each in results if each.accepted}
    decider = None
    if synthesis is not None and not open_ids and not {DETERMINISTIC, MEDIATOR_MISSING} & set(synthesis.flags):
        decider = synthesis.author
    return {
        "quorum": gather_quorum(state),
        "settled": SettlementFacts(authority=_name_council(state) or decider),
        "bound": bind_ruling(synthesis, ballot, state.get("positions") or [], state["case"].language),
        "heard": gather_argument(state, accepted, _list_rebutting(state, 2)),
        "evidence": gather_evidence(state, ballot, _find_proposed(state, ballot)) if state.get("evidence") else None,
        "accepted": accepted,
    }


def _gather_single(state: MultiAgentState) -> dict[str, Value | None]:
    """One agent answers alone: it has to answer, and its words are the decision."""
    said = [each for each in state.get("positions") or [] if not is_placeholder(each.recommendation or "")]
    spoke, seats = {each.seat for each in said}, state["routing"].seats[:1]
    if said:
        bound = bind_answer(said[-1], state["case"].options, state["case"].language)
    else:
        bound = BindingFacts(states=False, detail=state_fact("warrant.bound.unwritten"))
    return {"quorum": QuorumFacts(asked=seats, answered=tuple(seat for seat in seats if seat in spoke)), "bound": bound}


def _gather_votes(state: MultiAgentState, ballot: Ballot | None) -> SettlementFacts:
    audit = state.get("audit")
    # An objection that stands on evidence opens the debate again; where no round is left nobody has answered it.
    unanswered = audit is not None and (
        audit.outcome in ("pending", "unanswered") or (audit.outcome == "upheld" and audit.evidence)
    )
    doubted = audit.reason if audit is not None and unanswered else ""
    return SettlementFacts(
        option=None if doubted else find_settled(state, ballot),
        authority=_name_council(state) or find_stronger(state),
        doubted=doubted,
        note=ballot.note if ballot else "",
        reserved=(reserved := _list_reserved(ballot)),
        unaccepted=tuple(seat for seat in reserved if ballot is not None and seat in ballot.unaccepted),
    )


def _gather_supervision(state: MultiAgentState) -> SettlementFacts:
    """What both sides vote for is settled by them; else the supervisor decides, but not over opposed answers (L-26)."""
    synthesis, ballot = state.get("synthesis"), find_ballot(state)
    settled = find_settled(state, ballot)
    apart, doubted = find_opposed_answers(state), find_uncompared(state)
    wrote = synthesis is not None and synthesis.author == "supervisor" and not doubted
    authority = None if settled else "supervisor"
    return SettlementFacts(
        option=settled if wrote else None,
        authority=authority if wrote else None,
        opposed=apart,
        shared=_list_common(ballot) if apart else (),
        doubted=doubted,
        reserved=(reserved := _list_reserved(ballot)),
        unaccepted=tuple(seat for seat in reserved if ballot is not None and seat in ballot.unaccepted),
    )


_MOST_SHARED = 3


def _list_common(ballot: Ballot | None) -> Texts:
    """List what answers that exclude each other advise alike: the points that all share, without risks and dates."""
    points = list_shared_points(ballot) if ballot is not None else ()
    return tuple(each.text for each in points if each.criterion == "premises")[:_MOST_SHARED]


def is_settled_by_sides(state: MultiAgentState) -> bool:
    """Say whether the debate itself settled the question, whatever a person decided afterwards."""
    known = _gather_supervision(state)
    held = known.opposed or known.doubted or (known.option is not None and known.unaccepted)
    return not held and (known.option is not None or known.authority is not None)


def _list_reserved(ballot: Ballot | None) -> dict[str, str]:
    """List on which conditions the leading option is voted for."""
    leading = ballot.option(ballot.settled or find_leading(ballot) or "") if ballot else None
    return {seat: text for seat, text in ballot.reserved.items() if seat in leading.seats} if ballot and leading else {}


def _gather_search(state: MultiAgentState) -> dict[str, Value | None]:
    """A root cause is looked for by reasoners and decided by a judge; where there is no data nobody was asked.

    Where all reasoners find no incident there is no cause to settle.
    """
    data = gather_data(state)
    if not data.observed:
        return {"data": data}
    if data.agreed_calm:
        return {"quorum": gather_quorum(state), "data": data}
    return {"quorum": gather_quorum(state), "settled": gather_judgement(state), "data": data}


def _gather_binding(state: MultiAgentState, ballot: Ballot | None) -> BindingFacts:
    synthesis, council, settled = state.get("synthesis"), state.get("council"), find_settled(state, ballot)
    unanimous = ballot is not None and is_unanimous(ballot)
    ruled = _find_ruled(council)
    if ruled is not None:
        named = ballot.option(str(ruled.choice)) if ballot else None
        if ballot is not None and named is not None and named.id not in _list_last_voted(ballot):
            why = state_fact("warrant.bound.council_unvoted", option=named.id)
            return BindingFacts(states=False, departs_because=why, unanimous=True)
        return _bind_council(ruled, settled, unanimous=unanimous, accepted=has_council_decided(state))
    if synthesis is None:
        return BindingFacts(states=False, detail=state_fact("warrant.bound.unwritten"))
    positions = state.get("positions") or []
    match read_binding(synthesis, ballot, settled, positions, state["case"].language):
        case "stated":
            return BindingFacts(states=True, detail=state_fact("warrant.bound.option", option=settled))
        case "rebound":
            return BindingFacts(states=True, detail=state_fact("warrant.bound.rebound", option=settled))
        case "open":
            return BindingFacts(states=True, detail=state_fact("warrant.bound.free"))
        case "departs":
            return BindingFacts(states=False, departs_because=synthesis.departs_because, unanimous=unanimous)
        case "unbound" | "rewrite" if settled is None:
            return BindingFacts(states=False, detail=state_fact("warrant.bound.unbound"))
        case "unbound" | "rewrite":
            return BindingFacts(states=False, detail=state_fact("warrant.bound.unshown", option=settled))


def _list_last_voted(ballot: Ballot) -> set[str]:
    """List the options that had votes when seats last voted: a round that ended unanswered took none back."""
    last = max((vote.round for vote in ballot.votes), default=0)
    return {vote.option for vote in ballot.votes if vote.round == last}


def _find_ruled(council: Council | None) -> CouncilResolution | None:
    """Find the resolution that is proposed: released, or put to a person; what a rule put together says nothing new."""
    if council is None or council.resolution is None or council.ruling is None or council.ruling.outcome == "refine":
        return None
    return council.resolution if council.resolution.author != COUNCIL_FALLBACK else None


def _bind_council(
    resolution: CouncilResolution, settled: str | None, *, unanimous: bool, accepted: bool
) -> BindingFacts:
    if settled is None:
        # Only a council that released its resolution has decided; one that is put to a person proposes.
        told = state_fact("warrant.reviewed.decided" if accepted else "warrant.bound.free")
        return BindingFacts(states=True, detail=told)
    if resolution.choice == settled:
        return BindingFacts(states=True, detail=state_fact("warrant.bound.option", option=settled))
    if resolution.binding == "unbound":
        # It names an option, and nothing shows that its text states it: neither what was settled nor a departure.
        return BindingFacts(states=False, detail=state_fact("warrant.bound.unshown", option=settled))
    none = resolution.choice in (None, "none")
    why = (
        state_fact("warrant.bound.council_none", settled=settled)
        if none
        else state_fact("warrant.bound.council_option", option=resolution.choice, settled=settled)
    )
    return BindingFacts(states=False, departs_because=why, unanimous=unanimous, accepted=accepted)


def _gather_hearing(state: MultiAgentState, ballot: Ballot | None) -> HearingFacts:
    if ballot is None:
        return HearingFacts()
    opposed: dict[str, None] = {}
    heard: set[str] = set()
    for number in sorted({vote.round for vote in ballot.votes}):
        now = [vote for vote in ballot.votes if vote.round == number]
        for one, other in combinations(now, 2):
            if ballot.is_opposed(one.option, other.option):
                opposed |= dict.fromkeys((one.seat, other.seat))
                heard |= {one.seat, other.seat} & set(_list_rebutting(state, max(2, number)))
    return HearingFacts(opposed=tuple(opposed), rebutted=tuple(seat for seat in opposed if seat in heard))


def _list_rebutting(state: MultiAgentState, first: int) -> Texts:
    """List who spoke in a rebuttal, in this round or later."""
    spoke = (each.seat for each in state.get("positions") or [] if each.spoke and each.round >= first)
    return tuple(dict.fromkeys(spoke))


def _find_proposed(state: MultiAgentState, ballot: Ballot | None) -> str:
    """Find the option that is proposed: whatever is claimed or criticised of another one does not bear on it."""
    said = _find_ruled(state.get("council")) or state.get("synthesis")
    named = ballot.option(str(said.choice)) if ballot is not None and said is not None else None
    return named.id if named is not None else ""


def _gather_critiques(state: MultiAgentState, ballot: Ballot | None, proposed: str) -> CritiqueFacts:
    profile = state["protocol"].profile
    left, rivals = count_unresolved(state.get("critiques") or []), ballot.rivals_of(proposed) if ballot else {}
    grave = (each.target for each in list_unresolved(state.get("critiques") or []) if each.severity != "MINOR")
    aimed = [rivals[seat] for seat in grave if seat in rivals]
    silent = (sheet.agent for sheet in state.get("sheets") or [] if "echo_chamber" in sheet.flags)
    return CritiqueFacts(
        critical=left.critical,
        major=left.major,
        tolerated=profile.convergence.max_major,
        proposed=proposed,
        elsewhere={option: aimed.count(option) for option in sorted({*aimed})},
        echo_chamber=tuple(dict.fromkeys(silent)),
        conflicts=tuple(each.id for each in find_norm_conflicts(state) if not each.resolved),
    )


def _gather_review(state: MultiAgentState) -> CouncilFacts | None:
    """The condition holds by itself where the gate asked nobody to look."""
    escalation, council = state.get("escalation"), state.get("council")
    response = find_final_response(state)
    if escalation is None or escalation.target == "none":
        return None
    if response is not None and response.type == "reject":
        return CouncilFacts(reason=state_fact("warrant.reviewed.rejected"))
    why = escalation.reasons[0] if escalation.reasons else ""
    ruling = council.ruling if council else None
    if council is None or council.resolution is None or ruling is None or ruling.outcome == "refine":
        if isinstance(why, Fact) and why.code == NAMED_CONDITION:
            # The condition that is not met says so itself; told here again it reads like a second reason.
            return CouncilFacts(reason=state_fact("warrant.reviewed.waiting_only", who=escalation.target))
        return CouncilFacts(reason=state_fact("warrant.reviewed.waiting", who=escalation.target, why=why))
    return CouncilFacts(
        missing_members=list_missing_members(council),
        missing_parts=list_missing_parts(council.resolution),
        decided=has_council_decided(state),
        reason=state_fact("figure.sentences", parts=ruling.reasons),
    )


def _gather_limits(state: MultiAgentState) -> LimitFacts:
    breaker = state.get("breaker")
    target = name_limit_target(breaker.reason, state["protocol"].profile.on_limit) if breaker else "none"
    if breaker is None or target == "none":
        # Where whoever decides does so with what there is, a limit calls nobody.
        return LimitFacts(reached=breaker.reason if breaker else "", answered=True)
    escalation, stronger = state.get("escalation"), find_stronger(state)
    # Whom the gate or the council chose: where a person is asked, nobody waits for the council.
    asked = escalation.target if escalation and escalation.target != "none" else target
    answered = target == "council" and (has_council_decided(state) or stronger is not None)
    calls = asked if asked == "human" else stronger or "council"
    return LimitFacts(reached=breaker.reason, calls=calls, answered=answered)


def _name_council(state: MultiAgentState) -> str | None:
    return "council" if has_council_decided(state) and find_guide(state) is None else None
