"""Recalls past incidents that are like one, and learns new ones."""

from moot.knowledge.incidents.memory.memory import find_incident_graph, learn_cause, learn_review, recall_history
from moot.knowledge.incidents.memory.past_incidents import read_past_incidents

__all__ = [
    "find_incident_graph",
    "learn_cause",
    "learn_review",
    "read_past_incidents",
    "recall_history",
]
