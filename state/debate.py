"""Defines the state of a debate: what every node reads and returns updates of."""

from typing import Annotated, Any

from typing_extensions import TypedDict

from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.budget import Event, Lease, Turn
from moot.state.conflicts import Acceptance, ConflictDebate, ConflictReport, ConsensusResult
from moot.state.critiques import Critique, CritiqueSheet, SettlementSheet
from moot.state.evidence import Evidence, Ledger, Query, VerifiedRound
from moot.state.findings import (
    Baselines,
    Breaker,
    Checklist,
    Convergence,
    Escalation,
    Loop,
    RoundAgreement,
    RoundRecord,
)
from moot.state.hypotheses import HypothesisSheet, JudgeRound, RootCause
from moot.state.incident import Incident
from moot.state.inspection import Inspected
from moot.state.ladder import Ladder
from moot.state.outcome import Case, Council, Outcome, OutcomeStatus, Review, ReviewResponse, Synthesis
from moot.state.positions import Position
from moot.state.protocol import Protocol
from moot.state.reducers import (
    latest_protocol,
    merge_acceptances,
    merge_agreements,
    merge_checklists,
    merge_council,
    merge_critiques,
    merge_events,
    merge_evidence,
    merge_hypotheses,
    merge_inspections,
    merge_judgements,
    merge_ledgers,
    merge_positions,
    merge_queries,
    merge_remarks,
    merge_reviews,
    merge_rounds,
    merge_settlements,
    merge_sheets,
    merge_texts,
    merge_turns,
    merge_verifications,
    merge_versions,
)
from moot.state.refinement import MethodologistOutput, StructurerOutput, Version
from moot.state.remarks import Remark
from moot.state.routing import Routing, Wave
from moot.state.warrant import Warrant


class DebateInput(TypedDict, total=False):
    """What a caller may put in; `question` alone is enough, and so is `messages`."""

    question: str
    messages: list[Any]
    """A conversation: its last human message is the question, or the answer to a debate that waits."""
    context: str | list[str] | list[dict[str, str]]
    """Evidence the agents may cite: a text, texts, or id, text and, if known, kind and locator (L-08)."""
    value_at_risk: float
    irreversible: bool
    risk: str
    route: str
    domain_hint: str
    options: list[str]
    """The answers to choose from, 2 to 12; without them the seats find their own."""
    incident: dict[str, object]
    """For root causes: events, error_messages, entities, timeline and what the incident graph knows."""
    ancestry: list[str]
    expected: dict[str, object]
    """What it was forecast to use, for its report: calls, tokens and cost, each at least, likely and at most."""


class MultiAgentState(TypedDict, total=False):
    """Everything a debate knows. Lists grow by reducers that do not care who came first."""

    question: str
    case: Case
    protocol: Annotated[Protocol, latest_protocol]
    routing: Routing
    incident: Incident | None

    round: int
    wave: Wave | None
    leases: list[Lease]
    """What the actors of the coming wave may use; replaced before each wave."""
    positions: Annotated[list[Position], merge_positions]
    sheets: Annotated[list[CritiqueSheet], merge_sheets]
    critiques: Annotated[list[Critique], merge_critiques]
    settlements: Annotated[list[SettlementSheet], merge_settlements]
    """What critics said of the answers to their critiques."""
    hypotheses: Annotated[list[HypothesisSheet], merge_hypotheses]
    judgements: Annotated[list[JudgeRound], merge_judgements]
    rounds: Annotated[list[RoundRecord], merge_rounds]
    agreements: Annotated[list[RoundAgreement], merge_agreements]
    ballot: Ballot | None
    """Who votes for what after the last closed round."""
    guidance: Annotated[list[str], merge_texts]
    """What a reviewer told all seats."""
    remarks: Annotated[list[Remark], merge_remarks]
    """What people said while the debate ran."""

    evidence: Annotated[list[Evidence], merge_evidence]
    ledgers: Annotated[list[Ledger], merge_ledgers]
    verifications: Annotated[list[VerifiedRound], merge_verifications]
    """What a model found of claims in what they cite."""
    queries: Annotated[list[Query], merge_queries]
    inspections: Annotated[list[Inspected], merge_inspections]
    """What reasoners asked the log of an incident, and what they were shown."""

    ladder: Ladder | None
    """How far seats were asked in steps; None where all of them are asked at once."""
    convergence: Convergence | None
    loop: Loop | None
    breaker: Breaker | None
    refinements: int
    """How often the debate was re-opened (X-22)."""
    conflict_report: ConflictReport | None
    conflict_debates: list[ConflictDebate] | None
    """What was argued about each conflict so far."""
    draft: Synthesis | None
    """What whoever sums up or mediates wrote, until it is held to the votes; what was proposed before stands so far."""
    ruling: Synthesis | None
    """What the mediator decided, before the parties were heard on it."""
    acceptances: Annotated[list[Acceptance], merge_acceptances]
    """What the parties say about the ruling."""
    consensus_results: list[ConsensusResult] | None
    root_cause: RootCause | None
    audit: Audit | None
    """What was said against an agreement that came at once (audit.unanimity)."""

    user_input: str
    conversation_history: Annotated[list[str], merge_texts]
    current_stage: str
    orchestrator_classification: str | None
    orchestrator_reasoning: str | None
    structurer_output: StructurerOutput | None
    methodologist_output: MethodologistOutput | None
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: Annotated[list[Version], merge_versions]
    refinement_step: str | None
    """What follows the last verdict: structurer, force_decision, ask_user or end."""

    synthesis: Synthesis | None
    escalation: Escalation | None
    council: Annotated[Council | None, merge_council]
    reviews: Annotated[list[Review], merge_reviews]
    request: dict[str, Any] | None
    """What a person is asked, as long as the debate waits for them."""
    reply: ReviewResponse | None
    """A person's answer that came as a chat message."""
    baselines: Baselines | None
    warrant: Warrant | None
    """Why the decision was released, or what was missing, in words: what a graph returns."""
    warrant_facts: Warrant | None
    """The same in facts, which views put in words."""
    outcome: Outcome | None

    status: OutcomeStatus | None
    decision: str | None
    confidence: float | None
    usage: dict[str, Any] | None
    """With ballot, warrant and messages what a graph returns; the result document has all of it."""

    turns: Annotated[list[Turn], merge_turns]
    events: Annotated[list[Event], merge_events]
    checklists: Annotated[list[Checklist], merge_checklists]
