"""Evaluates a profile on questions: runs what is missing, compares, and writes what it found into a folder.

results.jsonl   every run, one per line: what a second start goes on from
debates.jsonl   the debates in the form of recorded ones, for `moot eval --recorded`
report.json     what was found
report.html     the same as one page
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.report import render_evaluation
from moot.evaluation.run_pool import RunPool, TellRun
from moot.evaluation.runner import EvaluationRunner
from moot.evaluation.runs import ResultsFile, write_recorded
from moot.evaluation.scores import EvaluationReport, compare_arms, is_capped, score_arms
from moot.evaluation.stats import BOOTSTRAP_SEED
from moot.nodes.intake import identify_protocol
from moot.state.protocol import Models
from moot.stores import Store


@dataclass(frozen=True)
class EvaluationSetup:
    """Says what is evaluated, on what, and where it is kept."""

    source: str
    items: Sequence[DatasetItem]
    plan: EvaluationPlan
    folder: Path
    limits: EvaluationLimits = field(default_factory=EvaluationLimits)
    recordings: RecordingFolders = field(default_factory=RecordingFolders)
    seed: int = BOOTSTRAP_SEED

    @property
    def settings(self) -> dict[str, str]:
        """Return what makes two evaluations the same; a replay has the settings of what it replays."""
        plan = self.plan
        models = Models(model=plan.model, base_url=plan.base_url, by_seat=dict(plan.seat_models))
        parts = identify_protocol(plan.profile, models, "").parts
        return {"profile": plan.profile.name, "model": plan.model or "", **{f"{k}_digest": v for k, v in parts.items()}}


async def evaluate(what: EvaluationSetup, store: Store, tell: TellRun) -> tuple[EvaluationReport, bool]:
    """Run what is missing and report; the flag says whether everything could be run."""
    what.folder.mkdir(parents=True, exist_ok=True)
    if what.recordings.record is not None:
        what.recordings.record.mkdir(parents=True, exist_ok=True)
    results = ResultsFile(what.folder / "results.jsonl", what.settings)
    pool = RunPool(store, results, what.limits, what.recordings, tell)
    try:
        complete = await EvaluationRunner(what.plan, pool, what.limits.most_votes).run(what.items)
    finally:
        report = _compare(what, results)
        _write_files(what, results, report)
    return report, complete and report.complete == report.questions


def _compare(what: EvaluationSetup, results: ResultsFile) -> EvaluationReport:
    """Compare the conditions on the questions that all of them have answered."""
    arms = ("debate", "no_critique") if what.plan.criticises else ("debate",)
    known = {item.id: results.of(item.id) for item in what.items}
    found = [each for item in what.items if (each := compare_arms(item, known[item.id], arms)) is not None]
    return EvaluationReport(
        source=what.source,
        settings=what.settings,
        seed=what.seed,
        questions=len(what.items),
        complete=len(found),
        capped=sum(is_capped(runs, what.limits.most_votes) for runs in known.values()),
        used_tokens=results.used_tokens,
        used_cost=results.used_cost if results.priced else None,
        arms=score_arms(found, what.seed),
    )


def _write_files(what: EvaluationSetup, results: ResultsFile, report: EvaluationReport) -> None:
    """Write the report, and the debates in the form of recorded ones."""
    lines = [
        write_recorded(item, run) for item in what.items if (run := results.of(item.id).get(("debate", 0))) is not None
    ]
    (what.folder / "debates.jsonl").write_text("".join(f"{line}\n" for line in lines if line), encoding="utf-8")
    (what.folder / "report.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (what.folder / "report.html").write_text(render_evaluation(report), encoding="utf-8")
