"""`moot eval`: does debating help on these questions, and when should a debate have stopped?"""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moot.cli.exit_codes import EXIT_INCOMPLETE, EXIT_INTERRUPTED
from moot.cli.options import DebateCommandOptions, choose_store, expand_options
from moot.errors import InputError, UsageError

if TYPE_CHECKING:
    from moot.evaluation import (
        DatasetItem,
        EvaluationLimits,
        EvaluationReport,
        EvaluationRun,
        EvaluationSetup,
        RecordingFolders,
        TellRun,
    )
    from moot.evaluation.comparison import ComparisonReport, ComparisonSetup


_ARMS = {"debate": "debate", "no_critique": "debate without critiques"}


@dataclass(frozen=True, kw_only=True, slots=True)
class _EvalOptions(DebateCommandOptions):
    """Options of an evaluation: those of a debate, for many of them."""

    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Results and reports; DATASET.eval when left out.")
    ] = None
    record: Annotated[str | None, typer.Option(metavar="DIR", help="Keep every exchange, a file per run.")] = None
    replay: Annotated[str | None, typer.Option(metavar="DIR", help="Answer from such recordings.")] = None
    thread: Annotated[str | None, typer.Option(hidden=True)] = None
    max_cost: Annotated[float | None, typer.Option(metavar="X", help="US dollars for all runs together.")] = None  # type: ignore[assignment]  # an amount for many runs, which nobody forecasts
    max_tokens: Annotated[int | None, typer.Option(metavar="N", help="Tokens for all runs together.")] = None


@expand_options
def eval_command(
    options: _EvalOptions,
    dataset: Annotated[
        str | None, typer.Argument(metavar="DATASET", help="JSON lines: question, gold, optional choices, context.")
    ] = None,
    recorded: Annotated[
        str | None, typer.Option(metavar="FILE", help="Judge stopping rules on recorded debates; no model is asked.")
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="FILE.yaml", help="Compare the candidates of this file on the same questions."),
    ] = None,
    calibrate: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Fit what votes are worth on these questions, for a profile to name."),
    ] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N questions.")] = None,
    concurrency: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="So many runs at once.")] = 4,
    votes: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="At most so many voices in a vote.")] = 25,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the bootstrap draws.")] = 20_000,
) -> None:
    """Compare a profile with one agent and with votes, candidates with each other, or judge rules on recorded debates.

    Example: moot eval questions.jsonl --profile conclave --model openai:gpt-5-mini --max-cost 2
    """
    if (dataset is None) == (recorded is None):
        raise UsageError("name either a DATASET of questions or --recorded FILE; `moot eval --help` explains both")
    if compare is not None and (recorded is not None or calibrate is not None):
        other = "--recorded" if recorded is not None else "--calibrate"
        raise UsageError(
            f"--compare and {other} do not go together: run the comparison, then --recorded on its debates"
        )
    if options.thread is not None:
        raise UsageError("--thread: an evaluation runs many debates and names them itself")
    if options.log_format == "json":
        from moot.runs.live import log_json

        log_json()
    if recorded is not None:
        _judge_rules(recorded, options, seed)
        if calibrate is not None:
            _fit_votes(recorded, Path(calibrate))
        return
    from moot.evaluation import EvaluationLimits

    bounds = EvaluationLimits(concurrency, votes, options.max_tokens, options.max_cost)
    if compare is not None:
        _run(_prepare_comparison(str(dataset), compare, options, bounds, limit, seed), options)
        return
    what = _prepare(str(dataset), options, bounds, limit, seed)
    try:
        _run(what, options)
    finally:
        recordings = what.folder / "debates.jsonl"
        if calibrate is not None and recordings.exists():
            _fit_votes(str(recordings), Path(calibrate))


def _judge_rules(file: str, options: _EvalOptions, seed: int) -> None:
    from moot.evaluation.rules import evaluate_rules, read_recorded, render_rules, write_rules

    report = evaluate_rules(read_recorded(file), source=Path(file).name, seed=seed)
    if options.out is not None:
        folder = _make_folder(Path(options.out))
        (folder / "rules.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
        (folder / "rules.html").write_text(render_rules(report), encoding="utf-8")
    typer.echo(report.model_dump_json(indent=2) if options.as_json else write_rules(report).rstrip("\n"))


def _fit_votes(file: str, target: Path) -> None:
    """Fit probabilities on all of the debates: what the report measured on one half is fitted on both for use."""
    from moot.cli.driving import tell
    from moot.evaluation.rules import fit_calibration, read_recorded, write_calibration

    known = fit_calibration(read_recorded(file), source=Path(file).name)
    write_calibration(known, target)
    tell(f"{target}: fitted on {known.debates} debates about {known.questions} questions; a profile names it")


def _prepare(
    dataset: str, options: _EvalOptions, bounds: "EvaluationLimits", limit: int | None, seed: int
) -> "EvaluationSetup":
    from moot.configs import load_profile
    from moot.evaluation import EvaluationPlan, EvaluationSetup, read_dataset

    model = _choose_model(options)
    return EvaluationSetup(
        source=Path(dataset).name,
        items=read_dataset(dataset)[:limit],
        plan=EvaluationPlan(
            load_profile(_name_profile(options), _read_settings(options)),
            model,
            _choose_base_url(options),
            options.seat_models,
        ),
        folder=Path(options.out) if options.out is not None else Path(f"{Path(dataset).stem}.eval"),
        limits=bounds,
        recordings=_choose_recordings(options),
        seed=seed,
    )


def _prepare_comparison(  # what the command was given
    dataset: str, file: str, options: _EvalOptions, bounds: "EvaluationLimits", limit: int | None, seed: int
) -> "ComparisonSetup":
    from moot.configs import read_comparison
    from moot.evaluation import read_dataset
    from moot.evaluation.comparison import CandidateDefaults, ComparisonSetup, plan_candidates

    comparison = read_comparison(Path(file))
    named = all(each.model or each.models for each in comparison.candidates.values())
    defaults = CandidateDefaults(
        _name_profile(options),
        options.model if named else _choose_model(options),
        _choose_base_url(options),
        options.seat_models,
        _read_settings(options),
    )
    return ComparisonSetup(
        source=Path(dataset).name,
        items=read_dataset(dataset)[:limit],
        baseline=comparison.baseline,
        plans=plan_candidates(comparison, defaults),
        folder=Path(options.out) if options.out is not None else Path(f"{Path(dataset).stem}.{Path(file).stem}"),
        limits=bounds,
        recordings=_choose_recordings(options),
        seed=seed,
    )


def _choose_model(options: _EvalOptions) -> str | None:
    from moot.cli.driving import tell_default_model

    model = options.model or os.environ.get("MOOT_MODEL") or None
    tell_default_model(model, options.replay)
    return model


def _choose_base_url(options: _EvalOptions) -> str | None:
    return options.base_url or os.environ.get("MOOT_BASE_URL") or None


def _name_profile(options: _EvalOptions) -> str:
    return options.profile or os.environ.get("MOOT_PROFILE") or "conclave"


def _read_settings(options: _EvalOptions) -> dict[str, Any]:
    """Read the settings of debates; limits are those of the whole evaluation, so they are not among them."""
    from moot.configs import parse_override

    return dict(parse_override(setting) for setting in options.settings or ())


def _choose_recordings(options: _EvalOptions) -> "RecordingFolders":
    from moot.evaluation import RecordingFolders

    replay = Path(options.replay) if options.replay else None
    if replay is not None and not replay.is_dir():
        raise InputError(f"--replay {replay}: not a folder; an evaluation is recorded with --record DIR")
    return RecordingFolders(Path(options.record) if options.record else None, replay)


def _run(what: "EvaluationSetup | ComparisonSetup", options: _EvalOptions) -> None:
    from moot.cli.driving import tell
    from moot.cli.interrupts import Interruptible

    _make_folder(what.folder)
    words = f"interrupted; what was done is kept in {what.folder}, and the same command goes on"
    with Interruptible(words) as interruptible:
        try:
            report, complete = interruptible.run(_drive(what, options))
        except KeyboardInterrupt:
            tell(words)
            raise typer.Exit(EXIT_INTERRUPTED) from None
    if options.as_json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        typer.echo(f"{_write_text(report)}\n{what.folder / 'report.html'}")
    if not complete:
        missing = report.questions - report.complete
        tell(f"{missing} of {report.questions} questions are missing: the budget is used up or runs failed")
        raise typer.Exit(EXIT_INCOMPLETE)


def _write_text(report: "EvaluationReport | ComparisonReport") -> str:
    from moot.evaluation.comparison import ComparisonReport, write_comparison_text
    from moot.evaluation.report import write_evaluation_text

    if isinstance(report, ComparisonReport):
        return write_comparison_text(report)
    return write_evaluation_text(report)


async def _drive(
    what: "EvaluationSetup | ComparisonSetup", options: _EvalOptions
) -> "tuple[EvaluationReport | ComparisonReport, bool]":
    from moot.evaluation import evaluate as run_evaluation
    from moot.evaluation.comparison import ComparisonSetup, compare
    from moot.stores import open_store

    url = choose_store(options.store) or f"sqlite:///{what.folder / 'debates.db'}"
    async with open_store(url) as store:
        if isinstance(what, ComparisonSetup):
            return await compare(what, store, _choose_progress(what, options))
        return await run_evaluation(what, store, _choose_progress(what, options))


def _choose_progress(what: "EvaluationSetup | ComparisonSetup", options: _EvalOptions) -> "TellRun":
    if options.log_format == "json" and not options.quiet:
        return _log_run
    return _EvalProgress(len(what.items), quiet=options.quiet)


def _make_folder(folder: Path) -> Path:
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out {folder}: is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class _EvalProgress:
    """Writes what every run gave; results have stdout to themselves."""

    def __init__(self, questions: int, *, quiet: bool) -> None:
        self._questions, self._quiet, self._began = questions, quiet, time.monotonic()
        self._seen: set[str] = set()

    def __call__(self, item: "DatasetItem", run: "EvaluationRun") -> None:
        """Take note of a run."""
        self._seen.add(item.id)
        if self._quiet:
            return
        name = run.candidate or _ARMS.get(run.arm, f"agent {run.sample + 1} alone")
        spent = f"calls {run.calls}, tokens {run.tokens:,}, {run.wall_ms / 1000:.1f} s"
        line = f"[{time.monotonic() - self._began:6.1f} s] {len(self._seen)} of {self._questions}: {item.id}, {name}: "
        typer.echo(line + f"{_judge(item, run)} ({spent})", err=True)


def _log_run(item: "DatasetItem", run: "EvaluationRun") -> None:
    """Tell the log what a run gave."""
    from moot.evaluation import is_right
    from moot.runs.live import EVENT_LOGGER

    kept = run.model_dump(
        include={"item", "candidate", "arm", "sample", "thread", "status", "calls", "wall_ms", "error"}
    )
    fields = {**kept, "tokens": run.tokens, "right": is_right(run.answer, item)}
    EVENT_LOGGER.info("evaluated", extra={"fields": fields})


def _judge(item: "DatasetItem", run: "EvaluationRun") -> str:
    from moot.evaluation import is_right

    if not run.done:
        return f"{run.status}: {run.error or 'no answer'}" if run.status == "failed" else "cut short by the budget"
    if run.asked_a_person:
        return "asked a person"
    if run.answer is None:
        return "no answer could be read"
    return "right" if is_right(run.answer, item) else "wrong"
