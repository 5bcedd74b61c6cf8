"""Tells a debate something while it runs: kept in the store, heard from the next wave on, never lost."""

import asyncio
import os
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal

from moot.errors import ThreadError
from moot.nodes.chat import write_remark
from moot.runs.index import correct_status
from moot.state.remarks import Remark
from moot.stores import INTERRUPTED, NEEDS_REVIEW, RUNNING, Store, open_store

RemarkFate = Literal["heard", "heard_next", "waits_for_person", "waits_for_resume", "not_heard"]
"""What becomes of words: the next wave hears them, or whoever comes after a review or a resume, or nobody."""


_LOOK_AGAIN = 0.3
"""Seconds between two looks into the store."""


@dataclass(frozen=True, slots=True)
class SaidRemark:
    """Holds what was said, and what became of it as far as that is known."""

    thread: str
    remark: Remark
    fate: RemarkFate
    status: str
    """How the debate stands: running, interrupted, needs_review, or how it ended."""


async def say_to(
    thread: str, text: str, *, author: str = "", wait: bool = False, store: str | Store | None = None
) -> SaidRemark:
    """Tell a debate something without pausing it; all seats hear it from the next wave on.

    It is kept however the debate stands: the next wave after a review or a resume hears it, and what comes when a
    debate has ended stays in its record as not heard. With `wait` it returns when that is known.
    """
    remark = write_remark(text, author)
    opened: Any = (
        nullcontext(store) if isinstance(store, Store) else open_store(store or os.environ.get("MOOT_STORE") or None)
    )
    async with opened as kept:
        if await kept.entry(thread) is None:
            raise ThreadError(f"debate {thread!r} is not in the store; `moot list` shows those that are")
        await kept.add_remark(thread, remark)
        said = await _find_fate(kept, thread, remark)
        while wait and said.fate == "heard_next":
            await asyncio.sleep(_LOOK_AGAIN)
            said = await _find_fate(kept, thread, remark)
        return said


async def _find_fate(store: Store, thread: str, remark: Remark) -> SaidRemark:
    """Find what becomes of a remark that is in the store."""
    entry = await store.entry(thread)
    if entry is None:
        raise ThreadError(f"debate {thread!r} was removed from the store meanwhile")
    status = (await correct_status(store, entry)).status
    heard = await _find_heard(store, thread, remark)
    if heard is not None:
        return SaidRemark(thread, heard, "heard", status)
    return SaidRemark(thread, remark, choose_fate(status), status)


def choose_fate(status: str) -> RemarkFate:
    """Tell what becomes of words by how the debate stands that they are said to."""
    fates: dict[str, RemarkFate] = {
        RUNNING: "heard_next",
        NEEDS_REVIEW: "waits_for_person",
        INTERRUPTED: "waits_for_resume",
    }
    return fates.get(status, "not_heard")


async def _find_heard(store: Store, thread: str, remark: Remark) -> Remark | None:
    """Find a remark among those that the debate has taken in."""
    config: Any = {"configurable": {"thread_id": thread}}
    stored = await store.aget_tuple(config)
    remarks: list[Remark] = stored.checkpoint["channel_values"].get("remarks") or [] if stored else []
    return next((each for each in remarks if each.id == remark.id and each.heard), None)
