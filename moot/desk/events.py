"""What a page is told of a running debate: our own events, the positions as they arrive, and pauses."""

from collections.abc import Iterator, Mapping
from typing import Any

TOLD = frozenset(
    {
        "routed", "round_opened", "seat_started", "seat_finished", "round_closed", "breaker", "fallback", "escalated",
        "council", "consensus", "began", "reopened", "reviewed", "ended", "rules",
    }
)  # fmt: skip
"""Events of the graph that a page shows; others stay inside."""

_LONGEST = 280
"""A position on the way is shown by its first sentence or two; the page has the whole of it."""

Event = dict[str, Any]


def translate(mode: str, data: Any) -> Iterator[Event]:
    """Turn a piece of the graph's stream into what a page is told."""
    if not isinstance(data, Mapping):
        return
    if mode == "custom" and data.get("event") in TOLD:
        yield dict(data)
    if mode == "updates":
        for node, update in data.items():
            if node == "__interrupt__":
                yield {"event": "paused"}
            elif isinstance(update, Mapping):
                yield from (_position(each) for each in update.get("positions") or ())


def _position(position: Any) -> Event:
    """A position by what it recommends; a server sends it as plain data."""

    def read(name: str) -> Any:
        return position.get(name) if isinstance(position, Mapping) else getattr(position, name, None)

    text = str(read("recommendation") or read("stance") or "")
    return {
        "event": "position",
        "seat": read("seat"),
        "round": read("round"),
        "status": read("status"),
        "confidence": read("confidence"),
        "text": text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…",
    }
