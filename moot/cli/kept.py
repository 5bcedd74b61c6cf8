"""What is left of a debate that did not end, and how to go on with it."""

import asyncio
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.stores import Entry

GOING_ON = ("running", "interrupted", "failed")


def say_kept(thread: str, store: str | None) -> str:
    """Look into the store, and say what is kept and which command goes on with it."""
    url = store or os.environ.get("MOOT_STORE")
    if _is_memory(url):
        return guess_kept(thread, store)
    entry = asyncio.run(_find(thread, url))
    if entry is None:
        return "nothing had begun yet"
    from moot.views.wording import name_place

    place = name_place(thread, store)
    if entry.status == "needs_review":
        return f"the debate waits for a person; answer it with: moot review {place}"
    if entry.status not in GOING_ON:
        return f"the debate had ended; see: moot show {place}"
    return f"what was done so far is kept; go on with: moot resume {place}"


def guess_kept(thread: str, store: str | None) -> str:
    """The same without a look into the store, for when there is no time for one."""
    if _is_memory(store or os.environ.get("MOOT_STORE")):
        return "nothing was kept, because the store is memory:"
    from moot.views.wording import name_place

    return f"what was done so far is kept; go on with: moot resume {name_place(thread, store)}"


def _is_memory(url: str | None) -> bool:
    return url is not None and url.startswith("memory:")


async def _find(thread: str, url: str | None) -> "Entry | None":
    from moot.stores import open_store

    async with open_store(url) as store:
        return await store.entry(thread)
