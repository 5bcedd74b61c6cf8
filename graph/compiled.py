"""A compiled graph that can be handed to a server without forgetting which values its checkpoints may hold."""

from typing import Any, Self

from langgraph.graph.state import CompiledStateGraph

from moot.nodes import Context
from moot.state.debate import DebateInput, MultiAgentState

Graph = CompiledStateGraph[MultiAgentState, Context, DebateInput, MultiAgentState]


class KeepingGraph(CompiledStateGraph[MultiAgentState, Context, DebateInput, MultiAgentState]):
    """LangGraph's compiled graph, except that its copies keep the list of types a checkpoint may rebuild.

    A server copies a graph to give it a checkpointer. LangGraph's own copy forgets the list, so that under
    LANGGRAPH_STRICT_MSGPACK a paused debate would come back as plain dictionaries and could not be resumed.
    """

    def copy(self, update: dict[str, Any] | None = None) -> Self:
        """The same graph with some attributes replaced."""
        twin = super().copy(update)
        twin._serde_allowlist = self._serde_allowlist  # noqa: SLF001  # a copy of ourselves
        return twin


def keep_types(compiled: Graph) -> Graph:
    """The graph as one whose copies keep the list."""
    compiled.__class__ = KeepingGraph
    return compiled
