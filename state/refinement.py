"""Defines a vague idea on its way to a testable question (F-03..F-10)."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import (
    Choice,
    Essay,
    Id,
    Ids,
    Items,
    LongStatement,
    NeededWhen,
    Paragraph,
    ShortText,
    ShortTexts,
)
from moot.state.base import Texts, Value

Classification = Literal["vague", "semi_formed", "complete"]
MethodologyStatus = Literal["approved", "needs_refinement", "rejected", "error"]
Stage = Literal["classifying", "structuring", "validating", "done"]
Aspect = Literal["população", "métricas", "variáveis", "testabilidade", "contexto", "problema", "outro"]

_ASPECT_WORDS = (
    ("population", "população"), ("metrics", "métricas"), ("variables", "variáveis"), ("testability", "testabilidade"),
    ("context", "contexto"), ("problem", "problema"), ("other", "outro"), ("populasi", "população"),
    ("metrik", "métricas"), ("variabel", "variáveis"), ("keterujian", "testabilidade"), ("konteks", "contexto"),
    ("masalah", "problema"), ("lainnya", "outro"),
)  # fmt: skip
"""How the aspects are called in the other languages of debates."""


class Improvement(Value):
    """One gap of a question and how it could be filled (F-10, X-68)."""

    aspect: Annotated[Aspect, Choice(_ASPECT_WORDS, other="outro", kept_in="gap")]
    gap: Paragraph
    suggestion: Paragraph


class NamedImprovement(Improvement):
    """An improvement as the methodologist gives it: of a gap that was listed before, or of a new one."""

    id: Id = ""
    """The id under which the gap was shown; empty for one that is new."""


class GapVerdict(Value):
    """What the methodologist says of a gap it listed before: open, partly filled, or filled by which words (F-17)."""

    gap: Id
    """The id under which the gap was shown: G1, G2 and so on."""
    verdict: Annotated[Literal["open", "partly", "filled"], Choice()]
    span: ShortText = ""
    """The words of the question that fill it, as they stand there; pieces are parted by an ellipsis."""


class ListedGap(Value):
    """A gap that was found in a version, and whether the version evaluated last fills it."""

    id: str
    aspect: Aspect
    gap: str
    """What was missing, in the words in which it was found."""
    suggestion: str = ""
    """How to fill it, as it was put last."""
    version: int
    """The version in which it was found first."""
    open_in: int = 0
    """The last version of which somebody said that it lacks this; 0 where only the first finding counts."""
    still: str = ""
    """What is still missing of it, where a later version was told so in other words."""
    state: Literal["open", "partly", "filled"] = "open"
    """Whether the version fills it; what is filled in part counts as open, and has the words that fill that part."""
    span: str = ""
    """The words of the question that fill it, or a part of it."""
    not_found: str = ""
    """The words that were quoted as what fills it, where the question does not have them."""
    drift: bool = False
    """The program itself lists it: the version had left what the user wrote about."""
    reworded: bool = False
    """The words that fill it were changed in a version that was approved with the gap in view."""
    shown_by: Literal["methodologist", "structurer", "text", "list", "nobody"] = "nobody"
    """Who or what shows that it is filled: the methodologist's own word, the structurer's, words of the suggestion
    that are new in the text, or a newer list of gaps that leaves it out."""

    @property
    def confirmed(self) -> bool:
        """Whether the methodologist itself said that it is filled."""
        return self.shown_by == "methodologist"


class ListedAssumption(Value):
    """A value that nobody stated, and whether the question still rests on it (X-70)."""

    id: str
    text: str
    version: int
    """The version that made it first."""
    state: Literal["assumed", "withdrawn", "confirmed"] = "assumed"
    withdrawn_by: Literal["structurer", "methodologist", "nobody"] = "nobody"
    """Who took it back: the structurer, or the methodologist because the user's words deny it."""


class Clarification(Value):
    """A question of the methodologist and what it takes as the answer (F-09)."""

    question: ShortText
    answer: ShortText


class ClassifiedIdea(Value):
    """How far an idea has come (F-03)."""

    asked_as: ClassVar[str] = "Classification"

    classification: Annotated[Classification, Choice()]
    reasoning: Paragraph = ""


class StructuredQuestion(Value):
    """A vague idea as a testable question (F-08)."""

    structured_question: LongStatement
    context: Paragraph = ""
    problem: Paragraph = ""
    contribution: Paragraph = ""
    addressed_gaps: ShortTexts = ()
    assumptions: ShortTexts = ()
    withdrawn_assumptions: Ids = ()
    """The ids of assumptions listed before on which the question no longer rests."""


class Methodology(Value):
    """Whether a question can be tested (F-09)."""

    # F-17: asked for before the status, so that the verdict follows from them. What is left out is not said; `kept` is
    # believed as far as the words of the question bear it out.
    subject: Annotated[Literal["kept", "left"], Choice()] = "kept"
    gaps: Annotated[tuple[GapVerdict, ...], Items("evaluations", named_by="gap")] = ()
    denied_assumptions: Ids = ()
    """The ids of assumptions that the user's own words deny."""
    status: Annotated[Literal["approved", "needs_refinement", "rejected"], Choice()]
    justification: Essay
    # X-69, W-F7: asking for a refinement without saying which is no answer.
    improvements: Annotated[tuple[NamedImprovement, ...], Items("some"), NeededWhen("status", "needs_refinement")] = ()
    clarifications: Annotated[tuple[Clarification, ...], Items("some")] = ()


class ForcedMethodology(Methodology):
    """Whether a question stands, at the last occasion to say so: it can no longer be sent back (F-37)."""

    asked_as: ClassVar[str] = "Methodology"

    # F-38: what is neither is a rejection, and what was said instead stays readable.
    status: Annotated[Literal["approved", "rejected"], Choice(other="rejected", kept_in="justification")]


class Feedback(Value):
    """What the methodologist said of one version (F-06, X-69, X-69a)."""

    status: MethodologyStatus
    improvements: tuple[Improvement, ...] = ()
    justification: str = ""


class Version(Value):
    """One version of the question and its evaluation (F-06, X-70, X-70a, X-72)."""

    version: int
    question: str
    feedback: Feedback
    form: Literal["question", "statement"] = "question"
    assumptions: Texts = ()
    """Values nobody stated, of this version and those before it: to be confirmed by the user."""
    assumed: tuple[ListedAssumption, ...] = ()
    """The same under their ids, with those that were withdrawn."""
    forced_decision: bool = False
    gaps: tuple[ListedGap, ...] = ()
    """Every gap found so far, and whether this version fills it (F-17)."""
    subject_kept: bool = True
    """Whether it is still about what the user wrote."""
    composed: bool = False
    """Its words were put together by rule: the structurer gave none of its own."""
    overruled: Feedback | None = None
    """The verdict that a forced decision took the place of (X-72)."""

    @property
    def open_gaps(self) -> tuple[ListedGap, ...]:
        """The gaps that this version leaves open, those that it fills in part among them."""
        return tuple(each for each in self.gaps if each.state != "filled")

    @property
    def unconfirmed_gaps(self) -> tuple[ListedGap, ...]:
        """The gaps that count as filled although the methodologist did not say so."""
        return tuple(each for each in self.gaps if each.state == "filled" and not each.confirmed)

    @property
    def withdrawn(self) -> tuple[ListedAssumption, ...]:
        """The assumptions that were made on the way and taken back."""
        return tuple(each for each in self.assumed if each.state == "withdrawn")

    @property
    def confirmed(self) -> tuple[ListedAssumption, ...]:
        """The assumptions that the user has said in their own words since."""
        return tuple(each for each in self.assumed if each.state == "confirmed")


class Elements(Value):
    """What a structured question is made of (F-08)."""

    context: str = ""
    problem: str = ""
    contribution: str = ""


class StructurerOutput(Value):
    """The structurer's last question (F-08)."""

    structured_question: str
    elements: Elements = Elements()
    version: int = 1
    addressed_gaps: Texts = ()
    assumptions: Texts = ()
    withdrawn_assumptions: Texts = ()
    flags: Texts = ()


class MethodologistOutput(Value):
    """The methodologist's last verdict (F-09, X-69, X-69b)."""

    status: MethodologyStatus
    justification: str
    improvements: tuple[Improvement, ...] = ()
    clarifications: dict[str, str] = {}
    flags: Texts = ()
    subject: Literal["kept", "left"] = "kept"
    gaps: tuple[GapVerdict, ...] = ()
    denied_assumptions: Texts = ()
    remarks: tuple[Improvement, ...] = ()
    """Gaps that were named beside an approval or a rejection: nobody is asked to fill them, and they are open."""


class RefinementResult(Value):
    """The refinement loop's own result: the last question, its verdict and its history."""

    status: MethodologyStatus
    question: str
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: tuple[Version, ...]
    classification: Classification | None = None
    classification_reasoning: str = ""
    """Why the idea was taken for vague, half-formed or complete (F-36)."""
    justification: str = ""
    elements: Elements = Elements()
    addressed_gaps: Texts = ()
    """What the last version is said to fill of what the one before it lacked, and did not leave open (F-08)."""
    clarifications: dict[str, str] = {}
    """Questions about the idea and their answers (F-20, X-69b)."""
    assumptions: Texts = ()
    withdrawn_assumptions: Texts = ()
    """What was assumed on the way and taken back, for instance because the user denied it."""
    confirmed_assumptions: Texts = ()
    """What was assumed on the way, and said by the user since."""
    forced_decision: bool = False
    open_gaps: tuple[ListedGap, ...] = ()
    """What the last version still lacks (X-72)."""
    subject_kept: bool = True
    last_verdict: Feedback | None = None
    """Beside a forced decision: what the methodologist had said of the same version."""
    idea: str = ""
    """What the user wrote."""
    refined_by: str = ""
    """The profile whose seats refined it."""
    argued_by: str = ""
    """The profile whose seats argued the question; empty where nobody did."""
    said: Texts = ()
    """What people said since, in their own words; it overrules what was assumed."""
