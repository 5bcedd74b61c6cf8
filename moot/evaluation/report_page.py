"""What an evaluation found, as one page with plots."""

from moot.evaluation.page import Part, render_page
from moot.evaluation.plots import Axes, Point, plot_points
from moot.evaluation.report_text import PRICE, RIGHT, conclude, introduce, list_price, list_right
from moot.evaluation.scores import ArmScore, EvaluationReport
from moot.views.report import NOTHING, Html, facts, join, table, tag


def render_evaluation(report: EvaluationReport) -> str:
    """Write the report as one HTML document."""
    lead = join(tag("p", conclude(report), class_="lead") if report.arms else None, tag("p", introduce(report)))
    parts = [
        Part("accuracy", "Accuracy against price", _plot_accuracy(report)),
        Part("conditions", "The conditions", _tables(report)),
        Part("calibration", "Does confidence mean anything?", _plot_calibration(report)),
        Part("settings", "How it was run", facts((key, value) for key, value in report.settings.items())),
    ]
    return render_page("Did debating help?", lead, parts)


def _tables(report: EvaluationReport) -> Html:
    return join(
        table("How often each was right, on the same questions", RIGHT, list_right(report.arms), "numeric"),
        table("What a question took, on average", PRICE, list_price(report.arms), "numeric"),
    )


def _plot_accuracy(report: EvaluationReport) -> Html:
    if not report.arms:
        return NOTHING
    most = max(arm.tokens for arm in report.arms) or 1
    points = [
        Point(arm.title, arm.tokens / most, arm.accuracy.value, max(0.0, arm.accuracy.low), min(1.0, arm.accuracy.high))
        for arm in report.arms
    ]
    axes = Axes(f"tokens per question (100 % is {most:,.0f})", "accuracy")
    return plot_points("accuracy-plot", "Accuracy with 95 % intervals", points, axes)


def _plot_calibration(report: EvaluationReport) -> Html:
    figures = [_plot_bins(arm) for arm in report.arms if arm.calibration is not None]
    note = "On the dashed line confidence and accuracy agree; below it there is too much confidence."
    return join(tag("p", note), tag("div", figures, class_="plots")) if figures else NOTHING


def _plot_bins(arm: ArmScore) -> Html:
    bins = arm.calibration.bins if arm.calibration else ()
    points = [
        Point(
            f"{each.low:.0%} to {each.high:.0%}: {each.count}",
            each.confidence,
            each.accuracy,
            each.accuracy,
            each.accuracy,
        )
        for each in bins
    ]
    axes = Axes("stated confidence", "accuracy")
    return plot_points(f"calibration-{arm.name.replace('_', '-')}", arm.title, points, axes, diagonal=True)
