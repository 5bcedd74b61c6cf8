"""Says what a run may choose, what its process gives it, and under which protocol its nodes work."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from langgraph.runtime import get_runtime

from moot.state.debate import MultiAgentState
from moot.state.protocol import Protocol
from moot.state.remarks import Remark

if TYPE_CHECKING:
    from moot.knowledge.documents import Library
    from moot.knowledge.incidents import LogIndex
    from moot.models import Journal

StateUpdate = dict[str, Any]
"""What a node returns: the channels of MultiAgentState it changes."""

RemarkSource = Callable[[], Awaitable[Sequence[Remark]]]
"""Reads everything that people said to a debate so far."""

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


@dataclass(frozen=True, kw_only=True)
class RunContext(Context):
    """The settings of a run, with what only the process that runs it may add: files, folders, code and rules."""

    record: str | None = None
    """The file to which every exchange with a model is recorded."""
    replay: str | None = None
    """The recording that answers in the place of the models."""
    library: "Library | None" = None
    """What may be looked up."""
    log: "LogIndex | None" = None
    """The whole log of the incident, which reasoners may ask."""
    journal: "Journal | None" = None
    """Where every request is written down before it is sent."""
    remarks: RemarkSource | None = None
    """Where to read what people say to the debate while it runs."""
    accepted: Protocol | None = None
    """The changed protocol somebody accepted on resume; without it a debate keeps the rules it started with."""

    @classmethod
    def read(cls, given: object) -> "RunContext":
        """Read the context LangGraph hands over: ours, a plain mapping, nothing, or that of a graph around ours.

        Of a mapping only what a client may choose is taken.
        """
        if isinstance(given, RunContext):
            return given
        names = [each.name for each in fields(Context)]
        chosen: Mapping[str, Any] = (
            given if isinstance(given, Mapping) else {name: getattr(given, name, None) for name in names}
        )
        # A graph around ours may mean something else by these names.
        kinds = {"model": str, "base_url": str, "seat_models": Mapping, "overrides": Mapping}
        return cls(**{name: chosen[name] for name in names if isinstance(chosen.get(name), kinds[name])})


def current_run() -> RunContext:
    """Read the context of the run that the calling node is part of."""
    return RunContext.read(get_runtime().context)


def with_environment(run: RunContext) -> RunContext:
    """Take from the environment what the settings of a run leave open."""
    return replace(
        run,
        model=run.model or os.environ.get("MOOT_MODEL") or None,
        base_url=run.base_url or os.environ.get("MOOT_BASE_URL") or None,
    )


def under_protocol(node: AsyncNode) -> AsyncNode:
    """Let a node work under an accepted protocol, and put it into the state with what it returns."""

    async def governed(state: MultiAgentState) -> StateUpdate:
        accepted = current_run().accepted
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
