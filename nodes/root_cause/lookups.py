"""Looks things up in the whole log of an incident; a replay, which has no log, finds what was found then."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from moot.nodes.context import current_run
from moot.state.inspection import Inspected

if TYPE_CHECKING:
    from moot.knowledge.incidents import LogIndex


def count_log_lines() -> int | None:
    """Count the lines of the log; None where there is none to look into."""
    run = current_run()
    if run.replay is not None:
        from moot.models.testing.recording import read_course

        known = read_course(run.replay).log_lines
        if known is not None:
            return known
    if run.log is not None and run.record is not None:
        from moot.models.testing.recording import RecordedLog, keep_recorded

        keep_recorded(run.record, RecordedLog(lines=run.log.lines))
    return run.log.lines if run.log is not None else None


async def look_into_log(
    name: str, seat: str, round_number: int, find: Callable[["LogIndex"], Inspected]
) -> Inspected | None:
    """Find something in the log; None where there is no log."""
    run = current_run()
    if run.replay is not None:
        from moot.models.testing.recording import read_course

        then = read_course(run.replay).lookups.get((name, seat, round_number))
        if then is not None:
            return then
    if run.log is None:
        return None
    found = await asyncio.to_thread(find, run.log)
    if run.record is not None:
        from moot.models.testing.recording import RecordedLookup, keep_recorded

        keep_recorded(run.record, RecordedLookup(found=found))
    return found
