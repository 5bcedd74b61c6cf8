"""The whole evaluation: reads the questions, runs what is missing, compares, and writes what it found into a folder.

results.jsonl   every run, one per line: what a second start goes on from
debates.jsonl   the debates in the form of recorded ones, for `moot eval --recorded`
report.json     what was found
report.html     the same as one page
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from moot.evaluation.arms import Plan
from moot.evaluation.dataset import Item
from moot.evaluation.grading import find_kind, is_right
from moot.evaluation.report_page import render_evaluation
from moot.evaluation.runner import Bounds, Runner, Tapes
from moot.evaluation.runs import Results, Run
from moot.evaluation.scores import EvaluationReport, compare_arms, is_capped, score_arms
from moot.evaluation.stats import SEED
from moot.nodes import identify
from moot.state.protocol import Models
from moot.stores import Store

Teller = Callable[[Item, Run], None]


@dataclass(frozen=True)
class Evaluation:
    """What is evaluated, on what, and where it is kept."""

    source: str
    items: Sequence[Item]
    plan: Plan
    folder: Path
    bounds: Bounds = field(default_factory=Bounds)
    tapes: Tapes = field(default_factory=Tapes)
    seed: int = SEED

    @property
    def settings(self) -> dict[str, str]:
        """What makes two evaluations the same; a replay has the settings of what it replays."""
        plan = self.plan
        models = Models(model=plan.model, base_url=plan.base_url, by_seat=dict(plan.seat_models))
        parts = identify(plan.profile, models, "").parts
        return {"profile": plan.profile.name, "model": plan.model or "", **{f"{k}_digest": v for k, v in parts.items()}}


async def evaluate(what: Evaluation, store: Store, tell: Teller) -> tuple[EvaluationReport, bool]:
    """Run what is missing and report; the flag says whether everything could be run."""
    what.folder.mkdir(parents=True, exist_ok=True)
    if what.tapes.record is not None:
        what.tapes.record.mkdir(parents=True, exist_ok=True)
    results = Results(what.folder / "results.jsonl", what.settings)
    runner = Runner(what.plan, store, results, what.bounds, what.tapes)
    try:
        complete = await runner.run(what.items, tell)
    finally:
        report = summarise(what, results)
        write_report(what, results, report)
    return report, complete and report.complete == report.questions


def summarise(what: Evaluation, results: Results) -> EvaluationReport:
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
        capped=sum(is_capped(runs, what.bounds.most_votes) for runs in known.values()),
        used_tokens=results.used_tokens,
        used_cost=results.used_cost if results.priced else None,
        arms=score_arms(found, what.seed),
    )


def write_report(what: Evaluation, results: Results, report: EvaluationReport) -> None:
    """Write the report, and the debates in the form of recorded ones."""
    lines = [_record(item, run) for item in what.items if (run := results.of(item.id).get(("debate", 0))) is not None]
    (what.folder / "debates.jsonl").write_text("".join(f"{line}\n" for line in lines if line), encoding="utf-8")
    (what.folder / "report.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (what.folder / "report.html").write_text(render_evaluation(report), encoding="utf-8")


def _record(item: Item, run: Run) -> str:
    """A debate as a recorded one; its gold answer in the form in which answers are read."""
    if not run.votes:
        return ""
    said = (answer for row in run.votes for answer in row)
    right = next((answer for answer in said if is_right(answer, item)), None)
    gold = right or (item.letter if find_kind(item) == "choice" else item.gold)
    recorded = {
        "id": item.id,
        "question": item.question,
        "gold": gold,
        "answers": run.votes,
        "confidences": run.confidences,
        "tokens": run.round_tokens,
    }
    return json.dumps(recorded, ensure_ascii=False)
