"""Decides who has to look at a result before it counts: nobody, the council, or a person.

All triggers are evaluated as a set (X-10): any human trigger calls a person; otherwise any council trigger calls the
council; otherwise the decision is emitted. Human triggers come first, also for large amounts (X-08).

- A boundary belongs to the milder side: a confidence of exactly 0.70 emits, exactly 0.50 goes to the council, a value
  of exactly the limit is not above it (D-63, D-65).
- The risk is the graver of what the caller said and what the value at risk implies (D-106); which of them it is, is
  told. Limits that nobody set for another currency count as they stand, and that is told as well.
- An unknown confidence calls a person. An unknown value at risk triggers nothing, but lets nobody skip the council.
- Where the council is switched off, its triggers call a person.
- A person who was asked and told the agents something has not decided. What the votes still leave open goes back to a
  person, after the council where that is called: models do not decide alone what a person was called for.
- Where escalation is switched off, only the route to the council and the protocol's own reasons count.
- What the warrant lacks calls whoever can put it right: the council where nothing is settled, where a departure has to
  be accepted, or where a limit calls it; a person for everything else. A protocol that waits for nobody reports it.
- Without agreement at the end only a protocol that escalates at its limit needs the council (X-79).

In a debate between two kinds of law a person has to look for these reasons, in this order, each reported (L-24..L-27,
X-56g, X-56h, X-56m). The second and the last may hold before the end; then the latest answers count as final.

- The debate is not finished after its last round.
- A CRITICAL critique about evidence or conflicting norms is unresolved after the revision that answers it.
- At the end, a conflict between domains is unresolved (W-L16).
- At the end, two seats recommend the opposite of each other.
- A seat leaves too large a share of its claims without evidence.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import get_args

from moot.policies.agreement import ClosedRound
from moot.policies.comparison import recommend_opposites
from moot.policies.critique import list_unresolved
from moot.policies.critique.evidence import weigh_evidence
from moot.policies.thresholds import reaches
from moot.policies.verdict.review import GUIDED
from moot.policies.verdict.warrant import OPPOSED_ANSWERS, UNRESOLVED, name_condition
from moot.state.base import Confidence, Value
from moot.state.bookkeeping import HumanReviewNeed
from moot.state.budget import Count
from moot.state.critiques import Critique, IssueType
from moot.state.facts import Fact, Saying, Sayings, state_fact
from moot.state.findings import Breaker, Convergence, Escalation
from moot.state.outcome import Case, Risk, Uncertainty
from moot.state.protocol import ClaimRules, EscalationRules, Profile, RiskBands, Route
from moot.state.warrant import Condition

_RISKS: tuple[Risk, ...] = get_args(Risk)
"""From the mildest to the gravest (X-83)."""

_PRECISE = frozenset({"gate.domain_conflict", "gate.grave_critique", "gate.opposites"})
"""Reasons that name the very point that is open."""
_STOPPED = frozenset({"gate.stopped", "gate.stopped_short"})
"""Reasons that say which limit stopped the debate, and how."""
_GRAVE: tuple[IssueType, ...] = ("evidence_gap", "conflict", "domain_mismatch")


class Gate(Value):
    """What the gate after the synthesis looks at."""

    confidence: Confidence | None
    """After its adjustments."""
    case: Case = Case()
    route: Route = "debate"
    heard: Count
    """How many agents said anything."""
    convergence: Convergence | None = None
    """None where nothing was compared: one agent alone (X-15)."""
    breaker: Breaker | None = None
    critical_divergence: bool = False
    uncertainty: Uncertainty = "none"
    departs: bool = False
    """The synthesis departs on purpose from what most, but not all, vote for."""
    unmet: tuple[Condition, ...] = ()
    """What the warrant lacks before anybody has looked."""
    human_reasons: Sayings = ()
    """Reasons of the protocol itself to call a person, such as an open severe critique (L-25..L-27)."""
    guide: str | None = None
    """Who was asked and told the agents something, after which the votes still settle nothing; may be unnamed."""


def choose_escalation(gate: Gate, profile: Profile) -> Escalation:
    """Decide whether a result is emitted, goes to the council or to a person."""
    human, council = _list_human_triggers(gate, profile), _list_council_triggers(gate, profile)
    impasse = gate.breaker is not None and gate.breaker.impasse
    # A catastrophe calls both; it is said once.
    reasons = _say_once(dict.fromkeys((*human, *council)), gate)
    guided = profile.escalation.enabled and _returns_to_guide(gate)
    if guided:
        reasons = (state_fact(GUIDED, who=gate.guide or "human"), *reasons)
    if not profile.escalation.enabled and not reasons and gate.unmet:
        # Whoever reports without waiting for anybody says what is missing, and decides nothing.
        return Escalation(target="none", reasons=tuple(map(name_condition, gate.unmet)), impasse=impasse)
    if human:
        if _council_first(gate, profile, human):
            return Escalation(target="council", reasons=reasons, impasse=impasse, then_human=True)
        routed, asked = state_fact("gate.routed"), state_fact("gate.routed_person")
        told = tuple(asked if each == routed else each for each in reasons)
        return Escalation(target="human", reasons=told, impasse=impasse)
    if not council:
        return Escalation(target="none", reasons=(_explain_emit(gate, profile),), impasse=impasse)
    if _may_skip(gate, profile, council):
        caveat = state_fact("gate.council_skipped", why=council[0])
        return Escalation(target="none", reasons=reasons, impasse=impasse, caveats=(caveat,))
    if not profile.council.enabled:
        off = state_fact("gate.council_off")
        return Escalation(target="human", reasons=(*reasons, off), impasse=impasse)
    return Escalation(target="council", reasons=reasons, impasse=impasse, then_human=guided)


def _say_once(reasons: Iterable[Saying], gate: Gate) -> Sayings:
    """Leave out what another reason says more precisely: one open point is one reason, not five."""
    listed = tuple(reasons)
    codes = {each.code for each in listed if isinstance(each, Fact)}
    unmet = {each.id for each in gate.unmet}
    ended = gate.breaker is not None and gate.breaker.reason == "max_rounds"
    redundant: set[str] = set()
    if "evidence" in unmet:
        redundant.add("gate.unevidenced_over")
    if _PRECISE & codes:
        redundant.add("gate.unfinished")
    told = {each.detail.code for each in gate.unmet if isinstance(each.detail, Fact)}
    if not told.isdisjoint({OPPOSED_ANSWERS, f"{OPPOSED_ANSWERS}_partly"}):
        redundant |= {"gate.opposites", "gate.unfinished"}
    if (_PRECISE | {"gate.unfinished"}) & codes:
        redundant.add("gate.apart")
    if ended and (_PRECISE | {"gate.unfinished", "gate.apart"}) & codes:
        # That the last round ended without agreement is said by what did not agree.
        redundant |= _STOPPED
    named_conflict = "gate.domain_conflict" in codes
    named = [
        name_condition(each)
        for each in gate.unmet
        if (each.id == "limits" and _STOPPED & codes)
        or (named_conflict and isinstance(each.detail, Fact) and each.detail.code == UNRESOLVED)
    ]
    # One confidence below two limits is told once, against the lower one, which calls a person.
    below = [each for each in listed if isinstance(each, Fact) and each.code == "gate.confidence_below"]
    kept = (each for each in listed if not (isinstance(each, Fact) and each.code in redundant))
    return tuple(each for each in kept if each not in named and each not in below[1:])


def find_review_need(closed: ClosedRound, convergence: Convergence, claims: ClaimRules) -> HumanReviewNeed:
    """Find every reason why a person has to look at the debate as it stands."""
    reasons = tuple(_find_reasons(closed, convergence, claims))
    return HumanReviewNeed(needs_human_review=bool(reasons), reasons=reasons)


def _assess_risk(case: Case, bands: RiskBands) -> Risk:
    """Find how grave a matter is: what the caller said or what the amount implies, whichever is worse (D-106)."""
    known = [risk for risk in (case.risk, _band_value(case.value_at_risk, bands)) if risk is not None]
    return max(known, key=_RISKS.index, default="low")


def _band_value(value: float | None, bands: RiskBands) -> Risk | None:
    """Name the risk band an amount falls into; an unknown amount falls into none."""
    if value is None:
        return None
    if value > bands.catastrophic:
        return "catastrophic"
    if value > bands.severe:
        return "severe"
    return "moderate" if value > bands.moderate else "low"


def _tell_risk(risk: Risk, case: Case, rules: EscalationRules) -> Fact:
    """Tell how grave a matter is, and by what amount where the caller did not call it that."""
    if risk in ("low", case.risk) or case.value_at_risk is None:
        return state_fact("gate.risk", risk=risk)
    told = {"amount": case.value_at_risk, "limit": getattr(rules.risk_bands, risk), "currency": rules.currency}
    if case.risk is not None:
        return state_fact("gate.risk_above_called", risk=risk, called=case.risk, **told)
    return state_fact("gate.risk_by_value", risk=risk, **told)


def _has_foreign_limits(rules: EscalationRules) -> bool:
    """Say whether only the currency was changed: then its limits are those of another one."""
    usual = EscalationRules()
    same = (rules.value_at_risk, rules.risk_bands) == (usual.value_at_risk, usual.risk_bands)
    return same and rules.currency != usual.currency


def _list_human_triggers(gate: Gate, profile: Profile) -> Sayings:
    """List the reasons that call a person (D-65..D-68, D-106, X-16)."""
    if not profile.escalation.enabled:
        return gate.human_reasons
    risk = _assess_risk(gate.case, profile.escalation.risk_bands)
    stopped = gate.breaker is not None and (gate.breaker.target == "human" or gate.breaker.reason == "max_iterations")
    found = (
        (gate.heard == 0, state_fact("gate.silence")),
        (_doubtful(gate, profile), _explain_doubt(gate, profile)),
        (stopped, state_fact("gate.stopped", why=gate.breaker.explanation if gate.breaker else "")),
        (gate.uncertainty == "out_of_scope", state_fact("gate.out_of_scope")),
        (risk == "catastrophic", _tell_risk(risk, gate.case, profile.escalation)),
    )
    needed = (name_condition(each) for each in gate.unmet if not _can_council_cure(each, gate))
    return (*needed, *(text for held, text in found if held), *gate.human_reasons)


def _can_council_cure(condition: Condition, gate: Gate) -> bool:
    """Say whether a council has the authority to put right what is missing; everything else is a person's."""
    match condition.id:
        case "settled":
            return True
        case "bound":
            return gate.departs
        case "limits":
            return gate.breaker is not None and gate.breaker.target == "council"
        case _:
            return False


def _returns_to_guide(gate: Gate) -> bool:
    """Say whether what a person was asked to decide is open again after what they told the agents."""
    return gate.guide is not None and any(each.id == "settled" for each in gate.unmet)


def _list_council_triggers(gate: Gate, profile: Profile) -> Sayings:
    """List the reasons that call the council (D-60..D-64, D-106, X-05, X-14, X-17)."""
    asked = (state_fact("gate.routed"),) if gate.route == "council" else ()
    rules = profile.escalation
    if not rules.enabled:
        return asked
    value, last, breaker = gate.case.value_at_risk, gate.convergence, gate.breaker
    risk = _assess_risk(gate.case, rules.risk_bands)
    apart = last is not None and not last.converged and profile.on_limit == "escalate"
    found = (
        (_unsure(gate, profile), _explain_unsure(gate, profile)),
        (apart, state_fact("gate.apart", why=last.reason if last else "")),
        (gate.critical_divergence, state_fact("gate.critical_divergence")),
        (
            value is not None and value > rules.value_at_risk,
            state_fact("gate.value", amount=value or 0.0, limit=rules.value_at_risk, currency=rules.currency),
        ),
        (gate.case.irreversible, state_fact("gate.irreversible")),
        (risk in ("severe", "catastrophic"), _tell_risk(risk, gate.case, rules)),
        (
            breaker is not None and breaker.target == "council",
            state_fact("gate.stopped_short", why=breaker.explanation if breaker else ""),
        ),
        (
            value is not None and value > rules.value_at_risk and _has_foreign_limits(rules),
            state_fact("gate.limits_unset", currency=rules.currency, usual=EscalationRules().currency),
        ),
    )
    needed = (name_condition(each) for each in gate.unmet if _can_council_cure(each, gate))
    return (*asked, *needed, *(text for held, text in found if held))


def _doubtful(gate: Gate, profile: Profile) -> bool:
    return gate.confidence is None or not reaches(gate.confidence, profile.escalation.human)


def _unsure(gate: Gate, profile: Profile) -> bool:
    return gate.confidence is not None and not reaches(gate.confidence, profile.escalation.emit)


def _explain_doubt(gate: Gate, profile: Profile) -> Fact:
    if gate.confidence is None:
        return state_fact("gate.confidence_unknown")
    return state_fact("gate.confidence_below", confidence=gate.confidence, needed=profile.escalation.human)


def _explain_unsure(gate: Gate, profile: Profile) -> Fact:
    return state_fact("gate.confidence_below", confidence=gate.confidence or 0.0, needed=profile.escalation.emit)


def _explain_emit(gate: Gate, profile: Profile) -> Fact:
    if not profile.escalation.enabled:
        return state_fact("gate.no_escalation")
    if gate.case.value_at_risk is None:
        return state_fact("gate.suffices", confidence=gate.confidence or 0.0)
    return state_fact("gate.suffices_for", confidence=gate.confidence or 0.0, amount=gate.case.value_at_risk)


def _council_first(gate: Gate, profile: Profile, human: Sayings) -> bool:
    # only for low confidence about a large amount. Nothing heard, or a catastrophe, goes to a person at once.
    value = gate.case.value_at_risk
    only_doubt = len(human) == 1 and gate.heard > 0 and _doubtful(gate, profile) and profile.escalation.enabled
    large = value is not None and value > profile.escalation.value_at_risk
    return only_doubt and large and profile.council.enabled and profile.council.before_human_when_high_value


def _may_skip(gate: Gate, profile: Profile, council: Sayings) -> bool:
    # only the middling confidence may be waved through, and only for an amount known to be small.
    only_unsure = council == (_explain_unsure(gate, profile),)
    return only_unsure and gate.case.value_at_risk is not None and profile.council.allow_skip_low_value


def _find_reasons(closed: ClosedRound, convergence: Convergence, claims: ClaimRules) -> Iterator[Saying]:
    last = closed.round >= closed.rounds.max
    if last and not convergence.converged:
        yield state_fact("gate.unfinished", round=closed.round, why=convergence.reason)
    yield from _name_grave(closed.critiques, closed.round)
    if last or convergence.converged:
        yield from (state_fact("gate.domain_conflict", conflict=each) for each in closed.domain_conflicts)
        yield from _name_opponents(closed)
    evidence = weigh_evidence(closed.positions, claims)
    if evidence.over_limit:
        yield evidence.reason


def _name_grave(critiques: Sequence[Critique], round_number: int) -> Iterator[Fact]:
    for each in list_unresolved(critiques):
        # X-56g: before the target could revise, a critique is only a question.
        if each.severity == "CRITICAL" and each.issue_type in _GRAVE and each.round < round_number:
            text: Saying = each.description
            if each.verdict == "not_answered" and each.verdict_reason.strip():
                # What was criticised may have been given up since: what is still missing is said by its author.
                text = state_fact("critique.still_missing", text=text, missing=each.verdict_reason.strip())
            yield state_fact("gate.grave_critique", id=each.id, agent=each.agent, target=each.target, text=text)


def _name_opponents(closed: ClosedRound) -> Iterator[Fact]:
    for a, b in combinations(closed.speakers, 2):
        if recommend_opposites(a, b, closed.language):
            yield state_fact("gate.opposites", seats=(a.seat, b.seat))
