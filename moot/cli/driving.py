"""Runs a debate for a command: progress to stderr, the result to stdout, the exit code from the status."""

import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from moot.cli.interrupts import INTERRUPTED, Interruptible
from moot.cli.options import Output
from moot.cli.progress import say_loading, watch_debate
from moot.errors import InputError, ModelError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.state.outcome import OutcomeStatus
    from moot.stores import Store
    from moot.views.result import Result

EXIT: dict["OutcomeStatus", int] = {
    "decided": 0,
    "needs_review": 3,
    "rejected": 4,
    "inconclusive": 4,
    "aborted": 4,
    "failed": 1,
}
"""How the shell learns what became of a debate (INTERFACES 2)."""

Job = Callable[["Store", "Watcher | None"], Awaitable["Result"]]


class Ended(NamedTuple):
    """What a run left to be printed."""

    result: "Result"
    report: str | None
    """The report of a root cause."""
    stopped: bool
    """The circuit breaker ended the debate in this run."""
    unwritten: InputError | None = None
    """Why the records could not be written."""


def drive(job: Job, thread: str, options: Output) -> None:
    """Run a job on a debate and leave with its exit code; Ctrl-C keeps what was done."""
    _check_folder(options.out)
    if options.log_format == "json":
        from moot.runs import log_json

        log_json()
    _load(quiet=options.quiet or options.log_format == "json")
    from moot.cli.kept import guess_kept, say_kept

    with Interruptible(f"interrupted; {guess_kept(thread, options.store)}") as interruptible:
        try:
            with exporting():
                ended = interruptible.run(_drive(job, options))
        except KeyboardInterrupt:
            tell(f"interrupted; {say_kept(thread, options.store)}")
            raise typer.Exit(INTERRUPTED) from None
        except ModelError:
            tell(say_kept(thread, options.store))
            raise
    result = ended.result
    _print(ended, options)
    if ended.unwritten is not None:
        raise ended.unwritten
    code = exit_code(result)
    if code == EXIT["failed"]:
        from moot.views.text import find_failures

        why = "".join(f": {each}" for each in islice(find_failures(result), 1))
        tell(f"no agent answered{why}; {say_kept(result.thread_id, options.store)}")
    elif result.status == "failed":
        tell(f"not started: {result.decider.partition(': ')[2]}")
    raise typer.Exit(code)


@contextmanager
def exporting() -> Iterator[None]:
    """Send traces and metrics for as long as a command works, where OpenTelemetry's usual variables say so."""
    from moot.runs import start_export

    stop = start_export()
    try:
        yield
    finally:
        stop()


def _load(*, quiet: bool) -> None:
    """Import what a debate needs, before any clock starts: it takes longer than most first answers."""
    try:
        with say_loading(quiet=quiet):
            import moot.runs.debates  # noqa: F401
    except KeyboardInterrupt:
        tell("interrupted before anything was done")
        raise typer.Exit(INTERRUPTED) from None


async def _drive(job: Job, options: Output) -> Ended:
    from moot.runs import observe
    from moot.stores import open_store

    async with open_store(options.store or os.environ.get("MOOT_STORE")) as store:
        with watch_debate(quiet=options.quiet, log_format=options.log_format) as watch, observe(watch) as observed:
            result = await job(store, observed)
        unwritten = None
        if options.out is not None:
            try:
                await export(result.thread_id, store, options.out)
            except InputError as error:
                # The answer is paid for and stored: it is printed all the same.
                unwritten = error
        stopped = watch is not None and watch.stopped
        return Ended(result, await _report(result, store), stopped=stopped, unwritten=unwritten)


async def _report(result: "Result", store: "Store") -> str | None:
    """The report of R-32 where root causes were looked for; a debate that waits for a person asks instead."""
    if result.rca is None or result.status == "needs_review":
        return None
    from moot.runs import inspect
    from moot.views.text import render_report

    snapshot = await inspect(result.thread_id, store=store)
    return render_report(snapshot.values, result)  # type: ignore[arg-type]  # a state's values


async def export(thread: str, store: "Store", folder: str) -> tuple[Path, ...]:
    """Write the records of a debate as it stands."""
    from moot.runs import inspect, read_result
    from moot.views.records import write_records

    snapshot = await inspect(thread, store=store)
    return write_records(snapshot.values, read_result(snapshot, thread), folder)  # type: ignore[arg-type]  # a state


def exit_code(result: "Result") -> int:
    """The exit code of a result; a question that was not fit to be asked is wrong input."""
    if result.status == "failed" and result.decider.startswith("checklist"):
        return InputError.exit_code
    return EXIT[result.status]


def tell(line: str) -> None:
    """Say something that is no result."""
    from moot.runs import EVENTS, logs_json

    if logs_json():
        EVENTS.warning("told", extra={"fields": {"text": line}})
    else:
        typer.echo(f"moot: {line}", err=True)


def tell_default_model(model: str | None, replay: str | None = None) -> None:
    """Say that the embedded model answers, when nobody named another one."""
    if not (model or replay):
        tell("no model is configured: the embedded demonstration model answers; --model or MOOT_MODEL names another")


async def tell_stored_model(thread: str, store: "Store", model: str | None, replay: str | None = None) -> None:
    """Say that the embedded model goes on, when the debate was started without another one."""
    from moot.runs import inspect

    protocol = (await inspect(thread, store=store)).values["protocol"]
    tell_default_model(model or protocol.models.model, replay)


def _print(ended: Ended, options: Output) -> None:
    result = ended.result
    if options.as_json:
        typer.echo(result.model_dump_json(indent=2))
        return
    if ended.report is not None:
        typer.echo(ended.report, nl=False)
        return
    from moot.views.text import draw_breaker, write_answer

    if result.circuit_breaker is not None and ended.stopped:
        # D-52: the block is printed; it is no part of the answer.
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
