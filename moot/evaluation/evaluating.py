"""Evaluates a profile on questions: runs what is missing, compares, and writes what it found into a folder.

results.jsonl   every run, one per line: what a second start goes on from
debates.jsonl   the debates in the form of recorded ones, for `moot eval --recorded`
report.json     what was found
report.html     the same as one page
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import find_answer_kind, is_right
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.report_page import render_evaluation
from moot.evaluation.runner import EvaluationRunner
from moot.evaluation.runs import EvaluationRun, ResultsFile
from moot.evaluation.scores import EvaluationReport, compare_arms, is_capped, score_arms
from moot.evaluation.stats import BOOTSTRAP_SEED
from moot.nodes import identify_protocol
from moot.state.protocol import Models
from moot.stores import Store

TellRun = Callable[[DatasetItem, EvaluationRun], None]


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
    runner = EvaluationRunner(what.plan, store, results, what.limits, what.recordings)
    try:
        complete = await runner.run(what.items, tell)
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
        _write_recorded(item, run) for item in what.items if (run := results.of(item.id).get(("debate", 0))) is not None
    ]
    (what.folder / "debates.jsonl").write_text("".join(f"{line}\n" for line in lines if line), encoding="utf-8")
    (what.folder / "report.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (what.folder / "report.html").write_text(render_evaluation(report), encoding="utf-8")


def _write_recorded(item: DatasetItem, run: EvaluationRun) -> str:
    """Write a debate as a recorded one; its gold answer in the form in which answers are read."""
    if not run.votes:
        return ""
    said = [answer for row in (*run.votes, (run.answer,)) for answer in row if answer is not None]
    right = tuple(dict.fromkeys(answer for answer in said if is_right(answer, item)))
    gold = item.letter if find_answer_kind(item) == "choice" else item.gold
    recorded = {
        "id": item.id,
        "question": item.question,
        "gold": right[0] if right else gold,
        "accepted": right[1:],
        "answers": run.votes,
        "confidences": run.confidences,
        "tokens": run.round_tokens,
        "decided": run.answer,
        "asked_a_person": run.asked_a_person,
    }
    return json.dumps(recorded, ensure_ascii=False)
