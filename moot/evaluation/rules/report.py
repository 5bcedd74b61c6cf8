"""Reports what recorded debates say about rules, as text for a terminal and as a page."""

from collections.abc import Sequence

from moot.evaluation.report import (
    PagePart,
    PageTable,
    draw_text_table,
    render_findings,
    say_amount,
    say_difference,
    say_estimate,
    say_share,
)
from moot.evaluation.rules.random_halves import Spread
from moot.evaluation.rules.scores import RecordedReport, RuleReport, RuleScore
from moot.views.pages import Axes, Chart, ChartPoint, chart_points

_HEAD = ("rule", "accuracy", "against all rounds", "saved", "rounds", "calls", "tokens", "right>wrong", "wrong>right")
_HALVES = (("held_back", "Held-back half"), ("all", "All debates"), ("tuning", "Tuning half"))


def write_rules(report: RecordedReport) -> str:
    """Write the report for a terminal; the held-back half comes first, because nothing was tuned on it."""
    parts = [summarise(report)]
    for name, title in _HALVES:
        count = getattr(report.rules[0], name).debates
        parts.append(f"{title} ({count} debates)\n{draw_text_table(_HEAD, _rows(report.rules, name))}")
    parts += [*_tell_shape(report), _tell_bounds(report), *_tell_calibration(report), _tell_choice(report)]
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
        "differently (held-back half). It bounds what more such voices would say, not the chance of being wrong."
        for rule in told
    ]
    return "\n".join(lines)


def _tell_shape(report: RecordedReport) -> list[str]:
    """Say where debates are uneven, so that nobody takes what was not recorded for a saving."""
    shape, told = report.shape, []
    if shape.shorter:
        told.append(
            f"{shape.shorter} debates stopped before round {shape.most_rounds}; a rule that asks for more rounds takes "
            "their last one, and the rounds they did not run count as neither spent nor saved."
        )
    if shape.shrinking:
        told.append(f"In {shape.shrinking} debates later rounds have fewer voices than round 1; each counts as it is.")
    if shape.estimated_tokens:
        which = (
            "No tokens" if shape.without_tokens == report.debates else f"In {shape.without_tokens} debates no tokens"
        )
        told.append(f"{which} were recorded: every answer counts as one, in all debates.")
    if shape.without_gold:
        told.append(f"{shape.without_gold} debates have no gold answer and were left out.")
    return told


def _tell_calibration(report: RecordedReport) -> list[str]:
    found = report.calibration
    if found is None:
        return []
    sizes = found.sizes
    told = (
        f"Probabilities of the ladder, fitted on {sizes.tuning} debates about {sizes.tuning_questions} questions "
        f"({sizes.patterns} patterns of votes) and measured on {sizes.held_back} about {sizes.held_back_questions}: "
        f"they are off by {say_share(found.ece)} on average (ECE), Brier score {found.brier:.3f}. "
        f"Exactly right ones would be off by {say_share(found.ece_by_chance)} on so few debates. "
        f"{found.unlike} of the held-back debates had votes that were hardly known."
    )
    many = report.random_halves
    if many is None:
        return [told]
    over_halves = (
        f"Over {many.halves} random halves of the questions (middle, lowest and highest): ECE {_say_spread(many.ece)}, "
        f"where the shares of right votes of two halves already differ by {_say_spread(many.base_rate)}; voices until "
        f"settled use {_say_spread(many.ladder_tokens)} of the tokens of the vote at its accuracy; with talk over "
        f"splits {_say_spread(many.debate_tokens)} of the tokens of all rounds, {_say_spread(many.debate_gain)} more "
        "right."
    )
    return [told, over_halves]


def _say_spread(spread: Spread) -> str:
    return f"{say_share(spread.median)} [{say_share(spread.low)}, {say_share(spread.high)}]"


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
    chosen = f"The tuning half chooses {report.chosen_later:g}: most right, then cheapest, then fewest spoiled."
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
        *_show_calibration(report),
        *halves,
        PagePart("method", "How this was measured", _tell_method(report), tables=[promises]),
    ]
    return render_findings("When to stop, and how to vote", parts, lead=summarise(report))


def _show_calibration(report: RecordedReport) -> list[PagePart]:
    found = report.calibration
    if found is None:
        return []
    rows = [
        (f"{each.low:.0%} to {each.high:.0%}", f"{each.count}", say_share(each.confidence), say_share(each.accuracy))
        for each in found.bins
    ]
    points = [
        ChartPoint(f"{each.count} debates", each.confidence, each.accuracy, each.accuracy, each.accuracy)
        for each in found.bins
    ]
    axes = Axes("probability that was stated", "share that was right")
    return [
        PagePart(
            "calibration",
            "Whether probabilities hold",
            _tell_calibration(report),
            charts=[
                chart_points("calibration", "Held-back half: on the diagonal they hold", points, axes, diagonal=True)
            ],
            tables=[PageTable("Probabilities", ("probability", "debates", "stated", "right"), rows)],
        )
    ]


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
    return [split, flips, *_tell_shape(report), _tell_bounds(report), oracle]
