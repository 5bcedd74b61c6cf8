"""Judge the warrant: whether a decision was earned, condition by condition (DESIGN 9).

Closed by default: what was not shown does not hold. Each condition says whether it applies to this debate, whether it
is met, and why. It is needed when it applies and the profile requires it (`warrant.<id>: required`); one that is only
reported never stops a decision. A person who approves or edits answers for what was not met: all needed conditions then
hold, and each says that a person took it on.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from moot.policies.language import exceeds, reaches
from moot.state.base import Confidence, Texts, Value
from moot.state.warrant import Condition, ConditionId, Warrant, WarrantRules


class QuorumFacts(Value):
    """Who was asked in the last full round, and who answered."""

    asked: Texts
    answered: Texts


class SettlementFacts(Value):
    """What the votes settle, and who decided where they do not."""

    option: str | None = None
    """The option the votes settle."""
    authority: str | None = None
    """Who decided with authority: the council, a deciding agent, a judge."""
    opposed: Texts = ()
    """The final answers that still exclude each other, where no authority may decide over them."""
    share: Confidence | None = None
    doubted: str = ""
    """Why the votes do not count yet: whoever was to probe them did not answer."""
    note: str = ""
    """Why words were compared although a model was to be asked."""


class BindingFacts(Value):
    """Whether the decision states the option that was settled."""

    states: bool
    departs_because: str = ""
    """Why it states another one on purpose."""
    unanimous: bool = False
    accepted: bool = False
    """A council accepted the departure."""
    detail: str = ""


class HearingFacts(Value):
    """Who stood against another option, and who of them was heard in a rebuttal."""

    opposed: Texts = ()
    rebutted: Texts = ()


class CritiqueFacts(Value):
    """What is left of the criticism."""

    critical: int = 0
    major: int = 0
    tolerated: int = 1
    """So many MAJOR ones may stay open."""
    echo_chamber: Texts = ()
    """Seats that criticised too little after they were asked twice."""


class EvidenceFacts(Value):
    """How much of what was claimed stands on nothing, by seat, where the debate has sources."""

    unsupported: dict[str, Confidence]
    limit: Confidence


class CouncilFacts(Value):
    """What the council gave, where the gate asked for one."""

    missing_members: Texts = ()
    missing_parts: Texts = ()
    decided: bool = False
    """Its ruling releases the resolution."""
    reason: str = ""


class AcceptanceFacts(Value):
    """What the parties of a conflict said about the ruling."""

    unasked: Texts = ()
    opposing: Texts = ()


class DataFacts(Value):
    """What a root cause stands on."""

    observed: bool
    """There was something to look at."""
    departs: bool = True
    """Something departs from the ordinary: there was an incident."""
    supported: bool
    """The winner's evidence exists and says what it is cited for."""
    score: int | None
    floor: int


class RefinementFacts(Value):
    """What became of a vague idea."""

    approved: bool
    forced: bool = False
    open_gaps: Texts = ()
    kept_subject: bool = True
    unconfirmed: Texts = ()
    """The gaps that the text shows to be filled, and of which the methodologist said nothing."""
    assumptions: Texts = ()
    accepted_by: str | None = None
    """The person who approved or edited the question; an empty name is a person nobody named."""


class LimitFacts(Value):
    """The limit that stopped the debate, if any, and whether whoever it called has decided."""

    reached: str = ""
    calls: str = ""
    answered: bool = False


class WarrantFacts(Value):
    """Everything the warrant looks at; None where a condition does not apply to the protocol or the route."""

    rules: WarrantRules
    quorum: QuorumFacts | None = None
    settled: SettlementFacts | None = None
    bound: BindingFacts | None = None
    heard: HearingFacts | None = None
    critiques: CritiqueFacts | None = None
    evidence: EvidenceFacts | None = None
    reviewed: CouncilFacts | None = None
    accepted: AcceptanceFacts | None = None
    data: DataFacts | None = None
    filled: RefinementFacts | None = None
    limits: LimitFacts | None = None
    approved_by: str | None = None
    """The person who approved or edited the decision; an empty name is a person nobody named."""


class _Judged(NamedTuple):
    met: bool
    detail: str


def judge_warrant(facts: WarrantFacts) -> Warrant:
    """Say of every condition whether it was needed and met; the decision is earned when all needed ones are."""
    conditions = tuple(_judge(identifier, facts) for identifier in _CONDITIONS)
    return Warrant(complete=all(each.met or not each.needed for each in conditions), conditions=conditions)


def name_unmet(warrant: Warrant) -> str:
    """Say which needed condition failed first, as one line; empty for a complete warrant."""
    return name_condition(warrant.unmet[0]) if warrant.unmet else ""


def name_condition(condition: Condition) -> str:
    """Write a condition and why it is met or not, as one line."""
    return f"{condition.id}: {condition.detail}"


def _judge(identifier: ConditionId, facts: WarrantFacts) -> Condition:
    known = getattr(facts, identifier)
    if known is None:
        return Condition(id=identifier, needed=False, met=True, detail="does not apply")
    needed = facts.rules.is_required(identifier)
    judged = _CONDITIONS[identifier](known, facts)
    if not judged.met and facts.approved_by is not None:
        who = facts.approved_by or "a person"
        return Condition(id=identifier, needed=needed, met=True, detail=f"{who} approved it although {judged.detail}")
    return Condition(id=identifier, needed=needed, met=judged.met, detail=judged.detail)


def _quorum(known: QuorumFacts, facts: WarrantFacts) -> _Judged:
    missing = [seat for seat in known.asked if seat not in known.answered]
    heard = len(known.asked) - len(missing)
    share = heard / len(known.asked) if known.asked else 0.0
    told = f"{heard} of {len(known.asked)} answered" + (f"; missing: {', '.join(missing)}" if missing else "")
    return _Judged(bool(heard) and reaches(share, facts.rules.quorum), told)


def _settled(known: SettlementFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001  # one signature for all
    if known.opposed:
        return _Judged(met=False, detail=f"the final answers exclude each other: {' against '.join(known.opposed)}")
    if known.authority is not None:
        return _Judged(met=True, detail=f"decided by {known.authority}")
    note = f" ({known.note})" if known.note else ""
    if known.doubted:
        return _Judged(met=False, detail=f"the votes are not confirmed: {known.doubted}")
    if known.option is not None:
        return _Judged(met=True, detail=f"the votes settle option {known.option}{note}")
    return _Judged(met=False, detail=f"the votes settle no option, and nobody with the authority decided{note}")


def _bound(known: BindingFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.states:
        return _Judged(met=True, detail=known.detail or "the decision states what was settled")
    if not known.departs_because:
        return _Judged(met=False, detail=known.detail or "the decision does not state what was settled")
    if known.unanimous:
        return _Judged(met=False, detail=f"it departs from what all said ({known.departs_because}); a person decides")
    told = f"it departs from the votes: {known.departs_because}"
    return _Judged(known.accepted, told if known.accepted else f"{told}; no council accepted that")


def _heard(known: HearingFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    unheard = [seat for seat in known.opposed if seat not in known.rebutted]
    if unheard:
        return _Judged(met=False, detail=f"had no rebuttal: {', '.join(unheard)}")
    return _Judged(met=True, detail="whoever was opposed had a rebuttal" if known.opposed else "nobody was opposed")


def _critiques(known: CritiqueFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.echo_chamber:
        return _Judged(met=False, detail=f"criticised too little: {', '.join(known.echo_chamber)}")
    told = f"{known.critical} CRITICAL and {known.major} MAJOR open"
    return _Judged(not known.critical and known.major <= known.tolerated, told)


def _evidence(known: EvidenceFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    over = {seat: share for seat, share in sorted(known.unsupported.items()) if exceeds(share, known.limit)}
    if over:
        told = ", ".join(f"{seat} {share:.1%}" for seat, share in over.items())
        return _Judged(met=False, detail=f"claims that stand on nothing: {told} (at most {known.limit:.1%})")
    return _Judged(met=True, detail="the claims stand on what they cite, within the limit")


def _reviewed(known: CouncilFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.missing_members:
        return _Judged(met=False, detail=f"of the council did not answer: {', '.join(known.missing_members)}")
    if known.missing_parts:
        return _Judged(met=False, detail=f"the council's resolution lacks: {', '.join(known.missing_parts)}")
    return _Judged(known.decided, known.reason or ("the council decided" if known.decided else "no council decided"))


def _accepted(known: AcceptanceFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if known.unasked:
        return _Judged(met=False, detail=f"not heard on the ruling: {', '.join(known.unasked)}")
    opposing = f"; opposing: {', '.join(known.opposing)}" if known.opposing else ""
    return _Judged(met=True, detail=f"the parties were asked about the ruling{opposing}")


def _data(known: DataFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if not known.observed:
        return _Judged(met=False, detail="there was nothing to look at")
    if not known.departs:
        return _Judged(met=False, detail="no incident: nothing departs from the log's own baseline")
    if not known.supported:
        return _Judged(met=False, detail="the evidence of the best hypothesis does not exist or does not say it")
    if known.score is None or known.score < known.floor:
        return _Judged(met=False, detail=f"the judge gives {known.score or 0} of 100, below {known.floor}")
    return _Judged(met=True, detail=f"the judge gives {known.score} of 100, and the evidence exists")


def _filled(known: RefinementFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    judged = _judge_question(known)
    if judged.met or known.accepted_by is None:
        return judged
    return _Judged(met=True, detail=f"{known.accepted_by or 'a person'} approved it although {judged.detail}")


def _judge_question(known: RefinementFacts) -> _Judged:
    if not known.kept_subject:
        return _Judged(met=False, detail="the question left the user's subject")
    if not known.approved:
        return _Judged(met=False, detail="the methodologist did not approve the question")
    told = "approved by a forced decision" if known.forced else "approved"
    if known.open_gaps:
        return _Judged(met=False, detail=f"{told}, although gaps are open: {'; '.join(known.open_gaps)}")
    silent = f"; not said gap by gap, the text shows it: {', '.join(known.unconfirmed)}" if known.unconfirmed else ""
    assumed = f"; assumed: {'; '.join(known.assumptions)}" if known.assumptions else "; nothing is assumed"
    return _Judged(met=True, detail=f"{told}, no gap is open{silent}{assumed}")


def _limits(known: LimitFacts, facts: WarrantFacts) -> _Judged:  # noqa: ARG001
    if not known.reached:
        return _Judged(met=True, detail="no limit stopped the debate")
    if known.answered:
        return _Judged(met=True, detail=f"stopped ({known.reached}); {known.calls} has decided")
    return _Judged(met=False, detail=f"stopped ({known.reached}); {known.calls or 'somebody'} has to look")


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
