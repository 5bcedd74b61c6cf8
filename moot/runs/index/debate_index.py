"""Lists the debates of a store, corrects the statuses of killed ones, and removes old ones."""

import time
from collections.abc import AsyncIterator, Sequence

from moot.stores import NEEDS_REVIEW, RUNNING, Entry, Store

_PAGE_SIZE = 200


async def list_debates(
    store: Store, *, pending: bool = False, search: str = "", limit: int = 100, offset: int = 0
) -> list[Entry]:
    """List the newest debates first, each with its true status."""
    await correct_statuses(store)
    return list(
        await store.entries(statuses=(NEEDS_REVIEW,) if pending else (), search=search, limit=limit, offset=offset)
    )


async def correct_statuses(store: Store) -> None:
    """Correct the status of every debate that is said to run but that nobody drives: its process was killed."""
    for entry in await store.entries(statuses=(RUNNING,), limit=_PAGE_SIZE):
        await correct_status(store, entry)


async def correct_status(store: Store, entry: Entry) -> Entry:
    """Return the entry of a debate as it really stands; one whose process was killed is interrupted.

    A process may be killed when the debate has paused or ended and the index does not say so yet.
    """
    if entry.status != RUNNING or await store.is_held(entry.thread):
        return entry
    from moot.runs.drive import (
        correct_killed_status,  # loads the whole graph, which a list of sound debates does not need
    )

    return await correct_killed_status(store, entry)


async def prune_debates(
    store: Store, older_than: float, *, include_pending: bool = False, dry_run: bool = False
) -> Sequence[Entry]:
    """Remove debates that nobody touched for so many seconds; one that runs stays, and by default one that waits."""
    limit = time.time() - older_than
    old = [entry async for entry in _all(store) if entry.updated_at < limit]
    gone = []
    for entry in old:
        if (entry.status == NEEDS_REVIEW and not include_pending) or await store.is_held(entry.thread):
            continue
        if not dry_run:
            await store.forget(entry.thread)
        gone.append(entry)
    return gone


async def _all(store: Store) -> AsyncIterator[Entry]:
    offset = 0
    while page := await store.entries(limit=_PAGE_SIZE, offset=offset):
        for entry in page:
            yield entry
        offset += len(page)
