"""Defines root causes, how the judge scored them, and what the debate found (R-17, R-18, R-30, R-43, R-44)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from moot.state.asked import (
    AsIs,
    Choice,
    Essay,
    FewShortTexts,
    Id,
    Ids,
    Items,
    Paragraph,
    ShortText,
    ShortTexts,
    StatedConfidence,
    Statement,
)
from moot.state.base import Confidence, Score, Texts, Value
from moot.state.facts import Saying, Sayings
from moot.state.incident import SimilarIncident
from moot.state.inspection import Inspected, LogOutline
from moot.state.positions import Status

Category = Literal["hardware", "software", "network", "config", "resource", "unknown"]
CATEGORY_WORDS: tuple[tuple[str, Category], ...] = (
    ("configuration", "config"), ("configuração", "config"), ("konfigurasi", "config"), ("settings", "config"),
    ("rede", "network"), ("jaringan", "network"), ("dns", "network"),
    ("resources", "resource"), ("recurso", "resource"), ("recursos", "resource"), ("sumber daya", "resource"),
    ("capacity", "resource"), ("memory", "resource"), ("disk", "resource"),
    ("code", "software"), ("bug", "software"), ("application", "software"), ("perangkat lunak", "software"),
    ("perangkat keras", "hardware"),
)  # fmt: skip
"""What people and models call a kind of cause besides."""
Named = Literal["cause", "effects"]
NAMED_WORDS: tuple[tuple[str, Named], ...] = (("symptoms", "effects"), ("none", "effects"), ("unknown", "effects"))
"""What models say besides who name none."""
RootCauseStop = Literal[
    "consensus", "plateau", "max_rounds", "loop", "budget", "timeout_total", "max_iterations", "insufficient_positions",
    "no_data",
]  # fmt: skip
"""Why the search ended; the first two count as converged (X-59)."""
MissingCause = Literal[
    "", "no_data", "no_incident", "no_hypothesis", "no_cause", "unsupported", "unjudged", "below_floor",
]  # fmt: skip
"""Why there is no root cause; empty where there is one."""


class Hypothesis(Value):
    """One possible root cause."""

    id: str
    """Assigned by the system: log_1, kg_1, hybrid_1, ... by reasoner."""
    source: str
    hypothesis: Statement
    names: Annotated[Named, Choice(NAMED_WORDS, other="cause")] = "cause"
    """Its effects only, where the data shows what failed and not why."""
    confidence: StatedConfidence = 0.5
    reasoning: Essay = ""
    evidence: ShortTexts = ()
    category: Annotated[Category, Choice(CATEGORY_WORDS, other="unknown")] = "unknown"
    affected_components: Ids = ()
    root_component: Id = ""
    """The one component in which it began."""
    onset: ShortText = ""
    """When the first effect showed, as the log writes times."""
    trigger: ShortText = ""
    """What set it off, with its line."""
    effects: ShortTexts = ()
    """The chain of effects in their order, each with its line."""
    ended: ShortText = ""
    """When it was over and by what, with its line; empty where the data does not show it."""
    contributing: FewShortTexts = ()
    """What made it worse without having started it."""
    ruled_out: FewShortTexts = ()
    """Other causes that were considered, each with why it does not hold."""
    unknowns: FewShortTexts = ()
    """What the data does not show."""
    suggested_resolution: ShortTexts = ()
    next_checks: FewShortTexts = ()
    """Commands that would confirm or refute it."""
    changes_made: Paragraph = ""

    @property
    def texts(self) -> Texts:
        """List everything it says that may name a line of the log."""
        chain = (self.onset, self.trigger, *self.effects, self.ended, *self.contributing)
        return (*self.evidence, self.reasoning, *chain, *self.ruled_out, *self.unknowns)


class Hypotheses(Value):
    """What a reasoner proposes."""

    hypotheses: Annotated[tuple[Hypothesis, ...], Items("few", named_by="hypothesis", read_as="some")] = ()
    no_incident: Annotated[bool, AsIs()] = False
    """The data shows no incident at all."""
    no_incident_because: Paragraph = ""
    """What was looked at, and why it is ordinary."""


class HypothesisSheet(Value):
    """What one reasoner proposed in one round, most confident first (R-48)."""

    seat: str
    round: int
    status: Status = "ok"
    hypotheses: tuple[Hypothesis, ...] = ()
    no_incident: bool = False
    """The reasoner finds no incident, and proposes nothing."""
    no_incident_because: str = ""
    flags: Sayings = ()
    error: str | None = None

    @property
    def spoke(self) -> bool:
        """Whether the reasoner said anything: a hypothesis, or that there is no incident."""
        return bool(self.hypotheses or self.no_incident)


class Marks(Value):
    """What the judge wrote of one hypothesis, before it is checked and added up (R-42, R-46)."""

    asked_as: ClassVar[str] = "Evaluation"

    hypothesis_id: Id
    evidence_quality: Annotated[int | None, AsIs(most=30)] = None
    reasoning_strength: Annotated[int | None, AsIs(most=25)] = None
    confidence_calibration: Annotated[int | None, AsIs(most=20)] = None
    completeness: Annotated[int | None, AsIs(most=15)] = None
    consistency: Annotated[int | None, AsIs(most=10)] = None
    strengths: FewShortTexts = ()
    weaknesses: FewShortTexts = ()
    feedback: Paragraph = ""


class Judgement(Value):
    """The judge's view of all hypotheses."""

    evaluations: Annotated[tuple[Marks, ...], Items("evaluations")] = ()


class Evaluation(Value):
    """The judge's view of one hypothesis; the total is computed, never taken on trust (R-42)."""

    hypothesis_id: str
    source: str
    hypothesis: str
    evidence_quality: Annotated[int, Field(ge=0, le=30)]
    reasoning_strength: Annotated[int, Field(ge=0, le=25)]
    confidence_calibration: Annotated[int, Field(ge=0, le=20)]
    completeness: Annotated[int, Field(ge=0, le=15)]
    consistency: Annotated[int, Field(ge=0, le=10)]
    judge_score: Score
    strengths: Texts = ()
    weaknesses: Sayings = ()
    feedback: str = ""
    rank: Annotated[int, Field(ge=1)] = 1
    fallback: bool = False
    """No judge could be read; the score follows from the stated confidence (R-46)."""
    supported: bool = True
    """At least one piece of its evidence holds."""
    unsupported: Texts = ()
    """The pieces of its evidence that do not hold."""


class JudgeRound(Value):
    """The judge's result for one round (R-44)."""

    round: int
    evaluated_hypotheses: tuple[Evaluation, ...] = ()
    top_hypothesis: str | None = None
    """The id of the best hypothesis of this round."""
    num_evaluated: int = 0
    consensus_analysis: Saying = ""
    debate_guidance: Saying = ""
    flags: Texts = ()


class EvidenceCheck(Value):
    """One piece of evidence and whether the data says it."""

    text: str
    holds: bool
    """What it cites exists and says it."""
    bears: bool = False
    """It visibly has to do with the hypothesis; what holds and does not bear supports nothing, and costs nothing."""
    sources: Texts = ()
    """The lines, incidents, paths or patterns it rests on."""
    reason: Saying = ""


class ChainLink(Value):
    """One step of the course of an incident: the trigger, or an effect."""

    text: str
    lines: Texts = ()
    """The lines of the log it names and that exist."""
    time: str = ""
    doubt: Saying = ""
    """What it says that its lines do not; empty where they say it, or it names none."""


class RuledOut(Value):
    """A cause that was considered, and why it is not the one."""

    hypothesis: str
    why: Saying
    by: str = ""
    """Who ruled it out: the reasoner of the winner, the check of the evidence, or the judge."""


class Doubt(Value):
    """Something that was not settled: what a reasoner does not know, or a weakness that the judge found."""

    text: str
    by: str


class ReasonerStand(Value):
    """Where a reasoner stands in the end."""

    seat: str
    hypothesis: str
    category: Category = "unknown"
    confidence: Confidence
    same: bool
    """Whether it names the cause that was chosen."""


class NoIncident(Value):
    """What a reasoner says who finds no incident."""

    seat: str
    because: str = ""


class FinalHypothesis(Value):
    """The chosen root cause (R-18, X-58c, X-58g, X-58h, X-63)."""

    hypothesis: str
    confidence: Confidence
    judge_score: Score
    source: str
    reasoning: str
    evidence: Texts
    resolution: Texts
    rounds_refined: int
    refinements: int
    category: Category
    affected_components: Texts
    changes_made: str = ""
    hypothesis_id: str
    final_round: int
    names: Named = "cause"
    """Its effects only, where the data shows what failed and not why."""
    stated_confidence: Confidence | None = None
    """What the reasoner said before evidence that does not hold lowered it."""
    checks: tuple[EvidenceCheck, ...] = ()
    """Its evidence, checked against the data."""
    root_component: str = ""
    onset: str = ""
    trigger: ChainLink | None = None
    effects: tuple[ChainLink, ...] = ()
    ended: ChainLink | None = None
    contributing: Texts = ()
    ruled_out: tuple[RuledOut, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    """What stays open: what whoever proposed it does not know, and what the judge still finds weak."""
    stands: tuple[ReasonerStand, ...] = ()
    """What each reasoner itself holds most likely; first the one that proposed the cause."""
    next_checks: Texts = ()


class RootCauseRound(Value):
    """One round of the output (R-17, X-58, X-58a)."""

    round_number: int
    hypotheses: dict[str, tuple[Hypothesis, ...]]
    """By reasoner, under `{name}_hypotheses`."""
    judge_evaluation: JudgeRound | None
    top_hypothesis: Hypothesis | None


class CauseReview(Value):
    """What a person said of a cause after the search, which waits for nobody."""

    type: Literal["approve", "edit", "reject"]
    reviewer: str = ""
    text: str = ""
    """The real cause, where they put another one in its place, or why they reject it."""


class RootCause(Value):
    """The result of a root-cause debate (R-17..R-19)."""

    rounds: tuple[RootCauseRound, ...]
    final_hypothesis: FinalHypothesis | None
    convergence_achieved: bool
    total_rounds: int
    improvement_trajectory: tuple[Score, ...]
    stop_reason: RootCauseStop
    best_round: int | None
    refinements: int
    warnings: Sayings = ()
    missing: MissingCause = ""
    """Why the best hypothesis, if any, is no root cause."""
    no_incident: tuple[NoIncident, ...] = ()
    """What those say who find that there is none, where that is the result."""
    what_would_help: Sayings = ()
    sat_out: Texts = ()
    """The reasoners who had no material and were not asked."""
    inspections: tuple[Inspected, ...] = ()
    """What the reasoners asked the log."""
    outline: LogOutline | None = None
    similar_incidents: tuple[SimilarIncident, ...] = ()
    """Past incidents that resemble this one, with what fixed them."""
    logs: Texts = ()
    """What was looked at."""
    began: str = ""
    over: str = ""
    """When the logs begin and end."""
    reviewed: CauseReview | None = None
    """Who confirmed it, or did not; None as long as nobody has looked at it."""
