"""The files of a debate: its log, one per round and critique, the summary, and writing them."""

from moot.views.records.debate_log import DebateLogFile, project_log
from moot.views.records.round_files import CritiqueFile, RoundFile
from moot.views.records.summary import DebateSummary
from moot.views.records.write import replace_file, write_records

__all__ = [
    "CritiqueFile",
    "DebateLogFile",
    "DebateSummary",
    "RoundFile",
    "project_log",
    "replace_file",
    "write_records",
]
