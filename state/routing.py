"""Defines which way a question takes, and who speaks next."""

from typing import Annotated, ClassVar, Literal

from moot.state.asked import Choice, Ids, Paragraph
from moot.state.base import Texts, Value
from moot.state.facts import Saying
from moot.state.protocol import Execution, Route


class RouteChoice(Value):
    """Which way a question takes (D-07), as a model chooses it."""

    asked_as: ClassVar[str] = "Route"
    asked_about: ClassVar[str] = "Which way a question takes"

    route: Annotated[Route, Choice()]
    seats: Ids = ()
    reason: Paragraph = ""


class Routing(Value):
    """The route, who sits there, and who chose it."""

    route: Route
    seats: Texts
    """The seats that state positions; in a pure legal domain the others only criticise (X-56l)."""
    critics: Texts = ()
    critique_rounds: int | None = None
    """How many rounds are criticised; None is as many as the debate has (X-56l)."""
    reason: Saying
    by: Literal["caller", "rules", "model", "fallback"] = "rules"
    label: str | None = None
    """The legal router's label (L-38)."""
    scores: dict[str, int] = {}
    sat_out: Texts = ()
    """Reasoners without anything to look at: they are not asked."""


class Wave(Value):
    """Who speaks next: the seats of one phase of one round, at once or in turn."""

    phase: Literal["position", "critique", "revise", "accept", "settle"]
    round: int
    seats: Texts
    execution: Execution = "parallel"
