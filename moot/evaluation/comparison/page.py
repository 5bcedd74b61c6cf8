"""Renders what a comparison found as one self-contained page: plots, tables and every disagreement."""

from moot.evaluation.comparison.scores import CandidateScore, ComparisonReport
from moot.evaluation.comparison.text import (
    CANDIDATE_ACCURACY_COLUMNS,
    CANDIDATE_PRICE_COLUMNS,
    PAIR_COLUMNS,
    conclude_comparison,
    introduce_comparison,
    list_accuracy,
    list_pairs,
    list_prices,
    say_answer,
)
from moot.evaluation.report import PagePart, PageTable, render_findings
from moot.views.pages import Axes, Chart, ChartPoint, chart_points

_TESTED = (
    "A difference is the accuracy of the first candidate minus that of the second in points, with its 95 % interval: "
    "whole questions were drawn again. By chance: how often coins would divide the questions that only one of "
    "the two got right at least as unevenly. Of many pairs one may look different by luck."
)
_CURVES = (
    "On the dashed line what was stated and what was right agree; below it there is too much confidence. A probability "
    "comes from a calibration, a confidence is what the models said of themselves."
)


def render_comparison(report: ComparisonReport) -> str:
    """Write the report as one HTML document."""
    shown = report.candidates
    curves = [_chart_calibration(number, each) for number, each in enumerate(shown, 1) if each.calibration is not None]
    accuracy = PageTable(
        "How often each was right, on the same questions", CANDIDATE_ACCURACY_COLUMNS, list_accuracy(shown)
    )
    prices = PageTable("What a question took, and what a right answer did", CANDIDATE_PRICE_COLUMNS, list_prices(shown))
    pairs = PageTable("Pair by pair, question by question", PAIR_COLUMNS, list_pairs(report.pairs))
    disagreed = PageTable(
        "Questions that were not answered alike",
        ("question", "right", *(each.name for each in shown)),
        [
            (f"{each.item}: {each.question}", each.gold, *(say_answer(given) for given in each.answers))
            for each in report.disagreements
        ],
        "",
    )
    settings = [(each.name, _tell_settings(each)) for each in shown]
    parts = [
        PagePart("accuracy", "Accuracy against price", charts=_chart_accuracy(report) if shown else ()),
        PagePart("candidates", "The candidates", tables=(accuracy, prices)),
        PagePart("pairs", "Paired differences", (_TESTED,) if report.pairs else (), tables=(pairs,)),
        PagePart("calibration", "Does what they state hold?", (_CURVES,) if curves else (), charts=curves),
        PagePart("disagreements", "What each disagreement looked like", tables=(disagreed,)),
        PagePart("settings", "How it was run", facts=settings),
    ]
    lead = conclude_comparison(report) if shown else ""
    return render_findings("Which is worth it?", parts, lead=lead, introduction=introduce_comparison(report))


def _tell_settings(score: CandidateScore) -> str:
    told = {name: value for name, value in score.settings.items() if value and name != "fingerprint"}
    return ", ".join(f"{name} {value}" for name, value in told.items())


def _chart_accuracy(report: ComparisonReport) -> list[Chart]:
    most = max(each.tokens for each in report.candidates) or 1.0
    share = {each.name: each.tokens / most for each in report.candidates}
    axis = f"tokens per question (100 % is {most:,.0f})"
    points = [
        ChartPoint(each.name, share[each.name], each.accuracy.value, each.accuracy.low, each.accuracy.high)
        for each in report.candidates
    ]
    apart = [
        ChartPoint(each.other, share[each.other], each.difference.value, each.difference.low, each.difference.high)
        for each in report.pairs
        if each.one == report.baseline
    ]
    return [
        chart_points("accuracy-plot", "Accuracy with 95 % intervals", points, Axes(axis, "accuracy")),
        chart_points(
            "difference-plot",
            f"Difference to {report.baseline}, with 95 % intervals",
            apart,
            Axes(axis, f"accuracy minus that of {report.baseline}", bottom=-1.0),
        ),
    ]


def _chart_calibration(number: int, score: CandidateScore) -> Chart:
    bins = score.calibration.bins if score.calibration else ()
    points = [
        ChartPoint(f"{each.count} questions", each.confidence, each.accuracy, each.accuracy, each.accuracy)
        for each in bins
    ]
    axes = Axes(f"{score.states} that was stated", "share that was right")
    return chart_points(f"calibration-{number}", score.name, points, axes, diagonal=True)
