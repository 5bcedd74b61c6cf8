"""Keeps debates in memory: for tests, notebooks and questions nobody will ask about again."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.base import SerializerProtocol

from moot.errors import StoreError
from moot.state.budget import Intent
from moot.state.remarks import Remark
from moot.stores.base import DelegatingStore, Entry
from moot.stores.serializers import PARTS


class _KeepingSerializer(SerializerProtocol):
    """Keeps values that nobody changes as they are; what can be changed is packed, so that what is stored stays so."""

    def __init__(self, inner: SerializerProtocol) -> None:
        self._inner = inner

    def dumps_typed(self, obj: Any) -> Any:
        """Keep a value or a list of values, pack anything else."""
        if isinstance(obj, PARTS):
            return "value", obj
        if isinstance(obj, list) and obj and all(isinstance(item, PARTS) for item in obj):
            return "values", tuple(obj)
        return self._inner.dumps_typed(obj)

    def loads_typed(self, data: tuple[str, Any]) -> Any:
        """Hand out what was kept."""
        kind, kept = data
        if kind == "value":
            return kept
        return list(kept) if kind == "values" else self._inner.loads_typed(data)


class MemoryStore(DelegatingStore):
    """Keeps everything in this process, whichever event loop asks."""

    lasting = False

    def __init__(self, url: str = "memory:") -> None:
        super().__init__(url)
        self._memory = InMemorySaver(serde=_KeepingSerializer(self.serde))
        self._index: dict[str, Entry] = {}
        self._held: set[str] = set()
        self._intents: dict[str, list[Intent]] = {}
        self._remarks: dict[str, list[Remark]] = {}

    async def saver(self) -> BaseCheckpointSaver[str]:
        """Return the same memory for every event loop."""
        return self._memory

    async def aclose(self) -> None:
        """Do nothing: nothing is open."""

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete every checkpoint that certain runs made."""
        found = [item async for item in self.alist(None) if item.metadata.get("run_id") in run_ids]
        for item in found:
            self._remove(item.config)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep only the latest checkpoint of every namespace of these threads, or none."""
        for thread in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread)
                continue
            seen: set[str] = set()
            found = [item async for item in self.alist({"configurable": {"thread_id": thread}})]
            for item in found:
                space = item.config["configurable"]["checkpoint_ns"]
                if space in seen:
                    self._remove(item.config)
                seen.add(space)

    def _remove(self, config: RunnableConfig) -> None:
        """Remove one checkpoint; values that no other checkpoint of its thread holds go with the thread."""
        place = config["configurable"]
        thread, space, number = place["thread_id"], place["checkpoint_ns"], place["checkpoint_id"]
        self._memory.storage[thread][space].pop(number, None)
        self._memory.writes.pop((thread, space, number), None)

    @asynccontextmanager
    async def hold(self, thread: str) -> AsyncIterator[None]:
        """Drive one debate alone."""
        if thread in self._held:
            raise StoreError(f"debate {thread} is being run here already; wait for it to end or pause, then try again")
        self._held.add(thread)
        try:
            yield
        finally:
            self._held.discard(thread)

    async def is_held(self, thread: str) -> bool:
        """Say whether the debate is driven right now."""
        return thread in self._held

    async def note(self, entry: Entry) -> None:
        """Add a debate to the index or replace its entry."""
        self._index[entry.thread] = entry

    async def entry(self, thread: str) -> Entry | None:
        """Read the index entry of one debate."""
        return self._index.get(thread)

    async def entries(
        self, *, statuses: Sequence[str] = (), search: str = "", limit: int = 100, offset: int = 0
    ) -> Sequence[Entry]:
        """List debates, the newest first."""
        wanted = search.casefold()
        found = [
            entry
            for entry in self._index.values()
            if (not statuses or entry.status in statuses)
            and (wanted in entry.question.casefold() or wanted in entry.thread.casefold())
        ]
        return sorted(found, key=lambda entry: (-entry.updated_at, entry.thread))[offset : offset + limit]

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        """Remember requests."""
        self._intents.setdefault(thread, []).extend(intents)

    async def journaled(self, thread: str) -> Sequence[Intent]:
        """Return the requests of a debate."""
        return tuple(self._intents.get(thread, ()))

    async def add_remark(self, thread: str, remark: Remark) -> None:
        """Keep what a person says to a debate."""
        self._remarks.setdefault(thread, []).append(remark)

    async def remarks(self, thread: str) -> Sequence[Remark]:
        """Return everything that was said to a debate."""
        return tuple(self._remarks.get(thread, ()))

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self._memory.adelete_thread(thread)
            self._index.pop(thread, None)
            self._intents.pop(thread, None)
            self._remarks.pop(thread, None)
