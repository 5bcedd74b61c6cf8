"""Defines what a seat holds: its position, its claims, and how a revision answers its critics."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import (
    Absent,
    AfterReading,
    AsIs,
    AskedWith,
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
    Unchanged,
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


def number_claims(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
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


Claims = Annotated[tuple[Claim, ...], Items("claims"), AfterReading(number_claims)]


class Change(Value):
    """Something a revision changed, and the critique or evidence ids that moved it."""

    what: Paragraph
    because: Ids = ()
    moves_vote: Annotated[bool | None, AsIs(), Unchanged()] = None
    """Whether this is why it votes for another option than before; None where it did not say."""


class CritiqueAnswer(Value):
    """How a revision answers one critique (Q-06)."""

    critique_id: Id
    outcome: Annotated[Literal["accepted", "rejected", "partly"], Choice()]
    reason: Paragraph = ""


class Concession(Value):
    """What a party takes over of another, where that is less than all of its terms."""

    seat: Id
    part: Annotated[Literal["reservation", "terms"], Choice()]
    exception: ShortText = ""
    """What it leaves out of them; empty where it takes that part over whole."""
    text: str = ""
    """The condition it was shown when it took it over; empty where it was what stood before its round."""


class Reconciliation(Value):
    """How a seat says that a conflict between two bodies of law is resolved (L-22, W-L16)."""

    conflict_id: Id
    how: Paragraph


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
    takes_over: tuple[Concession, ...] = ()
    """What it takes over of others short of all their terms; only who argues a conflict says so."""
    withdrawn: Texts = ()
    """The claims it gave up in this round, by id."""
    left_open: Texts = ()
    """What it says that nobody can settle here."""
    reservation: str = ""
    """What it holds against the option it votes for; it is put on record beside its vote."""
    reconciles: tuple[Reconciliation, ...] = ()
    """How it says that conflicts between bodies of law are resolved; only a revision says so."""
    joined: str = ""
    """Whose recommendation it took for its own when answers were judged, after the positions had been compared."""
    stated: Texts = ()
    """The fields that a revision stated itself; what it left out stands as it was said before."""
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
    """A position after the critiques (D-40): asked for as what changed, kept as the position it makes.

    Every field of a position may be missing: it is unchanged then. Claims are changed or added by id.
    """

    asked_about: ClassVar[str] = "A position after the critiques"

    recommendation: Annotated[Statement | None, Unchanged()] = None
    stance: Annotated[Stance | None, Unchanged()] = None
    choice: Annotated[str | None, Offered(), Unchanged()] = None
    """Nothing is an unchanged vote."""
    premises: Annotated[ShortTexts | None, Unchanged()] = None
    risks: Annotated[ShortTexts | None, Unchanged()] = None
    timing: Annotated[ShortText | None, Unchanged()] = None
    reasoning: Annotated[Essay | None, Unchanged()] = None
    claims: Annotated[tuple[Claim, ...], Items("claims")] = ()
    """Those that are changed or added; whoever composes the position numbers them."""
    confidence: Annotated[StatedConfidence | None, Unchanged()] = None
    limitations: Annotated[FewShortTexts, Unchanged()] = ()
    open_questions: Annotated[FewShortTexts, Unchanged()] = ()
    keeps_position: Annotated[Keeps | None, Choice(_KEEPS_WORDS)] = None
    changes: Annotated[tuple[Change, ...], Items("some")] = ()
    answers: Annotated[tuple[CritiqueAnswer, ...], Items("answers"), AskedWith("answers")] = ()
    """Asked for where there are critics."""
    withdrawn: Ids = ()
    left_open: Annotated[FewShortTexts, Unchanged()] = ()
    reservation: Annotated[ShortText, AskedWith("choice"), Unchanged()] = ""
    takes_over: Annotated[tuple[Concession, ...], Items("some"), AskedWith("takes_over")] = ()
    """Asked for where a condition of another vote is open."""
    reconciles: Annotated[tuple[Reconciliation, ...], Items("some"), AskedWith("reconciles")] = ()
    """Asked for where such a conflict is open."""


class Argument(Revision):
    """A revision in an argument between two parties: it can also say that they agree now."""

    asked_as: ClassVar[str] = "Revision"

    accepts: Ids = ()
    takes_over: Annotated[tuple[Concession, ...], Items("some")] = ()
    answers: tuple[CritiqueAnswer, ...] = ()
    """Not asked for: the parties answer each other directly."""


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
