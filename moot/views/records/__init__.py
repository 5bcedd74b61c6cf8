"""Writes the files of a debate: log, rounds and critiques, summary, reports, result, and those plug-ins add."""

from moot.views.records.debate_log import DebateLogFile
from moot.views.records.round_files import CritiqueFile, RoundFile
from moot.views.records.summary import DebateSummary
from moot.views.records.write import RECORD_WRITERS, RecordFiles, render_json, replace_file, write_records

__all__ = [
    "RECORD_WRITERS",
    "CritiqueFile",
    "DebateLogFile",
    "DebateSummary",
    "RecordFiles",
    "RoundFile",
    "render_json",
    "replace_file",
    "write_records",
]
