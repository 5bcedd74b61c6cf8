"""Defines conflicts between agents' outputs, and what became of them (C-08..C-14)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from moot.state.asked import Choice, Paragraph
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying
from moot.state.protocol import ConflictSeverity

ConflictType = Literal["strategic", "tactical", "financial", "risk", "priority", "unknown"]
DebateEnd = Literal["converged", "max_rounds", "repeated", "timeout", "none"]
"""Why no further round was argued; `none` when nothing was."""

SEVERITY_RANK: dict[ConflictSeverity, int] = {"low": 1, "medium": 2, "high": 3, "critical": 4}
"""Severities in order (X-83)."""

Settling = Literal["agreement", "decision", "nobody"]
"""How a conflict was settled: its parties came to agree, somebody decided it for them, or nobody did."""

_CONSENSUS_SHARE = 0.66
"""From this share of supporters on, a decision counts as consensus (C-14)."""


class AgentPosition(Value):
    """What one agent recommends, and what it rests on (C-11)."""

    agent_name: str
    position: str
    reasoning: str = ""
    confidence: Confidence = 0.7
    supporting_evidence: Texts = ()


class DebateRound(Value):
    """The arguments of one round about one conflict (C-12)."""

    round_number: int
    topic: str
    arguments: dict[str, str]
    timestamp: str | None = None
    convergence: Confidence | None = None
    """How alike the parties' arguments were; None while nobody has measured it."""


class Conflict(Value):
    """A divergence between two agents that cannot both be followed (C-01, C-08)."""

    conflict_id: str
    conflict_type: ConflictType
    severity: ConflictSeverity
    topic: str
    agents_involved: Texts
    positions: dict[str, AgentPosition]
    description: str
    key_differences: Texts
    mutual_exclusivity: bool
    requires_debate: bool
    detected_at: str | None = None
    found_by: Literal["words", "model", "mediator"] = "words"
    """Who saw it: the words of the texts, a model that compared them, or whoever decided."""

    @property
    def opposing_sides(self) -> tuple[Texts, Texts]:
        """The first agent, and those it stands against (C-14)."""
        return self.agents_involved[:1], self.agents_involved[1:]


class Acceptance(Value):
    """What a party says about the ruling on its conflicts."""

    asked_about: ClassVar[str] = "What a party says about the ruling"

    seat: str
    round: Annotated[int, Field(ge=0)]
    """The last round before the ruling."""
    stance: Annotated[Literal["accepts", "accepts_with_reservation", "opposes"] | None, Choice()] = None
    """None: it was asked and did not answer, so it has not accepted."""
    because: Paragraph = ""


class Reservation(Value):
    """A condition of its own on which a seat stands for its option, and which the other party has not accepted."""

    seat: str
    text: str
    accepted_by: Texts = ()
    """Who has taken it over, of those who argue with its seat."""
    left_out_of: str = ""
    """Whose terms it takes over but for this; empty for a condition of its own."""


class ConflictDebate(Value):
    """The debate about one conflict: who argues it, what they said so far, and why it ended (C-24..C-26)."""

    conflict_id: str
    parties: Texts
    rounds: tuple[DebateRound, ...] = ()
    ended_by: DebateEnd | None = None
    """None while it is still argued."""
    reservations: tuple[Reservation, ...] = ()
    """What keeps the parties apart after the last round, although they may stand for the same option."""


class DisputeSide(Value):
    """One side of a dispute: what it wants, who stood for it at first, and who does now."""

    option: str | None = None
    """The option on the ballot; None where no option tells the sides apart."""
    text: str
    """What the option says, else what the side held last."""
    at_first: Texts
    now: Texts
    restated: str = ""
    """How those who vote for the option put it now, where that is no longer its text."""


class Dispute(Value):
    """All conflicts between the same two options, told once: who stands where, and how it ended."""

    conflict_ids: Texts
    conflict_type: ConflictType
    severity: ConflictSeverity
    topic: str
    """What it is about, in the words in which its first conflict was found."""
    sides: tuple[DisputeSide, DisputeSide]
    elsewhere: tuple[DisputeSide, ...] = ()
    """What parties stand for that have left both sides."""
    reservations: tuple[Reservation, ...] = ()
    """What the others have not accepted of those who stand for one of the sides."""
    ended_by: DebateEnd | None = None
    """None while it is argued, and where nobody argued it."""
    argued_in: tuple[int, ...] = ()
    """The rounds in which it was argued."""
    settled_by: Settling | None = None
    """None until somebody has settled it."""
    resolver: str = ""
    """Who decided it, or wrote down what was agreed."""

    @property
    def is_given_up(self) -> bool:
        """Whether nobody stands for either side any more."""
        return not any(side.now for side in self.sides)

    @property
    def is_over(self) -> bool:
        """Whether nobody argues it any more: an option has no vote left, or the parties have agreed.

        Parties that accept each other's terms may go on voting for two options: then these can be carried out together.
        """
        if self.ended_by == "converged":
            return True
        return all(side.option for side in self.sides) and not all(side.now for side in self.sides)


class ConflictReport(Value):
    """Every conflict found among the outputs of one execution (C-09)."""

    execution_id: str
    total_conflicts: int
    conflicts: tuple[Conflict, ...]
    has_low_severity: bool
    has_medium_severity: bool
    has_high_severity: bool
    has_critical_severity: bool
    requires_debate: bool
    debate_topics: Texts
    note: Saying = ""
    """Why only words were compared although a model was to be asked."""
    dropped: int = 0
    """How many conflicts beyond the limit were left out (X-47)."""
    reason: Saying = ""

    def with_severity(self, *severities: ConflictSeverity) -> tuple[Conflict, ...]:
        """List the conflicts of these severities, in the report's order (C-14)."""
        return tuple(conflict for conflict in self.conflicts if conflict.severity in severities)

    @property
    def critical_conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that are debated and touch the decision itself (C-14)."""
        return tuple(conflict for conflict in self.with_severity("high", "critical") if conflict.requires_debate)


class ConsensusResult(Value):
    """How one conflict was settled, by whom, and at what price (C-10)."""

    execution_id: str
    conflict_id: str
    final_decision: str
    supporting_agents: Texts
    opposing_agents: Texts
    neutral_agents: Texts
    justification: str
    reasoning_summary: str
    trade_offs_acknowledged: Texts
    debate_rounds: tuple[DebateRound, ...]
    total_rounds: int
    unresolved_aspects: Texts
    confidence_score: Confidence
    resolver_agent: str = "reviewer"
    resolved_at: str | None = None
    severity: ConflictSeverity
    """As detected, or raised to critical when the debate could not settle it (X-39)."""
    accepted: bool
    """False below the least confidence a decision needs (X-48)."""
    escalate: bool = False
    """Whether a person or the council has to look at it (X-39, X-48)."""
    ended_by: DebateEnd = "none"
    settled_by: Settling = "decision"
    confidence_flags: Texts = ()
    weighing: Saying = ""
    """How the confidence follows from what the decider said, from support and evidence (C-29)."""

    @model_validator(mode="after")
    def _justified(self) -> Self:
        # C-42: nobody decides without saying why.
        if not self.justification.strip():
            raise ValueError("a consensus result without justification is invalid")
        return self

    @property
    def is_unanimous(self) -> bool:
        """Whether no agent opposes the decision (C-14)."""
        return not self.opposing_agents

    @property
    def has_consensus(self) -> bool:
        """Whether enough of those who took a side support the decision (C-14)."""
        voters = len(self.supporting_agents) + len(self.opposing_agents)
        return voters > 0 and len(self.supporting_agents) / voters >= _CONSENSUS_SHARE
