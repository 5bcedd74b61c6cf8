"""Makes LangGraph's compiled graph one of ours: its schemas can be filled in, and its routers are asked on the spot."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Self

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph.state import CompiledStateGraph

from moot.graph.routers import Router, RouterState
from moot.graph.schemas import CONTEXT_SCHEMA, INPUT_SCHEMA, OUTPUT_SCHEMA, DebateOutput, GraphState
from moot.nodes import Context
from moot.state.debate import DebateInput

_READ = "__pregel_read"
"""Where LangGraph gives a step what reads the state as this step leaves it."""

Graph = CompiledStateGraph[GraphState, Context, DebateInput, DebateOutput]


class _DebateGraph(CompiledStateGraph[GraphState, Context, DebateInput, DebateOutput]):
    """LangGraph's compiled graph with schemas people can fill in, whose copies keep the types a checkpoint may rebuild.

    A server copies a graph to give it a checkpointer. LangGraph's own copy forgets the list, so that under
    LANGGRAPH_STRICT_MSGPACK a paused debate would come back as plain dictionaries and could not be resumed.
    """

    def copy(self, update: dict[str, Any] | None = None) -> Self:
        """Copy the graph with some attributes replaced."""
        twin = super().copy(update)
        twin._serde_allowlist = self._serde_allowlist  # noqa: SLF001  # a copy of ourselves
        return twin

    def get_input_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:  # noqa: ARG002
        """Describe what may be put in."""
        return INPUT_SCHEMA

    def get_output_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:  # noqa: ARG002
        """Describe what comes out."""
        return OUTPUT_SCHEMA

    def get_context_jsonschema(self) -> dict[str, Any] | None:
        """Describe what a run may be set to."""
        return CONTEXT_SCHEMA


def as_debate_graph(compiled: Graph) -> Graph:
    """Make a compiled graph one of ours."""
    compiled.__class__ = _DebateGraph
    for node in compiled.nodes.values():
        for writer in node.writers:
            given = getattr(writer, "kwargs", {})
            if isinstance(reader := given.get("reader"), partial):
                given["reader"] = partial(_read_few, reader, frozenset(reader.keywords["select"]))
    return compiled


def _read_few(read: Callable[[RunnableConfig], Any], few: Collection[str], config: RunnableConfig) -> Any:
    """Read for a router what it looks at: LangGraph would copy every channel of the debate for it, a hundred."""
    settings = config["configurable"]
    match settings.get(_READ):
        case partial(args=(scratchpad, channels, *rest)) as whole:
            narrow = {name: channel for name, channel in channels.items() if name in few}
            return read({**config, "configurable": {**settings, _READ: partial(whole.func, scratchpad, narrow, *rest)}})
        case _:
            return read(config)


class Junction(Runnable[RouterState, str | list[str]]):
    """A router that is asked on the spot: a plain function would be sent to another thread and back each time."""

    def __init__(self, route: Router) -> None:
        self.route, self.name = route, route.__name__
        # Where LangGraph looks up what to read for a router.
        self.__annotations__ = {"state": RouterState}

    def __call__(self, state: RouterState) -> str | list[str]:
        """Say where to go."""
        return self.route(state)

    def invoke(self, input: RouterState, config: RunnableConfig | None = None, **_: Any) -> str | list[str]:  # noqa: A002, ARG002
        """Say where to go."""
        return self.route(input)

    async def ainvoke(self, input: RouterState, config: RunnableConfig | None = None, **_: Any) -> str | list[str]:  # noqa: A002, ARG002
        """Say where to go."""
        return self.route(input)
