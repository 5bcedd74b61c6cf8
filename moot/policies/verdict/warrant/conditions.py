"""Judge the warrant: whether a decision was earned, condition by condition (DESIGN 9).

Closed by default: what was not shown does not hold. Each condition says whether it applies to this debate, whether it
is met, and why. It is needed when it applies and the profile requires it (`warrant.<id>: required`); one that is only
reported never stops a decision. A person who approves or edits answers for what was not met: all needed conditions then
hold, and each says that a person took it on.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from moot.policies.thresholds import exceeds, reaches
from moot.policies.verdict.binding import BindingFacts
from moot.policies.verdict.warrant.facts import (
    AcceptanceFacts,
    CouncilFacts,
    CritiqueFacts,
    DataFacts,
    EvidenceFacts,
    HearingFacts,
    LimitFacts,
    QuorumFacts,
    RefinementFacts,
    SettlementFacts,
    WarrantFacts,
)
from moot.state.base import Texts
from moot.state.facts import Fact, Saying, state_fact
from moot.state.warrant import Condition, ConditionId, Warrant

UNRESOLVED = "warrant.critiques.conflicts"
"""The fact that nothing but conflicts between bodies of law is open."""
NAMED_CONDITION = "warrant.named"
"""The fact that names a condition and what became of it."""
OPPOSED_ANSWERS = "warrant.settled.opposed"
"""The fact that final answers exclude each other."""
NOT_APPLYING = state_fact("warrant.not_applying")
"""What is said of a condition that this protocol or route does not have."""


_CALLS_A_PERSON: frozenset[ConditionId] = frozenset({"settled", "reviewed", "limits"})
"""Conditions that somebody with authority has to decide; the others say what a decision stands on."""


class _Judged(NamedTuple):
    met: bool
    detail: Saying


def judge_warrant(facts: WarrantFacts) -> Warrant:
    """Say of every condition whether it was needed and met; the decision is earned when all needed ones are."""
    conditions = tuple(_judge(identifier, facts) for identifier in _CONDITIONS)
    return Warrant(complete=all(each.met or not each.needed for each in conditions), conditions=conditions)


def name_unmet(warrant: Warrant) -> Saying:
    """Say which needed condition failed first; empty for a complete warrant."""
    return name_condition(warrant.unmet[0]) if warrant.unmet else ""


def name_condition(condition: Condition) -> Fact:
    """State a condition and why it is met or not."""
    return state_fact(NAMED_CONDITION, condition=condition.id, detail=condition.detail)


def _judge(identifier: ConditionId, facts: WarrantFacts) -> Condition:
    known = getattr(facts, identifier)
    if known is None:
        return Condition(id=identifier, needed=False, met=True, detail=NOT_APPLYING)
    needed = facts.rules.is_required(identifier)
    judged = _CONDITIONS[identifier](known, facts)
    person = facts.approved_by if not judged.met else None
    if person is not None and identifier in _CALLS_A_PERSON:
        # What was missing was somebody's decision, and this is it.
        told = state_fact("warrant.settled.authority", who=person or "human")
        return Condition(id=identifier, needed=needed, met=True, detail=told)
    if person is not None:
        detail = _accept(person, judged)
        return Condition(id=identifier, needed=needed, met=True, detail=detail, accepted_by=person)
    taken = known.accepted_by if identifier == "filled" and not _judge_question(known).met else None
    return Condition(id=identifier, needed=needed, met=judged.met, detail=judged.detail, accepted_by=taken)


def _quorum(known: QuorumFacts, facts: WarrantFacts) -> _Judged:
    missing = [seat for seat in known.asked if seat not in known.answered]
    heard = len(known.asked) - len(missing)
    share = heard / len(known.asked) if known.asked else 0.0
    told = state_fact("warrant.quorum", heard=heard, asked=len(known.asked))
    if missing:
        told = state_fact("warrant.quorum_missing", heard=heard, asked=len(known.asked), missing=tuple(missing))
    if known.spared:
        told = state_fact("warrant.quorum_spared", told=told, spared=known.spared)
    return _Judged(bool(heard) and reaches(share, facts.rules.quorum), told)


def _settled(known: SettlementFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001  # one signature for all
    if known.opposed:
        told = state_fact(OPPOSED_ANSWERS, opposed=known.opposed)
        if known.shared:
            told = state_fact("warrant.settled.opposed_partly", told=told, shared=known.shared)
        return _Judged(met=False, detail=told)
    if known.authority is not None:
        return _Judged(met=True, detail=state_fact("warrant.settled.authority", who=known.authority))
    if known.doubted:
        return _Judged(met=False, detail=state_fact("warrant.settled.doubted", why=known.doubted))
    if known.option is not None and known.unaccepted:
        conditions = _tell_conditions(known, known.unaccepted)
        told = state_fact("warrant.settled.unaccepted", option=known.option, conditions=conditions)
        return _Judged(met=False, detail=_note(told, known.note))
    if known.option is not None:
        told = state_fact("warrant.settled.votes", option=known.option)
        if known.reserved:
            conditions = _tell_conditions(known, tuple(known.reserved))
            told = state_fact("warrant.settled.votes_reserved", option=known.option, conditions=conditions)
        return _Judged(met=True, detail=_note(told, known.note))
    return _Judged(met=False, detail=_note(state_fact("warrant.settled.nobody"), known.note))


def _tell_conditions(known: SettlementFacts, seats: Texts) -> tuple[Fact, ...]:
    return tuple(
        state_fact("warrant.settled.condition", seat=seat, text=known.reserved.get(seat, "").rstrip(" ."))
        for seat in seats
    )


def _note(told: Fact, note: Saying) -> Fact:
    return state_fact("warrant.noted", detail=told, note=note) if note else told


def _accept(person: str, judged: _Judged) -> Fact:
    """Say that a person took on what was not met; an empty name is a person nobody named."""
    if not person:
        return state_fact("warrant.accepted_by_person", detail=judged.detail)
    return state_fact("warrant.accepted_by", who=person, detail=judged.detail)


def _bound(known: BindingFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.states:
        return _Judged(met=True, detail=known.detail or state_fact("warrant.bound.states"))
    if not known.departs_because:
        return _Judged(met=False, detail=known.detail or state_fact("warrant.bound.silent"))
    if known.unanimous:
        return _Judged(met=False, detail=state_fact("warrant.bound.unanimous", why=known.departs_because))
    code = "warrant.bound.departs" if known.accepted else "warrant.bound.departs_alone"
    return _Judged(known.accepted, state_fact(code, why=known.departs_because))


def _heard(known: HearingFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    unargued = [seat for seat in known.opposed if seat not in known.rebutted]
    unheard = tuple(seat for seat in unargued if seat not in known.accepting)
    if unheard:
        return _Judged(met=False, detail=state_fact("warrant.heard.not", seats=unheard))
    if unargued:
        return _Judged(met=True, detail=state_fact("warrant.heard.accepting", seats=tuple(unargued)))
    return _Judged(met=True, detail=state_fact("warrant.heard.all" if known.opposed else "warrant.heard.nobody"))


def _critiques(known: CritiqueFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.echo_chamber:
        return _Judged(met=False, detail=state_fact("warrant.critiques.echo", seats=known.echo_chamber))
    told = _count_open(known)
    if known.elsewhere:
        told = state_fact("figure.clauses", parts=(told, _tell_aim(known)))
    sound = not known.critical and known.major <= known.tolerated
    if known.conflicts:
        unresolved = state_fact(UNRESOLVED, n=len(known.conflicts), ids=known.conflicts)
        detail = unresolved if sound else state_fact("figure.clauses", parts=(told, unresolved))
        return _Judged(met=False, detail=detail)
    return _Judged(sound, told)


def _count_open(known: CritiqueFacts) -> Fact:
    """Count the open critiques; a severity of which none is open is not mentioned."""
    if known.critical and known.major:
        return state_fact("warrant.critiques.open", critical=known.critical, major=known.major)
    if known.critical:
        return state_fact("warrant.critiques.open_critical", n=known.critical)
    if known.major:
        # Beside an open MAJOR critique "met" is understood only with the number that is tolerated.
        return state_fact("warrant.critiques.open_allowed", n=known.major, allowed=known.tolerated)
    return state_fact("warrant.critiques.none_open")


def _tell_aim(known: CritiqueFacts) -> Fact:
    """Tell against which options the open critiques stand: what is held against another one is no flaw of this one."""
    beside = sum(known.elsewhere.values())
    own = known.critical + known.major - beside
    code = "warrant.critiques.aimed_partly" if own else "warrant.critiques.aimed_elsewhere"
    return state_fact(code, own=own, beside=beside, options=tuple(known.elsewhere), proposed=known.proposed)


def _tell_share(seat: str, share: float, known: EvidenceFacts) -> Fact:
    """Tell which claims of a seat do not stand, and that they bear on another option where the seat votes for one."""
    ids, other = known.claims.get(seat, ()), known.elsewhere.get(seat)
    if not ids:  # a ledger that was stored without its verdicts
        return state_fact("warrant.evidence.share", seat=seat, share=share)
    if other is None:
        return state_fact("warrant.evidence.share_of", seat=seat, share=share, ids=ids)
    sides = {"option": other, "proposed": known.proposed}
    return state_fact("warrant.evidence.share_elsewhere", seat=seat, share=share, ids=ids, **sides)


def _evidence(known: EvidenceFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    over = {seat: share for seat, share in sorted(known.unsupported.items()) if exceeds(share, known.limit)}
    if over:
        shares = tuple(_tell_share(seat, share, known) for seat, share in over.items())
        return _Judged(met=False, detail=state_fact("warrant.evidence.over", shares=shares, limit=known.limit))
    told = {"n": known.refused, "checked": known.checked, "limit": known.limit}
    if known.checked and exceeds(known.refused / known.checked, known.limit):
        return _Judged(met=False, detail=state_fact("warrant.evidence.over_all", **told))
    if known.unanswered:
        return _Judged(met=False, detail=state_fact("warrant.evidence.unanswered", why=known.unanswered))
    if not known.checked:
        return _Judged(met=True, detail=state_fact("warrant.evidence.unchecked"))
    if not known.refused:
        return _Judged(met=True, detail=state_fact("warrant.evidence.all", n=known.checked))
    within = "warrant.evidence.within_each" if known.per_agent else "warrant.evidence.within"
    return _Judged(met=True, detail=state_fact(within, **told))


def _reviewed(known: CouncilFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.missing_members:
        return _Judged(met=False, detail=state_fact("warrant.reviewed.missing", members=known.missing_members))
    if known.missing_parts:
        return _Judged(met=False, detail=state_fact("warrant.reviewed.lacks", parts=known.missing_parts))
    told = state_fact("warrant.reviewed.decided" if known.decided else "warrant.reviewed.nobody")
    return _Judged(known.decided, known.reason or told)


def _accepted(known: AcceptanceFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.unasked:
        return _Judged(met=False, detail=state_fact("warrant.accepted.unasked", seats=known.unasked))
    # Who opposes it comes first: that the parties were asked is met, that they agree is another matter.
    ways = (("opposing", known.opposing), ("accepting", known.accepting), ("reserved", known.reserved))
    told = [state_fact(f"warrant.accepted.{way}", seats=seats) for way, seats in ways if seats]
    told.insert(1 if known.opposing else 0, state_fact("warrant.accepted.asked"))
    told += [
        state_fact("warrant.accepted.because", seat=seat, because=known.reasons[seat].strip().rstrip("."))
        for seat in (*known.opposing, *known.reserved)
        if known.reasons.get(seat, "").strip()
    ]
    return _Judged(met=True, detail=state_fact("figure.clauses", parts=tuple(told)) if len(told) > 1 else told[0])


def _data(known: DataFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if not known.observed:
        return _Judged(met=False, detail=state_fact("warrant.data.nothing"))
    if known.agreed_calm:
        return _Judged(met=False, detail=state_fact("warrant.data.none_found"))
    if not known.departs:
        return _Judged(met=False, detail=state_fact("warrant.data.no_incident"))
    if not known.names_cause:
        return _Judged(met=False, detail=state_fact("warrant.data.no_cause"))
    if not known.supported:
        return _Judged(met=False, detail=state_fact("warrant.data.unsupported"))
    if known.score is None or known.score < known.floor:
        return _Judged(met=False, detail=state_fact("warrant.data.low", score=known.score or 0, floor=known.floor))
    return _Judged(met=True, detail=state_fact("warrant.data.shown", score=known.score))


def _filled(known: RefinementFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    judged = _judge_question(known)
    if judged.met or known.accepted_by is None:
        return judged
    return _Judged(met=True, detail=_accept(known.accepted_by, judged))


def _judge_question(known: RefinementFacts) -> _Judged:
    if not known.kept_subject:
        return _Judged(met=False, detail=state_fact("warrant.filled.subject"))
    if not known.approved:
        return _Judged(met=False, detail=state_fact("warrant.filled.unapproved"))
    forced = "forced_" if known.forced else ""
    lacks = [state_fact("warrant.filled.composed")] if known.composed else []
    if known.open_gaps:
        lacks.append(state_fact(f"warrant.filled.{forced}gaps", gaps=known.open_gaps))
    if lacks:
        return _Judged(met=False, detail=state_fact("figure.clauses", parts=tuple(lacks)) if lacks[1:] else lacks[0])
    said = [state_fact(f"warrant.filled.{forced}complete")]
    if known.unconfirmed:
        said.append(state_fact("warrant.filled.silent", aspects=known.unconfirmed))
    if known.assumptions:
        said.append(state_fact("warrant.filled.assumed", texts=known.assumptions))
    else:
        said.append(state_fact("warrant.filled.nothing_assumed"))
    return _Judged(met=True, detail=state_fact("figure.clauses", parts=tuple(said)))


def _limits(known: LimitFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if not known.reached:
        return _Judged(met=True, detail=state_fact("warrant.limits.none"))
    if known.answered and not known.calls:
        return _Judged(met=True, detail=state_fact("warrant.limits.decided", limit=known.reached))
    if known.answered:
        return _Judged(met=True, detail=state_fact("warrant.limits.answered", limit=known.reached, who=known.calls))
    return _Judged(met=False, detail=state_fact("warrant.limits.open", limit=known.reached, who=known.calls))


_CONDITIONS: Mapping[ConditionId, Callable[..., _Judged]] = {
    "quorum": _quorum,
    "settled": _settled,
    "bound": _bound,
    "heard": _heard,
    "critiques": _critiques,
    "evidence": _evidence,
    "reviewed": _reviewed,
    "accepted": _accepted,
    "data": _data,
    "filled": _filled,
    "limits": _limits,
}
