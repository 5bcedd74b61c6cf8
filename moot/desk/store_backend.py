"""Lets the desk work on a store of ours: debates it starts run in its own process, each under the store's lock."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any
from uuid import uuid4

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl

from moot.desk.backend import (
    PAGE_SIZE,
    STATUSES_BY_FILTER,
    AnswerReceipt,
    Backend,
    DebateStanding,
    EventFrames,
    ForkRequest,
    InboxPage,
    InboxQuery,
    NewDebate,
    OpenRequest,
    Person,
)
from moot.desk.live_events import Channel
from moot.errors import MootError, StoreError, ThreadError, UsageError
from moot.models.cleaning import one_line
from moot.runs import Watcher, debate, fork, inspect, read_result, resume, review
from moot.runs.index import correct_status, correct_statuses
from moot.runs.live import SaidRemark, say_to
from moot.state.outcome import ReviewResponse
from moot.stores import RUNNING, Entry, Store
from moot.views.report import Story
from moot.views.result import Result, tell_state

_FRESH_SECONDS = 1.0
"""Seconds for which a view of a running debate is good enough."""
_POLL_INTERVAL = 1.0
"""Seconds between two looks at a debate that another process drives."""
_START_TIMEOUT = 15.0
"""Seconds a run has to begin; whatever is wrong before that is told to whoever asked for it."""
_SETTLE_TIMEOUT = 1.5
"""Seconds to wait for the end of a run that asks no model: what is over at once is shown as over."""
_MAX_STANDINGS = 64
_EVENTS_BEFORE_START = ("began", "ingested", "rules")
"""What is told before anything is stored."""

_logger = logging.getLogger(__name__)

_Job = Callable[[Watcher, RunControl], Awaitable[Result]]


class StoreBackend(Backend):
    """Reads and runs debates in a store; `model` and `base_url` come from whoever started the desk."""

    def __init__(self, store: Store, *, model: str | None = None, base_url: str | None = None) -> None:
        self._store = store
        self.model = model
        self._base_url = base_url
        self._channels: dict[str, Channel] = {}
        self._controls: dict[str, RunControl] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._answering: dict[str, asyncio.Lock] = {}
        self._seen: OrderedDict[str, tuple[float, int, DebateStanding]] = OrderedDict()
        self._reading: dict[str, asyncio.Lock] = {}

    async def search(self, query: InboxQuery, who: Person) -> InboxPage:  # noqa: ARG002  # everybody may use the store
        """Read one page of the inbox."""
        await correct_statuses(self._store)
        found = await self._store.entries(
            statuses=STATUSES_BY_FILTER[query.show],
            search=query.search,
            limit=PAGE_SIZE + 1,
            offset=PAGE_SIZE * (query.page - 1),
        )
        return InboxPage(list(found[:PAGE_SIZE]), more=len(found) > PAGE_SIZE)

    async def read(self, thread: str, who: Person, *, fresh: bool = True) -> DebateStanding:  # noqa: ARG002  # everybody may use the store
        """Read one debate; viewers of a running one share a look that is at most a moment old."""
        if fresh:
            return await self._look(thread)
        async with self._reading.setdefault(thread, asyncio.Lock()):
            seen, channel = self._seen.get(thread), self._channels.get(thread)
            count = channel.count if channel else -1
            current = seen is not None and channel is not None and seen[1] == count
            if seen is None or not (current or time.monotonic() - seen[0] <= _FRESH_SECONDS):
                standing = await self._look(thread)
                seen = self._seen[thread] = (time.monotonic(), count, standing)
                self._seen.move_to_end(thread)
                self._forget_old()
        return seen[2]

    def _forget_old(self) -> None:
        while len(self._seen) > _MAX_STANDINGS:
            gone, _ = self._seen.popitem(last=False)
            self._reading.pop(gone, None)

    async def _look(self, thread: str) -> DebateStanding:
        entry = await self._store.entry(thread)
        try:
            snapshot = await inspect(thread, store=self._store)
        except ThreadError:
            if entry is None:
                raise
            return DebateStanding(await correct_status(self._store, entry))
        result = read_result(snapshot, thread)
        entry = entry or _entry_of(result)
        asked = OpenRequest(snapshot.interrupts[0].id, snapshot.interrupts[0].value) if snapshot.interrupts else None
        values: Any = snapshot.values
        channel = self._channels.get(thread)
        if channel is not None and not channel.ended:
            # An answer was taken and is followed: until its first step is stored, the pause still stands there.
            return DebateStanding(replace(entry, status=RUNNING), Story(result, tell_state(values)), state=values)
        entry = await correct_status(self._store, entry)
        return DebateStanding(entry, Story(result, tell_state(values)), asked, state=values)

    @asynccontextmanager
    async def watch(self, thread: str, who: Person) -> AsyncIterator[EventFrames | None]:  # noqa: ARG002  # everybody may use the store
        """Follow what happens from now on; one reader serves all viewers."""
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
                with suppress(StoreError, ThreadError):
                    stored = await self._store.aget_tuple(config)
                    step = stored.checkpoint["id"] if stored else None
                    if step != last:
                        last = step
                        channel.tell("updates", {"state": (await inspect(thread, store=self._store)).values})
                        channel.publish({"event": "changed"})
                    if not await self._store.is_held(thread):
                        return
                await asyncio.sleep(_POLL_INTERVAL)
        finally:
            self._close(thread, channel)

    async def start(self, wanted: NewDebate, who: Person) -> str:  # noqa: ARG002  # everybody may use the store
        """Start a debate as a task of this process."""
        thread = str(uuid4())
        options: dict[str, Any] = {
            "profile": wanted.profile,
            "model": wanted.model or self.model,
            "base_url": self._base_url,
            "overrides": wanted.overrides,
            "context": wanted.evidence,
            "options": wanted.options,
            **wanted.case,
        }
        await self._begin(
            thread,
            lambda watch, control: debate(
                wanted.question, thread=thread, store=self._store, watch=watch, control=control, **options
            ),
        )
        return thread

    async def review(self, thread: str, mark: str, answer: ReviewResponse, who: Person) -> AnswerReceipt:
        """Answer one pause; whoever comes second is told so."""
        async with self._answering.setdefault(thread, asyncio.Lock()):
            standing = await self._look(thread)
            if standing.asked is None or standing.asked.mark != mark:
                return AnswerReceipt(accepted=False)
            response = {"decisions": [answer.model_dump()]}
            try:
                await self._begin(
                    thread,
                    lambda watch, control: review(
                        thread,
                        response,
                        reviewer=who.name,
                        asked=mark,
                        store=self._store,
                        watch=watch,
                        control=control,
                    ),
                    settle=0.0 if answer.type == "respond" else _SETTLE_TIMEOUT,
                )
            except (ThreadError, StoreError):
                now = await self._look(thread)
                if now.asked is not None and now.asked.mark == mark and not await self._store.is_held(thread):
                    raise
                return AnswerReceipt(accepted=False)
        return AnswerReceipt(accepted=True)

    async def say(self, thread: str, text: str, who: Person) -> SaidRemark:
        """Tell a debate something, whoever drives it."""
        return await say_to(thread, text, author=who.name, store=self._store)

    async def stop(self, thread: str, who: Person) -> None:  # noqa: ARG002  # everybody may use the store
        """Stop a debate of this process after the step under way; nothing that is paid for is lost."""
        control = self._controls.get(thread)
        if control is not None:
            control.request_drain("somebody stopped it at the desk")
        elif await self._store.is_held(thread):
            raise UsageError(f"debate {thread} is run by another process; stop it there, with Ctrl-C")
        else:
            raise UsageError(f"debate {thread} does not run")

    async def resume(self, thread: str, who: Person) -> None:  # noqa: ARG002  # everybody may use the store
        """Go on with a debate that was interrupted, under the rules it started with."""
        await self._begin(
            thread, lambda watch, control: resume(thread, store=self._store, watch=watch, control=control)
        )

    async def fork(self, thread: str, branch: ForkRequest, who: Person) -> str:  # noqa: ARG002  # everybody may use the store
        """Branch a debate; the branch runs as a task of this process."""
        new = str(uuid4())
        await self._begin(
            new,
            lambda watch, control: fork(
                thread,
                round=branch.round,
                without=branch.without,
                overrides=branch.overrides,
                evidence=branch.evidence,
                new_thread=new,
                store=self._store,
                watch=watch,
                control=control,
            ),
        )
        return new

    async def aclose(self) -> None:
        """Stop what runs; the store keeps what was done, and each debate can be resumed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _begin(self, thread: str, job: _Job, settle: float = 0.0) -> None:
        """Run a job until it has really begun; what is wrong before that is raised here."""
        listener = _RunListener(lambda channel: self._channels.update({thread: channel}))
        control = RunControl()
        task = self._spawn(self._run(thread, listener, job(listener, control)))
        self._controls[thread] = control
        task.add_done_callback(lambda _: self._close(thread, listener.channel, control))
        waiting = asyncio.ensure_future(listener.begun.wait())
        done, _ = await asyncio.wait((task, waiting), timeout=_START_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if task not in done:
            done, _ = await asyncio.wait((task,), timeout=settle)
        if task in done:
            await task

    async def _run(self, thread: str, listener: "_RunListener", job: Awaitable[Result]) -> None:
        try:
            result = await job
        except GraphDrained:
            listener.channel.publish({"event": "halted"})
        except MootError as error:
            if not listener.begun.is_set():
                raise
            _logger.warning("debate %s stopped: %s", thread, one_line(str(error)))
            listener.channel.publish({"event": "stopped", "reason": one_line(str(error))})
        except Exception as error:
            # The edge of the process: nobody above would hear of it.
            _logger.exception("debate %s stopped", thread)
            listener.channel.publish({"event": "stopped", "reason": one_line(repr(error))})
            if not listener.begun.is_set():
                raise
        else:
            listener.channel.publish({"event": "settled", "status": result.status})

    def _spawn(self, job: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _close(self, thread: str, channel: Channel, control: RunControl | None = None) -> None:
        channel.end()
        if control is not None and self._controls.get(thread) is control:
            del self._controls[thread]
        self._seen.pop(thread, None)
        if self._channels.get(thread) is channel:
            del self._channels[thread]


class _RunListener:
    """Passes on what a run tells. Once it has really begun its channel is open to viewers."""

    modes = ("custom", "updates")
    """What the graph is asked to stream: no page shows single words."""

    def __init__(self, opened: Callable[[Channel], None]) -> None:
        self.channel = Channel()
        self.begun = asyncio.Event()
        self._opened = opened

    def __call__(self, mode: str, data: Any) -> None:
        """Take one piece of the stream."""
        self.channel.tell(mode, data)
        if not self.begun.is_set() and (mode == "updates" or data.get("event") not in _EVENTS_BEFORE_START):
            # Not earlier: a debate that somebody else drives keeps its own channel.
            self.begun.set()
            self._opened(self.channel)


def _entry_of(result: Result) -> Entry:
    """Make an entry for a debate the index does not know: one that a graph of somebody's own wrote into the store."""
    status = RUNNING if result.status == "failed" and not result.decider else result.status
    return Entry(result.thread_id, 0.0, 0.0, result.profile, status, result.question)
