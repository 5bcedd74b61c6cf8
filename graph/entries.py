"""The graphs a LangGraph server loads, one per protocol; the server brings its own checkpointer."""

from moot.catalogue import load_catalogue
from moot.graph.build import build_graph
from moot.graph.compiled import Graph

load_catalogue()


def conclave() -> Graph:
    """Executives argue a business question; council and person at the gate."""
    return build_graph("conclave", served=True)


def boardroom() -> Graph:
    """Departments answer; only real conflicts between them are argued out."""
    return build_graph("boardroom", served=True)


def legal() -> Graph:
    """National and customary law check each other before a supervisor sums up."""
    return build_graph("legal", served=True)


def rca() -> Graph:
    """Three reasoners and a judge look for the root cause of an incident."""
    return build_graph("rca", served=True)


def research() -> Graph:
    """A vague idea becomes a testable question."""
    return build_graph("research", served=True)
