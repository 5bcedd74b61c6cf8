"""Follows a debate that another process drives: looks into its store, and tells what is new as the driver would.

Only what is stored can be told, so an answer is heard when it is finished, not while it is written.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from langgraph.types import StateSnapshot

from moot.catalogue import frame_language, speak
from moot.errors import UnbegunError
from moot.nodes import RunContext, describe_turn
from moot.runs.drive import Drive, describe_ballot, describe_opening, find_debate
from moot.runs.index import correct_status
from moot.runs.options import Watcher
from moot.stores import RUNNING, Store, open_store

_LOOK_AGAIN = 0.4
"""Seconds between two looks into the store."""


@dataclass(slots=True)
class _Seen:
    """Holds what was told already."""

    turns: set[tuple[str, str, int, int]] = field(default_factory=set)
    rounds: set[int] = field(default_factory=set)
    speaking: set[str] = field(default_factory=set)


async def follow(thread: str, watch: Watcher, *, store: str | Store | None = None) -> str:
    """Tell a watcher what happens in a debate until nobody drives it any more; returns how it stands then."""
    url = store or os.environ.get("MOOT_STORE") or None
    opened: Any = nullcontext(url) if isinstance(url, Store) else open_store(url)
    async with opened as kept:
        seen, begun = _Seen(), False
        while True:
            # The status first: what a debate did before it ended is told before that.
            status = await _read_status(kept, thread)
            try:
                drive, snapshot = await find_debate(kept, thread, RunContext(), None)
            except UnbegunError:
                if status != RUNNING:
                    raise
            else:
                if not begun:
                    begun = True
                    _tell_opening(drive, snapshot, seen, watch)
                _tell_news(snapshot, seen, watch)
            if status != RUNNING:
                return status
            await asyncio.sleep(_LOOK_AGAIN)


async def _read_status(store: Store, thread: str) -> str:
    entry = await store.entry(thread)
    return (await correct_status(store, entry)).status if entry is not None else ""


def _tell_opening(drive: Drive, snapshot: StateSnapshot, seen: _Seen, watch: Watcher) -> None:
    """Tell where the debate stands: what was said and closed so far is told again, what was used only counted."""
    values = snapshot.values
    watch("custom", describe_opening(drive.thread, values["question"], drive.profile, values))
    seen.turns = {_name_turn(turn) for turn in values.get("turns") or ()}


def _tell_news(snapshot: StateSnapshot, seen: _Seen, watch: Watcher) -> None:
    # What is stored are facts; whoever follows hears them in the language of the debate, as whoever drives it does.
    case = snapshot.values.get("case")
    say = speak(frame_language(case.language if case else ""))
    for event in _find_events(snapshot, seen):
        watch("custom", say.tell_all(event))
    watch("updates", {"state": snapshot.values})


def _find_events(snapshot: StateSnapshot, seen: _Seen) -> Iterator[dict[str, Any]]:
    values = snapshot.values
    for turn in values.get("turns") or ():
        if _name_turn(turn) not in seen.turns:
            seen.turns.add(_name_turn(turn))
            seen.speaking.discard(f"{turn.phase}_{turn.seat}")
            yield {"event": "seat_finished", **describe_turn(turn, _find_fields(values, turn))}
    for record in values.get("rounds") or ():
        if record.number not in seen.rounds:
            seen.rounds.add(record.number)
            yield _describe_round(values, record)
    seats = values["protocol"].profile.seat_ids
    for task in snapshot.tasks:
        phase, _, seat = task.name.partition("_")
        if seat in seats and task.result is None and task.name not in seen.speaking:
            seen.speaking.add(task.name)
            yield {"event": "seat_started", "seat": seat, "phase": phase, "round": values.get("round", 0)}


def _describe_round(values: Mapping[str, Any], record: Any) -> dict[str, Any]:
    convergence, ballot = values.get("convergence"), values.get("ballot")
    latest = record.number == max(each.number for each in values["rounds"])
    return {
        "event": "round_closed",
        "round": record.number,
        "convergence": record.convergence,
        "converged": bool(latest and convergence and convergence.converged),
        "reason": convergence.reason if latest and convergence else "",
        "ballot": {"options": describe_ballot(ballot)},
    }


def _find_fields(values: Mapping[str, Any], turn: Any) -> dict[str, Any]:
    """Find what a turn came to, in the position it left."""
    for each in values.get("positions") or ():
        if (each.seat, each.round) == (turn.seat, turn.round) and turn.phase in ("position", "revise", "answer"):
            return {"confidence": each.confidence, "recommendation": each.recommendation}
    return {}


def _name_turn(turn: Any) -> tuple[str, str, int, int]:
    return turn.seat, turn.phase, turn.round, turn.number
