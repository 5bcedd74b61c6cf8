"""Reads logs into incidents, and recalls and learns past incidents."""

from moot.knowledge.incidents.given_logs import index_logs, read_and_index, read_given_logs
from moot.knowledge.incidents.inspection import answer_request, read_cited_lines
from moot.knowledge.incidents.line_index import LogIndex
from moot.knowledge.incidents.log_files import name_log_source
from moot.knowledge.incidents.log_incident import read_incident
from moot.knowledge.incidents.log_templates import (
    DRAIN_DEPTH,
    DRAIN_MAX_CHILDREN,
    DRAIN_SIMILARITY,
    LineTemplates,
    mask_variables,
)
from moot.knowledge.incidents.memory import find_incident_graph, learn_cause, learn_review, recall_history
from moot.knowledge.incidents.past_incidents import read_past_incidents

__all__ = [
    "DRAIN_DEPTH",
    "DRAIN_MAX_CHILDREN",
    "DRAIN_SIMILARITY",
    "LineTemplates",
    "LogIndex",
    "answer_request",
    "find_incident_graph",
    "index_logs",
    "learn_cause",
    "learn_review",
    "mask_variables",
    "name_log_source",
    "read_and_index",
    "read_cited_lines",
    "read_given_logs",
    "read_incident",
    "read_past_incidents",
    "recall_history",
]
