"""Reads the logs that a command names into an incident, and says on stderr what came of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from moot.knowledge.incidents import LogIndex
    from moot.state.incident import Incident


class ReadingFocus(NamedTuple):
    """What the caller wants to know, and of which time."""

    question: str = ""
    since: str | None = None
    until: str | None = None
    zone: str = ""
    """That of times which state none."""


def gather_incident(
    sources: Sequence[str],
    incidents: str | None,
    place: str,
    thread: str,
    focus: ReadingFocus,
    *,
    quiet: bool = False,
) -> tuple["Incident", "LogIndex"]:
    """Read logs, keep them where they can be asked, and recall what the incident graph knows; the caller closes."""
    from moot.catalogue import say
    from moot.cli.driving import tell
    from moot.cli.progress import StatusLine
    from moot.knowledge.incidents import read_and_index
    from moot.knowledge.incidents.memory import read_past_incidents, recall_history

    known, skipped = read_past_incidents(incidents) if incidents is not None else ([], [])
    name = name_logs(sources)
    status = StatusLine(after=1)

    def tell_progress(done: int, size: int | None) -> None:
        if status.is_due:
            share = f" of {size / 1e6:,.0f} MB ({done / size:.0%})" if size else " MB"
            status.show(f"reading {name}: {done / 1e6:,.0f}{share}")

    try:
        read, parsed, index = read_and_index(*sources, watch=None if quiet else tell_progress, **focus._asdict())
    finally:
        status.clear()
    incident = recall_history(read, place, known, besides=thread)
    if not quiet:
        for line in (*skipped, *(text for text in incident.warnings if text not in read.warnings)):
            tell(str(line))
        past = say("cause.read.similar", n=len(incident.similar_incidents))
        kinds = say("cause.read.kept", known=len(parsed.kinds))
        forms = [say("cause.read.plain") if each == "generic" else each for each in parsed.formats]
        tell(say("cause.read.line", place=name, n=parsed.lines, form=forms, kept=kinds, similar=past))
        tell(_describe_window(incident))
    return incident, index


def _describe_window(incident: "Incident") -> str:
    from moot.catalogue import say

    window = incident.window
    if window is None:
        return say("cause.read.no_span")
    code = "cause.read.stands_out" if window == incident.burst else "cause.read.looked_at"
    return say(code, start=window.start, end=window.end, n=window.lines)


def name_logs(logs: Sequence[str]) -> str:
    """Name logs by the first of them."""
    from moot.knowledge.incidents import name_log_source

    first = Path(name_log_source(logs[0])).name
    return first if len(logs) == 1 else f"{first} and {len(logs) - 1} more"
