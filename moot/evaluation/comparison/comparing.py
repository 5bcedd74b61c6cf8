"""Compares candidates, each a profile with its settings and models, on the same questions in one budgeted run.

Candidates answer question by question, so that a budget that ends leaves questions that all of them answered. A folder
keeps what was done; the same command goes on with what is missing, also after a candidate was added or changed.

results.jsonl             every run, one per line
NAME.debates.jsonl        the debates of a candidate in the form of recorded ones, for `moot eval --recorded`
report.json, report.html  what was found
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from moot.configs import Candidate, CandidateSet, load_profile
from moot.errors import InputError, UsageError
from moot.evaluation.comparison.page import render_comparison
from moot.evaluation.comparison.scores import ComparisonReport, compare_candidates
from moot.evaluation.dataset import DatasetItem
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.run_pool import RunPool, TellRun
from moot.evaluation.runs import EvaluationRun, ResultsFile, write_recorded
from moot.evaluation.stats import BOOTSTRAP_SEED
from moot.nodes.intake import identify_protocol
from moot.runs import seat_models
from moot.state.protocol import Models
from moot.stores import Store


@dataclass(frozen=True)
class CandidateDefaults:
    """What candidates that do not say otherwise are run with."""

    profile: str = "conclave"
    model: str | None = None
    base_url: str | None = None
    seat_models: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ComparisonSetup:
    """Says what is compared, on what, and where it is kept."""

    source: str
    items: Sequence[DatasetItem]
    baseline: str
    plans: Sequence[EvaluationPlan]
    folder: Path
    limits: EvaluationLimits = field(default_factory=EvaluationLimits)
    recordings: RecordingFolders = field(default_factory=RecordingFolders)
    seed: int = BOOTSTRAP_SEED


def plan_candidates(comparison: CandidateSet, defaults: CandidateDefaults) -> tuple[EvaluationPlan, ...]:
    """Make the plan of every candidate; what is wrong with one is told before anything runs."""
    return tuple(_plan(name, candidate, defaults) for name, candidate in comparison.candidates.items())


def _plan(name: str, candidate: Candidate, defaults: CandidateDefaults) -> EvaluationPlan:
    overrides = {**defaults.overrides, **candidate.overrides}
    try:
        profile = load_profile(candidate.profile or defaults.profile, overrides)
    except UsageError as error:
        raise InputError(f"candidate {name}: {error}") from error
    if len(candidate.models) > len(profile.seats):
        seats = f"the {len(profile.seats)} seats of {profile.name}"
        raise InputError(f"{name}: models: {len(candidate.models)} for {seats}")
    profile, seated = seat_models(profile, candidate.models)
    model = candidate.model or next(iter(seated.values()), None) or defaults.model
    by_seat = {**(defaults.seat_models if not candidate.models else {}), **seated, **candidate.seat_models}
    base_url = candidate.base_url or defaults.base_url
    protocol = identify_protocol(profile, Models(model=model, base_url=base_url, by_seat=by_seat), "")
    return EvaluationPlan(
        profile,
        model,
        base_url,
        by_seat,
        models=candidate.models,
        route=candidate.route,
        name=name,
        alone=candidate.alone,
        marks=(protocol.fingerprint, candidate.route or "", "alone" if candidate.alone else ""),
    )


async def compare(what: ComparisonSetup, store: Store, tell: TellRun) -> tuple[ComparisonReport, bool]:
    """Run what is missing and report; the flag says whether everything could be run."""
    what.folder.mkdir(parents=True, exist_ok=True)
    if what.recordings.record is not None:
        what.recordings.record.mkdir(parents=True, exist_ok=True)
    results = ResultsFile(what.folder / "results.jsonl", {"kind": "comparison", "source": what.source})
    pool = RunPool(store, results, what.limits, what.recordings, tell)
    answered: dict[str, dict[str, EvaluationRun]] = {item.id: {} for item in what.items}

    async def evaluate(item: DatasetItem) -> None:
        runs = await asyncio.gather(*(pool.once(plan, item, plan.arm) for plan in what.plans), return_exceptions=True)
        for plan, run in zip(what.plans, runs, strict=True):
            if isinstance(run, EvaluationRun) and run.done:
                answered[item.id][plan.name] = run
        for run in runs:
            if isinstance(run, BaseException):
                raise run

    try:
        complete = await pool.work_through(what.items, evaluate)
    finally:
        report = compare_candidates(what.source, what.items, what.plans, answered, what.baseline, what.seed)
        report = report.model_copy(
            update={"used_tokens": results.used_tokens, "used_cost": results.used_cost if results.priced else None}
        )
        _write_files(what, answered, report)
    return report, complete and report.complete == report.questions


def _write_files(
    what: ComparisonSetup, answered: Mapping[str, Mapping[str, EvaluationRun]], report: ComparisonReport
) -> None:
    for number, plan in enumerate(what.plans, 1):
        runs = [(item, answered[item.id].get(plan.name)) for item in what.items]
        lines = [write_recorded(item, run) for item, run in runs if run is not None]
        name = re.sub(r"[^\w.-]+", "_", plan.name).strip("._") or f"candidate_{number}"
        text = "".join(f"{line}\n" for line in lines if line)
        (what.folder / f"{name}.debates.jsonl").write_text(text, encoding="utf-8")
    (what.folder / "report.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (what.folder / "report.html").write_text(render_comparison(report), encoding="utf-8")
