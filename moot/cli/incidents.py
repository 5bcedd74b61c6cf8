"""Reads the logs that a command names into an incident, and says on stderr what came of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.knowledge.incidents import LogIndex
    from moot.state.incident import Incident


def gather_incident(
    sources: Sequence[str], incidents: str | None, place: str, thread: str, *, quiet: bool = False
) -> tuple["Incident", "LogIndex"]:
    """Read logs, keep them where they can be asked, and recall what the incident graph knows; the caller closes."""
    from moot.cli.driving import tell
    from moot.cli.progress import StatusLine
    from moot.knowledge.incidents import (
        index_log,
        name_log_source,
        read_incident,
        read_past_incidents,
        recall_history,
        spool_logs,
    )

    known, skipped = read_past_incidents(incidents) if incidents is not None else ([], [])
    name = ", ".join(Path(name_log_source(source)).name for source in sources)
    status = StatusLine(after=1)

    def tell_progress(done: int, size: int | None) -> None:
        if status.is_due:
            share = f" of {size / 1e6:,.0f} MB ({done / size:.0%})" if size else " MB"
            status.show(f"reading {name}: {done / 1e6:,.0f}{share}")

    with spool_logs(sources) as log:
        try:
            read, parsed = read_incident(log, None if quiet else tell_progress)
            index = index_log(log)
        finally:
            status.clear()
    # A log that was spooled is gone by the time a debate is resumed.
    index.source = str(Path(log).resolve()) if log in sources else ""
    incident = recall_history(read, place, known, besides=thread).model_copy(update={"outline": index.outline()})
    if not quiet:
        for line in (*skipped, *(text for text in incident.warnings if text not in read.warnings)):
            tell(line)
        shown = f"{len(incident.events)} of {len(parsed.groups)} kinds of lines are shown to the agents"
        past = f"{len(incident.similar_incidents)} similar incidents"
        tell(f"{name}: {parsed.lines:,} lines, read as {parsed.format}; {shown}; {past}")
    return incident, index
