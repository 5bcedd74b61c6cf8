"""Keeps the log of an incident open for as long as a run lasts, so that reasoners can ask it."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moot.errors import InputError
from moot.runs.drive import Drive
from moot.state.incident import Incident

if TYPE_CHECKING:
    from moot.knowledge.incidents import LogIndex


@asynccontextmanager
async def open_log(
    given: "LogIndex | str | None", texts: Sequence[str] = ()
) -> AsyncIterator[tuple["LogIndex | None", Incident | None]]:
    """Open the log of a new debate; texts that were given instead of a file are read as a log, into an incident."""
    if not isinstance(given, str) and (given is not None or not texts):
        yield given, None  # whoever brought an open one closes it
        return
    from moot.knowledge.incidents import index_logs, read_given_logs

    if isinstance(given, str):
        index, incident = await asyncio.to_thread(index_logs, given), None
    else:
        incident, index = await asyncio.to_thread(read_given_logs, texts)
    try:
        yield index, incident
    finally:
        await asyncio.to_thread(index.close)


@asynccontextmanager
async def reopen_log(given: "LogIndex | str | None", values: Mapping[str, Any]) -> AsyncIterator["LogIndex | None"]:
    """Open the log of a debate that goes on: a new one, or its own where that is still there and has not changed."""
    if given is not None:
        async with open_log(given) as (opened, _):
            yield opened
        return
    index = await asyncio.to_thread(_find_again, values)
    try:
        yield index
    finally:
        if index is not None:
            await asyncio.to_thread(index.close)


def attach_log(drive: Drive, log: "LogIndex | None") -> Drive:
    """Let the reasoners of a run ask a log."""
    return drive if log is None else replace(drive, context=replace(drive.context, log=log))


def _find_again(values: Mapping[str, Any]) -> "LogIndex | None":
    incident, case = values.get("incident"), values["case"]
    outline = incident.outline if incident is not None else None
    if outline is None:
        return None
    from moot.knowledge.incidents import read_and_index, read_given_logs

    sources = (case.log, *case.more_logs) if case.log is not None else ()
    try:
        if sources and all(Path(each).exists() for each in sources):
            again, _, index = read_and_index(*sources, zone=incident.zone if incident is not None else "")
        else:
            texts = [each.text for each in values.get("evidence") or [] if each.kind == "given"]
            if not texts:
                return None
            again, index = read_given_logs(texts)
    except InputError:
        return None  # the debate goes on with what it was shown
    if again.outline != outline:
        index.close()
        return None
    return index
