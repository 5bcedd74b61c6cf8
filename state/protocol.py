"""Defines the protocol a debate is run by: a profile with every setting, checked and frozen.

It is a value of the debate: intake puts it into the state, and a resumed debate keeps the rules it started with.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from moot.registry import NameIn
from moot.state.ballot import BallotRules
from moot.state.base import Confidence, Texts, Value
from moot.state.calibration import VoteCalibration
from moot.state.hedging import HedgeRules
from moot.state.ladder import LadderRules
from moot.state.warrant import WarrantRules

Execution = Literal["parallel", "sequential"]
StrategyName = Annotated[str, NameIn("moot.policies.agreement:STRATEGIES")]
ComparatorName = Annotated[str, NameIn("moot.policies.comparison:COMPARATORS")]
RecordWriterName = Annotated[str, NameIn("moot.views.records:RECORD_WRITERS")]
Route = Literal["simple", "debate", "council", "refine"]
OnLimit = Literal["escalate", "decide", "best_so_far", "force", "ask_user"]
ConflictSeverity = Literal["low", "medium", "high", "critical"]

SettledBy = Literal["author", "answer"]
"""Who closes a grave critique."""

Seconds = Annotated[float, Field(gt=0)] | None
"""A time limit; null means none."""

Points = Annotated[int, Field(ge=-100, le=100)]
SeatId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""Also a node name, a file name and a header: lower case, short, without blanks."""


class Seat(Value):
    """An agent who argues."""

    id: SeatId
    title: str = ""
    persona: str = ""
    model: str | None = None


class Role(Value):
    """An actor who does not argue: judge, synthesizer, supervisor, council."""

    persona: str = ""
    model: str | None = None
    fallback: Texts = ()
    """Models that take over, in this order, when the role's own does not answer."""


class ExecutionRules(Value):
    """Whether the seats of a wave speak at once or in turn (X-03, X-28, X-77)."""

    position: Execution = "parallel"
    critique: Execution = "parallel"
    revise: Execution = "parallel"
    """Round 2, the rebuttals."""
    final: Execution = "parallel"
    """Round 3 and later, where only open divergences are argued."""


class RoundRules(Value):
    """How many rounds are run (D-15..D-17, L-15)."""

    min: Annotated[int, Field(ge=1)] = 1
    planned: Annotated[int, Field(ge=1)] = 2
    """What a debate usually takes: informative, and what a forecast expects (X-82)."""
    max: Annotated[int, Field(ge=1)] = 3
    execution: ExecutionRules = ExecutionRules()

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min > self.max:
            raise ValueError(f"rounds.min ({self.min}) is above rounds.max ({self.max}); lower min or raise max")
        return self


class CriterionWeights(Value):
    """How much each point of agreement counts (D-94)."""

    recommendation: Annotated[float, Field(ge=0)] = 30
    premises: Annotated[float, Field(ge=0)] = 25
    risks: Annotated[float, Field(ge=0)] = 25
    timing: Annotated[float, Field(ge=0)] = 20

    @model_validator(mode="after")
    def _some_weight(self) -> Self:
        if self.recommendation + self.premises + self.risks + self.timing <= 0:
            raise ValueError("convergence.weights are all 0; give at least one criterion a weight")
        return self


class ConvergenceRules(Value):
    """When a round counts as agreed (D-18, C-28, L-21..L-23, R-24)."""

    strategy: StrategyName = "criteria"
    threshold: Confidence = 0.70
    comparator: ComparatorName = "auto"
    needs_evidence: bool = True
    """In a debate that has sources, agreement ends it only if somebody has cited one of them (X-84)."""
    weights: CriterionWeights = CriterionWeights()
    plateau: Annotated[int, Field(ge=0, le=100)] = 5
    """A gain below this many points is a plateau (R-24, strict)."""
    stability: Confidence = 0.15
    """A change of the answer below this share is stable (L-23, strict)."""
    max_major: Annotated[int, Field(ge=0)] = 1
    """So many unresolved MAJOR critiques still count as finished (L-21)."""
    same_hypothesis: Confidence = 0.80
    """Texts at least this similar name the same root cause (X-62)."""


class CritiqueRules(Value):
    """Whether seats criticise each other, and how much at least (L-30)."""

    enabled: bool = True
    min_per_agent: Annotated[int, Field(ge=0, le=20)] = 0
    """Fewer critiques in round 1 are an echo chamber; 0 switches the floor off."""
    settle: SettledBy = "answer"
    """Who closes a MAJOR or CRITICAL critique: its author, asked after each revision, or the answer to it (X-56a)."""


class ClaimRules(Value):
    """How many claims an agent may make, and which need evidence (L-27, L-32, D-141)."""

    warn: Annotated[int, Field(ge=1)] = 8
    max: Annotated[int, Field(ge=1)] = 10
    evidence_required: Literal["facts", "all"] = "facts"
    max_unsupported: Confidence = 0.30
    """An agent with a larger share of unsupported claims escalates (X-56h, strict)."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.warn > self.max:
            raise ValueError(f"claims.warn ({self.warn}) is above claims.max ({self.max})")
        return self


class JudgeRules(Value):
    """Whether a judge scores each round, and how many hypotheses are wanted (R-02, R-03, X-61)."""

    enabled: bool = False
    min_hypotheses: Annotated[int, Field(ge=1)] = 1
    max_hypotheses: Annotated[int, Field(ge=1)] = 5
    floor: Annotated[int, Field(ge=0, le=100)] = 50
    """A best hypothesis with a lower score is reported, and decides nothing."""
    inspections: Annotated[int, Field(ge=0, le=40)] = 8
    """So many requests about the whole log may each reasoner make in a debate; 0 lets nobody ask."""


class ConflictRules(Value):
    """When contradicting outputs become a conflict that is argued out (C-51..C-54)."""

    enabled: bool = False
    max: Annotated[int, Field(ge=1)] = 10
    min_severity: ConflictSeverity = "medium"
    min_confidence: Confidence = 0.40
    support: Confidence = 0.70
    """A last argument at least this similar to the decision supports it (X-44)."""
    priority: Texts = ("reviewer", "financial", "commercial", "market", "analyst")
    """Who decides a conflict, first one present (C-30)."""
    comparator: Literal["auto", "lexical", "model"] = "auto"
    """Who reads the pairs that words do not settle: the debate's model where it can, nobody, or always a model."""
    normalise: bool = False
    """Divide the confidence by its highest possible value 0.8 (X-40)."""


class TimeoutRules(Value):
    """Limits in seconds of active time (D-19..D-21, D-26, D-78); null is none (X-78)."""

    per_agent: Seconds = 30
    per_round: Seconds = 120
    total: Seconds = 300
    rag_query: Seconds = 15
    council: Seconds = 180
    scaled: bool = False
    """Let the total grow with a slow model: what it takes for its answers counts, unless a total was set by hand."""


class BreakerRules(Value):
    """What stops a debate that does not end by itself (D-22, D-23, X-01)."""

    enabled: bool = True
    max_iterations: Annotated[int, Field(ge=1)] = 5
    max_refinements: Annotated[int, Field(ge=0)] = 2
    identical_rounds: Annotated[int, Field(ge=2)] = 2
    """So many equal rounds in a row are a loop; 3 is the strict reading of D-82."""


class BudgetRules(Value):
    """What a debate may use in all; null is no limit."""

    tokens: Annotated[int, Field(gt=0)] | None = None
    cost: Annotated[float, Field(gt=0)] | None = None
    calls: Annotated[int, Field(gt=0)] | None = None
    max_answer_tokens: Annotated[int, Field(ge=16)] = 1200
    """The longest answer asked of a model; also what a lease sets aside for it."""


class InternalRetrieval(Value):
    """Retrieval from our own documents (D-24, D-25, D-54, X-19)."""

    enabled: bool = True
    max_queries: Annotated[int, Field(ge=0)] = 5
    scope: Texts = ("knowledge/", "processing/insights/")
    retriever: str | None = None
    """Another LangChain retriever in the place of the document store, as `package.module:name`."""


class ExternalRetrieval(Value):
    """Retrieval from outside: recorded as a setting, and always forbidden (D-27, D-55)."""

    enabled: Literal[False] = False


class RetrievalRules(Value):
    """What agents may look up."""

    internal: InternalRetrieval = InternalRetrieval()
    external: ExternalRetrieval = ExternalRetrieval()


class Adjustments(Value):
    """Points added to the synthesis confidence when something went wrong (D-102)."""

    timeout: Points = 0
    breaker: Points = 0
    loop: Points = 0
    retrieval: Points = 0


class RiskBands(Value):
    """The value at risk above which a matter is moderate, severe, catastrophic (D-106)."""

    moderate: Annotated[float, Field(ge=0)] = 10_000
    severe: Annotated[float, Field(ge=0)] = 100_000
    catastrophic: Annotated[float, Field(ge=0)] = 1_000_000

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.moderate <= self.severe <= self.catastrophic:
            raise ValueError("escalation.risk_bands must rise: moderate <= severe <= catastrophic")
        return self


class EscalationRules(Value):
    """Which confidence emits, which calls the council, which calls a person (D-14, D-60..D-73)."""

    enabled: bool = True
    emit: Confidence = 0.70
    human: Confidence = 0.50
    value_at_risk: Annotated[float, Field(ge=0)] = 100_000
    currency: str = "BRL"
    adjustments: Adjustments = Adjustments()
    risk_bands: RiskBands = RiskBands()

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.human > self.emit:
            raise ValueError(f"escalation.human ({self.human}) is above escalation.emit ({self.emit})")
        return self


class CriticBands(Value):
    """Totals at which the council's critic approves or asks for a revision (D-118, X-33)."""

    approve: Annotated[int, Field(ge=0, le=100)] = 70
    revise: Annotated[int, Field(ge=0, le=100)] = 50


class CouncilRules(Value):
    """The council: when it runs and from which confidence its resolution stands (D-73, X-08, X-09)."""

    enabled: bool = True
    threshold: Confidence = 0.60
    allow_skip_low_value: bool = False
    before_human_when_high_value: bool = False
    critic: CriticBands = CriticBands()


class RefinementRules(Value):
    """How a vague idea is refined, by whom it is steered, and what follows (F-04, F-47)."""

    enabled: bool = False
    max: Annotated[int, Field(ge=0)] = 2
    mode: Literal["auto", "on_demand"] = "auto"
    then: Literal["end", "debate"] = "end"
    debate_profile: str | None = None
    """Whose seats argue the approved question, by name or path; null: the profile's own."""


class AuditRules(Value):
    """Probes of a result that looks too easy."""

    unanimity: bool = False


class RoutingRules(Value):
    """Which way a question takes: fixed rules, the caller's word, or a model (D-07)."""

    by: Literal["rules", "model"] = "rules"
    default: Route = "debate"
    keywords: Literal["none", "legal"] = "none"
    """Which keyword router proposes a domain hint (L-39)."""
    pure_domains: Literal["critic_only", "full"] = "full"
    """What the other seat does when a question belongs to one domain: both speak, unless this is changed (X-56l)."""


class RecordRules(Value):
    """Which files are written beside those every debate has."""

    extra: tuple[RecordWriterName, ...] = ()
    """Further record writers by name, such as those of plug-ins; `--out` and `moot export` write their files too."""


class Profile(Value):
    """Everything that distinguishes one protocol from another."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
    title: str = ""
    description: str = ""
    language: Literal["auto", "pt", "en", "id"] = "auto"
    anonymise_peers: bool = True
    equal_voices: bool = False
    """The seats are voices without roles: as many of them sit down as models are named."""
    on_limit: OnLimit = "escalate"
    calibration: VoteCalibration | None = None
    """What votes were worth on known questions: a file that `moot eval --calibrate` wrote, named by its path."""
    seats: Annotated[tuple[Seat, ...], Field(min_length=1)]
    roles: dict[str, Role] = Field(default_factory=dict)
    routing: RoutingRules = RoutingRules()
    rounds: RoundRules = RoundRules()
    convergence: ConvergenceRules = ConvergenceRules()
    critique: CritiqueRules = CritiqueRules()
    claims: ClaimRules = ClaimRules()
    judge: JudgeRules = JudgeRules()
    conflicts: ConflictRules = ConflictRules()
    timeout: TimeoutRules = TimeoutRules()
    hedge: HedgeRules = HedgeRules()
    circuit_breaker: BreakerRules = BreakerRules()
    budget: BudgetRules = BudgetRules()
    rag: RetrievalRules = RetrievalRules()
    escalation: EscalationRules = EscalationRules()
    council: CouncilRules = CouncilRules()
    refinement: RefinementRules = RefinementRules()
    audit: AuditRules = AuditRules()
    ladder: LadderRules = LadderRules()
    ballot: BallotRules = BallotRules()
    warrant: WarrantRules = WarrantRules()
    records: RecordRules = RecordRules()

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        ids = [seat.id for seat in self.seats]
        if twice := sorted({seat for seat in ids if ids.count(seat) > 1}):
            raise ValueError(f"seats: {twice[0]!r} is named twice; give each seat its own id")
        if clash := sorted(set(ids) & set(self.roles)):
            raise ValueError(f"roles: {clash[0]!r} is also a seat; an actor either argues or serves")
        if self.audit.unanimity and self.judge.enabled:
            raise ValueError("audit.unanimity probes positions, but a judge scores hypotheses; switch one of them off")
        if self.ladder.enabled and self.judge.enabled:
            raise ValueError("ladder.enabled counts votes, but reasoners give hypotheses to a judge; switch one off")
        return self

    @property
    def seat_ids(self) -> tuple[str, ...]:
        """The seats in the order the profile names them."""
        return tuple(seat.id for seat in self.seats)

    def seat(self, seat_id: str) -> Seat:
        """Find a seat by its id."""
        return next(seat for seat in self.seats if seat.id == seat_id)

    def role(self, name: str) -> Role:
        """Find a role's settings; a role the profile does not mention has the defaults."""
        return self.roles.get(name, Role())


class Models(Value):
    """Which model sits where; never a key, so that it may be stored."""

    model: str | None = None
    base_url: str | None = None
    by_seat: dict[str, str] = {}
    """Seats and roles that have a model of their own."""


class Protocol(Value):
    """The protocol in force: profile plus overrides, the models, and what identifies it."""

    profile: Profile
    models: Models = Models()
    parts: dict[str, str]
    """One digest per part (profile, prompts, models, graph): tells what changed on resume."""
    fingerprint: str
    """The digest over all parts."""
