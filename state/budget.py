"""Defines what a debate may use, what is leased and what was spent: time, money, tokens, calls and queries."""

from typing import Annotated, Literal

from pydantic import Field

from moot.state.base import Value
from moot.state.facts import Saying

Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0)]


class Spent(Value):
    """What has been used so far; always derived from the turns."""

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: Amount = 0.0
    """Money whose price is known."""
    unpriced_calls: Count = 0
    """Calls of a model without a known price: their money is unknown, never 0."""
    queries: Count = 0
    seconds: Amount = 0.0
    """Active time up to the synthesis; waiting for a person does not count."""
    council_seconds: Amount = 0.0
    """The council's own time (X-13)."""
    slowest: Amount = 0.0
    """The longest time one answer took, in seconds."""


class Lease(Value):
    """What one seat may use in one wave. None is no limit."""

    seat: str
    phase: str
    round: Count = 0
    seconds: Amount | None = None
    tokens: Count | None = None
    cost: Amount | None = None
    calls: Count | None = None
    queries: Count = 0


class Usage(Value):
    """What one request used."""

    attempt: Annotated[int, Field(ge=1)] = 1
    """1 for the first request; more after a retry, a fallback or a repair."""
    model: str = ""
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cached_tokens: Count = 0
    cost: Amount | None = None
    """None when the model's price is unknown: the money is then unknown, never 0."""
    estimated: bool = False
    """The server did not report its usage (Q-07)."""
    contradicted: bool = False
    """The server reported what cannot be: the larger of its report and our estimate counts."""
    lost: bool = False
    """Sent by a process that was stopped before it stored the answer: nobody knows its fate, so it counts in full."""
    unanswered: bool = False
    """No server said anything to it, not even an error: what it cost is unknown, and only set aside."""

    @property
    def answered(self) -> bool:
        """Whether a server answered for it."""
        return not (self.lost or self.unanswered)


class Intent(Value):
    """One request, written down before it is sent (DESIGN 13)."""

    key: str
    """The same for a repeat of the same request; sent along as `idempotency-key`."""
    seat: str
    phase: str
    round: Count = 0
    number: Annotated[int, Field(ge=1)] = 1
    """The turn it belongs to, with seat, phase and round."""
    reserved: Usage
    """The most it can use."""


class Turn(Value):
    """One actor's turn: every request it made, and the time it took.

    Time is kept per turn so that the active time of a debate follows from its turns: a night
    spent waiting for a person, or a crash, is in none of them.
    """

    seat: str
    phase: str
    round: Count = 0
    number: Annotated[int, Field(ge=1)] = 1
    """Counts this actor's turns of the same phase and round."""
    status: Literal["ok", "partial", "timeout", "failed", "refused"] = "ok"
    model: str = ""
    mode: Literal["schema", "function", "prompt", "none"] = "schema"
    """The way of asking that worked."""
    wall_ms: Count = 0
    """From the start of the turn to its end, waiting in a local queue left out."""
    queued_ms: Count = 0
    at_once: bool = False
    """Spoken at once with the others of a wave that is planned in turn, because the time was short (X-03)."""
    usages: tuple[Usage, ...] = ()
    error: str | None = None


class Event(Value):
    """Something that happened, in the debate's own time: the append-only log (X-88)."""

    at_ms: Count
    kind: str
    seat: str = ""
    phase: str = ""
    round: Count = 0
    text: Saying = ""
