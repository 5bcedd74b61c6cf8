"""Wiring only: the graphs, their routers and their entry points."""

from moot.graph.build import build_graph, topology
from moot.graph.compiled import Graph
from moot.graph.picture import draw_png, draw_svg

__all__ = ["Graph", "build_graph", "draw_png", "draw_svg", "topology"]
