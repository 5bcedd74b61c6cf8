"""The debates of a store: which there are, how they really stand, and which may go."""

import time
from collections.abc import AsyncIterator, Sequence

from moot.stores import Entry, Store

PAGE = 200
PENDING = "needs_review"
RUNNING = "running"
INTERRUPTED = "interrupted"


async def list_debates(
    store: Store, *, pending: bool = False, search: str = "", limit: int = 100, offset: int = 0
) -> list[Entry]:
    """The newest debates first, each with its true status."""
    await settle_killed(store)
    return list(await store.entries(statuses=(PENDING,) if pending else (), search=search, limit=limit, offset=offset))


async def settle_killed(store: Store) -> None:
    """Let the index say how debates stand that say they run, but that nobody drives: their process was killed."""
    for entry in await store.entries(statuses=(RUNNING,), limit=PAGE):
        await correct_status(store, entry)


async def correct_status(store: Store, entry: Entry) -> Entry:
    """The line of a debate as it really stands; one whose process was killed is interrupted, unless it just got there.

    A process may be killed when the debate has paused or ended and the index does not say so yet.
    """
    if entry.status != RUNNING or await store.is_held(entry.thread):
        return entry
    from moot.runs.drive import settle  # loads the whole graph, which a list of sound debates does not need

    return await settle(entry, store)


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
