"""Places the nodes of a debate's graph in layers, in the order in which a debate passes them."""

from collections.abc import Iterable
from dataclasses import dataclass

from langchain_core.runnables.graph import Graph

_STAGES = (
    ("__start__",),
    ("intake",),
    ("route",),
    ("orchestrator",),
    ("structurer",),
    ("methodologist",),
    ("force_decision", "ask_user"),
    ("refined",),
    ("open_round",),
    ("position_",),
    ("revise_",),
    ("judge", "compare"),
    ("checkpoint",),
    ("audit",),
    ("critique_",),
    ("answer", "synthesize"),
    ("escalate",),
    ("council_critic", "council_advocate"),
    ("council_synthesizer",),
    ("human_review", "reopen"),
    ("emit",),
    ("__end__",),
)
"""Which nodes stand side by side; a name that ends with an underscore stands for every seat."""

_NAMES = {"__start__": "START", "__end__": "END"}


@dataclass(frozen=True, slots=True)
class Line:
    """An edge between two placed nodes."""

    source: str
    target: str
    conditional: bool
    back: bool
    """It leads up or sideways: a loop of the debate."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Nodes in layers from top to bottom, and the lines between them."""

    layers: tuple[tuple[str, ...], ...]
    lines: tuple[Line, ...]


def lay_out(graph: Graph) -> Layout:
    """Put every node into the layer of its stage; seats keep the order of the profile."""
    layers = tuple(layer for stage in _STAGES if (layer := tuple(_members(stage, graph.nodes))))
    depth = {name: level for level, layer in enumerate(layers) for name in layer}
    lines = (
        Line(edge.source, edge.target, edge.conditional, depth[edge.target] <= depth[edge.source])
        for edge in graph.edges
        if edge.source in depth and edge.target in depth
    )
    return Layout(layers, tuple(dict.fromkeys(lines)))


def title_of(name: str) -> str:
    """What a node is called in a picture."""
    return _NAMES.get(name, name.replace("_", " "))


def _members(stage: tuple[str, ...], names: Iterable[str]) -> Iterable[str]:
    for name in names:
        if any(name == each or (each.endswith("_") and name.startswith(each) and each != "__end__") for each in stage):
            yield name
