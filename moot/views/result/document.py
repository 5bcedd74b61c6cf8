"""Reads the result document off a state: everything a caller may want to know of one debate (INTERFACES 3)."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Literal

from pydantic import Field

from moot.policies.agreement.ladder import estimate_probability, read_ballot_pattern, warn_of_question
from moot.policies.agreement.voting import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.conflicts.boardroom import list_disputes
from moot.policies.critique import mark_blind_spots
from moot.policies.critique.evidence import latest_by_seat, list_cited, name_assumptions, name_unverified
from moot.policies.critique.ledger import latest_shares
from moot.policies.root_cause.evidence import list_evidence_verdicts, share_unsupported
from moot.policies.verdict import (
    adjust_confidence,
    find_stop_reason,
    list_confidence_steps,
    name_caveats,
    name_circumstances,
)
from moot.policies.verdict.warrant import check_warrant, find_leading
from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.base import Confidence, Texts, Value
from moot.state.bookkeeping import NormConflict
from moot.state.calibration import Probability
from moot.state.conflicts import Acceptance, ConflictReport, ConsensusResult, Dispute
from moot.state.critiques import BlindSpot, Critique
from moot.state.debate import MultiAgentState
from moot.state.facts import Sayings, state_fact
from moot.state.findings import Baselines, Breaker, Escalation, RoundRecord, StopReason
from moot.state.hypotheses import RootCause
from moot.state.outcome import Council, Inconclusive, OutcomeStatus, Review, ReviewResponse, Synthesis
from moot.state.positions import Position
from moot.state.protocol import Route, StrategyName
from moot.state.refinement import RefinementResult
from moot.state.remarks import Remark
from moot.state.warrant import Warrant
from moot.views.result.agent_names import list_seat_titles
from moot.views.result.interchange import read_details
from moot.views.result.norm_conflicts import collect_norm_conflicts
from moot.views.result.summaries import (
    BaselineSummary,
    EvidenceSummary,
    LadderSummary,
    RetrievalSummary,
    ReviewSummary,
    SingleBaseline,
    UsageSummary,
    VoteBaseline,
    summarise_ladder,
    summarise_refinement,
    summarise_retrieval,
    summarise_usage,
)
from moot.views.result.unstated import warn_of_figures

_CARD = "moot.views.notebook:render_card"
"""What draws a result in a notebook; looked up when one does, because the drawing knows results and not the reverse."""
_SHOWN_DECISION = 80


class Supervision(Value):
    """Which body of law prevails, by the names of the legal protocol (L-47)."""

    label: str
    langkah_keputusan: int | None
    """The step of the ladder that decided it, 1 to 5."""
    alasan_utama: str
    konflik_terdeteksi: Literal["Ya", "Tidak"]


class Result(Value):
    """The whole story of one debate."""

    thread_id: str
    profile: str
    seat_titles: Mapping[str, str] = Field(default_factory=dict, exclude=True)
    """What somebody's own profile calls its seats, for what is written about the debate; programs know them by id."""
    question: str
    language: str
    language_source: str = ""
    """How the language was found: by the profile, the question, or in doubt the locale of the machine."""
    status: OutcomeStatus
    route: Route
    decision: str | None
    confidence: Confidence | None
    confidence_flags: Texts = ()
    confidence_steps: Sayings = ()
    """How the confidence follows from what its author said, step by step."""
    convergence: Confidence | None
    strategy: StrategyName = "criteria"
    """What the convergence was judged by: not every strategy measures agreement."""
    stop_reason: StopReason | None
    decider: str = ""
    """Who decided; as long as a person is waited for, who proposes."""
    needs_human_review: bool = False
    caveats: Sayings = ()
    """What travels with the decision (X-09, X-11)."""
    inconclusive: Inconclusive | None = None
    """Why nothing is recommended, and what to find out first (D-130)."""
    rounds: tuple[RoundRecord, ...] = ()
    circuit_breaker: Breaker | None = None
    escalation: Escalation
    positions: tuple[Position, ...] = ()
    critiques: tuple[Critique, ...] = ()
    blind_spots: tuple[BlindSpot, ...] = ()
    """What seats found others to overlook, and whether they took it up."""
    norm_conflicts: tuple[NormConflict, ...] = ()
    """Conflicts between bodies of law, how they were resolved, and who confirmed it."""
    synthesis: Synthesis | None = None
    supervision: Supervision | None = None
    """What a supervisor found, where there is one."""
    council: Council | None = None
    reopenings: Sayings = ()
    """What an earlier pass of the council had before it, and why it opened the debate again."""
    review: ReviewSummary | None = None
    responses: tuple[ReviewResponse, ...] = ()
    """Everything people answered, in its order; `review` has the last one with its request."""
    remarks: tuple[Remark, ...] = ()
    conflict_report: ConflictReport | None = None
    consensus_results: tuple[ConsensusResult, ...] | None = None
    disputes: tuple[Dispute, ...] = ()
    """The conflicts between the same two options, each told once: who stands where, and how it ended."""
    acceptances: tuple[Acceptance, ...] = ()
    """What the parties said of each ruling when they were asked, and why."""
    refinement: RefinementResult | None = None
    rca: RootCause | None = None
    audit: Audit | None = None
    """What was said against an agreement that came at once; null where nobody was asked."""
    evidence: EvidenceSummary = EvidenceSummary()
    rag: RetrievalSummary = RetrievalSummary()
    ballot: Ballot | None = None
    """Who votes for what after the last closed round; null where nobody voted."""
    warrant: Warrant | None = None
    """Why this status: what a decision needed, and what of it was met; null until the gate has looked."""
    probability: Probability | None = None
    """How likely the decision is right, by a calibration the profile names; null without one: confidence is no such."""
    ladder: LadderSummary | None = None
    """Which step of the ladder answered, and what the steps cost; null where all seats were asked at once."""
    baselines: BaselineSummary = BaselineSummary()
    usage: UsageSummary
    ancestry: Texts = ()
    fingerprint: str

    def __repr__(self) -> str:
        """Say what came out in one line; a notebook shows the card instead."""
        said = " ".join((self.decision or "no decision").split())
        shown = said if len(said) <= _SHOWN_DECISION else f"{said[:_SHOWN_DECISION]}…"
        sure = "" if self.confidence is None else f", confidence {self.confidence:.2f}"
        return f"<Result {self.thread_id}: {self.status}, {shown!r}{sure}, {self.usage.calls} calls>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Draw the card that notebooks show."""
        module, name = _CARD.split(":")
        return str(getattr(import_module(module), name)(self))


def collect_result(state: MultiAgentState, thread_id: str, *, paused: Mapping[str, Any] | None = None) -> Result:
    """Read the result document off a state, with facts as facts; `paused` is the open request to a person."""
    case, protocol, outcome = state["case"], state["protocol"], state.get("outcome")
    synthesis = state.get("synthesis")
    reviews = state.get("reviews") or []
    open_review = ReviewSummary(request=dict(paused)) if paused else None
    last_review = ReviewSummary(request=reviews[-1].request, response=reviews[-1].response) if reviews else None
    if outcome is not None and not paused:
        status: OutcomeStatus = outcome.status
    else:
        status = "needs_review" if paused else "failed"
    routing = state.get("routing")
    return Result(
        thread_id=thread_id,
        profile=protocol.profile.name,
        seat_titles=list_seat_titles(protocol.profile),
        question=state["question"],
        language=case.written_in,
        language_source=case.language_source,
        status=status,
        route=routing.route if routing else "debate",
        **_proposal(state, paused) if paused else _decision(state),
        convergence=_find_convergence(state),
        strategy=protocol.profile.convergence.strategy,
        stop_reason=_stop_reason(state),
        decider=outcome.decider if outcome else "",
        needs_human_review=bool(paused) or bool(outcome and outcome.needs_human_review),
        caveats=(
            *name_caveats(
                synthesis,
                state.get("acceptances") or (),
                state.get("round", 0),
                answered=bool(last_review and last_review.is_edit and not paused),
            ),
            *(outcome.caveats if outcome else ()),
            *name_circumstances(
                state.get("turns") or (), state.get("ballot"), decided=not paused and status == "decided"
            ),
            *name_unverified(state.get("evidence") or [], state.get("positions") or []),
            *name_assumptions(state.get("positions") or [], protocol.profile.claims),
            *warn_of_figures(state, synthesis),
        ),
        inconclusive=outcome.inconclusive if outcome else None,
        rounds=tuple(state.get("rounds") or ()),
        circuit_breaker=state.get("breaker"),
        escalation=_tell_escalation(state),
        positions=tuple(state.get("positions") or ()),
        critiques=tuple(state.get("critiques") or ()),
        blind_spots=mark_blind_spots(state.get("sheets") or [], state.get("positions") or []),
        norm_conflicts=collect_norm_conflicts(state),
        synthesis=synthesis,
        supervision=_supervision(synthesis),
        council=state.get("council"),
        reopenings=tuple(each.text for each in state.get("events") or () if each.kind == "reopened"),
        review=open_review or last_review,
        responses=tuple(each.response for each in reviews if each.response is not None),
        remarks=tuple(state.get("remarks") or ()),
        conflict_report=state.get("conflict_report"),
        consensus_results=None if state.get("consensus_results") is None else tuple(state["consensus_results"] or ()),
        disputes=list_disputes(
            state.get("conflict_report"),
            state.get("conflict_debates") or (),
            state.get("consensus_results") or (),
            state.get("ballot"),
            state.get("positions") or (),
            [each for each in state.get("acceptances") or () if each.round == state.get("round", 0)],
            synthesis,
        ),
        acceptances=tuple(state.get("acceptances") or ()),
        refinement=summarise_refinement(state),
        rca=state.get("root_cause"),
        audit=state.get("audit"),
        evidence=_evidence(state),
        rag=summarise_retrieval(state),
        ballot=state.get("ballot"),
        warrant=_find_warrant(state, paused=paused is not None),
        probability=_estimate_probability(state),
        ladder=summarise_ladder(state),
        baselines=_baselines(state.get("baselines") or _baselines_so_far(state)),
        usage=summarise_usage(state),
        ancestry=case.ancestry,
        fingerprint=protocol.fingerprint,
    )


def _estimate_probability(state: MultiAgentState) -> Probability | None:
    """Read how likely a decision that states the leading option is right; nothing is known of any other."""
    known, ballot, outcome = state["protocol"].profile.calibration, state.get("ballot"), state.get("outcome")
    leading = find_leading(ballot)
    if known is None or ballot is None or leading is None or outcome is None or outcome.status != "decided":
        return None
    synthesis, council = state.get("synthesis"), state.get("council")
    resolved = council.resolution.choice if council and council.resolution else None
    stated = resolved or (synthesis.choice if synthesis else None) or ballot.settled
    reviews = state.get("reviews") or []
    edited = bool(reviews) and reviews[-1].response is not None and reviews[-1].response.type == "edit"
    if stated != leading or edited:
        return None
    asked = [seat for each in state.get("rounds") or [] if each.number == ballot.round for seat in each.asked]
    found = estimate_probability(read_ballot_pattern(ballot, asked, len(state["routing"].seats)), known)
    return warn_of_question(found, state["question"], state["case"].language, known.scope)


def _tell_escalation(state: MultiAgentState) -> Escalation:
    """Tell who had to look: a person who gave guidance did, also where nobody has to look any more.

    Why they were asked stays on record, not that there is no reason any more.
    """
    last = state.get("escalation") or Escalation(target="none", reasons=())
    guided = [each for each in _list_decisions(state) if each.response is not None and each.response.type == "respond"]
    if last.target != "none" or not guided:
        return last
    asked = dict.fromkeys(reason for each in guided for reason in _list_asked_for(each))
    return last.model_copy(
        update={"target": "human", "reasons": (state_fact("gate.was_asked", n=len(guided)), *(asked or last.reasons))}
    )


def _list_asked_for(review: Review) -> Iterator[str]:
    """List the reasons for which a person was asked, as they were told then."""
    reasons = read_details(review.request).get("reasons")
    yield from map(str, reasons) if isinstance(reasons, list) else ()


def _list_decisions(state: MultiAgentState) -> Iterator[Review]:
    """List the times when a person was asked to decide; who steers a refinement is not asked for a decision."""
    for review in state.get("reviews") or []:
        match review.request:
            case {"action_requests": [{"name": "decide"}, *_]}:
                yield review
            case _:
                pass


def _supervision(synthesis: Synthesis | None) -> Supervision | None:
    if synthesis is None or synthesis.label is None:
        return None
    return Supervision(
        label=synthesis.label,
        langkah_keputusan=synthesis.step,
        alasan_utama=synthesis.main_reason or synthesis.decision.partition(". ")[0],
        konflik_terdeteksi="Ya" if synthesis.norm_conflict else "Tidak",
    )


def _find_warrant(state: MultiAgentState, *, paused: bool) -> Warrant | None:
    """Find the warrant, as facts where there are any: debates of earlier versions have words alone."""
    known = state.get("warrant_facts") or state.get("warrant")
    return known or (check_warrant(state) if paused and _is_refining(state) else None)


def _is_refining(state: MultiAgentState) -> bool:
    """Tell whether only a question is being refined: its pause comes before any gate looks at it."""
    routing = state.get("routing")
    return routing is not None and routing.route == "refine" and state.get("synthesis") is None


def _proposal(state: MultiAgentState, paused: Mapping[str, Any]) -> dict[str, Any]:
    """Read what a person is asked to approve; a pause that only steers a refinement proposes nothing."""
    details, adjusted = read_details(paused), adjust_confidence(state)
    if "choices" in details:
        return {"decision": None, "confidence": None}
    return {
        "decision": details.get("decision") or None,
        "confidence": details.get("confidence"),
        "confidence_flags": tuple(details.get("confidence_flags") or ()),
        # Facts, not the words of the request, which are in the language of the debate.
        "confidence_steps": list_confidence_steps(state.get("synthesis"), adjusted, state.get("council")),
    }


def _decision(state: MultiAgentState) -> dict[str, Any]:
    """Read what was decided; of a debate that is not over, how sure its synthesis is."""
    outcome, synthesis = state.get("outcome"), state.get("synthesis")
    if outcome is not None:
        names = ("decision", "confidence", "confidence_flags", "confidence_steps")
        return {name: getattr(outcome, name) for name in names}
    flags = synthesis.flags if synthesis else ()
    return {"decision": None, "confidence": synthesis.confidence if synthesis else None, "confidence_flags": flags}


def _find_convergence(state: MultiAgentState) -> float | None:
    """Find how far they agreed at last; where the debate was stopped, what was measured before that (D-50)."""
    convergence, breaker = state.get("convergence"), state.get("breaker")
    if convergence is not None and convergence.value is not None:
        return convergence.value
    return breaker.convergence if breaker else None


def _stop_reason(state: MultiAgentState) -> StopReason | None:
    outcome = state.get("outcome")
    if outcome is not None and outcome.stop_reason is not None:
        return outcome.stop_reason
    return find_stop_reason(state.get("convergence"), state.get("breaker"))


def _evidence(state: MultiAgentState) -> EvidenceSummary:
    ledgers, cause = state.get("ledgers") or [], state.get("root_cause")
    pieces = list_evidence_verdicts(cause) if cause is not None else ()
    notes = {each.id: each.note for each in state.get("evidence") or [] if each.note}
    cited = list_cited(latest_by_seat(state.get("positions") or []).values(), notes)
    return EvidenceSummary(
        claims=(*(verdict for ledger in ledgers for verdict in ledger.verdicts), *pieces),
        # A seat that fell silent is judged by what it claimed last.
        unsupported_share=dict(sorted((latest_shares(ledgers) | share_unsupported(pieces)).items())),
        notes={name: notes[name] for name in sorted(cited)},
        unverified=tuple(
            state_fact("claim.not_compared", round=each.round, why=each.problem)
            for each in state.get("verifications") or []
            if each.problem
        ),
    )


def _baselines_so_far(state: MultiAgentState) -> Baselines:
    """Find what a debate that has not ended yet has to beat."""
    counted = state.get("ballot")
    ballots = cast_hypothesis_ballots(state.get("hypotheses") or [], counted) or cast_ballots(
        state.get("positions") or [], counted
    )
    return find_baselines(ballots, state["protocol"].profile.seat_ids)


def _baselines(found: Baselines) -> BaselineSummary:
    single = SingleBaseline(seat=found.single_seat, answer=found.single_answer) if found.single_seat else None
    vote = VoteBaseline(answer=found.vote_answer, share=found.vote_share, tied=found.tied)
    return BaselineSummary(single=single, vote=vote if found.vote_share is not None else None)
