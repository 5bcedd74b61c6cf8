"""Wires the nodes into graphs: builds them, routes between nodes, and draws them."""

from moot.graph.build import build_graph, list_nodes, topology
from moot.graph.compiled import Graph
from moot.graph.picture import draw_png, draw_svg

__all__ = ["Graph", "build_graph", "draw_png", "draw_svg", "list_nodes", "topology"]
