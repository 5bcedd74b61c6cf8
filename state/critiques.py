"""Defines what seats say of each other (L-12, L-13)."""

from typing import Annotated, Literal

from moot.state.asked import AskedWith, Choice, Id, Items, Paragraph, ShortText, Statement, Unchanged
from moot.state.base import Value
from moot.state.facts import Saying
from moot.state.positions import Concession, Status

IssueType = Literal["evidence_gap", "logic_gap", "conflict", "domain_mismatch", "overclaim"]
CritiqueSeverity = Literal["CRITICAL", "MAJOR", "MINOR"]
AuthorVerdict = Literal["answered", "not_answered", "withdrawn"]
"""What the author of a critique says of the answer it got; only the first and the last close it."""


TargetNow = Literal["same", "reworded", "withdrawn"]
"""What became since of the words that a critique is about."""


class Point(Value):
    """An agreement with a peer, or a blind spot of a peer (D-40)."""

    target: Id
    point: ShortText


class CritiqueItem(Value):
    """A critique as its author wrote it, before the system numbers it."""

    target: Id
    target_claim_id: Id
    issue_type: Annotated[IssueType, Choice()]
    description: Statement
    severity: Annotated[CritiqueSeverity, Choice()]
    suggested_fix: Statement


class Critiques(Value):
    """What a seat says of its peers (L-12)."""

    critiques: Annotated[tuple[CritiqueItem, ...], Items("critiques", read_as="claims")] = ()
    agreements: Annotated[tuple[Point, ...], Items("some")] = ()
    blind_spots: Annotated[tuple[Point, ...], Items("some")] = ()


class CritiqueSheet(Value):
    """Everything one seat criticised in one round."""

    agent: str
    round: int
    status: Status = "ok"
    items: tuple[CritiqueItem, ...] = ()
    agreements: tuple[Point, ...] = ()
    blind_spots: tuple[Point, ...] = ()
    flags: tuple[str, ...] = ()
    error: str | None = None


class BlindSpot(Value):
    """What one seat found another to overlook, under an id that a revision can name (`B1`, `B2`, ...)."""

    id: str
    agent: str
    target: str
    point: str
    taken_up: bool = False
    """Whether its target has dealt with it: named it as the reason of a change, or answered it."""


class CritiqueVerdict(Value):
    """What the author of one critique says of the answer it got."""

    critique_id: Id
    verdict: Annotated[AuthorVerdict, Choice()]
    reason: Paragraph = ""
    severity: Annotated[CritiqueSeverity | None, Choice(), Unchanged()] = None
    """How grave what is left of it is by now; never graver than it was made."""


class Settlement(Value):
    """What a critic says of the answers to its critiques (X-56a)."""

    verdicts: Annotated[tuple[CritiqueVerdict, ...], Items("evaluations")] = ()
    joins: Annotated[Id, AskedWith("joins"), Unchanged()] = ""
    """The peer whose recommendation it votes for by now in place of its own; empty where its vote stands."""
    because: Annotated[Paragraph, AskedWith("joins"), Unchanged()] = ""
    reservation: Annotated[ShortText | None, AskedWith("reservation"), Unchanged()] = None
    """What it still holds against the option it votes for; None where what it said stands."""
    takes_over: Annotated[tuple[Concession, ...], Items("some"), AskedWith("takes_over")] = ()
    """Which conditions of other votes it accepts; asked for where one is open."""


class SettlementSheet(Value):
    """Everything one critic said of the answers of one round; one that did not answer has closed nothing."""

    agent: str
    round: int
    status: Status = "ok"
    verdicts: tuple[CritiqueVerdict, ...] = ()
    joins: str = ""
    """The seat whose recommendation it votes for by now; its position of the round says so too."""
    because: str = ""
    reservation: str | None = None
    takes_over: tuple[Concession, ...] = ()
    flags: tuple[str, ...] = ()
    error: str | None = None


class CritiqueStep(Value):
    """One thing that was said of a critique after it was made: an answer to it, or its author's verdict on that."""

    round: int
    seat: str
    said: Literal["accepted", "rejected", "partly", "answered", "not_answered", "withdrawn"]
    reason: str = ""
    severity: CritiqueSeverity | None = None
    """To what its author lowered it with that."""


class Critique(CritiqueItem):
    """A numbered critique and what became of it."""

    id: str
    agent: str
    round: int
    resolved: bool = False
    resolution: Saying = ""
    """Why it counts as resolved or not, for people."""
    verdict: AuthorVerdict | None = None
    """What its author said of the last answer to it; None where it was not asked, or did not say."""
    verdict_reason: str = ""
    """Why its author said so."""
    history: tuple[CritiqueStep, ...] = ()
    """Every answer to it and every verdict of its author on one, in order."""
    first_severity: CritiqueSeverity | None = None
    """How grave it was made, where its author has lowered it since."""
    target_now: TargetNow = "same"
    """What became of the claim or recommendation since: the description may speak of what nobody states now."""
    downgraded: bool = False
    """The stated severity did not fit the issue and was lowered (X-56a)."""

    @property
    def answered_since(self) -> bool:
        """Whether its target has answered again since its author judged an answer."""
        return self.verdict is not None and bool(self.history) and self.history[-1].seat == self.target
