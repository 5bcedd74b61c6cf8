"""Reports what recorded debates say about rules, as text for a terminal and as a page."""

from collections.abc import Sequence

from moot.evaluation.report_page import PagePart, PageTable, render_findings
from moot.evaluation.report_text import draw_text_table, say_amount, say_difference, say_estimate, say_share
from moot.evaluation.rule_scores import RecordedReport, RuleReport, RuleScore
from moot.views.pages import Axes, Chart, ChartPoint, chart_points

_HEAD = ("rule", "accuracy", "against all rounds", "saved", "rounds", "calls", "tokens", "right>wrong", "wrong>right")
_HALVES = (("held_back", "Held-back half"), ("all", "All debates"), ("tuning", "Tuning half"))


def write_rules(report: RecordedReport) -> str:
    """Write the report for a terminal; the held-back half comes first, because nothing was tuned on it."""
    parts = [summarise(report)]
    for name, title in _HALVES:
        count = getattr(report.rules[0], name).debates
        parts.append(f"{title} ({count} debates)\n{draw_text_table(_HEAD, _rows(report.rules, name))}")
    parts += [_tell_bounds(report), _tell_choice(report)]
    return "\n\n".join(parts) + "\n"


def summarise(report: RecordedReport) -> str:
    """Say what was looked at, and how often everybody agreed at once."""
    first = report.unanimity
    return (
        f"{report.debates} recorded debates about {report.questions} questions, up to {report.rounds} rounds. "
        f"In {say_share(first.share)} everybody agreed in round 1; {say_share(first.right)} of those were right."
    )


def _rows(rules: Sequence[RuleReport], half: str) -> list[list[str]]:
    return [[rule.title, *_cells(getattr(rule, half))] for rule in rules]


def _cells(score: RuleScore) -> list[str]:
    return [
        say_estimate(score.accuracy),
        say_difference(score.difference),
        say_share(score.saved.value),
        f"{score.rounds:.2f}",
        f"{score.calls:.1f}",
        say_amount(score.tokens),
        say_share(score.right_to_wrong),
        say_share(score.wrong_to_right),
    ]


def _tell_bounds(report: RecordedReport) -> str:
    told = [rule for rule in report.rules if rule.held_back.error_bound is not None]
    lines = [
        f"{rule.title}: it stated an error bound of {say_share(rule.held_back.error_bound)} on average where it was "
        f"settled; of the debates it stopped early, all rounds would have answered {say_share(rule.held_back.changed)} "
        "differently (held-back half)."
        for rule in told
    ]
    return "\n".join(lines)


def _tell_choice(report: RecordedReport) -> str:
    head = (
        "a later voice counts",
        "tuning: accuracy",
        "right>wrong",
        "saved",
        "held back: accuracy",
        "right>wrong",
        "saved",
    )
    rows = [
        [
            f"{each.later:g}",
            *(
                cell
                for score in (each.tuning, each.held_back)
                for cell in (
                    say_share(score.accuracy.value),
                    say_share(score.right_to_wrong),
                    say_share(score.saved.value),
                )
            ),
        ]
        for each in report.candidates
    ]
    chosen = f"The tuning half chooses {report.chosen_later:g}: fewest spoiled, then most right, then cheapest."
    return f"{draw_text_table(head, rows)}\n{chosen}"


def render_rules(report: RecordedReport) -> str:
    """Write the report as one HTML document."""
    halves = [
        PagePart(name.replace("_", "-"), title, tables=[PageTable(title, _HEAD, _rows(report.rules, name))])
        for name, title in _HALVES
    ]
    promises = PageTable(
        "What each rule promises", ("rule", "error bound"), [(each.title, each.bound) for each in report.rules], ""
    )
    parts = [
        PagePart("plot", "Accuracy against tokens saved", charts=[_chart_rules(report)]),
        *halves,
        PagePart("method", "How this was measured", _tell_method(report), tables=[promises]),
    ]
    return render_findings("When to stop, and how to vote", parts, lead=summarise(report))


def _chart_rules(report: RecordedReport) -> Chart:
    scores = [(rule.title, rule.held_back) for rule in report.rules]
    lowest = min((score.accuracy.low for _, score in scores), default=0.0)
    points = [
        ChartPoint(title, score.saved.value, score.accuracy.value, score.accuracy.low, score.accuracy.high)
        for title, score in scores
    ]
    axes = Axes("tokens saved", "accuracy", bottom=max(0.0, int(lowest * 10 - 1) / 10))
    return chart_points("rules", "Held-back half: accuracy with 95 % intervals", points, axes)


def _tell_method(report: RecordedReport) -> list[str]:
    split = (
        f"The questions were split by the hash of their text: {report.tuning_questions} for tuning, "
        f"{report.questions - report.tuning_questions} held back. Intervals hold 95 % of bootstrap draws of whole "
        f"questions (seed {report.seed})."
    )
    flips = (
        "A flip compares a rule's answer with the plurality of round 1. Differences are taken against the plurality "
        "after all rounds."
    )
    oracle = "The oracle looks at the gold answer: no rule can, and none can do better by choosing when to stop."
    return [split, flips, _tell_bounds(report), oracle]
