"""What is asked of a model: the schemas of the wire, by the names that are sent.

Fields stand in the order they are wanted in: an answer that is cut short keeps what came first.
The values that a debate keeps are in `moot.state`; nodes translate.
"""

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from moot.models.bounds import (
    Choice,
    Decision,
    Essay,
    FewLines,
    Id,
    Ids,
    Items,
    Line,
    Lines,
    Paragraph,
    Percent,
    Stance,
    Statement,
    fold,
)
from moot.state import critiques, hypotheses, outcome, positions, protocol, refinement

Agreement = Literal["full", "partial", "none"]
Verdict = Literal["approved", "needs_refinement", "rejected"]
Outcome = Literal["accepted", "rejected", "partly"]

_KEEPS = {"sim": "yes", "ya": "yes", "não": "no", "tidak": "no", "parcialmente": "partly", "sebagian": "partly"}
"""The three languages of the debates answer in their own words (D-40)."""

_ASPECTS = frozenset(map(fold, get_args(refinement.Aspect)))


class Wire(BaseModel):
    """A schema of the wire. What is sent forbids further fields; what is read drops them."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Claim(Wire):
    """One statement that can be criticised and checked (L-11, D-141)."""

    id: Id = ""
    statement: Statement
    kind: Annotated[positions.ClaimKind, Choice()] = "recommendation"
    evidence: Ids = ()
    confidence: Percent | None = None
    assumptions: FewLines = ()


def _number(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Give a claim without an id its place as its id, so that it can be criticised (L-11)."""
    return tuple(
        claim if claim.id else claim.model_copy(update={"id": f"C{place}"}) for place, claim in enumerate(claims, 1)
    )


Claims = Annotated[tuple[Claim, ...], Items("claims"), AfterValidator(_number)]


class Position(Wire):
    """What a seat recommends and why (D-30)."""

    recommendation: Statement
    stance: Stance
    premises: Lines = ()
    risks: Lines = ()
    timing: Line
    reasoning: Essay
    claims: Claims = ()
    confidence: Percent
    limitations: FewLines = ()
    open_questions: FewLines = ()


class Change(Wire):
    """What a revision changed and what moved it."""

    what: Paragraph
    because: Ids = ()


class CritiqueAnswer(Wire):
    """How a revision answers one critique (Q-06)."""

    critique_id: Id
    outcome: Annotated[Outcome, Choice()]
    reason: Paragraph = ""


class Revision(Position):
    """A position after the critiques (D-40)."""

    keeps_position: Annotated[positions.Keeps, Choice(_KEEPS)]
    changes: Annotated[tuple[Change, ...], Items("some")] = ()
    answers: Annotated[tuple[CritiqueAnswer, ...], Items("critiques")] = ()


class Hypothesis(Wire):
    """One possible root cause; what is missing has a neutral value (R-30, R-48)."""

    hypothesis: Statement
    confidence: Percent = 50
    reasoning: Essay = ""
    evidence: Lines = ()
    category: Annotated[hypotheses.Category, Choice(other="unknown")] = "unknown"
    affected_components: Ids = ()
    suggested_resolution: Lines = ()
    changes_made: Paragraph = ""


class Hypotheses(Wire):
    """What a reasoner proposes."""

    hypotheses: Annotated[tuple[Hypothesis, ...], Items("some")] = ()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        """Items that name no hypothesis are dropped (R-48)."""
        items = data.get("hypotheses") if isinstance(data, dict) else None
        if not isinstance(items, list):
            return data
        return {**data, "hypotheses": [item for item in items if not isinstance(item, dict) or item.get("hypothesis")]}


class CritiqueItem(Wire):
    """One critique of a peer's claim (L-13)."""

    target: Id
    target_claim_id: Id
    issue_type: Annotated[critiques.IssueType, Choice()]
    description: Statement
    severity: Annotated[critiques.CritiqueSeverity, Choice()]
    suggested_fix: Statement


class Point(Wire):
    """An agreement with a peer, or a blind spot of a peer (D-40)."""

    target: Id
    point: Line


class Critiques(Wire):
    """What a seat says of its peers (L-12)."""

    critiques: Annotated[tuple[CritiqueItem, ...], Items("critiques")] = ()
    agreements: Annotated[tuple[Point, ...], Items("some")] = ()
    blind_spots: Annotated[tuple[Point, ...], Items("some")] = ()


class Evaluation(Wire):
    """The judge's view of one hypothesis (R-42, R-43)."""

    hypothesis_id: Id
    evidence_quality: Annotated[int, Field(ge=0, le=30)]
    reasoning_strength: Annotated[int, Field(ge=0, le=25)]
    confidence_calibration: Annotated[int, Field(ge=0, le=20)]
    completeness: Annotated[int, Field(ge=0, le=15)]
    consistency: Annotated[int, Field(ge=0, le=10)]
    strengths: FewLines = ()
    weaknesses: FewLines = ()
    feedback: Paragraph = ""


class Judgement(Wire):
    """The judge's view of all hypotheses."""

    evaluations: Annotated[tuple[Evaluation, ...], Items("evaluations")] = ()


class Pair(Wire):
    """How far two seats agree, criterion by criterion (D-94)."""

    a: Id
    b: Id
    recommendation: Annotated[Agreement, Choice()]
    premises: Annotated[Agreement, Choice()]
    risks: Annotated[Agreement, Choice()]
    timing: Annotated[Agreement, Choice()]


class Comparison(Wire):
    """How far the seats agree, pair by pair."""

    pairs: Annotated[tuple[Pair, ...], Items("pairs")] = ()


class Side(Wire):
    """Who defends what."""

    seat: Id
    view: Line


class Divergence(Wire):
    """What stays open (D-111)."""

    theme: Line
    nature: Annotated[outcome.Nature, Choice()]
    sides: Annotated[tuple[Side, ...], Items("some")] = ()
    impact: Line = ""


class Synthesis(Wire):
    """What the debate amounts to (D-110)."""

    decision: Decision
    consensus_points: Lines = ()
    divergences: Annotated[tuple[Divergence, ...], Items("some")] = ()
    tensions: FewLines = ()
    gaps: FewLines = ()
    confidence: Percent
    uncertainty: Annotated[outcome.Uncertainty, Choice()] = "none"
    critical_divergence: bool = False
    next_steps: Lines = ()


class CouncilCritique(Wire):
    """The methodological critic's rubric (D-118)."""

    premises: outcome.Rubric
    evidence: outcome.Rubric
    logic: outcome.Rubric
    alternatives: outcome.Rubric
    conflicts: outcome.Rubric
    gaps: FewLines = ()
    strengths: FewLines = ()
    justification: Essay = ""


class CouncilDissent(Wire):
    """The devil's advocate's four outputs (D-124)."""

    weakest_premise: Paragraph
    undiscussed_risk: Paragraph
    probability: Annotated[outcome.Likelihood, Choice()]
    impact: Annotated[outcome.Impact, Choice()]
    regret_scenario: Essay
    ignored_alternative: Paragraph


class CouncilResolution(Wire):
    """The council synthesizer's path (D-126)."""

    decision: Decision
    modifications: Lines = ()
    confidence: Percent
    residual_risks: Lines = ()
    next_steps: Lines = ()
    reversal_criteria: Lines = ()


class Route(Wire):
    """Which way a question takes (D-07)."""

    route: Annotated[protocol.Route, Choice()]
    seats: Ids = ()
    reason: Paragraph = ""


class Classification(Wire):
    """How far an idea has come (F-03)."""

    classification: Annotated[refinement.Classification, Choice()]
    reasoning: Paragraph = ""


class StructuredQuestion(Wire):
    """A vague idea as a testable question (F-08)."""

    structured_question: Decision
    context: Paragraph = ""
    problem: Paragraph = ""
    contribution: Paragraph = ""
    addressed_gaps: Lines = ()
    assumptions: Lines = ()


class Improvement(Wire):
    """One gap of a question and how it could be filled (F-10)."""

    aspect: Annotated[refinement.Aspect, Choice()]
    gap: Paragraph
    suggestion: Paragraph

    @model_validator(mode="before")
    @classmethod
    def _known_aspect(cls, data: Any) -> Any:
        """An aspect we do not know is `outro`, and its name is kept in the gap (X-68)."""
        aspect = data.get("aspect") if isinstance(data, dict) else None
        if not isinstance(aspect, str) or fold(aspect) in _ASPECTS:
            return data
        gap = ": ".join(part for part in (aspect.strip(), str(data.get("gap") or "")) if part)
        return {**data, "aspect": "outro", "gap": gap}


class Clarification(Wire):
    """A question of the methodologist and what it takes as the answer (F-09)."""

    question: Line
    answer: Line


class Methodology(Wire):
    """Whether a question can be tested (F-09)."""

    status: Annotated[Verdict, Choice()]
    justification: Essay
    improvements: Annotated[tuple[Improvement, ...], Items("some")] = ()
    clarifications: Annotated[tuple[Clarification, ...], Items("some")] = ()

    @model_validator(mode="after")
    def _improvable(self) -> Self:
        """Asking for a refinement without saying which is no answer (X-69, W-F7)."""
        if self.status == "needs_refinement" and not self.improvements:
            raise ValueError("status needs_refinement needs at least one entry in improvements")
        return self


class Answer(Wire):
    """A direct answer, without a debate."""

    answer: Decision
    confidence: Percent
    reasoning: Essay
    claims: Claims = ()
    limitations: FewLines = ()


class Queries(Wire):
    """What an agent wants to look up; more than it may, so that what is refused is on record (X-18)."""

    queries: Lines = ()
