"""Keeps the journal of a debate in its store: what is about to be sent, and what was lost with earlier processes."""

from collections.abc import Iterable, Sequence

from moot.models import BatchingJournal
from moot.state.budget import Intent, Turn
from moot.stores import Store


class StoreJournal(BatchingJournal):
    """Writes the requests of a wave into a store in one transaction."""

    def __init__(self, store: Store, thread: str, earlier: Iterable[Intent], stored: Iterable[Turn] = ()) -> None:
        super().__init__(earlier, stored)
        self._store, self._thread = store, thread

    @classmethod
    async def open(cls, store: Store, thread: str, stored: Iterable[Turn] = ()) -> "StoreJournal":
        """Read what earlier processes sent, besides what the turns in the state account for."""
        return cls(store, thread, await store.journaled(thread), stored)

    async def _write(self, intents: Sequence[Intent]) -> None:
        await self._store.journal(self._thread, intents)
