"""Running debates from Python: start them, go on with them, review, fork and read them."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict
from uuid import uuid4

from langgraph.types import Command, StateSnapshot, StreamMode
from typing_extensions import Unpack

from moot.configs.profile import load_profile
from moot.errors import InputError, StoreError, ThreadError, UnbegunError
from moot.graph.build import build_graph
from moot.graph.compiled import Graph
from moot.nodes.context import ACCEPTED, Context, with_environment
from moot.nodes.intake import check_route
from moot.nodes.retrieving import LIBRARY
from moot.nodes.telephone import TAPE, Tape, warm_up
from moot.opening import describe_opening
from moot.policies.convergence import Strategy
from moot.policies.review import read_response
from moot.records.result import Result, project_result
from moot.revisit import accept_protocol, find_round, fork_state, rewind
from moot.shelf import INTERRUPTED, PENDING, RUNNING
from moot.state.incident import Incident
from moot.state.outcome import ReviewResponse
from moot.state.protocol import Models, Profile, Protocol
from moot.stores import Entry, Store, open_store

Watcher = Callable[[str, Any], None]
"""Told of everything that happens: the stream mode (`custom`, `messages` or `updates`) and its data.

One with an attribute `modes` is told of those only, which costs the less the fewer they are.
"""

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

    async def result(self) -> Result:
        """The result document as it stands."""
        return read_result(await self.snapshot(), self.thread)


def read_result(snapshot: StateSnapshot, thread: str) -> Result:
    """The result document of a snapshot; an open pause is part of it."""
    request = snapshot.interrupts[0].value if snapshot.interrupts else None
    return project_result(snapshot.values, thread, paused=request)  # type: ignore[arg-type]  # a state's values


class RunOptions(TypedDict, total=False):
    """What every run can be told."""

    store: str | Store | None
    """A URL or an open store; without it MOOT_STORE, else one file in the user's data folder."""
    record: str | None
    """Keep every exchange with a model in this file."""
    replay: str | None
    """Answer from such a file instead of asking a model."""
    watch: Watcher | None
    knowledge: str | Path | None
    """A folder of documents to look things up in; a debate that is resumed remembers its own."""


class ModelOptions(RunOptions, total=False):
    """Which models answer, under which settings."""

    profile: str | Path | Profile | None
    """A name, the path of a YAML file, or a profile; without it MOOT_PROFILE, else `conclave`."""
    model: str | None
    base_url: str | None
    seat_models: Mapping[str, str] | None
    overrides: Mapping[str, Any] | None
    """Settings of the profile by dotted key."""


class DebateOptions(ModelOptions, total=False):
    """Everything `moot run` can be told."""

    thread: str | None
    context: Sequence[Mapping[str, str]]
    """Evidence the agents may cite: id and text, if known kind and locator."""
    value_at_risk: float | None
    irreversible: bool
    risk: str | None
    route: str | None
    domain_hint: str | None
    incident: Mapping[str, Any] | None
    """What a log says, for root causes."""
    max_cost: float | None
    max_tokens: int | None
    strategy: Strategy | None
    """Judges agreement in the place of the profile's strategy."""


class ResumeOptions(ModelOptions, total=False):
    """How to go on with a debate."""

    accept_changes: bool
    """Go on although the profile, the prompts, the models or the graph changed."""


class ReviewOptions(RunOptions, total=False):
    """How to answer a debate that waits."""

    asked: str | None
    """The id of the pause that is answered; a debate that has moved on since then is left alone."""


class ForkOptions(ModelOptions, total=False):
    """How a branch differs from the debate it comes from."""

    without: Sequence[str]
    evidence: Sequence[Mapping[str, str]]
    new_thread: str | None


_ROLES = ("auditor", "router", "comparer", "council_critic", "council_advocate", "council_synthesizer")
"""Who may be asked although a profile does not mention it."""

CASE_KEYS = ("value_at_risk", "irreversible", "risk", "route", "domain_hint")


async def debate(question: str, **options: Unpack[DebateOptions]) -> Result:
    """Put a question to the agents of a profile and return the result document.

    A debate that pauses for a person returns with status `needs_review`; `review` goes on with it.
    """
    limits = {"budget.cost": options.get("max_cost"), "budget.tokens": options.get("max_tokens")}
    overrides = {**(options.get("overrides") or {}), **_given(limits)}
    profile = load_profile(_chosen(options.get("profile"), "MOOT_PROFILE") or "conclave", overrides)
    async with _store(options) as store:
        drive = Drive(
            graph=_graph(profile, store, options.get("strategy")),
            store=store,
            thread=options.get("thread") or str(uuid4()),
            profile=profile,
            context=with_environment(replace(_as_recorded(_wanted(options), options), overrides={})),
            tape=_tape(options),
            watch=options.get("watch"),
        )
        await _check_new(drive)
        _check_models(drive.context, profile)
        if wanted := options.get("route"):
            check_route(profile, wanted)
        await _ready(drive, _first_protocol(profile, drive.context))
        incident = options.get("incident")
        given = {
            "question": question,
            "context": [dict(each) for each in options.get("context") or ()],
            "incident": dict(incident) if incident is not None else None,
            **{key: options.get(key) for key in CASE_KEYS},
        }
        async with _library(options.get("knowledge"), profile, drive.watch):
            return await _drive(drive, _given(given), question)


async def resume(thread: str, **options: Unpack[ResumeOptions]) -> Result:
    """Go on with a debate that was interrupted, crashed or killed; seats that answered are not asked again."""
    async with _store(options) as store:
        drive, snapshot = await _found(store, thread, _tape(options), options.get("watch"))
        accepted = accept_protocol(
            snapshot.values, _wanted(options), options.get("profile"), accept=options.get("accept_changes", False)
        )
        if snapshot.interrupts:
            await _settle(drive, snapshot)
            raise ThreadError(f"debate {thread} waits for a person; answer it with: moot review {thread}")
        question, back = snapshot.values["question"], None
        # Not `next`: that is empty as well when every seat of a wave has answered and the step was not closed yet.
        if not snapshot.tasks:
            back = await rewind(drive.graph, drive.config)
            if back is None:
                await _settle(drive, snapshot)
                return read_result(snapshot, thread)
        protocol = accepted or snapshot.values["protocol"]
        await _ready(drive, protocol)
        async with _library(_folder(options, snapshot.values), protocol.profile, drive.watch):
            return await _drive(drive, None, question, at=back, accepted=accepted)


async def review(thread: str, response: object, *, reviewer: str = "", **options: Unpack[ReviewOptions]) -> Result:
    """Answer a debate that waits for a person, in either form of INTERFACES 4; a wrong answer changes nothing."""
    async with _store(options) as store:
        drive, snapshot = await _found(store, thread, _tape(options), options.get("watch"))
        cause = snapshot.values.get("root_cause")
        found = cause is not None and cause.final_hypothesis is not None
        if not snapshot.interrupts and not found:
            status = read_result(snapshot, thread).status
            raise ThreadError(f"debate {thread} waits for nobody (it is {status}); see: moot show {thread}")
        pause = snapshot.interrupts[0].id if snapshot.interrupts else ""
        if options.get("asked") not in (None, pause):
            raise ThreadError(moved_on(thread))
        asked = snapshot.interrupts[0].value["review_configs"][0] if snapshot.interrupts else {}
        # A root cause is reported without waiting; a person may still stand for it, correct it or reject it.
        read = read_response(response, asked.get("allowed_decisions", ["approve", "edit", "reject"]))
        if read.response is None:
            raise InputError(f"review: {read.problem}")
        answer = read.response.model_copy(update={"reviewer": read.response.reviewer or reviewer})
        result = read_result(snapshot, thread)
        if found and not snapshot.interrupts:
            await _learn(snapshot.values, answer, thread)
        if snapshot.interrupts:
            values = snapshot.values
            goes_on = answer.type == "respond" or values.get("synthesis") is None
            if goes_on:
                # Whoever approves, edits or rejects a decision asks no model, and needs none on their machine.
                await _ready(drive, values["protocol"])
            folder, profile = _folder(options, values), values["protocol"].profile
            command: Command[Any] = Command(resume={"decisions": [answer.model_dump()]})
            async with _library(folder, profile, drive.watch) if goes_on else nullcontext():
                result = await _drive(drive, command, values["question"], pause=pause)
            if found:
                # The decision stands, whether or not the graph can be written.
                with suppress(StoreError):
                    await _learn(snapshot.values, answer, thread)
        return result


def moved_on(thread: str) -> str:
    """What somebody is told whose answer comes too late."""
    return f"debate {thread} has moved on: somebody else answered it first; see: moot show {thread}"


async def _learn(values: Mapping[str, Any], answer: ReviewResponse, thread: str) -> None:
    """Tell the incident graph what a person said of a root cause (R-54)."""
    from moot.knowledge.incidents import graph_place, learn_review

    incident, cause = values.get("incident") or Incident(), values["root_cause"].final_hypothesis
    await asyncio.to_thread(learn_review, incident, cause, answer, graph_place(), name=thread)


async def fork(
    thread: str,
    *,
    round: int,  # noqa: A002  # the word of the protocol
    **options: Unpack[ForkOptions],
) -> Result:
    """Branch a new debate off the end of a round; the original is untouched."""
    async with _store(options) as store:
        old, _ = await _found(store, thread, Tape(), None)
        at = await find_round(old.graph, old.config, round)
        without, evidence = options.get("without") or (), options.get("evidence") or ()
        wanted, profile = _wanted(options), options.get("profile")
        values, as_node = fork_state(at.values, thread, wanted, without, evidence, profile)
        drive = Drive(
            graph=_graph(values["protocol"].profile, store),
            store=store,
            thread=options.get("new_thread") or str(uuid4()),
            profile=values["protocol"].profile,
            tape=_tape(options),
            watch=options.get("watch"),
        )
        if (await drive.snapshot()).created_at is not None:
            raise ThreadError(f"debate {drive.thread} exists already; use another --thread")
        await _ready(drive, values["protocol"])
        await drive.graph.aupdate_state(drive.config, values, as_node=as_node)
        async with _library(_folder(options, values), values["protocol"].profile, drive.watch):
            return await _drive(drive, None, values["question"], parent=thread)


async def show(thread: str, *, store: str | Store | None = None) -> Result:
    """The result document of any debate in the store, finished or not."""
    return read_result(await inspect(thread, store=store), thread)


async def inspect(thread: str, *, store: str | Store | None = None) -> StateSnapshot:
    """Everything the store knows of a debate, as LangGraph shows it: for records and views of one's own."""
    async with _store({"store": store}) as opened:
        return (await _found(opened, thread, Tape(), None))[1]


async def settle(entry: Entry, store: Store) -> Entry:
    """Let the index say how a debate stands whose process was killed, and return its line."""
    with suppress(StoreError):  # somebody goes on with it at this moment
        try:
            drive, snapshot = await _found(store, entry.thread, Tape(), None)
        except UnbegunError:
            async with store.hold(entry.thread):
                await store.note(replace(entry, status=INTERRUPTED))
        else:
            await _settle(drive, snapshot)
    return await store.entry(entry.thread) or entry


async def _settle(drive: Drive, snapshot: StateSnapshot) -> None:
    entry = await drive.store.entry(drive.thread)
    if entry is None or entry.status != RUNNING:
        return
    ended = not snapshot.interrupts and not snapshot.tasks
    async with drive.store.hold(drive.thread):
        status = read_result(snapshot, drive.thread).status if ended else _stopped(snapshot)
        await drive.store.note(_amended(entry, snapshot, status))


def _stopped(snapshot: StateSnapshot) -> str:
    return PENDING if snapshot.interrupts else INTERRUPTED


async def _found(store: Store, thread: str, tape: Tape, watch: Watcher | None) -> tuple[Drive, StateSnapshot]:
    """The debate by its id, on the graph of the protocol it was started with."""
    protocol = await _stored_protocol(store, thread)
    if protocol is None:
        if await store.entry(thread) is not None:
            raise UnbegunError(f"debate {thread} was stopped before it began; ask again with: moot run QUESTION")
        raise ThreadError(f"debate {thread!r} is not in the store; `moot list` shows those that are")
    profile = protocol.profile
    drive = Drive(_graph(profile, store), store, thread, profile, tape=tape, watch=watch)
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


def _folder(options: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """The folder to look things up in: a new one, or the one the debate was started with."""
    return options.get("knowledge") or values["case"].knowledge


@asynccontextmanager
async def _library(directory: str | Path | None, profile: Profile, watch: Watcher | None) -> AsyncIterator[None]:
    """Let agents look things up for as long as a run lasts, where there is anything to look up."""
    if directory is None and profile.rag.internal.retriever is None:
        yield
        return
    from moot.knowledge.library import open_library

    library = await asyncio.to_thread(open_library, directory, profile)
    if watch is not None and library is not None and library.ingested is not None:
        watch("custom", {"event": "ingested", **library.ingested.summary()})
    token = LIBRARY.set(library)
    try:
        yield
    finally:
        LIBRARY.reset(token)
        if library is not None:
            await asyncio.to_thread(library.close)


def _first_protocol(profile: Profile, context: Context) -> Protocol:
    """The protocol a new debate is about to have, as far as its models are concerned."""
    models = Models(model=context.model, base_url=context.base_url, by_seat=context.seat_models)
    return Protocol(profile=profile, models=models, parts={}, fingerprint="")


async def _ready(drive: Drive, protocol: Protocol) -> None:
    """Open the models, so that a wrong one is known before anything is stored or paid for."""
    tape = TAPE.set(drive.tape)
    try:
        await warm_up(protocol)
    finally:
        TAPE.reset(tape)


async def _drive(
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
            if isinstance(given, dict) and await _check_new(drive):
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


async def _check_new(drive: Drive) -> bool:
    """A new debate needs a thread of its own; asked again under the lock, because another process may want the same.

    True when something is left on it of a debate that was killed before it began: that makes room.
    """
    if await drive.store.aget_tuple(drive.config) is None:
        return False
    if await _stored_protocol(drive.store, drive.thread) is not None:
        raise ThreadError(f"debate {drive.thread} exists already; resume it, or use another --thread")
    return True


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


def _asked(snapshot: StateSnapshot) -> list[str]:
    """Why a person is asked, as the request says it; a refinement without a word of reason has gaps at least."""
    found: list[str] = []
    for pause in snapshot.interrupts:
        args = pause.value["action_requests"][0]["args"]
        gaps = [f"{gap['aspect']}: {gap['gap']}" for gap in args.get("improvements") or ()]
        found += [text for text in args["reasons"] if text.strip()] or gaps
    return found


def _chosen(option: Any, variable: str) -> Any:
    """An option wins over the environment."""
    return option if option is not None else os.environ.get(variable) or None


def _check_models(context: Context, profile: Profile) -> None:
    for seat in context.seat_models:
        if seat not in (*profile.seat_ids, *profile.roles, *_ROLES):
            known = ", ".join(dict.fromkeys((*profile.seat_ids, *profile.roles, *_ROLES)))
            raise InputError(f"--seat-model {seat}: the profile {profile.name} has no such seat; there are {known}")


@asynccontextmanager
async def _store(options: Mapping[str, Any]) -> AsyncIterator[Store]:
    """The store of a call: opened and closed here, unless the caller brought an open one."""
    given = options.get("store")
    if isinstance(given, Store):
        yield given
        return
    async with open_store(_chosen(given, "MOOT_STORE")) as opened:
        yield opened


def _tape(options: Mapping[str, Any]) -> Tape:
    return Tape(options.get("record"), options.get("replay"))


def _wanted(options: Mapping[str, Any]) -> Context:
    return Context(
        model=options.get("model"),
        base_url=options.get("base_url"),
        seat_models=dict(options.get("seat_models") or {}),
        overrides=dict(options.get("overrides") or {}),
    )


def _as_recorded(wanted: Context, options: Mapping[str, Any]) -> Context:
    """A replayed debate is asked of the model it was recorded with, unless another one is named."""
    recording = options.get("replay")
    if recording is None or wanted.model is not None:
        return wanted
    from moot.models.replay import read_about

    return replace(wanted, model=read_about(recording).get("model"))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _graph(profile: Profile, store: Store, strategy: Strategy | None = None) -> Graph:
    if strategy is not None:
        return build_graph(profile, checkpointer=store, strategy=strategy)
    compiled = _compiled(profile.model_dump_json())
    return compiled.copy({"checkpointer": store})


@lru_cache(maxsize=32)
def _compiled(profile: str) -> Graph:
    # Building takes longer than a whole debate's bookkeeping, so a profile's graph is built once.
    return build_graph(Profile.model_validate_json(profile))
