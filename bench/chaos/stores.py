"""Whether a store is intact after all that: nothing damaged, nothing missing, every debate can still be read."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice

from bench.chaos.server import TurnKey
from moot import open_store, show
from moot.errors import MootError, ThreadError
from moot.runs import inspect
from moot.stores import Store

READ = 500
"""So many debates are read in full."""
PAGE = 1000


def check_store(url: str, ended: Mapping[str, str]) -> list[str]:
    """Everything that is wrong with a store that should hold these debates, each with its status."""
    found = check_file(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else []
    return found + asyncio.run(check_debates(url, ended))


def read_stored(url: str, threads: Sequence[str]) -> dict[str, Counter[TurnKey]]:
    """Whose answers are stored of each of these debates; of one that has not begun, nobody's."""
    return asyncio.run(_read_stored(url, threads))


async def _read_stored(url: str, threads: Sequence[str]) -> dict[str, Counter[TurnKey]]:
    stored: dict[str, Counter[TurnKey]] = {}
    async with open_store(url) as store:
        for thread in threads:
            with suppress(ThreadError):
                turns = (await inspect(thread, store=store)).values["turns"]
                stored[thread] = Counter((turn.phase, turn.seat, turn.round) for turn in turns)
    return stored


def check_file(path: str) -> list[str]:
    """What SQLite itself finds wrong with the file."""
    with sqlite3.connect(path) as connection:
        said = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    return [] if said == ["ok"] else [f"the store is damaged: {said[:3]}"]


async def check_debates(url: str, ended: Mapping[str, str]) -> list[str]:
    """What is missing, stands otherwise in the index, or cannot be read."""
    async with open_store(url) as store:
        listed = await list_all(store)
        found = [f"{thread}: not in the index" for thread in ended if thread not in listed]
        found += [
            f"{thread}: {status}, but {listed[thread]} in the index"
            for thread, status in ended.items()
            if thread in listed and status not in {"error", listed[thread]}
        ]
        for thread in islice(ended, 0, None, max(1, len(ended) // READ)):
            try:
                await show(thread, store=store)
            except MootError as error:
                found.append(f"{thread}: cannot be read: {error}")
    return found


async def list_all(store: Store) -> dict[str, str]:
    """Every debate of the index, with its status."""
    listed: dict[str, str] = {}
    while page := await store.entries(limit=PAGE, offset=len(listed)):
        listed |= {entry.thread: entry.status for entry in page}
    return listed
