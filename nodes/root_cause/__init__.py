"""Seats the agents who look for root causes in a log, and the judge who scores them."""

from moot.nodes.root_cause.reasoner import make_judge, make_reasoner, make_refiner

__all__ = [
    "make_judge",
    "make_reasoner",
    "make_refiner",
]
