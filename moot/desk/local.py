"""The desk on a store of ours: debates it starts run as tasks of its own process, each under the store's lock."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import uuid4

from moot.desk.backend import (
    PAGE,
    SHELVES,
    Asked,
    Backend,
    Branch,
    Frames,
    Page,
    Person,
    Query,
    Standing,
    Verdict,
    Wanted,
)
from moot.desk.events import translate
from moot.desk.hub import Channel
from moot.errors import MootError, StoreError, ThreadError
from moot.models import one_line
from moot.runs import RUNNING, Watcher, correct_status, read_result, settle_killed
from moot.runs import debates as api
from moot.state.outcome import ReviewResponse
from moot.stores import Entry, Store
from moot.views.report import Story
from moot.views.result import Result

FRESH = 1.0
"""Seconds for which a view of a running debate is good enough."""
POLL = 1.0
"""Seconds between two looks at a debate that another process drives."""
FIRST = 15.0
"""Seconds a run has to begin; whatever is wrong before that is told to whoever asked for it."""
SETTLED = 1.5
"""Seconds to wait for the end of a run that asks no model: what is over at once is shown as over."""
_KEPT = 64
_BEFORE = ("began", "ingested", "rules")
"""What is told before anything is stored."""

logger = logging.getLogger(__name__)

Job = Callable[[Watcher], Awaitable[Result]]


class LocalBackend(Backend):
    """Debates in a store; `model` and `base_url` come from whoever started the desk."""

    def __init__(self, store: Store, *, model: str | None = None, base_url: str | None = None) -> None:
        self._store = store
        self._model = model
        self._base_url = base_url
        self._channels: dict[str, Channel] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._answering: dict[str, asyncio.Lock] = {}
        self._seen: OrderedDict[str, tuple[float, int, Standing]] = OrderedDict()
        self._reading: dict[str, asyncio.Lock] = {}

    async def search(self, query: Query, who: Person) -> Page:  # noqa: ARG002  # one store, one house
        """One page of the inbox."""
        await settle_killed(self._store)
        found = await self._store.entries(
            statuses=SHELVES[query.shelf], search=query.search, limit=PAGE + 1, offset=PAGE * (query.page - 1)
        )
        return Page(list(found[:PAGE]), more=len(found) > PAGE)

    async def read(self, thread: str, who: Person, *, fresh: bool = True) -> Standing:  # noqa: ARG002
        """One debate; viewers of a running one share a look that is at most a moment old."""
        if fresh:
            return await self._look(thread)
        async with self._reading.setdefault(thread, asyncio.Lock()):
            seen, channel = self._seen.get(thread), self._channels.get(thread)
            count = channel.count if channel else -1
            current = seen is not None and channel is not None and seen[1] == count
            if seen is None or not (current or time.monotonic() - seen[0] <= FRESH):
                standing = await self._look(thread)
                seen = self._seen[thread] = (time.monotonic(), count, standing)
                self._seen.move_to_end(thread)
                self._forget_old()
        return seen[2]

    def _forget_old(self) -> None:
        while len(self._seen) > _KEPT:
            gone, _ = self._seen.popitem(last=False)
            self._reading.pop(gone, None)

    async def _look(self, thread: str) -> Standing:
        entry = await self._store.entry(thread)
        try:
            snapshot = await api.inspect(thread, store=self._store)
        except ThreadError:
            if entry is None:
                raise
            return Standing(await correct_status(self._store, entry))
        result = read_result(snapshot, thread)
        entry = entry or _entry_of(result)
        asked = Asked(snapshot.interrupts[0].id, snapshot.interrupts[0].value) if snapshot.interrupts else None
        values: Any = snapshot.values
        return Standing(await correct_status(self._store, entry), Story(result, values), asked)

    @asynccontextmanager
    async def watch(self, thread: str, who: Person) -> AsyncIterator[Frames | None]:  # noqa: ARG002
        """What happens from now on; one reader serves all viewers."""
        channel = self._channels.get(thread)
        if channel is None and await self._store.is_held(thread):
            channel = self._channels[thread] = Channel()
            self._spawn(self._poll(thread, channel))
        if channel is None:
            yield None
            return
        with channel.viewer() as viewer:
            yield viewer.frames()

    async def _poll(self, thread: str, channel: Channel) -> None:
        """Follow a debate that another process drives: its events are there, but its steps are in the store."""
        config: Any = {"configurable": {"thread_id": thread}}
        last = None
        try:
            while channel.watched or last is None:
                with suppress(StoreError):
                    stored = await self._store.aget_tuple(config)
                    step = stored.checkpoint["id"] if stored else None
                    if step != last:
                        last = step
                        channel.publish({"event": "changed"})
                    if not await self._store.is_held(thread):
                        return
                await asyncio.sleep(POLL)
        finally:
            self._close(thread, channel)

    async def start(self, wanted: Wanted, who: Person) -> str:  # noqa: ARG002
        """Start a debate as a task of this process."""
        thread = str(uuid4())
        options: dict[str, Any] = {
            "profile": wanted.profile,
            "model": wanted.model or self._model,
            "base_url": self._base_url,
            "overrides": wanted.overrides,
            "context": wanted.evidence,
            **wanted.case,
        }
        await self._begin(
            thread,
            lambda watch: api.debate(wanted.question, thread=thread, store=self._store, watch=watch, **options),
        )
        return thread

    async def review(self, thread: str, mark: str, answer: ReviewResponse, who: Person) -> Verdict:
        """Answer one pause; whoever comes second is told so."""
        async with self._answering.setdefault(thread, asyncio.Lock()):
            standing = await self._look(thread)
            if standing.asked is None or standing.asked.mark != mark:
                return Verdict(accepted=False)
            response = {"decisions": [answer.model_dump()]}
            try:
                await self._begin(
                    thread,
                    lambda watch: api.review(
                        thread, response, reviewer=who.name, asked=mark, store=self._store, watch=watch
                    ),
                    settle=0.0 if answer.type == "respond" else SETTLED,
                )
            except (ThreadError, StoreError):
                now = await self._look(thread)
                if now.asked is not None and now.asked.mark == mark and not await self._store.is_held(thread):
                    raise
                return Verdict(accepted=False)
        return Verdict(accepted=True)

    async def resume(self, thread: str, who: Person) -> None:  # noqa: ARG002
        """Go on with a debate that was interrupted, under the rules it started with."""
        await self._begin(thread, lambda watch: api.resume(thread, store=self._store, watch=watch))

    async def fork(self, thread: str, branch: Branch, who: Person) -> str:  # noqa: ARG002
        """Branch a debate; the branch runs as a task of this process."""
        new = str(uuid4())
        await self._begin(
            new,
            lambda watch: api.fork(
                thread,
                round=branch.round,
                without=branch.without,
                overrides=branch.overrides,
                evidence=branch.evidence,
                new_thread=new,
                store=self._store,
                watch=watch,
            ),
        )
        return new

    async def aclose(self) -> None:
        """Stop what runs; the store keeps what was done, and each debate can be resumed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _begin(self, thread: str, job: Job, settle: float = 0.0) -> None:
        """Run a job until it has really begun; what is wrong before that is raised here."""
        ear = _Ear(lambda channel: self._channels.update({thread: channel}))
        task = self._spawn(self._run(thread, ear, job(ear)))
        task.add_done_callback(lambda _: self._close(thread, ear.channel))
        waiting = asyncio.ensure_future(ear.begun.wait())
        done, _ = await asyncio.wait((task, waiting), timeout=FIRST, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if task not in done:
            done, _ = await asyncio.wait((task,), timeout=settle)
        if task in done:
            await task

    async def _run(self, thread: str, ear: "_Ear", job: Awaitable[Result]) -> None:
        try:
            result = await job
        except MootError as error:
            if not ear.begun.is_set():
                raise
            logger.warning("debate %s stopped: %s", thread, one_line(str(error)))
            ear.channel.publish({"event": "stopped", "reason": one_line(str(error))})
        except Exception as error:
            # The edge of the process: nobody above would hear of it.
            logger.exception("debate %s stopped", thread)
            ear.channel.publish({"event": "stopped", "reason": one_line(repr(error))})
            if not ear.begun.is_set():
                raise
        else:
            ear.channel.publish({"event": "settled", "status": result.status})

    def _spawn(self, job: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _close(self, thread: str, channel: Channel) -> None:
        channel.end()
        self._seen.pop(thread, None)
        if self._channels.get(thread) is channel:
            del self._channels[thread]


class _Ear:
    """Hears what a run tells. Once it has really begun its channel is open to viewers."""

    modes = ("custom", "updates")
    """What the graph is asked to stream: no page shows single words."""

    def __init__(self, opened: Callable[[Channel], None]) -> None:
        self.channel = Channel()
        self.begun = asyncio.Event()
        self._opened = opened

    def __call__(self, mode: str, data: Any) -> None:
        """Take one piece of the stream."""
        for event in translate(mode, data):
            self.channel.publish(event)
        if not self.begun.is_set() and (mode == "updates" or data.get("event") not in _BEFORE):
            # Not earlier: a debate that somebody else drives keeps its own channel.
            self.begun.set()
            self._opened(self.channel)


def _entry_of(result: Result) -> Entry:
    """A line for a debate the index does not know: one that a graph of somebody's own wrote into the store."""
    status = RUNNING if result.status == "failed" and not result.decider else result.status
    return Entry(result.thread_id, 0.0, 0.0, result.profile, status, result.question)
