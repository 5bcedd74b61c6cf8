"""What a seat holds: its position, its claims, and how a revision answers its critics."""

from typing import Literal

from moot.state.base import Confidence, Texts, Value

ClaimKind = Literal["fact", "recommendation", "hypothesis"]
Status = Literal["ok", "partial", "timeout", "failed"]
Keeps = Literal["yes", "no", "partly"]


class Claim(Value):
    """One statement that can be criticised and checked (L-11, D-141)."""

    id: str
    statement: str
    kind: ClaimKind = "recommendation"
    evidence: Texts = ()
    confidence: Confidence | None = None
    assumptions: Texts = ()


class Change(Value):
    """Something a revision changed, and the critique or evidence ids that moved it."""

    what: str
    because: Texts = ()


class CritiqueAnswer(Value):
    """How a revision answers one critique (Q-06)."""

    critique_id: str
    outcome: Literal["accepted", "rejected", "partly"]
    reason: str = ""


class Position(Value):
    """What one seat said in one round. A field that is None never arrived (X-21b)."""

    seat: str
    round: int
    status: Status = "ok"
    recommendation: str | None = None
    stance: str | None = None
    premises: Texts | None = None
    risks: Texts | None = None
    timing: str | None = None
    reasoning: str | None = None
    claims: tuple[Claim, ...] = ()
    confidence: Confidence | None = None
    limitations: Texts = ()
    open_questions: Texts = ()
    keeps_position: Keeps | None = None
    """Only a revision says so (D-40)."""
    changes: tuple[Change, ...] = ()
    answers: tuple[CritiqueAnswer, ...] = ()
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
