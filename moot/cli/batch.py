"""`moot batch`: many debates from a file, in this process or on a server."""

import os
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from moot.cli.driving import exporting_telemetry, tell, tell_default_model
from moot.cli.options import LanguageOption, LogFormatOption, SettingsOption, StoreOption, choose_store, expand_options
from moot.cli.progress import StatusLine
from moot.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from moot.runs.batch import BatchDefaults, BatchResult, BatchTask


@dataclass(frozen=True, kw_only=True, slots=True)
class _BatchOptions:
    """Options that say where a batch is run, and how."""

    server: Annotated[str | None, typer.Option(metavar="URL", help="A LangGraph server that runs them.")] = None
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the results there, not to stdout.")] = None
    concurrency: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="So many debates at a time.")] = 8
    processes: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="So many processes share the work.")] = 1
    max_cost: Annotated[float | None, typer.Option(metavar="X", min=0, help="US dollars for all of them.")] = None
    max_tokens: Annotated[int | None, typer.Option(metavar="N", min=1, help="Tokens for all of them.")] = None
    profile: Annotated[str | None, typer.Option(metavar="P", help="For lines that name none.")] = None
    model: Annotated[str | None, typer.Option(metavar="M", help="For lines that name none.")] = None
    base_url: Annotated[str | None, typer.Option(metavar="U", help="An OpenAI-compatible server.")] = None
    settings: SettingsOption = None
    store: StoreOption = None
    language: LanguageOption = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False
    log_format: LogFormatOption = "text"

    @property
    def defaults(self) -> "BatchDefaults":
        """Return what a line leaves open."""
        from moot.configs import parse_override
        from moot.runs.batch import BatchDefaults

        return BatchDefaults(
            profile=self.profile or os.environ.get("MOOT_PROFILE") or "conclave",
            model=self.model,
            base_url=self.base_url,
            overrides=dict(parse_override(setting) for setting in self.settings or ()),
        )


@expand_options
def batch_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help='One object per line: {"question": "..."}.')],
    options: _BatchOptions,
) -> None:
    """Run a debate for every line of a file; run it again, and only what is missing is done.

    Example: moot batch questions.jsonl --out results.jsonl --concurrency 20
    """
    if options.server is not None and options.store is not None:
        raise UsageError("--server and --store exclude each other; a server has a store of its own")
    if options.server is not None and not options.server.startswith(("http://", "https://")):
        raise UsageError(f"--server {options.server!r}: not an address; write http://127.0.0.1:2024")
    _check_sharing(options)
    from moot.cli.exit_codes import EXIT_INTERRUPTED, choose_batch_exit_code
    from moot.cli.interrupts import Interruptible
    from moot.runs.live import log_json

    in_json = options.log_format == "json"
    if in_json:
        log_json()
    tasks, out = _read(file), options.out
    if options.server is None and not all(task.line.model for task in tasks):
        tell_default_model(options.model or os.environ.get("MOOT_MODEL"))
    progress = _BatchProgress(len(tasks), quiet=options.quiet or in_json)
    words = "interrupted; run the same command again to go on"
    with Interruptible(words) as interruptible, _open(out) if out else nullcontext() as target:
        try:
            with exporting_telemetry():
                interruptible.run(_run_tasks(tasks, options, progress, target))
        except KeyboardInterrupt:
            progress.clear()
            tell(words)
            raise typer.Exit(EXIT_INTERRUPTED) from None
    raise typer.Exit(choose_batch_exit_code(progress.counted))


def _check_sharing(options: _BatchOptions) -> None:
    """Refuse what processes of this machine cannot share."""
    if options.server is not None and (options.processes > 1 or options.max_cost or options.max_tokens):
        raise UsageError("--processes, --max-cost and --max-tokens are about this machine; leave --server out")
    if options.processes > 1 and choose_store(options.store) in ("memory:", "memory://"):
        raise UsageError(
            "--processes: a store in memory cannot be shared; use --store sqlite:///FILE or postgresql://..."
        )


def _read(file: Path) -> "list[BatchTask]":
    from moot.runs.batch import BadLinesError, read_tasks

    try:
        return read_tasks(file)
    except BadLinesError as error:
        for problem in error.problems[:-1]:
            tell(problem)
        raise


def _open(out: Path) -> TextIO:
    try:
        return out.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {out}: cannot be written: {error.strerror}; choose another file") from error


async def _run_tasks(
    tasks: "list[BatchTask]", options: _BatchOptions, progress: "_BatchProgress", target: TextIO | None
) -> None:
    async for done in _choose_runner(tasks, options):
        progress.clear()
        typer.echo(done.to_json(), file=target)
        if done.problem:
            tell(f"line {done.task.number}: {done.problem}")
        progress.count(done.status)
    progress.close()


async def _choose_runner(tasks: "list[BatchTask]", options: _BatchOptions) -> "AsyncIterator[BatchResult]":
    """Run the tasks where the options say: on a server, in this process, or in several."""
    from moot.runs.batch import (
        BatchBudget,
        BatchPlan,
        check_profiles,
        make_store_runner,
        open_server_runner,
        run_batch,
        run_batch_in_processes,
    )
    from moot.stores import default_url, open_store

    defaults, log = options.defaults, options.log_format == "json"
    if options.server is not None:
        async with open_server_runner(options.server, defaults) as run_task:
            async for done in run_batch(tasks, run_task, options.concurrency):
                yield done
        return
    url = choose_store(options.store) or default_url()
    at_once = max(options.concurrency, options.processes)
    budget = BatchBudget(options.max_tokens, options.max_cost, min(at_once, len(tasks)))
    check_profiles(tasks, defaults)
    async with open_store(url) as opened:
        if options.processes == 1:
            async for done in run_batch(tasks, make_store_runner(opened, defaults, budget, log=log), at_once):
                yield done
            return
    plan = BatchPlan(tasks, defaults, url, budget, -(-at_once // options.processes), options.language or "", log)
    async for done in run_batch_in_processes(plan, options.processes):
        yield done


class _BatchProgress:
    """Counts the debates of a batch, and says on stderr how far it has come."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.counted: Counter[str] = Counter()
        self._total, self._quiet = total, quiet
        self._began, self._line = time.monotonic(), StatusLine()

    def count(self, status: str) -> None:
        """Take note of a debate that is done."""
        self.counted[status] += 1
        if not self._quiet and self._line.is_due:
            self._line.show(self._describe())

    def clear(self) -> None:
        """Take the line away before something else is written."""
        self._line.clear()

    def close(self) -> None:
        """Leave the last count behind."""
        self.clear()
        if not self._quiet:
            typer.echo(self._describe(), err=True)

    def _describe(self) -> str:
        """Say how far it has come in the language that was chosen: the debates may be in several."""
        from moot.catalogue import find_machine_language, frame_language, speaking

        done = self.counted.total()
        with speaking(frame_language(find_machine_language())) as said:
            kinds = [said("progress.batch_kind", number=n, status=status) for status, n in sorted(self.counted.items())]
            pace = said.number(done / max(0.001, time.monotonic() - self._began), 1)
            share = f"{done / self._total:.0%}"
            return said("progress.batch", done=done, n=self._total, share=share, kinds=kinds, pace=pace)
