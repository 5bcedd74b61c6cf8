"""The debates of a store: which there are, how they really stand, and which may go."""

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from moot.stores import Entry, Store

PAGE = 200
PENDING = "needs_review"
RUNNING = "running"
INTERRUPTED = "interrupted"


async def list_debates(
    store: Store, *, pending: bool = False, search: str = "", limit: int = 100, offset: int = 0
) -> list[Entry]:
    """The newest debates first, each with its true status."""
    statuses = (PENDING,) if pending else ()
    found = await store.entries(statuses=statuses, search=search, limit=limit, offset=offset)
    return [await correct_status(store, entry) for entry in found]


async def correct_status(store: Store, entry: Entry) -> Entry:
    """A debate that says it runs, but that nobody drives, was killed: it is interrupted."""
    if entry.status != RUNNING or await store.is_held(entry.thread):
        return entry
    return replace(entry, status=INTERRUPTED)


async def prune(
    store: Store, older_than: float, *, include_pending: bool = False, dry_run: bool = False
) -> Sequence[Entry]:
    """Forget debates that nobody touched for so many seconds; one that runs stays, one that waits only if kept."""
    limit = time.time() - older_than
    old = [entry async for entry in _all(store) if entry.updated_at < limit]
    gone = []
    for entry in old:
        if (entry.status == PENDING and not include_pending) or await store.is_held(entry.thread):
            continue
        if not dry_run:
            await store.forget(entry.thread)
        gone.append(entry)
    return gone


async def _all(store: Store) -> AsyncIterator[Entry]:
    offset = 0
    while page := await store.entries(limit=PAGE, offset=offset):
        for entry in page:
            yield entry
        offset += len(page)
