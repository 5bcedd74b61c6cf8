"""Declares what every store offers: checkpoints for the graph, an index of debates, and one driver per debate."""

import asyncio
import random
import zlib
from abc import abstractmethod
from collections.abc import AsyncIterator, Collection, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

from moot.errors import StoreError
from moot.state.base import Value
from moot.state.budget import Intent
from moot.state.remarks import Remark
from moot.stores.serializers import make_serializer
from moot.stores.steps import HeldSteps, is_passing

_T = TypeVar("_T")
_Row = TypeVar("_Row", bound=Value)

DAMAGES = (zlib.error, ValueError, TypeError, LookupError, AttributeError, EOFError, NotImplementedError)
"""Whatever stands in a damaged row, and what the packages that unpack it make of it."""

RUNNING = "running"
INTERRUPTED = "interrupted"
NEEDS_REVIEW = "needs_review"
"""The statuses a debate may have before it has ended."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Holds one line of the index: enough to list and to find debates without opening them."""

    thread: str
    created_at: float
    updated_at: float
    profile: str
    status: str
    """RUNNING, INTERRUPTED, or the status of the result document."""
    question: str
    reason: str = ""
    """Why it waits, for the inbox."""
    value_at_risk: float | None = None
    parent: str = ""


def tell_damage(error: Exception, place: object = "") -> StoreError:
    """Say in one line that a row of a store cannot be read."""
    told = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    return StoreError(f"store {place}".rstrip() + f": a stored debate cannot be read or written: {told}")


def read_rows(kind: type[_Row], bodies: Iterable[str | bytes]) -> list[_Row]:
    """Read what was stored as JSON, one value in each row."""
    try:
        return [kind.model_validate_json(body) for body in bodies]
    except ValueError as error:
        raise tell_damage(error) from error


def read_entry(row: Sequence[Any]) -> Entry:
    """Read one line of the index; a file of SQLite keeps anything in any column."""
    entry = Entry(*row)
    times, value = (entry.created_at, entry.updated_at), entry.value_at_risk
    texts = (entry.thread, entry.profile, entry.status, entry.question, entry.reason, entry.parent)
    is_sound = all(isinstance(each, float) for each in times) and isinstance(value, float | None)
    if not (is_sound and all(isinstance(each, str) for each in texts)):
        raise tell_damage(TypeError(f"the line of {entry.thread} in the index does not have its form"))
    return entry


def check_form(found: CheckpointTuple) -> CheckpointTuple:
    """Refuse a stored checkpoint that can be unpacked and is none."""
    checkpoint: Any = found.checkpoint
    metadata: Any = found.metadata
    values = checkpoint.get("channel_values") if isinstance(checkpoint, dict) else None
    if not (isinstance(values, dict) and isinstance(metadata, dict)):
        raise tell_damage(TypeError("a checkpoint does not have its form"))
    return found


class Store(BaseCheckpointSaver[str]):
    """Keeps checkpoints and an index of debates. It connects when it is first used, whichever event loop uses it."""

    lasting = True
    """Whether a debate outlives its process here."""

    def __init__(self, url: str) -> None:
        super().__init__(serde=make_serializer())
        self.url = url
        self._epochs: dict[str, int] = {}
        """The debates this store drives, each with its epoch: whoever drives a debate next has a higher one."""
        self._steps = HeldSteps()

    @abstractmethod
    async def connect(self) -> None:
        """Connect now, so that an unreachable store is known before anything is paid for."""

    @abstractmethod
    async def aclose(self) -> None:
        """Close what this event loop has open; the store may be used again."""

    @abstractmethod
    def hold(self, thread: str) -> AbstractAsyncContextManager[None]:
        """Drive one debate alone; raises StoreError when another process drives it."""

    @abstractmethod
    async def is_held(self, thread: str) -> bool:
        """Say whether some process drives the debate right now."""

    @abstractmethod
    async def note(self, entry: Entry) -> None:
        """Add a debate to the index or replace its entry."""

    @abstractmethod
    async def entry(self, thread: str) -> Entry | None:
        """Read the index entry of one debate."""

    @abstractmethod
    async def entries(
        self, *, statuses: Sequence[str] = (), search: str = "", limit: int = 100, offset: int = 0
    ) -> Sequence[Entry]:
        """List debates, the newest first."""

    @abstractmethod
    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        """Write down requests that are about to be sent; they are stored when this returns."""

    @abstractmethod
    async def journaled(self, thread: str) -> Sequence[Intent]:
        """Read every request of a debate that was written down, in that order."""

    @abstractmethod
    async def add_remark(self, thread: str, remark: Remark) -> None:
        """Keep what a person says to a debate, whoever drives it; it is stored when this returns."""

    @abstractmethod
    async def remarks(self, thread: str) -> Sequence[Remark]:
        """Read everything that was said to a debate, in that order."""

    @abstractmethod
    async def forget(self, thread: str) -> None:
        """Remove a debate: its checkpoints and its index entry."""

    async def __aenter__(self) -> Self:
        """Connect."""
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.aclose()

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy every checkpoint of a thread, and what its tasks returned, to another thread."""
        found = [item async for item in self.alist({"configurable": {"thread_id": source_thread_id}})]
        for item in reversed(found):
            place = {**item.config["configurable"], "thread_id": target_thread_id}
            parent = item.parent_config["configurable"]["checkpoint_id"] if item.parent_config else None
            versions = item.checkpoint["channel_versions"]
            await self.aput(
                {"configurable": {**place, "checkpoint_id": parent}}, item.checkpoint, item.metadata, versions
            )
            writes: dict[str, list[tuple[str, Any]]] = {}
            for task, channel, value in item.pending_writes or ():
                writes.setdefault(task, []).append((channel, value))
            for task, written in writes.items():
                await self.aput_writes({"configurable": place}, written, task)

    def _may_hold_back(self, config: RunnableConfig, metadata: CheckpointMetadata) -> bool:
        """Tell whether a checkpoint can wait: its debate is driven here, and nobody asked for it."""
        place = config["configurable"]
        return place["thread_id"] in self._epochs and not place.get("checkpoint_ns") and is_passing(metadata)

    def get_next_version(self, current: str | None, channel: None) -> str:  # noqa: ARG002  # the interface's
        """Number the versions of a channel; the random part keeps two branches of one thread apart."""
        number = 0 if current is None else int(str(current).split(".")[0])
        return f"{number + 1:06}.{random.getrandbits(32):08x}"

    def with_allowlist(self, extra_allowlist: Collection[tuple[str, ...]]) -> Self:  # noqa: ARG002  # the interface's
        """Return the store itself: the list of what may be rebuilt is closed, and nothing is added to it."""
        return self


def draw_first_epoch() -> int:
    """Draw where the epochs of a debate begin: one that is removed and begun again must not come to its former ones."""
    return random.getrandbits(48) + 1


def say_being_run(thread: str) -> str:
    """Tell somebody that another process drives the debate they want to drive."""
    return f"debate {thread} is being run by another process; wait for it to end or pause, then try again"


def say_taken_over(thread: str) -> str:
    """Tell a process that lost its lock that it may store nothing any more."""
    return f"debate {thread} was taken over by another process; this one stops, and stores nothing more"


class DelegatingStore(Store):
    """Hands the checkpointer's calls on to an asynchronous saver of the running event loop."""

    @abstractmethod
    async def saver(self) -> BaseCheckpointSaver[str]:
        """Return the connected saver of the running event loop."""

    def reporting(self) -> AbstractContextManager[None]:
        """Turn what goes wrong with the saver into a StoreError."""
        return nullcontext()

    async def connect(self) -> None:
        """Connect now."""
        await self.saver()

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint."""
        saver = await self.saver()
        with self.reporting():
            return await saver.aget_tuple(config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """List checkpoints, newest first."""
        saver = await self.saver()
        with self.reporting():
            async for item in saver.alist(config, filter=filter, before=before, limit=limit):
                yield item

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint."""
        saver = await self.saver()
        with self.reporting():
            return await saver.aput(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned."""
        saver = await self.saver()
        with self.reporting():
            await saver.aput_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        saver = await self.saver()
        with self.reporting():
            await saver.adelete_thread(thread_id)

    # Plain calls from a notebook cell or a script: in a thread with an event loop of its own.

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint without an event loop."""
        return self._apart(self.aget_tuple(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """List checkpoints without an event loop."""

        async def collect() -> list[CheckpointTuple]:
            return [item async for item in self.alist(config, filter=filter, before=before, limit=limit)]

        return iter(self._apart(collect()))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint without an event loop."""
        return self._apart(self.aput(config, checkpoint, metadata, new_versions))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned, without an event loop."""
        self._apart(self.aput_writes(config, writes, task_id, task_path))

    def _apart(self, call: Coroutine[Any, Any, _T]) -> _T:
        async def once() -> _T:
            try:
                return await call
            finally:
                await self.aclose()

        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(asyncio.run, once()).result()
