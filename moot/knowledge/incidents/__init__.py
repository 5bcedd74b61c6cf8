"""Incidents: reading logs, and the graph of past incidents."""

from moot.knowledge.incidents.files import read_incidents
from moot.knowledge.incidents.log_files import name_source
from moot.knowledge.incidents.log_incident import read_incident
from moot.knowledge.incidents.log_templates import DEPTH, MAX_CHILDREN, SIMILARITY, Templates, mask
from moot.knowledge.incidents.memory import graph_place, learn_cause, learn_review, recall

__all__ = [
    "DEPTH",
    "MAX_CHILDREN",
    "SIMILARITY",
    "Templates",
    "graph_place",
    "learn_cause",
    "learn_review",
    "mask",
    "name_source",
    "read_incident",
    "read_incidents",
    "recall",
]
