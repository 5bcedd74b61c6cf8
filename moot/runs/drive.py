"""Drives one debate in one process: finds it, runs its graph alone on its thread, and keeps the index true."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from langgraph.types import StateSnapshot, StreamMode

from moot.errors import StoreError, ThreadError, UnbegunError
from moot.graph import Graph, build_graph
from moot.nodes import ACCEPTED, TAPE, Context, Tape, warm_up
from moot.policies.agreement import Strategy
from moot.runs.debate_index import INTERRUPTED, PENDING, RUNNING
from moot.runs.opening import describe_opening
from moot.runs.options import Watcher
from moot.state.protocol import Profile, Protocol
from moot.stores import Entry, Store
from moot.views.result import Result, project_result

MODES: tuple[StreamMode, ...] = ("custom", "messages", "updates")


@dataclass(frozen=True, slots=True)
class Drive:
    """Everything needed to drive one debate in one process."""

    graph: Graph
    store: Store
    thread: str
    profile: Profile
    context: Context = field(default_factory=Context)
    tape: Tape = field(default_factory=Tape)
    watch: Watcher | None = None

    @property
    def config(self) -> Any:
        """What LangGraph needs to find the thread."""
        return {"configurable": {"thread_id": self.thread}}

    async def snapshot(self) -> StateSnapshot:
        """The debate as it stands."""
        return await self.graph.aget_state(self.config)


def read_result(snapshot: StateSnapshot, thread: str) -> Result:
    """The result document of a snapshot; an open pause is part of it."""
    request = snapshot.interrupts[0].value if snapshot.interrupts else None
    return project_result(snapshot.values, thread, paused=request)  # type: ignore[arg-type]  # a state's values


def graph_of(profile: Profile, store: Store, strategy: Strategy | None = None) -> Graph:
    """The graph of a profile, on this store."""
    if strategy is not None:
        return build_graph(profile, checkpointer=store, strategy=strategy)
    compiled = _compiled(profile.model_dump_json())
    return compiled.copy({"checkpointer": store})


@lru_cache(maxsize=32)
def _compiled(profile: str) -> Graph:
    # Building takes longer than a whole debate's bookkeeping, so a profile's graph is built once.
    return build_graph(Profile.model_validate_json(profile))


async def ready(drive: Drive, protocol: Protocol) -> None:
    """Open the models, so that a wrong one is known before anything is stored or paid for."""
    tape = TAPE.set(drive.tape)
    try:
        await warm_up(protocol)
    finally:
        TAPE.reset(tape)


async def find(store: Store, thread: str, tape: Tape, watch: Watcher | None) -> tuple[Drive, StateSnapshot]:
    """The debate by its id, on the graph of the protocol it was started with."""
    protocol = await _stored_protocol(store, thread)
    if protocol is None:
        if await store.entry(thread) is not None:
            raise UnbegunError(f"debate {thread} was stopped before it began; ask again with: moot run QUESTION")
        raise ThreadError(f"debate {thread!r} is not in the store; `moot list` shows those that are")
    profile = protocol.profile
    drive = Drive(graph_of(profile, store), store, thread, profile, tape=tape, watch=watch)
    return drive, await drive.snapshot()


async def _stored_protocol(store: Store, thread: str) -> Protocol | None:
    """What a debate is run by, read without a graph, because it says which graph it is; None before it has begun."""
    config: Any = {"configurable": {"thread_id": thread}}
    stored = await store.aget_tuple(config)
    if stored is None:
        return None
    # The step that sets it may have ended without being closed.
    written = [value for _, channel, value in stored.pending_writes or () if channel == "protocol"]
    found: Protocol | None = written[-1] if written else stored.checkpoint["channel_values"].get("protocol")
    return found


async def check_new(drive: Drive) -> bool:
    """A new debate needs a thread of its own; asked again under the lock, because another process may want the same.

    True when something is left on it of a debate that was killed before it began: that makes room.
    """
    if await drive.store.aget_tuple(drive.config) is None:
        return False
    if await _stored_protocol(drive.store, drive.thread) is not None:
        raise ThreadError(f"debate {drive.thread} exists already; resume it, or use another --thread")
    return True


async def run(
    drive: Drive,
    given: Any,
    question: str,
    *,
    at: Any = None,
    accepted: Any = None,
    parent: str = "",
    pause: str | None = None,
) -> Result:
    """Run the graph until it ends or pauses, alone on its thread, and keep the index."""
    begun = True
    try:
        async with drive.store.hold(drive.thread):
            # Somebody else may have answered between our look at the pause and our lock.
            if pause is not None and pause not in [each.id for each in (await drive.snapshot()).interrupts]:
                raise ThreadError(moved_on(drive.thread))
            if isinstance(given, dict) and await check_new(drive):
                await drive.store.adelete_thread(drive.thread)
            entry = await _enter(drive, question, parent)
            if drive.watch is not None:
                values = (await drive.snapshot()).values
                drive.watch("custom", describe_opening(drive.thread, question, drive.profile, values))
            try:
                await _stream(drive, given, at or drive.config, accepted)
            except BaseException:
                begun = await asyncio.shield(_keep(drive, entry))
                raise
            snapshot = await drive.snapshot()
            result = read_result(snapshot, drive.thread)
            await drive.store.note(_amended(entry, snapshot, result.status))
            return result
    finally:
        if not begun:
            await asyncio.shield(drive.store.forget(drive.thread))


def moved_on(thread: str) -> str:
    """What somebody is told whose answer comes too late."""
    return f"debate {thread} has moved on: somebody else answered it first; see: moot show {thread}"


async def _stream(drive: Drive, given: Any, config: Any, accepted: Any) -> None:
    tape, protocol = TAPE.set(drive.tape), ACCEPTED.set(accepted)
    # Without anybody who watches nothing is told, and nothing put together in between for who might.
    modes = [] if drive.watch is None else list(getattr(drive.watch, "modes", MODES))
    try:
        async for mode, data in drive.graph.astream(
            given,
            config,
            context=drive.context,
            stream_mode=modes,
            # What was answered is stored before anybody else is asked, where it can be stored at all.
            durability="sync" if drive.store.lasting else "async",
        ):
            if drive.watch is not None:
                drive.watch(mode, data)
    finally:
        TAPE.reset(tape)
        ACCEPTED.reset(protocol)


async def _enter(drive: Drive, question: str, parent: str) -> Entry:
    """Let the index say that the debate is being run."""
    before, now = await drive.store.entry(drive.thread), time.time()
    entry = Entry(
        thread=drive.thread,
        created_at=before.created_at if before else now,
        updated_at=now,
        profile=drive.graph.name,
        status=RUNNING,
        question=question,
        parent=before.parent if before else parent,
    )
    await drive.store.note(entry)
    return entry


async def _keep(drive: Drive, entry: Entry) -> bool:
    """Whatever ended a run, let the index say what is left of it; False when there is nothing to go on with."""
    try:
        snapshot = await drive.snapshot()
        if "protocol" in snapshot.values:
            await drive.store.note(_amended(entry, snapshot, _stopped(snapshot)))
            return True
    except StoreError:
        # Whoever looks at the store later finds that nobody drives the debate.
        return True
    return False


async def settle(entry: Entry, store: Store) -> Entry:
    """Let the index say how a debate stands whose process was killed, and return its line."""
    with suppress(StoreError):  # somebody goes on with it at this moment
        try:
            drive, snapshot = await find(store, entry.thread, Tape(), None)
        except UnbegunError:
            async with store.hold(entry.thread):
                await store.note(replace(entry, status=INTERRUPTED))
        else:
            await settle_found(drive, snapshot)
    return await store.entry(entry.thread) or entry


async def settle_found(drive: Drive, snapshot: StateSnapshot) -> None:
    """The same for a debate that was found already."""
    entry = await drive.store.entry(drive.thread)
    if entry is None or entry.status != RUNNING:
        return
    ended = not snapshot.interrupts and not snapshot.tasks
    async with drive.store.hold(drive.thread):
        status = read_result(snapshot, drive.thread).status if ended else _stopped(snapshot)
        await drive.store.note(_amended(entry, snapshot, status))


def _stopped(snapshot: StateSnapshot) -> str:
    return PENDING if snapshot.interrupts else INTERRUPTED


def _amended(entry: Entry, snapshot: StateSnapshot, status: str) -> Entry:
    """The line of the index as the debate now stands."""
    return replace(
        entry,
        updated_at=time.time(),
        status=status,
        question=snapshot.values["question"],
        reason="; ".join(_asked(snapshot)),
        value_at_risk=snapshot.values["case"].value_at_risk,
    )


def _asked(snapshot: StateSnapshot) -> list[str]:
    """Why a person is asked, as the request says it; a refinement without a word of reason has gaps at least."""
    found: list[str] = []
    for pause in snapshot.interrupts:
        args = pause.value["action_requests"][0]["args"]
        gaps = [f"{gap['aspect']}: {gap['gap']}" for gap in args.get("improvements") or ()]
        found += [text for text in args["reasons"] if text.strip()] or gaps
    return found
