"""Reads logs into incidents, and answers what is asked of a log."""

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

__all__ = [
    "DRAIN_DEPTH",
    "DRAIN_MAX_CHILDREN",
    "DRAIN_SIMILARITY",
    "LineTemplates",
    "LogIndex",
    "answer_request",
    "index_logs",
    "mask_variables",
    "name_log_source",
    "read_and_index",
    "read_cited_lines",
    "read_given_logs",
    "read_incident",
]
