"""Defines what a seat holds: its position, its claims, and how a revision answers its critics."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import (
    Absent,
    AfterReading,
    Choice,
    Essay,
    FewShortTexts,
    Id,
    Ids,
    Items,
    LongStatement,
    Offered,
    Paragraph,
    ShortText,
    ShortTexts,
    Stance,
    StatedConfidence,
    Statement,
)
from moot.state.base import Texts, Value

ClaimKind = Literal["fact", "recommendation", "hypothesis"]
Status = Literal["ok", "partial", "timeout", "failed"]
Keeps = Literal["yes", "no", "partly"]

_KEEPS_WORDS = (
    ("sim", "yes"), ("ya", "yes"), ("não", "no"), ("tidak", "no"), ("parcialmente", "partly"), ("sebagian", "partly"),
)  # fmt: skip
"""The three languages of the debates answer in their own words (D-40)."""


class Claim(Value):
    """One statement that can be criticised and checked (L-11, D-141)."""

    id: Annotated[Id, Absent("")]
    statement: Statement
    kind: Annotated[ClaimKind, Choice()] = "recommendation"
    evidence: Ids = ()
    confidence: Annotated[StatedConfidence | None, Absent(None)] = None
    assumptions: FewShortTexts = ()


def _number_claims(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Give every claim an id of its own, so that it can be criticised (L-11).

    One without an id is called after its place; one whose id an earlier claim has gets the next free number.
    """
    names = [claim.id or f"C{place}" for place, claim in enumerate(claims, 1)]
    free = (name for number in range(1, 2 * len(claims) + 2) if (name := f"C{number}") not in names)
    seen: set[str] = set()
    own = []
    for name in names:
        own.append(next(free) if name in seen else name)
        seen.add(own[-1])
    return tuple(
        claim if claim.id == name else claim.model_copy(update={"id": name})
        for claim, name in zip(claims, own, strict=True)
    )


Claims = Annotated[tuple[Claim, ...], Items("claims"), AfterReading(_number_claims)]


class Change(Value):
    """Something a revision changed, and the critique or evidence ids that moved it."""

    what: Paragraph
    because: Ids = ()


class CritiqueAnswer(Value):
    """How a revision answers one critique (Q-06)."""

    critique_id: Id
    outcome: Annotated[Literal["accepted", "rejected", "partly"], Choice()]
    reason: Paragraph = ""


class Position(Value):
    """What one seat said in one round. A field that is None never arrived (X-21b)."""

    asked_about: ClassVar[str] = "What a seat recommends and why"

    seat: str
    round: int
    status: Status = "ok"
    recommendation: Statement | None = None
    stance: Stance | None = None
    choice: Annotated[str | None, Offered()] = None
    """The option of the ballot it votes for, once there is one: an id, `new`, or `none` where it named no option."""
    premises: ShortTexts | None = None
    risks: ShortTexts | None = None
    timing: ShortText | None = None
    reasoning: Essay | None = None
    claims: Claims = ()
    confidence: StatedConfidence | None = None
    limitations: FewShortTexts = ()
    open_questions: FewShortTexts = ()
    keeps_position: Keeps | None = None
    """Only a revision says so (D-40)."""
    changes: tuple[Change, ...] = ()
    answers: tuple[CritiqueAnswer, ...] = ()
    accepts: Texts = ()
    """Whose last terms the seat accepts as they stand; only who argues a conflict says so."""
    unexplained: bool = False
    """The stance changed and no critique or evidence was named."""
    flags: Texts = ()
    """What happened to the answer on its way here: repaired, partial, raw."""
    error: str | None = None
    raw: str = ""
    """The text as it came, when it was not clean JSON (L-51)."""

    @property
    def spoke(self) -> bool:
        """Whether anything arrived that can be compared."""
        # Asked hundreds of times a round, hence no loop.
        said = self.recommendation is not None or self.premises is not None
        return said or self.risks is not None or self.timing is not None


class Revision(Position):
    """A position after the critiques (D-40): asked for with what changed, kept as the position it is."""

    asked_about: ClassVar[str] = "A position after the critiques"

    choice: Annotated[str | None, Offered(), Absent(None)] = None
    """Nothing is an unchanged vote."""
    keeps_position: Annotated[Keeps | None, Choice(_KEEPS_WORDS)] = None
    changes: Annotated[tuple[Change, ...], Items("some")] = ()
    answers: Annotated[tuple[CritiqueAnswer, ...], Items("critiques")] = ()


class Argument(Revision):
    """A revision in an argument between two parties: it can also say that they agree now."""

    asked_as: ClassVar[str] = "Revision"

    accepts: Ids = ()


class DirectAnswer(Value):
    """A direct answer, without a debate."""

    asked_as: ClassVar[str] = "Answer"

    answer: LongStatement
    choice: Annotated[str | None, Offered()] = None
    """The option it stands for, where options were given."""
    confidence: StatedConfidence
    reasoning: Essay
    claims: Claims = ()
    limitations: FewShortTexts = ()
