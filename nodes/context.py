"""What a run may choose, and under which protocol its nodes work."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from moot.state.debate import MultiAgentState
from moot.state.protocol import Protocol

StateUpdate = dict[str, Any]
"""What a node returns: the channels of MultiAgentState it changes."""

AsyncNode = Callable[..., Awaitable[StateUpdate]]


@dataclass(frozen=True, kw_only=True)
class Context:
    """LangGraph's context: per-run settings, shown by a server as the settings of an assistant."""

    model: str | None = None
    """`openai:NAME`, a bare name with `base_url`, `local`, `scripted:FILE`, or `provider:NAME`."""
    base_url: str | None = None
    """An OpenAI-compatible server."""
    seat_models: dict[str, str] = field(default_factory=dict)
    """A model of its own for a seat or a role."""
    overrides: dict[str, Any] = field(default_factory=dict)
    """Settings of the profile by dotted key, for example {"rounds.max": 2}."""


def with_environment(context: Context | None) -> Context:
    """The settings of a run; what it leaves open is taken from the environment."""
    given = context or Context()
    return replace(
        given,
        model=given.model or os.environ.get("MOOT_MODEL") or None,
        base_url=given.base_url or os.environ.get("MOOT_BASE_URL") or None,
    )


ACCEPTED: ContextVar[Protocol | None] = ContextVar("moot_accepted_protocol", default=None)
"""The changed protocol somebody accepted on resume; without it a debate keeps the rules it started with."""


def under_protocol(node: AsyncNode) -> AsyncNode:
    """Let a node work under an accepted protocol, and put it into the state with what it returns."""

    async def governed(state: MultiAgentState) -> StateUpdate:
        accepted = ACCEPTED.get()
        if accepted is None:
            return await node(state)
        return {"protocol": accepted, **await node({**state, "protocol": accepted})}

    return governed


def after_others(node: AsyncNode, place: int) -> AsyncNode:
    """Let the seats before this one in a wave send their questions before this one prepares its own.

    The HTTP client writes a request only when the event loop comes round again. Seats that start together would all
    prepare, then all send, and then all their answers would arrive at once: nobody's work hidden in another's wait.
    """

    async def staggered(state: MultiAgentState) -> StateUpdate:
        for _ in range(place):
            await asyncio.sleep(0)
        return await node(state)

    return staggered
