"""Defines a vague idea on its way to a testable question (F-03..F-10)."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import Choice, Essay, Items, LongStatement, NeededWhen, Paragraph, ShortText, ShortTexts
from moot.state.base import Texts, Value

Classification = Literal["vague", "semi_formed", "complete"]
MethodologyStatus = Literal["approved", "needs_refinement", "rejected", "error"]
Stage = Literal["classifying", "structuring", "validating", "done"]
Aspect = Literal["população", "métricas", "variáveis", "testabilidade", "contexto", "problema", "outro"]


class Improvement(Value):
    """One gap of a question and how it could be filled (F-10, X-68)."""

    aspect: Annotated[Aspect, Choice(other="outro", kept_in="gap")]
    gap: Paragraph
    suggestion: Paragraph


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


class Methodology(Value):
    """Whether a question can be tested (F-09)."""

    status: Annotated[Literal["approved", "needs_refinement", "rejected"], Choice()]
    justification: Essay
    # X-69, W-F7: asking for a refinement without saying which is no answer.
    improvements: Annotated[tuple[Improvement, ...], Items("some"), NeededWhen("status", "needs_refinement")] = ()
    clarifications: Annotated[tuple[Clarification, ...], Items("some")] = ()


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
    """Values nobody stated: to be confirmed by the user."""
    forced_decision: bool = False


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
    flags: Texts = ()


class MethodologistOutput(Value):
    """The methodologist's last verdict (F-09, X-69, X-69b)."""

    status: MethodologyStatus
    justification: str
    improvements: tuple[Improvement, ...] = ()
    clarifications: dict[str, str] = {}
    flags: Texts = ()


class RefinementResult(Value):
    """The refinement loop's own result: the last question, its verdict and its history."""

    status: MethodologyStatus
    question: str
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: tuple[Version, ...]
    classification: Classification | None = None
    justification: str = ""
    elements: Elements = Elements()
    addressed_gaps: Texts = ()
    """What the last version fills of what the one before it lacked (F-08)."""
    clarifications: dict[str, str] = {}
    """Questions about the idea and their answers (F-20, X-69b)."""
    assumptions: Texts = ()
    forced_decision: bool = False
