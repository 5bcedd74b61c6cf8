"""Everything that decides which model answers a seat, and how it is asked."""

from dataclasses import dataclass

from moot.state.hedging import HedgeRules

DEFAULT_MODEL = "local"
"""The embedded model: what is used when nobody configured one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the model edge needs to know. Frozen and hashable: equal settings are the same edge.

    It never holds a key; keys are read from the environment where a client is made.
    """

    model: str = DEFAULT_MODEL
    """`openai:NAME`, NAME with a base_url, `provider:NAME`, `local`, `local:FILE.gguf` or `scripted:FILE`."""
    base_url: str | None = None
    seat_models: tuple[tuple[str, str], ...] = ()
    """Seats and roles with a model of their own, as pairs of name and model."""
    fallbacks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Models that take over, in this order, when a seat's or role's own does not answer."""
    thread: str = ""
    """Sent as x-moot-thread; without it the thread of the running graph is sent."""
    record: str | None = None
    replay: str | None = None
    max_answer_tokens: int = 1200
    temperature: float | None = None
    """None leaves it to the provider; some models accept no other value than their own."""
    max_attempts: int = 4
    """Requests for one answer while the server fails or limits us."""
    hedge: HedgeRules = HedgeRules()  # noqa: RUF009  # frozen
    shows_tokens: bool = True
    """Whether who follows a run's messages reads answers as they are written: JSON, which a chat would show."""
    prices: str | None = None
    """A price table of the user's own, laid over ours."""

    def models_for(self, seat: str) -> tuple[str, ...]:
        """The models that may answer for a seat: its own first, then those that take over."""
        own = dict(self.seat_models).get(seat) or self.model or DEFAULT_MODEL
        return (own, *dict(self.fallbacks).get(seat, ()))

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that may be asked, each once."""
        named = (self.model or DEFAULT_MODEL, *dict(self.seat_models).values())
        spare = (name for _, names in self.fallbacks for name in names)
        return tuple(dict.fromkeys((*named, *spare)))
