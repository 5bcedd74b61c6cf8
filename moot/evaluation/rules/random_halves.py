"""Repeats tuning and holding back on random halves of the questions: one half may be lucky, the middle of many is not.

What is tuned is the ladder's choice of splits to talk over, and the probabilities. The same debates and the same seed
give the same figures.
"""

import random
from collections.abc import Sequence
from statistics import median

from moot.evaluation.plurality import take_plurality
from moot.evaluation.rules.calibration import measure_calibration
from moot.evaluation.rules.ladder import add_tokens, choose_debated, make_ladder_rule, play_voices
from moot.evaluation.rules.recorded import RecordedDebate
from moot.evaluation.rules.rules import RulePlay
from moot.policies.thresholds import tidy
from moot.state.base import Value

_HALVES = 25


class Spread(Value):
    """The middle and the ends of a figure over many halves."""

    median: float
    low: float
    high: float


class HalvesReport(Value):
    """How the ladder and its probabilities did on the held-back half of many random splits by question."""

    halves: int
    ece: Spread
    brier: Spread
    base_rate: Spread
    """How far the share of right votes differs between the two halves: no calibration can be closer than that."""
    ladder_tokens: Spread
    """The tokens of voices until settled, as a share of the vote of round 1; their answers are the same."""
    debate_tokens: Spread
    """The tokens of the ladder that talks over splits, as a share of all rounds."""
    debate_gain: Spread
    """Its accuracy minus that of all rounds."""


def measure_halves(debates: Sequence[RecordedDebate], seed: int) -> HalvesReport | None:
    """Measure on many random halves; None where there are too few questions to divide."""
    questions = sorted({each.question for each in debates})
    if len(questions) < 2:
        return None
    rows = [row for number in range(_HALVES) if (row := _measure(debates, questions, seed + number)) is not None]
    if not rows:
        return None
    columns = [_spread([row[at] for row in rows]) for at in range(len(rows[0]))]
    names = ("ece", "brier", "base_rate", "ladder_tokens", "debate_tokens", "debate_gain")
    return HalvesReport(halves=len(rows), **dict(zip(names, columns, strict=True)))


def _measure(debates: Sequence[RecordedDebate], questions: Sequence[str], seed: int) -> tuple[float, ...] | None:
    drawn = list(questions)
    random.Random(seed).shuffle(drawn)  # noqa: S311  # nothing secret is drawn
    chosen = set(drawn[: len(drawn) // 2])
    tuning = [each for each in debates if each.question in chosen]
    held = [each for each in debates if each.question not in chosen]
    found = measure_calibration("ladder", tuning, held, play_voices)
    if found is None:
        return None
    talk = make_ladder_rule(choose_debated(tuning))
    alone, talked = [play_voices(each) for each in held], [talk(each) for each in held]
    first, everything = sum(each.tokens[0] for each in held), sum(sum(each.tokens) for each in held)
    rights = [_share_right(half, [take_plurality(each.answers[0]) for each in half]) for half in (tuning, held)]
    whole = _share_right(held, [take_plurality(each.answers[-1]) for each in held])
    return (
        found.ece,
        found.brier,
        abs(rights[0] - rights[1]),
        _add(held, alone) / max(1, first),
        _add(held, talked) / max(1, everything),
        _share_right(held, [play.answer for play in talked]) - whole,
    )


def _add(debates: Sequence[RecordedDebate], plays: Sequence[RulePlay]) -> float:
    return sum(add_tokens(each, play) for each, play in zip(debates, plays, strict=True))


def _share_right(debates: Sequence[RecordedDebate], answers: Sequence[str | None]) -> float:
    return sum(each.is_right(answer) for each, answer in zip(debates, answers, strict=True)) / len(debates)


def _spread(values: Sequence[float]) -> Spread:
    return Spread(median=tidy(median(values)), low=tidy(min(values)), high=tidy(max(values)))
