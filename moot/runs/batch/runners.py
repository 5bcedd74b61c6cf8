"""Makes what runs one debate of a batch: in a store of ours, or on a LangGraph server."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.errors import ConflictError, LangGraphError

from moot.configs import load_profile
from moot.errors import InputError, ModelError, UnavailableError, UnbegunError
from moot.models.cleaning import one_line, redact
from moot.runs.batch.batch import BatchTask, TaskRunner
from moot.runs.batch.budget import BatchBudget, BatchShare
from moot.runs.debates import CASE_KEYS, debate, resume, show
from moot.runs.index import correct_status
from moot.runs.live import LogWatcher, observe
from moot.stores import INTERRUPTED, Store
from moot.views.result import Result, project_result, restore_state

_PATIENCE = (10.0, None, None, None)
"""A debate takes as long as it takes; only a server that cannot be reached is given up."""


@dataclass(frozen=True, slots=True)
class BatchDefaults:
    """Fills in what a line leaves open."""

    profile: str = "conclave"
    model: str | None = None
    base_url: str | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)

    def settings(self, task: BatchTask) -> dict[str, Any]:
        """Return the settings of a debate's models."""
        return {
            "model": task.line.model or self.model,
            "base_url": task.line.base_url or self.base_url,
            "seat_models": task.line.seat_models,
            "overrides": {**self.overrides, **task.line.overrides},
        }


def check_profiles(tasks: Iterable[BatchTask], defaults: BatchDefaults) -> None:
    """Refuse a wrong profile or setting of any line before the first debate."""
    for task in tasks:
        load_profile(task.line.profile or defaults.profile, {**defaults.overrides, **task.line.overrides})


def make_store_runner(
    store: Store, defaults: BatchDefaults, budget: BatchBudget | None = None, *, log: bool = False
) -> TaskRunner:
    """Make a runner for this process, which may `log` what happens, within the budget of the whole batch."""
    shared = budget or BatchBudget(None, None, 1)

    async def run_task(task: BatchTask) -> Result:
        entry = await store.entry(task.thread)
        if entry is not None:
            status = (await correct_status(store, entry)).status
            if status not in (INTERRUPTED, "failed"):
                return await show(task.thread, store=store)
            with suppress(UnbegunError), share(task) as given, observe(watcher(task)) as watch:
                return given.settle(await resume(task.thread, store=store, watch=watch))
        least: Mapping[str, float] | None = None
        while True:
            with share(task, least) as given, observe(watcher(task)) as watch:
                settings = defaults.settings(task)
                settings["overrides"] |= given.overrides
                done = await debate(
                    task.line.question,
                    store=store,
                    thread=task.thread,
                    watch=watch,
                    profile=task.line.profile or defaults.profile,
                    **settings,
                    **_case(task),
                )
                given.settle(done)
            if not given.was_too_small(done) or not (least := await shared.wait_for_more(given, own_limits(task))):
                return done
            await store.forget(task.thread)

    def watcher(task: BatchTask) -> LogWatcher | None:
        return LogWatcher(task.thread) if log else None

    def share(task: BatchTask, least: Mapping[str, float] | None = None) -> AbstractContextManager[BatchShare]:
        return shared.share(own_limits(task), least)

    def own_limits(task: BatchTask) -> Mapping[str, float | None]:
        own = load_profile(task.line.profile or defaults.profile, {**defaults.overrides, **task.line.overrides}).budget
        return {"tokens": own.tokens, "cost": own.cost}

    return run_task


@asynccontextmanager
async def open_server_runner(url: str, defaults: BatchDefaults) -> AsyncIterator[TaskRunner]:
    """Make a runner on a LangGraph server, whichever of its machines takes the debates."""
    async with get_client(url=url, timeout=_PATIENCE) as client:
        try:
            known = {each["graph_id"] for each in await client.assistants.search(limit=100)}
        except (httpx.HTTPError, LangGraphError) as error:
            told = one_line(str(error)) or type(error).__name__
            raise UnavailableError(f"--server {redact(url)}: {told}; is a LangGraph server running there?") from error

        async def run_task(task: BatchTask) -> Result:
            graph = task.line.profile or defaults.profile
            if graph not in known:
                there = ", ".join(sorted(known))
                raise InputError(f"profile {graph!r}: the server has no such graph; there are {there}")
            try:
                return await _submit(client, graph, task, _slim(defaults.settings(task)))
            except (httpx.HTTPError, LangGraphError) as error:
                raise UnavailableError(one_line(str(error)) or type(error).__name__) from error

        yield run_task


async def _submit(client: Any, graph: str, task: BatchTask, context: dict[str, Any]) -> Result:
    """Start what is not there, go on with what broke, wait for what runs, and read the rest."""
    about = {"moot_id": str(task.name), "moot_line": task.number}
    thread = await client.threads.create(thread_id=task.thread, graph_id=graph, if_exists="do_nothing", metadata=about)
    if thread["status"] == "busy":
        await _join(client, task.thread)
        return await _read(client, task.thread)
    # Of its state, not of the thread: not every server tells a thread's values with it.
    begun = "protocol" in ((await client.threads.get_state(task.thread))["values"] or {})
    if thread["status"] == "error" or not begun:
        given = None if begun else {"question": task.line.question, **_slim(_case(task))}
        try:
            ended = await client.runs.wait(
                task.thread, graph, input=given, context=context, multitask_strategy="reject", raise_error=False
            )
        except ConflictError:
            # Somebody else was faster, or we were before we were interrupted.
            await _join(client, task.thread)
        else:
            _check(ended)
    return await _read(client, task.thread)


async def _join(client: Any, thread: str) -> None:
    for run in await client.runs.list(thread, limit=1):
        _check(await client.runs.join(thread, run["run_id"]))


def _check(ended: Any) -> None:
    if isinstance(ended, Mapping) and "__error__" in ended:
        error = ended["__error__"]
        raise ModelError(f"{error.get('error')}: {error.get('message')}")


async def _read(client: Any, thread: str) -> Result:
    state = await client.threads.get_state(thread)
    if "protocol" not in state["values"]:
        raise UnavailableError("the debate did not begin on the server")
    paused = state["interrupts"][0]["value"] if state.get("interrupts") else None
    return project_result(restore_state(state["values"]), thread, paused=paused)


def _case(task: BatchTask) -> dict[str, Any]:
    case = {name: getattr(task.line, name) for name in CASE_KEYS if getattr(task.line, name) is not None}
    return {"context": task.line.context, "options": task.line.options, **case}


def _slim(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, [], {})}
