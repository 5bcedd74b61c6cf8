"""Drives one debate in one process: finds it, runs its graph alone on its thread, and keeps its index entry true."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from langgraph.runtime import RunControl
from langgraph.types import StateSnapshot, StreamMode

from moot.errors import StoreError, ThreadError, UnbegunError
from moot.graph import Graph, build_graph
from moot.nodes import Connections, RunContext
from moot.policies.agreement import Strategy
from moot.policies.limits import ROUND_PHASES, derive_spent
from moot.prompts import peer_labels
from moot.runs.checking import check_protocol, check_snapshot
from moot.runs.collector import COLLECTOR
from moot.runs.journal import StoreJournal
from moot.runs.options import Watcher
from moot.state.ballot import Ballot
from moot.state.budget import Turn
from moot.state.positions import Position
from moot.state.protocol import Profile, Protocol
from moot.state.reducers import merge_remarks
from moot.state.remarks import Remark
from moot.stores import INTERRUPTED, NEEDS_REVIEW, RUNNING, Entry, Store, say_being_run, say_taken_over
from moot.views.lines import name_place
from moot.views.result import Result, project_result, read_details

CONNECTIONS = Connections()
"""The models of every debate that this process drives: what one debate learns about a model, the next one knows."""

_MODES: tuple[StreamMode, ...] = ("custom", "messages", "updates")


@dataclass(frozen=True, slots=True)
class Drive:
    """Holds everything needed to drive one debate in one process."""

    graph: Graph
    store: Store
    thread: str
    profile: Profile
    context: RunContext = field(default_factory=RunContext)
    watch: Watcher | None = None
    control: RunControl | None = None

    @property
    def config(self) -> Any:
        """Name the thread for LangGraph."""
        return {"configurable": {"thread_id": self.thread}}

    async def snapshot(self) -> StateSnapshot:
        """Read the debate as it stands."""
        return _with_waiting(await self.graph.aget_state(self.config), await self.store.remarks(self.thread))


def _with_waiting(snapshot: StateSnapshot, said: Sequence[Remark]) -> StateSnapshot:
    """Add what was said to a debate and is not in its state: the record has it, although nobody has heard it."""
    known: list[Remark] = snapshot.values.get("remarks") or []
    waiting = [each for each in said if each.id not in {one.id for one in known}]
    if not waiting or "protocol" not in snapshot.values:
        return snapshot
    return snapshot._replace(values={**snapshot.values, "remarks": merge_remarks(known, waiting)})


def read_result(snapshot: StateSnapshot, thread: str) -> Result:
    """Make the result document of a snapshot; an open pause is part of it."""
    request = snapshot.interrupts[0].value if snapshot.interrupts else None
    return project_result(snapshot.values, thread, paused=request)  # type: ignore[arg-type]  # a state's values


def graph_for(profile: Profile, store: Store, strategy: Strategy | None = None) -> Graph:
    """Return the compiled graph of a profile, on this store."""
    if strategy is not None:
        return build_graph(profile, checkpointer=store, strategy=strategy, connections=CONNECTIONS)
    compiled = _compiled(profile.model_dump_json())
    return compiled.copy({"checkpointer": store})


@lru_cache(maxsize=32)
def _compiled(profile: str) -> Graph:
    # Building takes longer than a whole debate's bookkeeping, so a profile's graph is built once.
    return build_graph(Profile.model_validate_json(profile), connections=CONNECTIONS)


async def check_models(drive: Drive, protocol: Protocol) -> None:
    """Open the models, so that a wrong one is known before anything is stored or paid for."""
    await CONNECTIONS.open(protocol, drive.context)


async def find_debate(
    store: Store, thread: str, context: RunContext, watch: Watcher | None
) -> tuple[Drive, StateSnapshot]:
    """Find a debate by its id, on the graph of the protocol it was started with."""
    protocol = await _stored_protocol(store, thread)
    if protocol is None:
        if await store.entry(thread) is not None:
            raise UnbegunError(f"debate {thread} was stopped before it began; ask again with: moot run QUESTION")
        raise ThreadError(f"debate {thread!r} is not in the store; `moot list` shows those that are")
    profile = protocol.profile
    drive = Drive(graph_for(profile, store), store, thread, profile, context, watch)
    return drive, check_snapshot(await drive.snapshot())


async def _stored_protocol(store: Store, thread: str) -> Protocol | None:
    """Read the protocol of a debate without a graph, because it says which graph it is; None before it has begun."""
    config: Any = {"configurable": {"thread_id": thread}}
    stored = await store.aget_tuple(config)
    if stored is None:
        return None
    # The step that sets it may have ended without being closed.
    written = [value for _, channel, value in stored.pending_writes or () if channel == "protocol"]
    return check_protocol(written[-1] if written else stored.checkpoint["channel_values"].get("protocol"))


async def check_new(drive: Drive) -> bool:
    """Refuse a thread that has a debate; asked again under the lock, because another process may want the same.

    Returns True when something is left on it of a debate that was killed before it began: that makes room.
    """
    if await drive.store.aget_tuple(drive.config) is None:
        return False
    if await _stored_protocol(drive.store, drive.thread) is not None:
        raise ThreadError(f"debate {drive.thread} exists already; resume it, or use another --thread")
    return True


async def check_free(drive: Drive) -> None:
    """Refuse to branch off into a thread that has a debate."""
    if (await drive.snapshot()).created_at is not None:
        raise ThreadError(f"debate {drive.thread} exists already; use another --thread")


@dataclass(frozen=True, slots=True)
class Branch:
    """What a new debate begins with that branches off another one."""

    parent: str
    values: Mapping[str, Any]
    as_node: str


async def run_graph(
    drive: Drive,
    given: Any,
    question: str,
    *,
    at: Any = None,
    accepted: Any = None,
    branch: "Branch | None" = None,
    pause: str | None = None,
    seen: StateSnapshot | None = None,
) -> Result:
    """Run the graph until it ends or pauses, alone on its thread, and keep its index entry true.

    `pause` and `seen` are what the caller found and decided by; where the debate has moved on since, nothing is done.
    """
    begun = True
    try:
        async with drive.store.hold(drive.thread):
            if seen is not None and _name_step(await drive.snapshot()) != _name_step(seen):
                raise StoreError(say_being_run(drive.thread))
            # Somebody else may have answered between our look at the pause and our lock.
            if pause is not None and pause not in [each.id for each in (await drive.snapshot()).interrupts]:
                raise ThreadError(say_moved_on(drive.thread))
            if isinstance(given, dict) and await check_new(drive):
                await drive.store.adelete_thread(drive.thread)
            if branch is not None:
                # Again, under the lock: another process may want the same thread.
                await check_free(drive)
            entry = await _enter(drive, question, branch.parent if branch is not None else "")
            if branch is not None:
                await drive.graph.aupdate_state(drive.config, branch.values, as_node=branch.as_node)
            if drive.watch is not None:
                values = (await drive.snapshot()).values
                drive.watch("custom", describe_opening(drive.thread, question, drive.profile, values))
            try:
                with COLLECTOR.rest():
                    await _stream(drive, given, at or drive.config, accepted)
            except BaseException:
                begun = await asyncio.shield(_keep(drive, entry))
                raise
            snapshot = await drive.snapshot()
            if "protocol" not in snapshot.values:
                raise StoreError(say_taken_over(drive.thread))
            result = read_result(snapshot, drive.thread)
            await drive.store.note(_amended(entry, snapshot, result.status))
            return result
    finally:
        if not begun:
            with suppress(StoreError):  # somebody drives it at this moment, and it is theirs
                await asyncio.shield(drive.store.forget(drive.thread))


def _name_step(snapshot: StateSnapshot) -> Any:
    return snapshot.config["configurable"].get("checkpoint_id")


def say_moved_on(thread: str) -> str:
    """Tell somebody that their answer comes too late."""
    return f"debate {thread} has moved on: somebody else answered it first; see: moot show {name_place(thread)}"


async def _stream(drive: Drive, given: Any, config: Any, accepted: Any) -> None:
    # Without anybody who watches nothing is told, and nothing put together in between for who might.
    modes = [] if drive.watch is None else list(getattr(drive.watch, "modes", _MODES))
    stored = () if isinstance(given, dict) else (await drive.snapshot()).values.get("turns") or ()
    journal = await StoreJournal.open(drive.store, drive.thread, stored)
    async for mode, data in drive.graph.astream(
        given,
        config,
        context=replace(
            drive.context,
            accepted=accepted,
            journal=journal,
            remarks=partial(drive.store.remarks, drive.thread),
        ),
        stream_mode=modes,
        control=drive.control,
        # What was answered is stored before anybody else is asked, where it can be stored at all.
        durability="sync" if drive.store.lasting else "async",
    ):
        if drive.watch is not None and not (mode == "messages" and _is_told(data)):
            drive.watch(mode, data)


def _is_told(data: Any) -> bool:
    """Tell a message of the conversation from a piece that a model is writing."""
    return getattr(data[0], "type", "") in ("ai", "human")


async def _enter(drive: Drive, question: str, parent: str) -> Entry:
    """Write into the index that the debate is being run."""
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
    """Write into the index what is left of a run that was stopped; False when there is nothing to go on with."""
    try:
        snapshot = await drive.snapshot()
        if "protocol" in snapshot.values:
            await drive.store.note(_amended(entry, snapshot, _find_status(snapshot, drive.thread)))
            return True
        # A write that only whoever drives the debate may do: what another has begun meanwhile is not ours to remove.
        await drive.store.note(entry)
    except StoreError:
        # Whoever looks at the store later finds that nobody drives the debate.
        return True
    return False


async def correct_killed_status(store: Store, entry: Entry) -> Entry:
    """Write into the index how a debate stands whose process was killed, and return its entry."""
    with suppress(StoreError):  # somebody goes on with it at this moment
        try:
            drive, _ = await find_debate(store, entry.thread, RunContext(), None)
        except UnbegunError:
            async with store.hold(entry.thread):
                await store.note(replace(entry, status=INTERRUPTED))
        else:
            await correct_found_status(drive)
    return await store.entry(entry.thread) or entry


async def correct_found_status(drive: Drive) -> None:
    """Write into the index how a debate stands that was found already, if the index says it runs or was stopped."""
    entry = await drive.store.entry(drive.thread)
    if entry is None or entry.status not in (RUNNING, INTERRUPTED):
        return
    async with drive.store.hold(drive.thread):
        # Again, under the lock: somebody may have gone on with it, or ended it, since it was found.
        entry = await drive.store.entry(drive.thread)
        if entry is None or entry.status not in (RUNNING, INTERRUPTED):
            return
        snapshot = await drive.snapshot()
        await drive.store.note(_amended(entry, snapshot, _find_status(snapshot, drive.thread)))


def _find_status(snapshot: StateSnapshot, thread: str) -> str:
    """Find how a debate stands that nobody drives; a store may fail when the last step is stored already."""
    if snapshot.interrupts:
        return NEEDS_REVIEW
    return INTERRUPTED if snapshot.tasks else read_result(snapshot, thread).status


def _amended(entry: Entry, snapshot: StateSnapshot, status: str) -> Entry:
    """Bring an index entry up to date with a snapshot."""
    return replace(
        entry,
        updated_at=time.time(),
        status=status,
        question=snapshot.values["question"],
        reason="; ".join(_asked(snapshot)),
        value_at_risk=snapshot.values["case"].value_at_risk,
    )


def _asked(snapshot: StateSnapshot) -> list[str]:
    """List why a person is asked, as the request says it; a refinement without a word of reason has gaps at least."""
    found: list[str] = []
    for pause in snapshot.interrupts:
        args = read_details(pause.value)
        gaps = [f"{gap['aspect']}: {gap['gap']}" for gap in args.get("improvements") or ()]
        found += [text for text in args.get("reasons") or () if text.strip()] or gaps
    return found


def describe_opening(thread: str, question: str, profile: Profile, values: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a debate before it runs: the event `began`, with its seats, its limits and how far it had come."""
    spent = derive_spent(values.get("turns") or [], values.get("queries") or [], profile.rounds)
    convergence = values.get("convergence")
    return {
        "event": "began",
        "thread": thread,
        "profile": profile.name,
        "question": question,
        # A debate that has not begun has no language yet.
        "language": case.language if (case := values.get("case")) else "",
        "seats": list(profile.seat_ids),
        "labels": peer_labels(profile.seat_ids, anonymise=profile.anonymise_peers),
        "options": describe_ballot(values.get("ballot")),
        "strategy": profile.convergence.strategy,
        "threshold": profile.convergence.threshold,
        "limits": {
            "rounds": profile.rounds.max,
            "seconds": profile.timeout.total,
            "cost": profile.budget.cost,
            "tokens": profile.budget.tokens,
        },
        "round": values.get("round", 0),
        "convergence": convergence.value if convergence else None,
        "standing": _stand(_present(values.get("turns") or [], profile), values.get("positions") or []),
        "spent": {
            "seconds": spent.seconds + spent.council_seconds,
            "tokens": spent.prompt_tokens + spent.completion_tokens,
            "cost": spent.cost,
            "unpriced": spent.unpriced_calls,
        },
    }


def describe_ballot(ballot: Ballot | None) -> list[dict[str, Any]]:
    """Describe the options and who votes for them to whoever watches."""
    options = ballot.options if ballot is not None else ()
    return [{"id": each.id, "text": each.wording, "seats": list(each.seats)} for each in options]


def _present(turns: Sequence[Turn], profile: Profile) -> list[Turn]:
    """Keep the turns of the present seats; a fork may have left a seat out."""
    return [turn for turn in turns if turn.phase not in ROUND_PHASES or turn.seat in profile.seat_ids]


def _stand(turns: Sequence[Turn], positions: Sequence[Position]) -> list[dict[str, Any]]:
    """Say what each actor did last, and everything it used so far."""
    last = {turn.seat: turn for turn in turns}
    said = {position.seat: position for position in positions}
    tokens: Counter[str] = Counter()
    for turn in turns:
        tokens[turn.seat] += sum(usage.prompt_tokens + usage.completion_tokens for usage in turn.usages)
    return [
        {
            "seat": seat,
            "phase": turn.phase,
            "round": turn.round,
            "status": turn.status,
            "tokens": tokens[seat],
            "confidence": said[seat].confidence if seat in said else None,
            "said": turn.error or (said[seat].recommendation if seat in said else "") or "",
        }
        for seat, turn in last.items()
    ]
