"""Renders what an evaluation found as one self-contained page with charts."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from moot.evaluation.report.text import (
    ACCURACY_COLUMNS,
    PRICE_COLUMNS,
    conclude_evaluation,
    introduce_evaluation,
    list_accuracy_rows,
    list_price_rows,
)
from moot.evaluation.scores import ArmScore, EvaluationReport
from moot.views.pages import Axes, Chart, ChartPoint, chart_points, render_page


class PageTable(NamedTuple):
    """A table of a page; the first cell of a row is its header."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    style: str = "numeric"


class PagePart(NamedTuple):
    """A section of a page; one that has nothing to show is left out."""

    id: str
    title: str
    paragraphs: Sequence[str] = ()
    charts: Sequence[Chart] = ()
    tables: Sequence[PageTable] = ()
    facts: Sequence[tuple[str, str]] = ()


def render_findings(title: str, parts: Iterable[PagePart], *, lead: str = "", introduction: str = "") -> str:
    """Write a page with a heading, a first sentence and sections."""
    shown = [
        part
        for part in parts
        if any(part.paragraphs) or part.charts or any(table.rows for table in part.tables) or part.facts
    ]
    return render_page("evaluation.html", title=title, lead=lead, introduction=introduction, sections=shown)


def render_evaluation(report: EvaluationReport) -> str:
    """Write the report as one HTML document."""
    calibrated = [_chart_calibration(arm) for arm in report.arms if arm.calibration is not None]
    note = "On the dashed line confidence and accuracy agree; below it there is too much confidence."
    accuracy = PageTable(
        "How often each was right, on the same questions", ACCURACY_COLUMNS, list_accuracy_rows(report.arms)
    )
    price = PageTable("What a question took, on average", PRICE_COLUMNS, list_price_rows(report.arms))
    parts = [
        PagePart("accuracy", "Accuracy against price", charts=[_chart_accuracy(report)] if report.arms else ()),
        PagePart("conditions", "The conditions", tables=(accuracy, price)),
        PagePart(
            "calibration",
            "Does confidence mean anything?",
            paragraphs=(note,) if calibrated else (),
            charts=calibrated,
        ),
        PagePart("settings", "How it was run", facts=list(report.settings.items())),
    ]
    return render_findings(
        "Did debating help?",
        parts,
        lead=conclude_evaluation(report) if report.arms else "",
        introduction=introduce_evaluation(report),
    )


def _chart_accuracy(report: EvaluationReport) -> Chart:
    most = max(arm.tokens for arm in report.arms) or 1
    points = [
        ChartPoint(
            arm.title, arm.tokens / most, arm.accuracy.value, max(0.0, arm.accuracy.low), min(1.0, arm.accuracy.high)
        )
        for arm in report.arms
    ]
    axes = Axes(f"tokens per question (100 % is {most:,.0f})", "accuracy")
    return chart_points("accuracy-plot", "Accuracy with 95 % intervals", points, axes)


def _chart_calibration(arm: ArmScore) -> Chart:
    bins = arm.calibration.bins if arm.calibration else ()
    points = [
        ChartPoint(
            f"{each.low:.0%} to {each.high:.0%}: {each.count}",
            each.confidence,
            each.accuracy,
            each.accuracy,
            each.accuracy,
        )
        for each in bins
    ]
    axes = Axes("stated confidence", "accuracy")
    return chart_points(f"calibration-{arm.name.replace('_', '-')}", arm.title, points, axes, diagonal=True)
