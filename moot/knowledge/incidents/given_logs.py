"""Reads logs once, and keeps them where they can be asked: files, folders, stdin, or texts that a caller gives."""

from collections.abc import Sequence
from pathlib import Path

from moot.knowledge.incidents.line_index import LogIndex
from moot.knowledge.incidents.log_files import WatchBytes
from moot.knowledge.incidents.log_incident import read_incident
from moot.knowledge.incidents.log_kinds import ParsedLog, parse_logs
from moot.state.incident import Incident


def read_and_index(
    *sources: str,
    watch: WatchBytes | None = None,
    question: str = "",
    since: str | None = None,
    until: str | None = None,
    zone: str = "",
) -> tuple[Incident, ParsedLog, LogIndex]:
    """Read logs into the input of a debate and keep them where they can be asked; the caller closes that."""
    index = LogIndex()
    try:
        incident, parsed = read_incident(
            *sources, watch=watch, question=question, since=since, until=until, index=index, zone=zone
        )
    except BaseException:
        index.close()
        raise
    # What came from stdin is gone by the time a debate is resumed.
    index.sources = () if "-" in sources else tuple(str(Path(each).resolve()) for each in sources)
    return incident, parsed, index


def read_given_logs(texts: Sequence[str]) -> tuple[Incident, LogIndex]:
    """Read texts as the log of an incident, and keep them where they can be asked; the caller closes that."""
    index = LogIndex()
    try:
        incident, _ = read_incident(index.keep_text(texts), index=index)
    except BaseException:
        index.close()
        raise
    return incident, index


def index_logs(*sources: str) -> LogIndex:
    """Keep logs where they can be asked; the caller closes that."""
    index = LogIndex()
    try:
        parse_logs(sources, index=index)
    except BaseException:
        index.close()
        raise
    index.sources = tuple(str(Path(each).resolve()) for each in sources)
    return index
