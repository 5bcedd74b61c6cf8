"""Says what a comparison found, in sentences and in tables for terminal and page."""

from collections.abc import Sequence

from moot.evaluation.comparison.scores import CandidateAnswer, CandidatePair, CandidateScore, ComparisonReport
from moot.evaluation.report import draw_text_table, say_amount, say_difference, say_estimate, say_share

_MOST_SHOWN = 20
"""So many disagreements are shown on a terminal; the page has all of them."""

CANDIDATE_ACCURACY_COLUMNS = (
    "candidate", "accuracy", "vote on round 1", "answered", "asked a person", "right>wrong", "wrong>right", "states",
    "off by", "Brier",
)  # fmt: skip
CANDIDATE_PRICE_COLUMNS = (
    "candidate", "calls", "tokens", "cost", "tokens per right", "cost per right", "seconds", "slowest tenth", "rounds",
)  # fmt: skip
PAIR_COLUMNS = (
    "pair", "difference in points", "only the first", "only the second", "both", "neither", "by chance", "tokens",
    "cost",
)  # fmt: skip


def write_comparison_text(report: ComparisonReport) -> str:
    """Write the report for a terminal."""
    parts = [introduce_comparison(report)]
    if report.candidates:
        parts += [
            draw_text_table(CANDIDATE_ACCURACY_COLUMNS, list_accuracy(report.candidates)),
            draw_text_table(CANDIDATE_PRICE_COLUMNS, list_prices(report.candidates)),
            draw_text_table(PAIR_COLUMNS, list_pairs(report.pairs)),
            conclude_comparison(report),
            *_tell_disagreements(report),
        ]
    return "\n\n".join(parts) + "\n"


def introduce_comparison(report: ComparisonReport) -> str:
    """Say what was compared, and what is missing."""
    told = f"{report.source}: {report.complete} of {report.questions} questions answered by every candidate."
    missing = [f"{each.name} lacks {each.missing}" for each in report.candidates if each.missing]
    spent = f"{report.used_tokens:,} tokens in all"
    spent += f", {report.used_cost:.4f} US dollars." if report.used_cost else "."
    return " ".join([told, *([f"{', '.join(missing)}."] if missing else []), spent])


def conclude_comparison(report: ComparisonReport) -> str:
    """Say what each candidate is worth against the baseline, claiming no more than the intervals."""
    return " ".join(_conclude(each) for each in report.pairs if report.baseline in (each.one, each.other))


def _conclude(pair: CandidatePair) -> str:
    gain = pair.difference
    if gain.holds_zero:
        verdict = "no difference that these questions could show"
    else:
        verdict = "better" if gain.value > 0 else "worse"
    price = "" if pair.tokens is None else f", for {pair.tokens:.2f} times the tokens"
    return f"{pair.other} against {pair.one}: {verdict} ({say_difference(gain)} points){price}."


def list_accuracy(candidates: Sequence[CandidateScore]) -> list[list[str]]:
    """List how often each candidate was right, and how well it knew."""
    return [
        [
            each.name,
            say_estimate(each.accuracy),
            say_share(each.first_vote),
            say_share(each.answered),
            say_share(each.asked_a_person),
            say_share(each.right_to_wrong),
            say_share(each.wrong_to_right),
            each.states,
            "-" if each.calibration is None else say_share(each.calibration.error),
            "-" if each.calibration is None else f"{each.calibration.brier:.3f}",
        ]
        for each in candidates
    ]


def list_prices(candidates: Sequence[CandidateScore]) -> list[list[str]]:
    """List what a question, and a right answer, took."""
    return [
        [
            each.name,
            f"{each.calls:.1f}",
            say_amount(each.tokens),
            _say_money(each.cost),
            say_amount(each.tokens_per_right),
            _say_money(each.cost_per_right),
            f"{each.wall_ms / 1000:.1f}",
            f"{each.slow_ms / 1000:.1f}",
            f"{each.rounds:.2f}",
        ]
        for each in candidates
    ]


def list_pairs(pairs: Sequence[CandidatePair]) -> list[list[str]]:
    """List how each two candidates differ."""
    return [
        [
            f"{each.other} against {each.one}",
            say_difference(each.difference),
            str(each.only_other),
            str(each.only_one),
            str(each.both_right),
            str(each.both_wrong),
            f"{each.chance:.3f}",
            "-" if each.tokens is None else f"{each.tokens:.2f} x",
            "-" if each.cost is None else f"{each.cost:.2f} x",
        ]
        for each in pairs
    ]


def say_answer(given: CandidateAnswer) -> str:
    """Say what a candidate made of a question: its answer, and how it came to it."""
    if given.answer is not None:
        said = f"{given.answer} ({'right' if given.right else 'wrong'})"
    else:
        said = "asked a person" if given.status == "needs_review" else f"no answer ({given.status})"
    if not given.votes:
        return said
    votes = ", ".join(f"{answer} {count}" for answer, count in given.votes.items())
    rounds = f"{given.rounds} round{'s' if given.rounds != 1 else ''}"
    turned = f", {given.first or 'nothing'} led in round 1" if given.first != given.answer else ""
    return f"{said}: votes {votes} after {rounds}, first {given.split}{turned}"


def _tell_disagreements(report: ComparisonReport) -> list[str]:
    if not report.disagreements:
        return ["All candidates gave the same answers."]
    lines = [f"They disagree on {len(report.disagreements)} of {report.complete} questions:"]
    for each in report.disagreements[:_MOST_SHOWN]:
        lines.append(f"{each.item} (right: {each.gold}): {each.question}")
        lines += [f"  {given.candidate}: {say_answer(given)}" for given in each.answers]
    if len(report.disagreements) > _MOST_SHOWN:
        lines.append(f"and {len(report.disagreements) - _MOST_SHOWN} more; report.html shows all of them.")
    return ["\n".join(lines)]


def _say_money(cost: float | None) -> str:
    return "-" if cost is None else f"{cost:.5f}"
