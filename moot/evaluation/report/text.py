"""Writes what an evaluation found as text for a terminal: sentences, and tables without lines around them."""

from collections.abc import Sequence

from moot.evaluation.scores import ArmScore, EvaluationReport
from moot.evaluation.stats import IntervalEstimate


def draw_text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Draw a table: the first column to the left, numbers to the right, columns as wide as what they hold."""
    cells = [head, *rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    lines = [_draw_line(row, widths) for row in cells]
    lines.insert(1, _draw_line(["-" * width for width in widths], widths))
    return "\n".join(line.rstrip() for line in lines)


def _draw_line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join((first, *others))


def say_share(share: float | None) -> str:
    """Write a share as a percentage."""
    return "-" if share is None else f"{share * 100:.1f} %"


def _say_points(share: float) -> str:
    """Write a difference of shares in points."""
    return f"{share * 100:+.1f}"


def say_estimate(estimate: IntervalEstimate) -> str:
    """Write a share and its interval."""
    return f"{estimate.value * 100:.1f} % [{estimate.low * 100:.1f}, {estimate.high * 100:.1f}]"


def say_difference(estimate: IntervalEstimate) -> str:
    """Write a difference in points and its interval."""
    return f"{_say_points(estimate.value)} [{_say_points(estimate.low)}, {_say_points(estimate.high)}]"


def say_amount(amount: float | None) -> str:
    """Write a number of tokens, or a dash where it is not known."""
    return "-" if amount is None else f"{amount:,.0f}"


ACCURACY_COLUMNS = (
    "condition", "accuracy", "against one agent", "against the vote", "answered", "asked a person", "vote on round 1",
    "right>wrong", "wrong>right", "calibration error",
)  # fmt: skip
PRICE_COLUMNS = ("condition", "calls", "tokens", "cost", "seconds", "rounds", "to the council", "to a person")


def write_evaluation_text(report: EvaluationReport) -> str:
    """Write the report for a terminal."""
    parts = [introduce_evaluation(report)]
    if report.arms:
        parts += [
            draw_text_table(ACCURACY_COLUMNS, list_accuracy_rows(report.arms)),
            draw_text_table(PRICE_COLUMNS, list_price_rows(report.arms)),
        ]
        parts.append(conclude_evaluation(report))
    return "\n\n".join(parts) + "\n"


def introduce_evaluation(report: EvaluationReport) -> str:
    """Say what was evaluated, and what is missing."""
    lines = [f"{report.source}: {report.complete} of {report.questions} questions answered by every condition."]
    if report.capped:
        lines.append(f"In {report.capped} of them a vote would have needed more voices than were asked (--votes).")
    spent = f"{report.used_tokens:,} tokens in all"
    lines.append(spent + (f", {report.used_cost:.4f} US dollars." if report.used_cost else "."))
    return " ".join(lines)


def list_accuracy_rows(arms: Sequence[ArmScore]) -> list[list[str]]:
    """List how often each condition was right, and how well it knew."""
    return [
        [
            arm.title,
            say_estimate(arm.accuracy),
            "-" if arm.name == "single" else say_difference(arm.against_single),
            "-" if arm.name == "vote_calls" else say_difference(arm.against_vote),
            say_share(arm.answered),
            say_share(arm.asked_a_person),
            say_share(arm.first_vote),
            say_share(arm.right_to_wrong),
            say_share(arm.wrong_to_right),
            "-" if arm.calibration is None else f"{arm.calibration.error:.3f}",
        ]
        for arm in arms
    ]


def list_price_rows(arms: Sequence[ArmScore]) -> list[list[str]]:
    """List what a question took under each condition, on average, and how often somebody else had to look."""
    return [
        [
            arm.title,
            f"{arm.calls:.1f}",
            say_amount(arm.tokens),
            "-" if arm.cost is None else f"{arm.cost:.5f}",
            f"{arm.wall_ms / 1000:.1f}",
            f"{arm.rounds:.2f}",
            say_share(arm.council),
            say_share(arm.human),
        ]
        for arm in arms
    ]


def conclude_evaluation(report: EvaluationReport) -> str:
    """Say whether the debate helped, in one sentence that claims no more than its interval."""
    arms = {arm.name: arm for arm in report.arms}
    debated, vote = arms["debate"], arms["vote_calls"]
    price = debated.tokens / vote.tokens if vote.tokens else 0.0
    gain = debated.against_vote
    if gain.holds_zero:
        verdict = "no difference that these questions could show"
    else:
        verdict = "better" if gain.value > 0 else "worse"
    asked = (
        f" It asked a person instead of answering {say_share(debated.asked_a_person)} of them; these count as wrong."
        if debated.asked_a_person
        else ""
    )
    return (
        f"Debate against a vote at equal calls: {verdict} ({say_difference(gain)} points), "
        f"for {price:.1f} times the tokens.{asked}"
    )
