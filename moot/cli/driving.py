"""Runs a debate for a command: progress to stderr, the result to stdout, the exit code from the status."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from moot.cli.exit_codes import EXIT_BY_STATUS, EXIT_INTERRUPTED, choose_exit_code
from moot.cli.interrupts import Interruptible
from moot.cli.options import OutputOptions, choose_store
from moot.cli.progress import Progress, can_animate, say_loading
from moot.errors import InputError, ModelError

if TYPE_CHECKING:
    from moot.cli.live import LiveProgress
    from moot.runs import Watcher
    from moot.runs.live import LogLineFormat, LogWatcher
    from moot.stores import Entry, Store
    from moot.views.result import Result

_Job = Callable[["Store", "Watcher | None"], Awaitable["Result"]]
_RESUMABLE = ("running", "interrupted", "failed")
"""A debate with one of these statuses can be gone on with."""


class EndedRun(NamedTuple):
    """Holds what a run left to be printed."""

    result: "Result"
    report: str | None
    """The report of a root cause."""
    stopped: bool
    """The circuit breaker ended the debate in this run."""
    unwritten: InputError | None = None
    """Why the records could not be written."""
    unfit: str = ""
    """Why the question was not fit to be asked, in English like every error."""


def drive(job: _Job, thread: str, options: OutputOptions) -> None:
    """Run a job on a debate, print what came of it, and leave with its exit code."""
    ended = watch_job(job, thread, options)
    result = ended.result
    _print(ended, options)
    if ended.unwritten is not None:
        raise ended.unwritten
    code = choose_exit_code(result)
    if code == EXIT_BY_STATUS["failed"]:
        from moot.views.wording.warrants import find_failures

        why = "".join(f": {each}" for each in islice(find_failures(result), 1))
        tell(f"no agent answered{why}; {_say_kept(result.thread_id, options.store)}")
    elif result.status == "failed":
        tell(f"not started: {ended.unfit}")
    raise typer.Exit(code)


def watch_job(job: _Job, thread: str, options: OutputOptions) -> EndedRun:
    """Run a job on a debate while a person watches; Ctrl-C keeps what was done."""
    _check_folder(options.out)
    if options.log_format == "json":
        from moot.runs.live import log_json

        log_json()
    _load(quiet=options.quiet or options.log_format == "json")
    with Interruptible(f"interrupted; {_guess_kept(thread, options.store)}") as interruptible:
        try:
            with exporting_telemetry():
                return interruptible.run(_drive(job, options))
        except KeyboardInterrupt:
            tell(f"interrupted; {_say_kept(thread, options.store)}")
            raise typer.Exit(EXIT_INTERRUPTED) from None
        except ModelError:
            tell(_say_kept(thread, options.store))
            raise


@contextmanager
def exporting_telemetry() -> Iterator[None]:
    """Send traces and metrics for as long as a command works, where OpenTelemetry's usual variables say so."""
    from moot.runs.live import start_export

    stop = start_export()
    try:
        yield
    finally:
        stop()


def _load(*, quiet: bool) -> None:
    """Import what a debate needs, before any clock starts: it takes longer than most first answers."""
    try:
        with say_loading(quiet=quiet):
            from moot.runs import debate  # noqa: F401  # importing it imports the graph
    except KeyboardInterrupt:
        tell("interrupted before anything was done")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def watch_debate(
    *, quiet: bool, log_format: "LogLineFormat" = "text"
) -> "AbstractContextManager[Progress | LiveProgress | LogWatcher | None]":
    """Choose who tells a person how a debate goes: a live view on a terminal, lines anywhere else, or nobody."""
    if quiet:
        return nullcontext()
    if log_format == "json":
        from moot.runs.live import LogWatcher

        return LogWatcher()
    if not can_animate():
        return Progress()
    from moot.cli.live import LiveProgress

    return LiveProgress()


async def _drive(job: _Job, options: OutputOptions) -> EndedRun:
    from moot.runs.live import observe
    from moot.stores import open_store

    async with open_store(choose_store(options.store)) as store:
        with watch_debate(quiet=options.quiet, log_format=options.log_format) as watch, observe(watch) as observed:
            result = await job(store, observed)
        unwritten = None
        if options.out is not None:
            try:
                await write_debate_records(result.thread_id, store, options.out)
            except InputError as error:
                # The answer is paid for and stored: it is printed all the same.
                unwritten = error
        stopped = watch is not None and watch.stopped
        return EndedRun(
            result,
            await _report(result, store),
            stopped=stopped,
            unwritten=unwritten,
            unfit=await _say_unfit(result, store),
        )


async def _say_unfit(result: "Result", store: "Store") -> str:
    """Say in English why a question was not fit to be asked (D-90); empty where it was."""
    from moot.catalogue import SOURCE_LANGUAGE
    from moot.views.wording.names import never_started

    if not never_started(result):
        return ""
    from moot.runs import inspect
    from moot.views.result import project_result

    state: Any = (await inspect(result.thread_id, store=store)).values
    return project_result(state, result.thread_id, language=SOURCE_LANGUAGE).decider.partition(": ")[2]


async def _report(result: "Result", store: "Store") -> str | None:
    """Render the report of R-32 where root causes were looked for; a debate that waits for a person asks instead."""
    if result.rca is None or result.status == "needs_review":
        return None
    from moot.runs import inspect
    from moot.views.terminal import write_report

    snapshot = await inspect(result.thread_id, store=store)
    return write_report(snapshot.values, result)  # type: ignore[arg-type]  # a state's values


async def write_debate_records(thread: str, store: "Store", folder: str) -> tuple[Path, ...]:
    """Write the records of a debate as it stands."""
    from moot.runs import inspect, read_result
    from moot.views.records import write_records

    snapshot = await inspect(thread, store=store)
    files = write_records(snapshot.values, read_result(snapshot, thread), folder)  # type: ignore[arg-type]  # a state
    page = next((path for path in files if path.name == "report.html"), None)
    if page is not None:
        from moot.views.records import replace_file

        replace_file(page, (await render_debate_page(thread, store)).encode())
    return files


async def render_debate_page(thread: str, store: "Store") -> str:
    """Draw the report of a debate, with what its forks found out about who moved it."""
    from moot.runs import inspect, read_result
    from moot.runs.reruns import attribute
    from moot.views.report import render_report

    snapshot = await inspect(thread, store=store)
    ballot = snapshot.values.get("ballot")
    influences = await attribute(thread, store) if ballot is not None and ballot.votes else ()
    return render_report(read_result(snapshot, thread), snapshot.values, influences)  # type: ignore[arg-type]  # a state


def tell(line: str) -> None:
    """Say something that is no result."""
    from moot.program import name_commands
    from moot.runs.live import EVENT_LOGGER, logs_json

    line = name_commands(line)

    if logs_json():
        EVENT_LOGGER.warning("told", extra={"fields": {"text": line}})
    else:
        typer.echo(f"moot: {line}", err=True)


class _NamingDefaultModel:
    """Says that the embedded model answers before the first thing a debate tells, and passes everything on.

    A debate tells nothing before its input was checked, so whoever mistyped an option reads about that alone.
    """

    def __init__(self, watch: "Watcher | None") -> None:
        self._watch = watch
        self._named = False
        self.modes = ("custom",) if watch is None else getattr(watch, "modes", ("custom", "messages", "updates"))

    def __call__(self, mode: str, data: Any) -> None:
        if not self._named:
            self._named = True
            tell_default_model(None)
        if self._watch is not None:
            self._watch(mode, data)


def naming_default_model(watch: "Watcher | None", model: str | None, replay: str | None = None) -> "Watcher | None":
    """Let a debate say that the embedded model answers, when nobody named another one."""
    return watch if model or replay else _NamingDefaultModel(watch)


def tell_default_model(model: str | None, replay: str | None = None) -> None:
    """Say that the embedded model answers, when nobody named another one."""
    if not (model or replay):
        tell("no model is configured: the embedded demonstration model answers; --model or MOOT_MODEL names another")


async def naming_stored_model(
    watch: "Watcher | None", thread: str, store: "Store", model: str | None, replay: str | None = None
) -> "Watcher | None":
    """Let a debate say that the embedded model goes on, when it was started without another one."""
    from moot.runs import inspect

    protocol = (await inspect(thread, store=store)).values["protocol"]
    return naming_default_model(watch, model or protocol.models.model, replay)


def _print(ended: EndedRun, options: OutputOptions) -> None:
    result = ended.result
    if options.as_json:
        typer.echo(result.model_dump_json(indent=2))
        return
    if ended.report is not None:
        typer.echo(ended.report, nl=False)
        return
    from moot.catalogue import frame_language, speaking
    from moot.views.terminal import draw_breaker, write_answer

    if result.circuit_breaker is not None and ended.stopped:
        # D-52: the block is printed; it is no part of the answer.
        with speaking(frame_language(result.language), result.seat_titles):
            typer.echo(draw_breaker(result.circuit_breaker), err=True)
    records = options.out if ended.unwritten is None else None
    typer.echo(write_answer(result, records=records, store=options.store), nl=False)


def _check_folder(out: str | None) -> None:
    """Find out before a debate is paid for whether its records could be written."""
    if out is None:
        return
    if Path(out).exists() and not Path(out).is_dir():
        raise InputError(f"--out {out}: is a file; name a folder")
    there = next(each for each in (Path(out), *Path(out).absolute().parents) if each.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        raise InputError(f"--out {out}: {there} cannot be written to; choose another folder")


def _say_kept(thread: str, store: str | None) -> str:
    """Look into the store, and say what is kept and which command goes on with it."""
    url = choose_store(store)
    if _is_memory(url):
        return _guess_kept(thread, store)
    entry = asyncio.run(_find_entry(thread, url))
    if entry is None:
        return "nothing had begun yet"
    from moot.views.lines import name_place

    place = name_place(thread, store)
    if entry.status == "needs_review":
        return f"the debate waits for a person; answer it with: moot review {place}"
    if entry.status not in _RESUMABLE:
        return f"the debate had ended; see: moot show {place}"
    return f"what was done so far is kept; go on with: moot resume {place}"


def _guess_kept(thread: str, store: str | None) -> str:
    """Say the same without a look into the store, for when there is no time for one."""
    if _is_memory(choose_store(store)):
        return "nothing was kept, because the store is memory:"
    from moot.views.lines import name_place

    return f"what was done so far is kept; go on with: moot resume {name_place(thread, store)}"


def _is_memory(url: str | None) -> bool:
    return url is not None and url.startswith("memory:")


async def _find_entry(thread: str, url: str | None) -> "Entry | None":
    from moot.stores import open_store

    async with open_store(url) as store:
        return await store.entry(thread)
