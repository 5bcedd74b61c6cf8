"""Connects a debate to its models, once per set of models and process."""

from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from moot.errors import UsageError
from moot.models import DEFAULT_MODEL, ModelEdge, Settings
from moot.state.protocol import Protocol


@dataclass(frozen=True, slots=True)
class Tape:
    """Where the exchanges of a run are recorded to, or replayed from."""

    record: str | None = None
    replay: str | None = None


NO_TAPE = Tape()
TAPE: ContextVar[Tape] = ContextVar("moot_tape", default=NO_TAPE)
"""Set by whoever starts a run in this process, never by a client: it names files."""


def connect(protocol: Protocol) -> ModelEdge:
    """The ask of a debate: each seat and role with its own model, and those that take over."""
    profile, models, tape = protocol.profile, protocol.models, TAPE.get()
    own = {seat.id: seat.model for seat in profile.seats if seat.model}
    own |= {name: role.model for name, role in profile.roles.items() if role.model}
    settings = Settings(
        model=models.model or DEFAULT_MODEL,
        base_url=models.base_url,
        seat_models=tuple(sorted((own | models.by_seat).items())),
        fallbacks=tuple((name, role.fallback) for name, role in sorted(profile.roles.items()) if role.fallback),
        record=tape.record,
        replay=tape.replay,
        max_answer_tokens=profile.budget.max_answer_tokens,
    )
    return _connected(settings)


async def warm_up(protocol: Protocol) -> None:
    """Open every model before anything is asked: a wrong name or a missing file is told before the debate starts."""
    _forget_edited_scripts(protocol)
    edge = connect(protocol)
    for seat in ("", *protocol.profile.seat_ids, *protocol.profile.roles):
        served = await edge.open(seat)
        if protocol.profile.budget.cost is not None and not edge.knows_price(served):
            raise UsageError(
                f"budget.cost: the price of {served.name!r} is not known, so a money limit cannot be kept; "
                "limit tokens instead (--max-tokens)"
            )


@lru_cache(maxsize=256)
def _connected(settings: Settings) -> ModelEdge:
    # Kept, because an edge remembers which way of asking its models understand.
    return ModelEdge(settings)


_stamps: dict[str, int] = {}


def _forget_edited_scripts(protocol: Protocol) -> None:
    """An edited script is another model; looked at between runs only, never inside one."""
    for name in {protocol.models.model or "", *protocol.models.by_seat.values()}:
        path = Path(name.removeprefix("scripted:"))
        if name.startswith("scripted:") and path.exists():
            stamp = path.stat().st_mtime_ns
            if _stamps.setdefault(name, stamp) != stamp:
                _stamps[name] = stamp
                _connected.cache_clear()
