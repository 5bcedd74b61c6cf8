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
    ShortTexts,
    StatedConfidence,
    Statement,
)
from moot.state.base import Confidence, Score, Texts, Value
from moot.state.positions import Status

Category = Literal["hardware", "software", "network", "config", "resource", "unknown"]
RootCauseStop = Literal[
    "consensus", "plateau", "max_rounds", "loop", "budget", "timeout_total", "max_iterations", "insufficient_positions"
]
"""Why the search ended; the first two count as converged (X-59)."""


class Hypothesis(Value):
    """One possible root cause."""

    id: str
    """Assigned by the system: log_1, kg_1, hybrid_1, ... by reasoner."""
    source: str
    hypothesis: Statement
    confidence: StatedConfidence = 0.5
    reasoning: Essay = ""
    evidence: ShortTexts = ()
    category: Annotated[Category, Choice(other="unknown")] = "unknown"
    affected_components: Ids = ()
    suggested_resolution: ShortTexts = ()
    changes_made: Paragraph = ""


class Hypotheses(Value):
    """What a reasoner proposes."""

    hypotheses: Annotated[tuple[Hypothesis, ...], Items("some", named_by="hypothesis")] = ()


class HypothesisSheet(Value):
    """What one reasoner proposed in one round, most confident first (R-48)."""

    seat: str
    round: int
    status: Status = "ok"
    hypotheses: tuple[Hypothesis, ...] = ()
    flags: Texts = ()
    error: str | None = None


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
    weaknesses: Texts = ()
    feedback: str = ""
    rank: Annotated[int, Field(ge=1)] = 1
    fallback: bool = False
    """No judge could be read; the score follows from the stated confidence (R-46)."""


class JudgeRound(Value):
    """The judge's result for one round (R-44)."""

    round: int
    evaluated_hypotheses: tuple[Evaluation, ...] = ()
    top_hypothesis: str | None = None
    """The id of the best hypothesis of this round."""
    num_evaluated: int = 0
    consensus_analysis: str = ""
    debate_guidance: str = ""
    flags: Texts = ()


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


class RootCauseRound(Value):
    """One round of the output (R-17, X-58, X-58a)."""

    round_number: int
    hypotheses: dict[str, tuple[Hypothesis, ...]]
    """By reasoner, under `{name}_hypotheses`."""
    judge_evaluation: JudgeRound | None
    top_hypothesis: Hypothesis | None


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
    warnings: Texts = ()
