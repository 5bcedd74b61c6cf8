"""Lets the desk work on a LangGraph server: the same pages, asked of its API in the name of whoever asks.

The server lists threads by status only, so a search looks through the newest of them. Branching needs the typed state
of an old checkpoint, which the API does not hand out; it is left to `moot fork`.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from httpx import TransportError
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import APIError, ConflictError, NotFoundError, UnprocessableEntityError
from pydantic import TypeAdapter, ValidationError

from moot.catalogue import SOURCE_LANGUAGE, speak
from moot.configs import profile_names
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
from moot.errors import StoreError, ThreadError, UsageError
from moot.models.cleaning import one_line
from moot.nodes.chat import REMARKS_NAMESPACE, write_remark
from moot.runs.live import SaidRemark, choose_fate
from moot.state.debate import MultiAgentState
from moot.state.outcome import ReviewResponse
from moot.stores import Entry
from moot.views.report import Story
from moot.views.result import project_result, tell_state

_MAX_SEARCHED = 2_000
"""Threads at most that a search looks at."""
_BATCH = 100
_MAX_CLIENTS = 64
_STATUSES = {"interrupted": "needs_review", "busy": "running", "error": "failed"}
_EXTRACT = {
    "question": "values.question",
    "outcome": "values.outcome.status",
    "value": "values.case.value_at_risk",
    "reasons": "values.escalation.reasons",
}
_MODES: Any = ["custom", "updates"]
_SETTLE_TIMEOUT = 1.5


class ServerBackend(Backend):
    """Reads and runs debates of a LangGraph server."""

    can_fork = False
    can_seat = False

    def __init__(self, url: str | None, key: str | None = None) -> None:
        self._url = url
        self._key = key
        self._clients: OrderedDict[str, LangGraphClient] = OrderedDict()
        self._channels: dict[str, Channel] = {}
        self._answering: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def connect(cls, url: str | None, key: str | None = None) -> "ServerBackend":
        """Make a backend on the server at this address; None is the server this very process runs in."""
        if url is not None and not url.startswith(("http://", "https://")):
            raise UsageError(f"--server {url!r}: not an address; write http://127.0.0.1:2024")
        return cls(url, key)

    def _client(self, who: Person) -> LangGraphClient:
        """Return a client that asks in somebody's name; one without a key of their own asks in the desk's."""
        key = who.key or self._key or ""
        if key not in self._clients:
            headers = {"authorization": f"Bearer {key}"} if key else None
            self._clients[key] = get_client(url=self._url, headers=headers)
            while len(self._clients) > _MAX_CLIENTS:
                self._clients.popitem(last=False)
        self._clients.move_to_end(key)
        return self._clients[key]

    async def search(self, query: InboxQuery, who: Person) -> InboxPage:
        """Read one page of the inbox."""
        wanted: list[Entry] = []
        enough = PAGE_SIZE * query.page + 1
        async for entry in self._all(query, who):
            if _fits(entry, query):
                wanted.append(entry)
            if len(wanted) >= enough:
                break
        return InboxPage(wanted[PAGE_SIZE * (query.page - 1) : enough - 1], more=len(wanted) >= enough)

    async def _all(self, query: InboxQuery, who: Person) -> AsyncIterator[Entry]:
        status: Any = {"waiting": "interrupted", "running": "busy"}.get(query.show)
        for offset in range(0, _MAX_SEARCHED, _BATCH):
            with _reporting():
                threads = await self._client(who).threads.search(
                    status=status,
                    limit=_BATCH,
                    offset=offset,
                    sort_by="updated_at",
                    sort_order="desc",
                    select=["thread_id", "created_at", "updated_at", "status", "metadata", "interrupts"],
                    extract=_EXTRACT,
                )
            for thread in threads:
                entry = _read_entry(thread)
                if entry is not None:
                    yield entry
            if len(threads) < _BATCH:
                return

    async def read(self, thread: str, who: Person, *, fresh: bool = True) -> DebateStanding:  # noqa: ARG002  # always fresh
        """Read one debate."""
        with _reporting():
            # Not its state: while seats speak the server cannot always rebuild what they have written so far.
            found: Any = await self._client(who).threads.get(thread)
        entry = _read_entry({**found, "extracted": {}})
        if entry is None:
            raise ThreadError("there is no such debate")
        values = found.get("values") or {}
        if "protocol" not in values:
            return DebateStanding(entry)
        try:
            known = _state().validate_python(values)
        except ValidationError as error:
            raise StoreError(f"debate {thread}: the server runs another version of moot") from error
        asked = _find_request(found.get("interrupts") or {}) if found["status"] == "interrupted" else None
        result = project_result(known, thread, paused=asked.request if asked else None)
        over = result.status != "failed" or bool(result.decider)
        status = entry.status if entry.status == "running" else (result.status if over else "interrupted")
        entry = _renewed(entry, status, result.question, known)
        return DebateStanding(entry, Story(result, tell_state(known)), asked, state=known)

    @asynccontextmanager
    async def watch(self, thread: str, who: Person) -> AsyncIterator[EventFrames | None]:
        """Follow what happens in the running run; one reader serves all viewers who may see the debate."""
        with _reporting():
            # Whoever may not see the thread is refused here, whether or not somebody else watches it.
            await self._client(who).threads.get(thread)
            runs = await self._client(who).runs.list(thread, limit=1)
        running = [run for run in runs if run["status"] in ("pending", "running")]
        channel = self._channels.get(thread)
        if channel is None and running:
            channel = self._channels[thread] = Channel()
            self._spawn(self._read(thread, str(running[0]["run_id"]), channel, self._client(who)))
        if channel is None:
            yield None
            return
        with channel.viewer() as viewer:
            yield viewer.frames()

    async def _read(self, thread: str, run: str, channel: Channel, client: LangGraphClient) -> None:
        try:
            with _reporting():
                async for part in client.runs.join_stream(thread, run, last_event_id="-1"):
                    if part.event == "error":
                        channel.publish({"event": "stopped", "reason": one_line(str(part.data))})
                    channel.tell(part.event, part.data)
                await client.runs.join(thread, run)
        except (StoreError, ThreadError):
            channel.publish({"event": "lagged"})
        finally:
            channel.publish({"event": "settled"})
            channel.end()
            self._channels.pop(thread, None)

    async def start(self, wanted: NewDebate, who: Person) -> str:
        """Start a run on a new thread."""
        client = self._client(who)
        chosen = {"model": wanted.model, "overrides": dict(wanted.overrides)}
        given: Any = {"question": wanted.question, "context": list(wanted.evidence), **wanted.case}
        given |= {"options": list(wanted.options)} if wanted.options else {}
        with _reporting():
            thread = await client.threads.create(graph_id=wanted.profile)
            await client.runs.create(
                thread["thread_id"],
                wanted.profile,
                input=given,
                context={key: value for key, value in chosen.items() if value},
                metadata={"started_by": who.name},
                **_RUN,
            )
        return str(thread["thread_id"])

    async def review(self, thread: str, mark: str, answer: ReviewResponse, who: Person) -> AnswerReceipt:
        """Answer one pause; a thread that is busy already was answered by somebody else."""
        client = self._client(who)
        async with self._answering.setdefault(thread, asyncio.Lock()):
            standing = await self.read(thread, who)
            if standing.asked is None or standing.asked.mark != mark:
                return AnswerReceipt(accepted=False)
            resume: Any = {mark: {"decisions": [answer.model_dump()]}}
            try:
                with _reporting():
                    run = await client.runs.create(
                        thread, standing.entry.profile, command={"resume": resume}, strict_resume=True, **_RUN
                    )
            except _BusyError:
                return AnswerReceipt(accepted=False)
            if answer.type != "respond":
                await self._settle(client, thread, str(run["run_id"]))
        return AnswerReceipt(accepted=True)

    async def _settle(self, client: LangGraphClient, thread: str, run: str) -> None:
        """Wait a moment for a run that asks no model: what is over at once is shown as over."""
        try:
            with _reporting():
                await asyncio.wait_for(client.runs.join(thread, run), _SETTLE_TIMEOUT)
        except TimeoutError:
            return

    async def say(self, thread: str, text: str, who: Person) -> SaidRemark:
        """Put words into the server's store, where the debate's own steps look for them."""
        standing, client = await self.read(thread, who), self._client(who)
        remark = write_remark(text, who.name)
        with _reporting():
            await client.store.put_item(
                [*REMARKS_NAMESPACE, thread], remark.id, {"text": remark.text, "author": remark.author}, index=False
            )
        # The status of a thread may lag behind its runs.
        status = "running" if await self._find_run(thread, client) else standing.entry.status
        return SaidRemark(thread, remark, choose_fate(status), status)

    async def stop(self, thread: str, who: Person) -> None:
        """Cancel the run; the server keeps the steps that were finished, and the debate can be resumed."""
        client = self._client(who)
        running = await self._find_run(thread, client)
        if running is None:
            raise UsageError(f"debate {thread} does not run")
        with _reporting():
            await client.runs.cancel(thread, running, wait=True, action="interrupt")

    async def _find_run(self, thread: str, client: LangGraphClient) -> str | None:
        with _reporting():
            runs = await client.runs.list(thread, limit=1)
        return next((str(run["run_id"]) for run in runs if run["status"] in ("pending", "running")), None)

    async def resume(self, thread: str, who: Person) -> None:
        """Go on with a run that failed."""
        standing = await self.read(thread, who)
        with _reporting():
            await self._client(who).runs.create(thread, standing.entry.profile, input=None, **_RUN)

    async def fork(self, thread: str, branch: ForkRequest, who: Person) -> str:
        """Refuse: see above."""
        del branch, who
        raise UsageError(f"debate {thread} lives on a server; branch it with: moot fork, on a store")

    async def aclose(self) -> None:
        """Stop reading; the server goes on by itself."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in self._clients.values():
            await client.aclose()

    def _spawn(self, job: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_RUN: dict[str, Any] = {"stream_mode": _MODES, "stream_resumable": True, "multitask_strategy": "reject"}
"""Every run can be watched from its beginning, and none runs beside another on the same thread."""


class _BusyError(UsageError):
    """Says that another run was there first."""


@contextmanager
def _reporting() -> Iterator[None]:
    """Turn what the server says into our own errors, without what was sent to it."""
    try:
        yield
    except (NotFoundError, UnprocessableEntityError) as error:
        # The server calls an id that could not be one of its own unprocessable.
        raise ThreadError("there is no such debate on the server") from error
    except ConflictError as error:
        raise _BusyError("the server refuses: the debate is being run") from error
    except APIError as error:
        status = getattr(error, "status_code", None)
        if status in (401, 403):
            raise UsageError("the server refuses this token") from error
        told = f"status {status}" if status else "no answer"
        raise StoreError(f"the server cannot be used ({told}); check --server") from error
    except (OSError, TransportError) as error:
        raise StoreError("the server cannot be reached; check --server") from error


@cache
def _state() -> TypeAdapter[MultiAgentState]:
    return TypeAdapter(MultiAgentState)


def _read_entry(thread: Mapping[str, Any]) -> Entry | None:
    """Make an entry of a thread; None when it is no debate of ours."""
    metadata, told = thread.get("metadata") or {}, thread.get("extracted") or {}
    profile = str(metadata.get("graph_id") or "")
    if profile not in profile_names():
        return None
    asked = _arguments(thread.get("interrupts") or {})
    status = _STATUSES.get(thread["status"]) or str(told.get("outcome") or "interrupted")
    # What is asked is in words already; a state holds facts.
    reasons = asked.get("reasons") or speak(SOURCE_LANGUAGE).tell_all(told.get("reasons") or [])
    value = asked.get("value_at_risk", told.get("value"))
    return Entry(
        thread=str(thread["thread_id"]),
        created_at=_moment(thread["created_at"]),
        updated_at=_moment(thread["updated_at"]),
        profile=profile,
        status=status,
        question=str(asked.get("question") or told.get("question") or ""),
        reason="; ".join(map(str, reasons)) if status == "needs_review" else "",
        value_at_risk=value if isinstance(value, int | float) else None,
    )


def _renewed(entry: Entry, status: str, question: str, state: MultiAgentState) -> Entry:
    value = state["case"].value_at_risk
    return Entry(entry.thread, entry.created_at, entry.updated_at, entry.profile, status, question, entry.reason, value)


def _fits(entry: Entry, query: InboxQuery) -> bool:
    words = query.search.casefold()
    right = not STATUSES_BY_FILTER[query.show] or entry.status in STATUSES_BY_FILTER[query.show]
    return right and (words in entry.question.casefold() or words in entry.thread)


def _arguments(interrupts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the open request of a thread says."""
    asked = _find_request(interrupts)
    return asked.arguments if asked else {}


def _find_request(interrupts: Mapping[str, Any]) -> OpenRequest | None:
    """Find the open request of a thread; it has one at a time."""
    found = (each for task in interrupts.values() for each in task)
    first = next((each for each in found if (each.get("value") or {}).get("action_requests")), None)
    return OpenRequest(str(first.get("id") or first.get("interrupt_id")), first["value"]) if first else None


def _moment(value: Any) -> float:
    return (value if isinstance(value, datetime) else datetime.fromisoformat(str(value))).timestamp()
