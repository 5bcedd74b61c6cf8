"""Runs debates in the background for clients that wait for a while, watch, stop and go on."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl

from moot.catalogue import frame_language, say, speaking
from moot.errors import StoreError, ThreadError, UnbegunError
from moot.mcp.answers import DebateAnswer, answer_from
from moot.runs import show
from moot.runs.index import correct_status
from moot.stores import Store
from moot.views.result import Result

TellProgress = Callable[[int, str], Awaitable[None]]
"""Told how many turns were taken, and what happened last."""

_TOLD = ("seat_finished", "round_closed", "breaker", "escalated", "ended")


@dataclass(slots=True)
class _Run:
    """One debate that this process drives."""

    task: "asyncio.Task[Result]"
    control: RunControl
    news: "asyncio.Queue[str]"
    language: str


@dataclass(slots=True)
class RunningDebates:
    """The debates that this server drives at the moment, by thread."""

    store: Store
    _runs: dict[str, _Run] = field(default_factory=dict)

    def start(self, thread: str, begin: Callable[..., Coroutine[Any, Any, Result]], language: str) -> None:
        """Begin to drive a debate; `begin` is given what watches it and what can stop it.

        What happens is told in this language.
        """
        if thread in self._runs and not self._runs[thread].task.done():
            raise ThreadError(f"debate {thread} is running; ask for its status, or wait")
        control, news = RunControl(), asyncio.Queue[str]()

        def watch(_mode: str, event: Any) -> None:
            if event.get("event") in _TOLD:
                with speaking(frame_language(language)):
                    news.put_nowait(_describe(event))

        watch.modes = ("custom",)  # type: ignore[attr-defined]  # what a watcher says it wants
        task = asyncio.create_task(begin(watch=watch, control=control), name=f"debate {thread}")
        self._runs[thread] = _Run(task, control, news, language)

    async def wait(self, thread: str, seconds: float | None, tell: TellProgress) -> DebateAnswer:
        """Wait until a debate ends or pauses, or for so many seconds; a caller that is cancelled drains it."""
        run = self._runs[thread]
        try:
            async with asyncio.timeout(seconds):
                await _follow(run, tell)
        except TimeoutError:
            return DebateAnswer(thread_id=thread, status="running").in_language(run.language)
        except asyncio.CancelledError:
            run.control.request_drain("the client cancelled")
            raise
        self._runs.pop(thread, None)
        try:
            return answer_from(run.task.result())
        except GraphDrained:
            return await self.stand(thread)

    async def stand(self, thread: str) -> DebateAnswer:
        """Say how a debate stands, whoever drives it."""
        run = self._runs.get(thread)
        entry = await self.store.entry(thread)
        if entry is not None:
            entry = await correct_status(self.store, entry)
        try:
            answer = answer_from(await show(thread, store=self.store))
        except UnbegunError:
            if run is None or run.task.done():
                raise
            return DebateAnswer(thread_id=thread, status="running").in_language(run.language)
        in_flight = entry is not None and entry.status in ("running", "interrupted")
        return answer.model_copy(update={"status": entry.status}) if entry is not None and in_flight else answer

    async def drain(self) -> None:
        """Stop every debate after the step under way, so that nothing paid is lost."""
        for run in self._runs.values():
            run.control.request_drain("the server stops")
        for run in list(self._runs.values()):
            with suppress(GraphDrained, StoreError, asyncio.CancelledError):
                await run.task


async def _follow(run: _Run, tell: TellProgress) -> None:
    """Pass on what happens until the debate is over; what it raises is left to whoever reads its result."""
    turns = 0
    while not (run.task.done() and run.news.empty()):
        heard = asyncio.ensure_future(run.news.get())
        await asyncio.wait((run.task, heard), return_when=asyncio.FIRST_COMPLETED)
        if not heard.done():
            heard.cancel()
            continue
        turns += 1
        await tell(turns, heard.result())


def _describe(event: dict[str, Any]) -> str:
    match event["event"]:
        case "seat_finished":
            told = {name: event[name] for name in ("seat", "phase", "round", "status")}
            return say("mcp.progress.seat", **told)
        case "round_closed":
            share, number = event.get("convergence"), event["round"]
            if share is None:
                return say("mcp.progress.closed", round=number)
            return say("mcp.progress.closed_at", round=number, share=share)
        case "breaker":
            return say("mcp.progress.stopped", why=event["reason"])
        case "escalated":
            return say("mcp.progress.looked_at", target=event["target"])
        case _:
            return say("mcp.progress.ended", status=event.get("status"))
