"""Defines what seats say of each other (L-12, L-13)."""

from typing import Annotated, Literal

from moot.state.asked import Choice, Id, Items, ShortText, Statement
from moot.state.base import Value
from moot.state.positions import Status

IssueType = Literal["evidence_gap", "logic_gap", "conflict", "domain_mismatch", "overclaim"]
CritiqueSeverity = Literal["CRITICAL", "MAJOR", "MINOR"]


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

    critiques: Annotated[tuple[CritiqueItem, ...], Items("critiques")] = ()
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


class Critique(CritiqueItem):
    """A numbered critique and what became of it."""

    id: str
    agent: str
    round: int
    resolved: bool = False
    resolution: str = ""
    """Why it counts as resolved or not, for people."""
    downgraded: bool = False
    """The stated severity did not fit the issue and was lowered (X-56a)."""
