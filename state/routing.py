"""Which way a question takes."""

from typing import Literal

from moot.state.base import Texts, Value
from moot.state.protocol import Execution, Route


class Routing(Value):
    """The route, who sits there, and who chose it."""

    route: Route
    seats: Texts
    """The seats that state positions; in a pure legal domain the others only criticise (X-56l)."""
    critics: Texts = ()
    critique_rounds: int | None = None
    """How many rounds are criticised; None is as many as the debate has (X-56l)."""
    reason: str
    by: Literal["caller", "rules", "model", "fallback"] = "rules"
    label: str | None = None
    """The legal router's label (L-38)."""
    scores: dict[str, int] = {}


class Wave(Value):
    """Who speaks next: the seats of one phase of one round, at once or in turn."""

    phase: Literal["position", "critique", "revise"]
    round: int
    seats: Texts
    execution: Execution = "parallel"
