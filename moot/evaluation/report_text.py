"""What an evaluation found, as text for a terminal."""

from collections.abc import Sequence

from moot.evaluation.scores import ArmScore, EvaluationReport
from moot.evaluation.text_table import draw_table, say_amount, say_difference, say_estimate, say_share

RIGHT = (
    "condition", "accuracy", "against one agent", "against the vote", "answered", "right>wrong", "wrong>right",
    "calibration error",
)  # fmt: skip
PRICE = ("condition", "calls", "tokens", "cost", "seconds", "rounds", "to the council", "to a person")


def write_evaluation(report: EvaluationReport) -> str:
    """The report for a terminal."""
    parts = [introduce(report)]
    if report.arms:
        parts += [draw_table(RIGHT, list_right(report.arms)), draw_table(PRICE, list_price(report.arms))]
        parts.append(conclude(report))
    return "\n\n".join(parts) + "\n"


def introduce(report: EvaluationReport) -> str:
    """What was evaluated, and what is missing."""
    lines = [f"{report.source}: {report.complete} of {report.questions} questions answered by every condition."]
    if report.capped:
        lines.append(f"In {report.capped} of them a vote would have needed more voices than were asked (--votes).")
    spent = f"{report.used_tokens:,} tokens in all"
    lines.append(spent + (f", {report.used_cost:.4f} US dollars." if report.used_cost else "."))
    return " ".join(lines)


def list_right(arms: Sequence[ArmScore]) -> list[list[str]]:
    """How often each condition was right, and how well it knew."""
    return [
        [
            arm.title,
            say_estimate(arm.accuracy),
            "-" if arm.name == "single" else say_difference(arm.against_single),
            "-" if arm.name == "vote_calls" else say_difference(arm.against_vote),
            say_share(arm.answered),
            say_share(arm.right_to_wrong),
            say_share(arm.wrong_to_right),
            "-" if arm.calibration is None else f"{arm.calibration.error:.3f}",
        ]
        for arm in arms
    ]


def list_price(arms: Sequence[ArmScore]) -> list[list[str]]:
    """What a question took under each condition, on average, and how often somebody else had to look."""
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


def conclude(report: EvaluationReport) -> str:
    """Whether the debate helped, in one sentence that claims no more than its interval."""
    arms = {arm.name: arm for arm in report.arms}
    debated, vote = arms["debate"], arms["vote_calls"]
    price = debated.tokens / vote.tokens if vote.tokens else 0.0
    gain = debated.against_vote
    if gain.holds_zero:
        verdict = "no difference that these questions could show"
    else:
        verdict = "better" if gain.value > 0 else "worse"
    return (
        f"Debate against a vote at equal calls: {verdict} ({say_difference(gain)} points), "
        f"for {price:.1f} times the tokens."
    )
