"""Starts debates, goes on with them, and reviews, forks and reads them: what Python programs call."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from langgraph.types import Command, StateSnapshot
from typing_extensions import Unpack

from moot.catalogue import SOURCE_LANGUAGE, speak
from moot.configs import load_profile
from moot.errors import InputError, StoreError, ThreadError
from moot.nodes import Context, RunContext, with_environment
from moot.nodes.intake import check_hint, check_options, check_route, list_model_seats
from moot.policies.verdict.review import QUESTION_ACTION, read_response
from moot.program import find_named_store, name_store
from moot.runs.drive import (
    Branch,
    Drive,
    check_free,
    check_models,
    check_new,
    correct_found_status,
    find_debate,
    graph_for,
    read_result,
    run_graph,
    say_moved_on,
)
from moot.runs.logs import attach_log, open_log, reopen_log
from moot.runs.options import DebateOptions, ForkOptions, ResumeOptions, ReviewOptions
from moot.runs.recorded_input import find_recorded_forecast, find_recorded_thread, keep_input, keep_review
from moot.runs.revisit import accept_protocol, drop_critique, find_critiqued, find_round, fork_state, rewind
from moot.runs.seating import seat_models
from moot.state.hypotheses import CauseReview
from moot.state.incident import Incident
from moot.state.outcome import ReviewResponse
from moot.state.protocol import Models, Profile, Protocol
from moot.stores import Store, open_store
from moot.views.lines import name_place
from moot.views.result import Result

CASE_KEYS = ("value_at_risk", "irreversible", "risk", "route", "domain_hint")


async def debate(question: str, **options: Unpack[DebateOptions]) -> Result:
    """Put a question to the agents of a profile and return the result document.

    A debate that pauses for a person returns with status `needs_review`; `review` goes on with it.
    """
    limits = {"budget.cost": options.get("max_cost"), "budget.tokens": options.get("max_tokens")}
    # Whoever wants an idea refined gets the loop, whichever profile it is.
    refine = {"refinement.enabled": True} if options.get("route") == "refine" else {}
    overrides = {**refine, **(options.get("overrides") or {}), **_given(limits)}
    profile = load_profile(_chosen(options.get("profile"), "MOOT_PROFILE") or "conclave", overrides)
    profile, seated = seat_models(profile, options.get("models") or ())
    run, first = _wanted(options), next(iter(seated.values()), None)
    run = replace(run, model=run.model or first, seat_models={**seated, **run.seat_models})
    async with _store(options) as store:
        drive = Drive(
            graph=graph_for(profile, store, options.get("strategy")),
            store=store,
            thread=options.get("thread") or await find_recorded_thread(store, options.get("replay")) or str(uuid4()),
            profile=profile,
            context=with_environment(replace(_as_recorded(run, options), overrides={})),
            watch=options.get("watch"),
            control=options.get("control"),
        )
        await check_new(drive)
        _check_seat_models(drive.context, profile)
        if wanted := options.get("route"):
            check_route(profile, wanted)
        if (hint := options.get("domain_hint")) is not None:
            check_hint(hint)
        choices = options.get("options") or ()
        if choices:
            check_options(profile, choices)
        await check_models(drive, _first_protocol(profile, drive.context))
        incident = options.get("incident")
        given = {
            "question": question,
            "context": [dict(each) for each in options.get("context") or ()],
            "incident": dict(incident) if incident is not None else None,
            "options": list(choices) or None,
            **{key: options.get(key) for key in CASE_KEYS},
            "expected": find_recorded_forecast(options.get("replay")) or options.get("expected"),
        }
        logs = options.get("context") or () if profile.judge.enabled and incident is None else ()
        texts = [each["text"] for each in logs]
        async with (
            _with_library(drive, options.get("knowledge"), profile) as informed,
            open_log(options.get("log"), texts) as (log, read),
        ):
            if read is not None:
                given["incident"] = read.model_dump()
            keep_input(drive, given)
            return await run_graph(attach_log(informed, log), _given(given), question)


async def resume(thread: str, **options: Unpack[ResumeOptions]) -> Result:
    """Go on with a debate that was interrupted, crashed or killed; seats that answered are not asked again."""
    async with _store(options) as store:
        found_drive, snapshot = await find_debate(store, thread, _recording(options), options.get("watch"))
        drive = replace(found_drive, control=options.get("control"))
        accepted = accept_protocol(
            snapshot.values,
            _wanted(options),
            options.get("profile"),
            accept=options.get("accept_changes", False),
            waits_in=[task.name for task in snapshot.tasks],
        )
        if snapshot.interrupts:
            await correct_found_status(drive)
            raise ThreadError(f"debate {thread} waits for a person; answer it with: moot review {name_place(thread)}")
        question, back = snapshot.values["question"], None
        # Not `next`: that is empty as well when every seat of a wave has answered and the step was not closed yet.
        if not snapshot.tasks:
            back = await rewind(drive.graph, drive.config)
            if back is None:
                await correct_found_status(drive)
                return read_result(snapshot, thread)
        protocol = accepted or snapshot.values["protocol"]
        await check_models(drive, protocol)
        async with (
            _with_library(drive, _folder(options, snapshot.values), protocol.profile) as informed,
            reopen_log(options.get("log"), snapshot.values) as log,
        ):
            return await run_graph(attach_log(informed, log), None, question, at=back, accepted=accepted, seen=snapshot)


_LAST_NODE = "emit"
"""The node that ends every debate: nothing follows what is kept as if it had said it."""


async def review(thread: str, response: object, *, reviewer: str = "", **options: Unpack[ReviewOptions]) -> Result:
    """Answer a debate that waits for a person, in either form of INTERFACES 4; a wrong answer changes nothing."""
    async with _store(options) as store:
        found_drive, snapshot = await find_debate(store, thread, _recording(options), options.get("watch"))
        drive = replace(found_drive, control=options.get("control"))
        cause = snapshot.values.get("root_cause")
        found = cause is not None and cause.final_hypothesis is not None
        if not snapshot.interrupts and not found:
            if snapshot.tasks:
                raise ThreadError(
                    f"debate {thread} waits for nobody: it was stopped; go on with: moot resume {name_place(thread)}"
                )
            status = read_result(snapshot, thread).status
            raise ThreadError(f"debate {thread} waits for nobody (it is {status}); see: moot show {name_place(thread)}")
        pause = snapshot.interrupts[0].id if snapshot.interrupts else ""
        if options.get("asked") not in (None, pause):
            raise ThreadError(say_moved_on(thread))
        asked = snapshot.interrupts[0].value["review_configs"][0] if snapshot.interrupts else {}
        # A root cause is reported without waiting; a person may still stand for it, correct it or reject it.
        read = read_response(response, asked.get("allowed_decisions", ["approve", "edit", "reject"]))
        if read.response is None:
            raise InputError(f"review: {speak(SOURCE_LANGUAGE).tell(read.problem)}")
        answer = read.response.model_copy(update={"reviewer": read.response.reviewer or reviewer})
        result = read_result(snapshot, thread)
        if found and not snapshot.interrupts:
            await _learn(snapshot.values, answer, thread, options.get("history"))
            result = await _keep_word(drive, snapshot.values, answer)
        keep_review(drive, answer)
        if snapshot.interrupts:
            values = snapshot.values
            goes_on = _asks_models(snapshot.interrupts[0].value, values, answer)
            if goes_on:
                # Whoever approves, edits or rejects a decision asks no model, and needs none on their machine.
                await check_models(drive, values["protocol"])
            folder, profile = _folder(options, values), values["protocol"].profile
            command: Command[Any] = Command(resume={"decisions": [answer.model_dump()]})
            async with _with_library(drive, folder, profile) if goes_on else nullcontext(drive) as ready:
                result = await run_graph(ready, command, values["question"], pause=pause)
            if found:
                # The decision stands, whether or not the graph can be written.
                with suppress(StoreError):
                    await _learn(snapshot.values, answer, thread, options.get("history"))
        return result


def _asks_models(request: Mapping[str, Any], values: Mapping[str, Any], answer: ReviewResponse) -> bool:
    """Tell whether anybody is asked after a person's answer: who ends a debate or a refinement with it asks nobody."""
    if answer.type == "respond":
        return True
    if request["action_requests"][0]["name"] == QUESTION_ACTION:
        return answer.type != "reject" and values["protocol"].profile.refinement.then == "debate"
    return values.get("synthesis") is None


async def _learn(values: Mapping[str, Any], answer: ReviewResponse, thread: str, place: str | None) -> None:
    """Tell the incident graph what a person said of a root cause (R-54)."""
    from moot.knowledge.incidents.memory import find_incident_graph, learn_review

    incident, cause = values.get("incident") or Incident(), values["root_cause"].final_hypothesis
    await asyncio.to_thread(learn_review, incident, cause, answer, find_incident_graph(place), name=thread)


async def _keep_word(drive: Drive, values: Mapping[str, Any], answer: ReviewResponse) -> Result:
    """Keep with a finished search who confirmed its cause, or did not."""
    word = CauseReview.model_validate(answer.model_dump())
    cause = values["root_cause"].model_copy(update={"reviewed": word})
    async with drive.store.hold(drive.thread):
        await drive.graph.aupdate_state(drive.config, {"root_cause": cause}, as_node=_LAST_NODE)
    return read_result(await drive.snapshot(), drive.thread)


async def fork(
    thread: str,
    *,
    round: int,  # noqa: A002  # the word of the protocol
    **options: Unpack[ForkOptions],
) -> Result:
    """Branch a new debate off the end of a round; the original is untouched.

    What the options leave open is taken from the environment, then from the debate.
    """
    async with _store(options) as store:
        old, snapshot = await find_debate(store, thread, RunContext(), None)
        dropped = options.get("without_critique")
        find = find_round if dropped is None else find_critiqued
        at = await find(old.graph, old.config, round)
        without, evidence = options.get("without") or (), options.get("evidence") or ()
        wanted = with_environment(_as_recorded(_wanted(options), options))
        profile = options.get("profile") or _profile_of_environment(at.values["protocol"].profile)
        values, as_node = fork_state(at.values, thread, wanted, without, evidence, profile)
        if dropped is not None:
            # Nothing is judged again before the answers: the conflicts stay those that are argued about.
            values |= {name: at.values.get(name) for name in ("conflict_report", "conflict_debates")}
            values, as_node = drop_critique(values, snapshot.values, dropped, round)
        drive = Drive(
            graph=graph_for(values["protocol"].profile, store),
            store=store,
            thread=options.get("new_thread") or str(uuid4()),
            profile=values["protocol"].profile,
            context=_recording(options),
            watch=options.get("watch"),
            control=options.get("control"),
        )
        await check_free(drive)
        await check_models(drive, values["protocol"])
        async with (
            _with_library(drive, _folder(options, values), values["protocol"].profile) as informed,
            reopen_log(options.get("log"), values) as log,
        ):
            branch = Branch(thread, values, as_node)
            return await run_graph(attach_log(informed, log), None, values["question"], branch=branch)


async def show(thread: str, *, store: str | Store | None = None) -> Result:
    """Return the result document of any debate in the store, finished or not."""
    return read_result(await inspect(thread, store=store), thread)


async def load(thread: str, *, store: str | Store | None = None) -> Result:
    """Read a debate back by its thread, whoever ran it: in a notebook it shows itself."""
    return await show(thread, store=store)


async def inspect(thread: str, *, store: str | Store | None = None) -> StateSnapshot:
    """Return everything the store knows of a debate, as LangGraph shows it: for records and views of one's own."""
    async with _store({"store": store}) as opened:
        return (await find_debate(opened, thread, RunContext(), None))[1]


def _folder(options: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """Choose the folder to look things up in: a new one, or the one the debate was started with."""
    return options.get("knowledge") or values["case"].knowledge


@asynccontextmanager
async def _with_library(drive: Drive, directory: str | Path | None, profile: Profile) -> AsyncIterator[Drive]:
    """Let agents look things up for as long as a run lasts, where there is anything to look up."""
    if directory is None and profile.rag.internal.retriever is None:
        yield drive
        return
    from moot.knowledge.documents import open_library

    library = await asyncio.to_thread(open_library, directory, profile)
    if drive.watch is not None and library is not None and library.ingested is not None:
        drive.watch("custom", {"event": "ingested", **library.ingested.summary()})
    try:
        yield replace(drive, context=replace(drive.context, library=library))
    finally:
        if library is not None:
            await asyncio.to_thread(library.close)


def _first_protocol(profile: Profile, context: Context) -> Protocol:
    """Make the protocol a new debate is about to have, as far as its models are concerned."""
    models = Models(model=context.model, base_url=context.base_url, by_seat=context.seat_models)
    return Protocol(profile=profile, models=models, parts={}, fingerprint="")


def _chosen(option: Any, variable: str) -> Any:
    """Return the option, else the environment variable."""
    return option if option is not None else os.environ.get(variable) or None


def _profile_of_environment(debated: Profile) -> Profile | None:
    """Read the profile a fork is to follow instead of the debate's, when MOOT_PROFILE names another one.

    One of the same name is the debate's own: the settings it was started with are kept.
    """
    named = os.environ.get("MOOT_PROFILE")
    if not named:
        return None
    profile = load_profile(named)
    if profile.name == debated.name:
        return None
    strangers = [seat for seat in profile.seat_ids if seat not in debated.seat_ids]
    if strangers:
        raise InputError(
            f"MOOT_PROFILE={named}: {strangers[0]!r} has said nothing in this debate of {debated.name}, and a fork "
            "keeps or drops seats; unset it, or name another --profile"
        )
    return profile


def _check_seat_models(context: Context, profile: Profile) -> None:
    for seat in context.seat_models:
        if seat not in list_model_seats(profile):
            known = ", ".join(list_model_seats(profile))
            raise InputError(f"--seat-model {seat}: the profile {profile.name} has no such seat; there are {known}")


@asynccontextmanager
async def _store(options: Mapping[str, Any]) -> AsyncIterator[Store]:
    """Open the store of a call and close it again, unless the caller brought an open one."""
    given = options.get("store")
    if isinstance(given, Store):
        yield given
        return
    before = find_named_store()
    name_store(given)
    try:
        async with open_store(_chosen(given, "MOOT_STORE")) as opened:
            yield opened
    finally:
        # The next call of this program may be about another store.
        name_store(before)


def _recording(options: Mapping[str, Any]) -> RunContext:
    """Say where the exchanges of a run go to, or come from."""
    return RunContext(record=options.get("record"), replay=options.get("replay"))


def _wanted(options: Mapping[str, Any]) -> RunContext:
    return replace(
        _recording(options),
        model=options.get("model"),
        base_url=options.get("base_url"),
        seat_models=dict(options.get("seat_models") or {}),
        overrides=dict(options.get("overrides") or {}),
    )


def _as_recorded(wanted: RunContext, options: Mapping[str, Any]) -> RunContext:
    """Name the model a replayed debate was recorded with, unless another one is named."""
    recording = options.get("replay")
    if recording is None or wanted.model is not None:
        return wanted
    from moot.models.testing.recording import read_about

    return replace(wanted, model=read_about(recording).get("model"))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
