"""Keeps the journal of a debate in its store: what is about to be sent, and what was lost with earlier processes."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from moot.state.budget import Intent, Usage
from moot.stores import Store

_TurnName = tuple[str, str, int, int]


class StoreJournal:
    """Writes requests into a store; those that come while it writes are written together, in one transaction."""

    def __init__(self, store: Store, thread: str, earlier: Sequence[Intent]) -> None:
        self._store, self._thread = store, thread
        self._lost: defaultdict[_TurnName, list[Usage]] = defaultdict(list)
        for intent in earlier:
            self._lost[intent.seat, intent.phase, intent.round, intent.number].append(intent.reserved)
        self._waiting: list[Intent] = []
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, store: Store, thread: str) -> "StoreJournal":
        """Read what earlier processes sent."""
        return cls(store, thread, await store.journaled(thread))

    def take_lost(self, seat: str, phase: str, round_number: int, number: int) -> Sequence[Usage]:
        """Hand over what earlier processes sent for a turn, once: whoever asks for it has not been answered."""
        return self._lost.pop((seat, phase, round_number, number), [])

    async def write(self, intent: Intent) -> None:
        """Store a request, with all others that wait; it is stored when this returns."""
        self._waiting.append(intent)
        async with self._writing:
            if intent in self._waiting:
                together, self._waiting = self._waiting, []
                await self._store.journal(self._thread, together)
